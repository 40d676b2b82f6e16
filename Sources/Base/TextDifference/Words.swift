/// A line divided into words, runs of white space, and single punctuation marks.
struct Words {
  /// The cost per byte of finding words, in steps of an `Effort`.
  static let steps = 10

  let line: ArraySlice<UInt8>
  private(set) var ranges: [Range<Int>] = []
  private var set: Set<ArraySlice<UInt8>> = []

  private enum Kind { case word, space, sign }

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    var start = line.startIndex
    while start < line.endIndex {
      let kind = Self.kind(line[start])
      var end = start + 1
      while kind != .sign, end < line.endIndex, Self.kind(line[end]) == kind { end += 1 }
      ranges.append(start..<end)
      start = end
    }
    set = Set(ranges.lazy.map { line[$0] }.filter { Self.kind($0.first!) == .word })
  }

  subscript(_ index: Int) -> ArraySlice<UInt8> { line[ranges[index]] }

  /// Returns the kind of a byte. Bytes above ASCII count as letters, so that a character stays in
  /// one piece.
  private static func kind(_ byte: UInt8) -> Kind {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .word
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: .word
    case 0x20, 0x09: .space
    default: .sign
    }
  }

  /// Returns the share of words that two lines have in common, 0 to 1.
  func likeness(_ other: Words) -> Double {
    let all = max(set.count, other.set.count)
    if all == 0 { return line.elementsEqual(other.line) ? 1 : 0.5 }
    return Double(set.intersection(other.set).count) / Double(all)
  }
}

/// Pairs lines in order such that the total similarity is greatest.
func bestPairs(_ first: [Words], _ second: [Words]) -> [(Int, Int)] {
  guard !first.isEmpty, !second.isEmpty else { return [] }
  let columns = second.count + 1
  // best[i * columns + j] is the maximum similarity of the lines from i and from j on.
  var best = [Double](repeating: 0, count: (first.count + 1) * columns)
  var paired = best
  for i in first.indices.reversed() {
    for j in second.indices.reversed() {
      let at = i * columns + j
      let weight = first[i].likeness(second[j])
      paired[at] = weight >= leastLikeness ? weight + best[at + columns + 1] : -1
      best[at] = max(paired[at], best[at + columns], best[at + 1])
    }
  }
  var pairs: [(Int, Int)] = []
  var (i, j) = (0, 0)
  while i < first.count, j < second.count {
    let at = i * columns + j
    if paired[at] == best[at] { pairs.append((i, j)) }
    let isPair = paired[at] == best[at]
    let skipsFirst = best[at] == best[at + columns]
    (i, j) = isPair ? (i + 1, j + 1) : skipsFirst ? (i + 1, j) : (i, j + 1)
  }
  return pairs
}

/// The similarity below which two lines count as different ones instead of one that changed.
private let leastLikeness = 0.3
private let wordLimit = 4_000

/// Returns both lines in pieces, and marks the pieces that the other line lacks.
func wordPieces(
  _ reference: ArraySlice<UInt8>, _ actual: ArraySlice<UInt8>, _ effort: inout Effort
) -> ([TextPiece], [TextPiece]) {
  guard effort.take(Words.steps * (reference.count + actual.count)) else {
    return endsKept(reference, actual)
  }
  let (old, new) = (Words(reference), Words(actual))
  guard old.ranges.count + new.ranges.count <= wordLimit else { return endsKept(reference, actual) }
  var numbers = Numbering()
  let first = old.ranges.indices.map { numbers.number(old[$0]) }
  let second = new.ranges.indices.map { numbers.number(new[$0]) }
  let kept = matches(first, second, effort: &effort)
  return (pieces(old, kept: Set(kept.map(\.0))), pieces(new, kept: Set(kept.map(\.1))))
}

private func pieces(_ words: Words, kept: Set<Int>) -> [TextPiece] {
  var changed = words.ranges.indices.map { !kept.contains($0) }
  // White space between two changed words should look like part of the change.
  for index in changed.indices.dropFirst().dropLast()
  where !changed[index] && changed[index - 1] && changed[index + 1] {
    changed[index] = words[index].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
  var result: [TextPiece] = []
  var start = 0
  while start < changed.count {
    let end = changed[start...].firstIndex { $0 != changed[start] } ?? changed.count
    let bytes = words.line[words.ranges[start].lowerBound..<words.ranges[end - 1].upperBound]
    result.append(.init(text: String(decoding: bytes, as: UTF8.self), changed: changed[start]))
    start = end
  }
  return result
}

/// Returns lines of many thousand words with the equal ends kept and everything between them
/// changed.
private func endsKept(
  _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
) -> ([TextPiece], [TextPiece]) {
  var start = zip(first, second).prefix { $0 == $1 }.count
  // Never split a character.
  while start > 0, start < first.count, first[first.startIndex + start] & 0xC0 == 0x80 {
    start -= 1
  }
  var end = zip(first.dropFirst(start).reversed(), second.dropFirst(start).reversed())
    .prefix { $0 == $1 }.count
  while end > 0, first[first.endIndex - end] & 0xC0 == 0x80 { end -= 1 }
  let cut = { (line: ArraySlice<UInt8>) in
    [
      (line.prefix(start), false), (line.dropFirst(start).dropLast(end), true),
      (line.suffix(end), false),
    ]
    .filter { !$0.0.isEmpty }
    .map { TextPiece(text: String(decoding: $0.0, as: UTF8.self), changed: $0.1) }
  }
  return (cut(first), cut(second))
}
