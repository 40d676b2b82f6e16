/// Returns the first wording that fits, in order from the longest; the last if none does.
func fitting(_ wordings: [String], width: Int) -> String {
  wordings.first { displayWidth(of: $0) <= width } ?? wordings.last ?? ""
}

/// Returns the number of columns that the widest text takes.
func columns(of texts: [String]) -> Int { texts.map { displayWidth(of: $0) }.max() ?? 0 }

/// Returns a text followed by blanks up to a width, and by at least `least` blanks.
func padded(_ text: String, _ width: Int, least: Int = 0) -> String {
  text + String(repeating: " ", count: max(width - displayWidth(of: text), least))
}

/// Returns a text preceded by blanks up to a width.
func right(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(width - displayWidth(of: text), 0)) + text
}

/// Shortens a name in the middle, because snapshot names often differ at the end.
func cutInTheMiddle(_ text: String, width: Int) -> String {
  guard displayWidth(of: text) > width, width > 4 else { return text }
  return NameCut(Array(text), width: width).text
}

/// Shortens names in a column by leaving out parts they share, so that no two look alike.
///
/// - Parameter widths: The width for each name, in columns.
func cutApart(_ names: [String], widths: [Int]) -> [String] {
  let all = names.map(Array.init)
  var shown = Set(names)
  return names.indices.map { place in
    let width = widths[place]
    guard displayWidth(of: names[place]) > width, width > 8 else {
      return cutInTheMiddle(names[place], width: width)
    }
    let name = all[place]
    let others = all.filter { $0 != name }
    let ends = Set(others.map { other in zip(name, other).prefix { $0 == $1 }.count }).sorted()
    let cuts = [NameCut(name, width: width)] + ends.map { NameCut(name, width: width, around: $0) }
    let isNew = { (cut: NameCut) in !shown.contains(cut.text) }
    let cut =
      cuts.first { cut in isNew(cut) && !others.contains(where: cut.matches) }
      ?? cuts.first(where: isNew) ?? cuts[0]
    shown.insert(cut.text)
    return cut.text
  }
}

/// A name cut to a width: its beginning and one other part.
private struct NameCut {
  private let begin: ArraySlice<Character>
  private let part: ArraySlice<Character>
  /// True if something follows the part.
  private let isOpen: Bool

  var text: String {
    String(begin) + (isGapless ? "" : "…") + String(part) + (isOpen ? "…" : "")
  }
  /// True if nothing is left out between the beginning and the part.
  private var isGapless: Bool { isOpen && part.startIndex == begin.endIndex }

  /// Keeps the beginning and the end.
  init(_ name: [Character], width: Int) {
    let tail = (width - 1) * 3 / 5
    let end = name.suffix(prefix(of: name.reversed(), width: tail).count)
    let head = name.prefix(prefix(of: name, width: width - 1 - tail).count)
    // Keep whole words, unless that leaves little.
    let words = wordStarts(name)
    let first = words.last { $0 <= head.endIndex && $0 >= head.endIndex / 2 }
    let last = words.first { $0 >= end.startIndex && name.count - $0 >= end.count / 2 }
    begin = head[..<(first ?? head.endIndex)]
    part = end[(last ?? end.startIndex)...]
    isOpen = false
  }

  /// Keeps the beginning and the part around a place, with as much before the place as fits.
  init(_ name: [Character], width: Int, around place: Int) {
    let head = width / 4
    begin = name.prefix(prefix(of: name, width: head).count)
    let room = width - displayWidth(of: String(begin)) - 1
    let least = min(max(min(place - 3, name.count - room), begin.count), name.count)
    let start = wordStarts(name).last { $0 >= least && $0 <= place } ?? least
    isOpen = displayWidth(of: String(name[start...])) > room
    let count = prefix(of: name[start...], width: isOpen ? room - 1 : room).count
    part = name[start..<start + count]
  }

  /// True if another name could be cut to the same text.
  func matches(_ name: [Character]) -> Bool {
    guard name.starts(with: begin), name.count >= begin.count + part.count else { return false }
    let rest = name.dropFirst(begin.count)
    if isGapless { return rest.starts(with: part) }
    guard isOpen else { return rest.suffix(part.count) == part }
    return (rest.startIndex...rest.endIndex - part.count).contains {
      rest[$0...].starts(with: part)
    }
  }
}

/// Returns the positions where the words of a name begin, and the end of the name.
private func wordStarts(_ name: [Character]) -> [Int] {
  nameWords(String(name)).reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
}

func prefix(of characters: some Sequence<Character>, width: Int) -> [Character] {
  var room = width
  return Array(
    characters.prefix { character in
      room -= displayWidth(of: character)
      return room >= 0
    })
}

/// Wraps a text at spaces, but not within a size or position. A word that is longer than a line is
/// broken, at a slash if possible.
package func wrapped(_ text: String, width: Int) -> [String] {
  guard width > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in unbroken(text) {
    var word = word
    if !line.isEmpty, displayWidth(of: line) + 1 + displayWidth(of: word) > width {
      lines.append(line)
      line = ""
    }
    while displayWidth(of: word) > width {
      let head = brokenOff(word, width: width)
      lines.append(head)
      word.removeFirst(head.count)
    }
    line += line.isEmpty ? word : " " + word
  }
  return line.isEmpty ? lines : lines + [line]
}

/// Wraps a text to at most `most` lines; a text that is cut off ends with "…" after a word.
func wrapped(_ text: String, width: Int, lines most: Int) -> [String] {
  let lines = wrapped(text, width: width)
  guard lines.count > most, most > 0 else { return Array(lines.prefix(max(most, 0))) }
  let rest = lines[(most - 1)...].joined(separator: " ")
  return lines.prefix(most - 1) + [cutBetweenWords(rest, width: width)]
}

/// Shortens a sentence at the end of a word; returns an empty string if no word fits.
func cutBetweenWords(_ text: String, width: Int) -> String {
  guard displayWidth(of: text) > width else { return text }
  guard width >= 6, unbroken(text).first.map({ displayWidth(of: $0) < width }) == true else {
    return ""
  }
  return (wrapped(text, width: max(width - 1, 1)).first ?? "") + "…"
}

/// Returns the words of a text; a size, or a position such as "at 120, 40", is one word.
private func unbroken(_ text: String) -> [String] {
  let words = text.split(separator: " ").map(String.init)
  guard words.contains("×") || words.contains("at") else { return words }
  return words.reduce(into: []) { result, word in
    let isNumber = word.first?.isNumber == true
    if let last = result.last,
      word == "×" || last.hasSuffix(" ×")
        || isNumber && (last == "at" || last.hasPrefix("at ") && last.hasSuffix(","))
    {
      result[result.count - 1] = "\(last) \(word)"
    } else {
      result.append(word)
    }
  }
}

/// Returns the part of an overlong word that fits on the current line; never empty.
private func brokenOff(_ word: String, width: Int) -> String {
  let most = prefix(of: word, width: width)
  guard !most.isEmpty else { return String(word.prefix(1)) }
  guard let slash = most.lastIndex(of: "/"), slash > most.count / 3 else { return String(most) }
  return String(most[...slash])
}
