/// The changes from one text to another, by line, and by word within changed lines.
///
/// Texts are compared by bytes, so a letter in another Unicode normalization is a change.
package struct TextDifference: Hashable, Sendable, Codable {
  package struct Line: Hashable, Sendable, Codable {
    package enum Change: String, Sendable, Codable {
      case same, removed, added

      /// The character before a line of this kind.
      package var sign: String {
        switch self {
        case .same: " "
        case .removed: "-"
        case .added: "+"
        }
      }
    }

    package var kind: Change
    /// The line's number in the reference, from 1; nil for an added line.
    package var referenceNumber: Int?
    /// The line's number in the actual, from 1; nil for a removed line.
    package var actualNumber: Int?
    /// The parts of the line in order, without its newline; empty for an empty line. Escape them
    /// for a terminal.
    package var pieces: [Piece]

    package var text: String { pieces.map(\.text).joined() }
  }

  package typealias Piece = TextPiece

  /// All lines in order; removed lines come before the added ones that replace them.
  package let lines: [Line]
  /// The number of lines side by side; a line that became another counts once.
  package let totalLines: Int
  /// The number of lines that were changed, removed or added.
  package let changedLines: Int
  /// The sizes of two files that cannot be shown; each is represented by one line.
  package let sizes: Sizes?

  package struct Sizes: Hashable, Sendable, Codable {
    package let reference, actual: Int

    package let areEqual: Bool

    package init(reference: Int, actual: Int, areEqual: Bool) {
      (self.reference, self.actual, self.areEqual) = (reference, actual, areEqual)
    }

    /// "differs, 118 bytes against 120", or "118 bytes" for equal files.
    package var sentence: String {
      let bytes = Wording.count(actual, "byte")
      return areEqual ? bytes : "differs, \(bytes) against \(Wording.grouped(reference))"
    }

    /// The text for a table: "120 → 118 bytes".
    package var short: String {
      areEqual ? "0 bytes" : "\(Wording.grouped(reference)) → \(Wording.count(actual, "byte"))"
    }
  }

  /// True if the texts are equal.
  package var isEmpty: Bool { changedLines == 0 }

  /// The text after a last line without a newline, if the other text ends with one.
  package static let noNewline = "(no newline at the end)"

  package init(reference: String, actual: String) {
    self.init(Array(reference.utf8), Array(actual.utf8))
  }

  /// - Parameter sizes: The sizes of two files that cannot be shown.
  package init(_ reference: [UInt8], _ actual: [UInt8], sizes: Sizes? = nil) {
    self.sizes = sizes
    lines = DifferenceBuilder(reference: TextLines(reference), actual: TextLines(actual)).lines()
    let changes = lines.split { $0.kind == .same }
    changedLines = changes.reduce(0) { count, change in
      let removed = change.count { $0.kind == .removed }
      return count + max(removed, change.count - removed)
    }
    totalLines = changedLines + lines.count { $0.kind == .same }
  }
}

struct TextLines {
  let bytes: [UInt8]
  private(set) var ranges: [Range<Int>] = []
  let endsWithNewline: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    endsWithNewline = bytes.last == UInt8(ascii: "\n") || bytes.isEmpty
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      ranges.append(start..<end)
      start = end + 1
    }
  }

  subscript(_ line: Int) -> ArraySlice<UInt8> { bytes[ranges[line]] }
}

private struct DifferenceBuilder {
  let reference: TextLines
  let actual: TextLines

  func lines() -> [TextDifference.Line] {
    var effort = Effort()
    var numbers = Numbering()
    let isLastSame = reference.endsWithNewline == actual.endsWithNewline
    let number = { (text: TextLines, numbers: inout Numbering) in
      text.ranges.indices.map { index in
        let isCut = !isLastSame && index == text.ranges.count - 1 && !text.endsWithNewline
        return numbers.number(text[index], isCut: isCut)
      }
    }
    let (first, second) = (number(reference, &numbers), number(actual, &numbers))
    var lines: [TextDifference.Line] = []
    lines.reserveCapacity(max(first.count, second.count))
    var (i, j) = (0, 0)
    let kept = matches(first, second, effort: &effort)
    for (nextI, nextJ) in kept + [(first.count, second.count)] {
      lines += block(i..<nextI, j..<nextJ, &effort)
      if nextI < first.count { lines.append(same(nextI, nextJ)) }
      (i, j) = (nextI + 1, nextJ + 1)
    }
    return lines
  }

