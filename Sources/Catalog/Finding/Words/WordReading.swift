import Base

/// One way to read a file as a part of a failure: by a word in its own name, or in the name of a
/// folder above it.
struct WordReading: Sendable {
  let file: String
  let role: FileRole
  let isCommon: Bool
  /// The folder that holds the failure's files, or the folders that words name.
  let home: String
  /// The path below `home` without the words and the ending: the same for all files of a failure.
  var subject: String
  let mark: WordMark
  /// True if another part of the path is a word too, so that this is the file's second reading: the
  /// actual of "expected" in "actual.expected.png", or the snapshot of a folder named "actual".
  var isSecond = false
  /// The text after the snapshot's name, without its dot: "png.txt" for the text about a picture
  /// "x.expected.png.txt", empty for "x.expected".
  let ending: String

  var isImage: Bool {
    let name = WordMark.name(subject, ending: ending)
    return [.image, .lossyImage].contains(FileKind(name: Paths.name(name)))
  }

  /// The reading without the last part of the subject's name; nil if it has just one.
  var withoutLastPart: WordReading? {
    let name = Paths.name(subject)
    guard let end = name.utf8.lastIndex(where: { ".-_".utf8.contains($0) }), end > name.startIndex
    else { return nil }
    let (folder, start) = (Paths.parent(subject), String(name[..<end]))
    var reading = self
    reading.subject = folder == "." ? start : Paths.join(folder, start)
    return reading
  }

  /// A key that all files of a failure share. Texts, and files that cannot be drawn, are different
  /// snapshots if their endings differ.
  var key: ExactName {
    let path = Paths.join(home, subject) + (isSecond ? "\0" : "")
    return ExactName(isImage ? path : "\(path)\0\(ending)")
  }
}

struct WordMark: Hashable, Sendable {
  /// The name of the folder, if that is the word.
  var folder: String?
  /// The text before and after the snapshot's name, separator included.
  var before = ""
  var after = ""
  /// The file's name if all of it is a word; the snapshot then has the name of its folder.
  var whole: String?

  var isInName: Bool { whole != nil || !before.isEmpty || !after.isEmpty }

  /// True for "x-base.png", next to which a file without a word is the actual.
  var isBase: Bool {
    folder == nil && (before + after).lowercased().filter(\.isLetter) == "base"
  }

  /// The number of words in the path; of two files for one role, the one with fewer words wins.
  var count: Int { (folder == nil ? 0 : 1) + (isInName ? 1 : 0) }

  func path(of subject: String, in home: String, ending: String) -> String {
    let path = Paths.join(folder.map { Paths.join(home, $0) } ?? home, subject)
    if let whole { return Paths.join(path, Self.name(whole, ending: ending)) }
    let name = "\(before)\(Paths.name(path))\(after)"
    return Paths.join(Paths.parent(path), Self.name(name, ending: ending))
  }

  static func name(_ bare: String, ending: String) -> String {
    ending.isEmpty ? bare : "\(bare).\(ending)"
  }
}

extension ListedFolder {
  func wordReadings(below trees: WordTrees, of isMeant: (String) -> Bool) -> [WordReading] {
    let (all, trees) = (trees, trees.above(self))
    var readings: [WordReading] = []
    for file in allFiles {
      let names = WordName.all(in: file)
      guard !names.isEmpty || !trees.isEmpty, isMeant(Paths.join(path, file)) else { continue }
      readings += names.map { reading(of: file, $0, isSecond: $0.mark != names[0].mark) }
      let kind = FileKind(name: file)
      let isPicture = kind != nil && kind != .text || FileKind.isUndrawn(file)
      // Any other file counts only by its own name: folders named "base" and "test" hold
      // configurations.
      for tree in trees where isPicture || tree.isOfPictures && !FileKind.isAlmostPicture(file) {
        // A difference may be next to its actual.
        if tree.role != .difference, actual(ofDifference: file) != nil,
          !all.hasReference(of: file, in: tree)
        {
          readings += names.filter { $0.word.role == .difference }
            .map { reading(of: file, tree, $0) }
          continue
        }
        readings.append(reading(of: file, tree, nil))
        readings += names.filter { $0.word.role == tree.role && $0.mark.whole == nil }
          .map { reading(of: file, tree, $0) }
      }
    }
    return readings
  }

  /// Returns the picture that a difference is named after: "a.png" for "a-diff.png". Whatever
  /// folder they are in, the latter is never an actual.
  func actual(ofDifference file: String) -> String? {
    guard FileKind(name: file) == .image else { return nil }
    let endings = [ending(of: file)] + FileKind.pictureEndings.map { "." + $0 }
    return DifferenceName.rests(of: stem(file)).lazy
      .flatMap { rest in endings.lazy.compactMap { self.spelling(of: rest + $0) } }.first
  }

  private func reading(of file: String, _ name: WordName, isSecond: Bool) -> WordReading {
    let isWhole = name.mark.whole != nil
    return WordReading(
      file: Paths.join(path, file), role: name.word.role, isCommon: name.word.isCommon,
      home: isWhole ? Paths.parent(path) : path, subject: isWhole ? self.name : name.rest,
      mark: name.mark, isSecond: isSecond || isWhole && FileRole.word(folder: self.name) != nil,
      ending: name.ending)
  }

  private func reading(of file: String, _ tree: WordTree, _ name: WordName?) -> WordReading {
    var mark = name?.mark ?? WordMark()
    mark.folder = tree.name
    let rest = name?.rest ?? stem(file)
    return WordReading(
      file: Paths.join(path, file), role: name?.word.role ?? tree.role,
      isCommon: tree.isCommon && !tree.isOfPictures,
      home: tree.home,
      subject: tree.rest.isEmpty ? rest : Paths.join(tree.rest, rest), mark: mark,
      isSecond: tree.isInAnother,
      ending: name?.ending ?? String(Base.ending(of: file).dropFirst()))
  }
}

/// A file's name that has a word at one end, or is a word.
struct WordName {
  let word: FileRole.Word
  let mark: WordMark
  let rest: String
  /// The text after the word and the rest, without its dot.
  var ending = ""

  /// Returns the files that words make parts of one failure: "x_expected.png" and "x_actual.png".
  static func parts(of folder: ListedFolder) -> Set<String> {
    let named = folder.allFiles.flatMap { file in all(in: file).map { (file, $0) } }
    let failures = Dictionary(grouping: named) { $1.rest }.values
    return Set(failures.filter { Set($0.map(\.1.word.role)).count > 1 }.joined().map(\.0))
  }

  /// Returns every word in a file's name. The word may be the ending, or be without one.
  static func all(in name: String) -> [WordName] {
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
enum DifferenceName {
  private static let plain =
    Set(FileRole.difference.words + FileRole.difference.words.map { $0 + "s" })
  private static let words = plain.union([
    "comparison", "heatmap", "highlight", "overlay", "composite", "sidebyside", "mask", "fail",
  ])

  private static let all = WordSet(words.sorted())

  /// Returns each part of a name that such words follow, or precede: "a" for "a-diff", "aDiff",
  /// "a~diff-1", "a (diff)", "a-failed-diff" and "failed_diff_a".
  static func rests(of stem: String) -> [String] {
    guard all.mayOccur(amongLettersOf: stem) else { return [] }
    let characters = Array(stem)
    return characters.indices.dropFirst().reversed().compactMap { place in
      let (start, end) = (characters[..<place], characters[place...])
      let first = characters[place]
      if !first.isLetter || start.last!.isLowercase && first.isUppercase, isWord(end, of: words) {
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
