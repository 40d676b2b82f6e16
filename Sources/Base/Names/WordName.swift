package struct WordMark: Hashable, Sendable {
  /// The name of the folder, if that is the word.
  package var folder: String?
  /// The text before and after the snapshot's name, separator included.
  package var before = ""
  package var after = ""
  /// The file's name if all of it is a word; the snapshot then has the name of its folder.
  package var whole: String?

  package static let none = WordMark()

  package var isInName: Bool { whole != nil || !before.isEmpty || !after.isEmpty }

  /// True for "x-base.png", next to which a file without a word is the actual.
  package var isBase: Bool {
    folder == nil && (before + after).lowercased().filter(\.isLetter) == "base"
  }

  /// The number of words in the path; of two files for one role, the one with fewer words wins.
  package var count: Int { (folder == nil ? 0 : 1) + (isInName ? 1 : 0) }

  package func path(of subject: String, in home: String, ending: String) -> String {
    let path = Paths.join(folder.map { Paths.join(home, $0) } ?? home, subject)
    if let whole { return Paths.join(path, Self.name(whole, ending: ending)) }
    let name = "\(before)\(Paths.name(path))\(after)"
    return Paths.join(Paths.parent(path), Self.name(name, ending: ending))
  }

  package static func name(_ bare: String, ending: String) -> String {
    ending.isEmpty ? bare : "\(bare).\(ending)"
  }
}

/// A file's name that has a word at one end, or is a word.
package struct WordName {
  package let word: FileRole.Word
  package let mark: WordMark
  package let rest: String
  /// The text after the word and the rest, without its dot.
  package var ending = ""

  /// Returns every word in a file's name. The word may be the ending, or be without one.
  package static func all(in name: String) -> [WordName] {
    let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    let (stem, last) = (name[..<dot], String(name[dot...].dropFirst()))
    if let word = FileRole.word(stem) {
      return [WordName(word: word, mark: WordMark(whole: String(stem)), rest: "", ending: last)]
    }
    var names: [WordName] = []
    if dot > name.startIndex, let word = FileRole.word(name[dot...].dropFirst()) {
      let mark = WordMark(after: String(name[dot...]))
      names = [WordName(word: word, mark: mark, rest: String(stem))]
    }
    // Some words are two: "x_from_test.png".
    let separators = stem.utf8.indices.filter { ".-_ ".utf8.contains(stem.utf8[$0]) }
    for start in separators.suffix(2) where start > stem.startIndex {
      guard let word = FileRole.word(stem[stem.utf8.index(after: start)...]) else { continue }
      let mark = WordMark(after: String(stem[start...]))
      names.append(WordName(word: word, mark: mark, rest: String(stem[..<start]), ending: last))
      break
    }
    for end in separators.prefix(2).reversed() {
      let rest = stem[stem.utf8.index(after: end)...]
      guard !rest.isEmpty, let word = FileRole.word(stem[..<end]) else { continue }
      let mark = WordMark(before: String(stem[...end]))
      names.append(WordName(word: word, mark: mark, rest: String(rest), ending: last))
      break
    }
    guard FileKind(name: String(stem)) != nil else { return names }
    // A word may be before two endings: "x.actual.png.txt".
    let inner = all(in: String(stem)).filter { !$0.ending.isEmpty && !$0.mark.after.isEmpty }
    return names
      + inner.map {
        WordName(word: $0.word, mark: $0.mark, rest: $0.rest, ending: "\($0.ending).\(last)")
      }
  }
}

/// A name that marks a picture as the difference of the one with the rest of the name.
package enum DifferenceName {
  private static let plain =
    Set(FileRole.difference.words + FileRole.difference.words.map { $0 + "s" })
  private static let words = plain.union([
    "comparison", "heatmap", "highlight", "overlay", "composite", "sidebyside", "mask", "fail",
  ])

  private static let ofAnyRole = words.union(FileRole.known.keys)
  private static let all = WordSet(words.sorted())

  /// Returns each part of a name that such words follow, or precede: "a" for "a-diff", "aDiff",
  /// "a~diff-1", "a (diff)", "a-failed-diff" and "failed_diff_a".
  ///
  /// - Parameter isOfAnyRole: True if words for other roles count too: "a" for "a.out".
  package static func rests(of stem: String, isOfAnyRole: Bool = false) -> [String] {
    guard isOfAnyRole || all.mayOccur(amongLettersOf: stem) else { return [] }
    let (words, plain) = isOfAnyRole ? (ofAnyRole, ofAnyRole) : (words, plain)
    let characters = Array(stem)
    return characters.indices.dropFirst().reversed().compactMap { place in
      let (start, end) = (characters[..<place], characters[place...])
      let first = characters[place]
      let last = start.last!
      let isInWord = first.isLetter && !(first.isUppercase && (last.isLowercase || last.isNumber))
      if !isInWord, isWord(end, of: words) {
        return String(start.dropLast(start.reversed().prefix { $0 == " " }.count))
      }
      return !start.last!.isLetter && isWord(start, of: plain) ? String(end) : nil
    }
  }

  /// True if the letters are a word, or words that end or begin with one: "failed-diff".
  private static func isWord(_ part: ArraySlice<Character>, of words: Set<String>) -> Bool {
    let parts = FileRole.words(in: String(part)).filter { !$0.isEmpty }
    return words.contains(parts.joined())
      || parts.count == 2 && parts.contains(where: plain.contains)
        && parts.allSatisfy { plain.contains($0) || qualifiers.contains($0) }
  }

  /// Words that say more of a difference.
  private static let qualifiers: Set<String> = ["failed", "full", "image", "pixel", "visual"]
}