  private func same(_ i: Int, _ j: Int) -> TextDifference.Line {
    let text = String(decoding: reference[i], as: UTF8.self)
    return TextDifference.Line(
      kind: .same, referenceNumber: i + 1, actualNumber: j + 1,
      pieces: text.isEmpty ? [] : [.init(text: text, changed: false)])
  }

  /// Returns removed lines and the lines that replace them, with the changed words marked.
  private func block(
    _ removed: Range<Int>, _ added: Range<Int>, _ effort: inout Effort
  ) -> [TextDifference.Line] {
    var old = removed.map { whole(reference, $0, .removed) }
    var new = added.map { whole(actual, $0, .added) }
    for (i, j) in pairs(removed, added, &effort) {
      let (left, right) = wordPieces(reference[i], actual[j], &effort)
      old[i - removed.lowerBound].pieces = left + cut(reference, i)
      new[j - added.lowerBound].pieces = right + cut(actual, j)
    }
    return old + new
  }

  private func whole(
    _ text: TextLines, _ index: Int, _ kind: TextDifference.Line.Change
  ) -> TextDifference.Line {
    let line = String(decoding: text[index], as: UTF8.self)
    return TextDifference.Line(
      kind: kind, referenceNumber: kind == .removed ? index + 1 : nil,
      actualNumber: kind == .added ? index + 1 : nil,
      pieces: (line.isEmpty ? [] : [.init(text: line, changed: true)]) + cut(text, index))
  }

  /// Marks the last line if it has no newline but the other text's last line has one.
  private func cut(_ text: TextLines, _ index: Int) -> [TextDifference.Piece] {
    guard index == text.ranges.count - 1, !text.endsWithNewline,
      reference.endsWithNewline != actual.endsWithNewline
    else { return [] }
    return [.init(text: " " + TextDifference.noNewline, changed: true)]
  }

  /// Pairs removed lines with the added lines that they became: in order, by greatest similarity.
  private func pairs(
    _ removed: Range<Int>, _ added: Range<Int>, _ effort: inout Effort
  ) -> [(Int, Int)] {
    guard !removed.isEmpty, !added.isEmpty else { return [] }
    let bytes = { (text: TextLines, range: Range<Int>) in
      text.ranges[range.upperBound - 1].upperBound - text.ranges[range.lowerBound].lowerBound
    }
    let weighed = bytes(reference, removed) * added.count + bytes(actual, added) * removed.count
    guard removed.count * added.count <= 400, effort.take(Words.steps * weighed) else {
      // Too many to compare, so pair them by position.
      return Array(zip(removed, added))
    }
    let words = { (text: TextLines, range: Range<Int>) in
      range.map { index in Words(text[index]) }
    }
    return bestPairs(words(reference, removed), words(actual, added))
      .map { ($0 + removed.lowerBound, $1 + added.lowerBound) }
  }
}

/// Assigns equal numbers to equal lines or words.
struct Numbering {
  private struct Key: Hashable {
    let bytes: ArraySlice<UInt8>
    let isCut: Bool

    static func == (first: Key, second: Key) -> Bool {
      first.isCut == second.isCut && first.bytes.elementsEqual(second.bytes)
    }

    func hash(into hasher: inout Hasher) {
      // A single call for the whole line; element by element is many times slower.
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  private var numbers: [Key: Int] = [:]

  mutating func number(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> Int {
    let key = Key(bytes: bytes, isCut: isCut)
    if let known = numbers[key] { return known }
    numbers[key] = numbers.count
    return numbers.count - 1
  }
}
