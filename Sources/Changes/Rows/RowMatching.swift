import Base
import DiffEngine

/// The rows that are the same in two images, in order.
///
/// Rows that are equal at both ends are matched first. Of the rest, rows that occur once in both
/// images and in the same order are anchors; the parts between anchors are matched likewise.
struct RowMatching {
  private let before: [ContentKey]
  private let after: [ContentKey]
  /// The matched rows of the reference and of the actual, both in rising order.
  private(set) var pairs: [(before: Int, after: Int)] = []

  /// The maximum depth of nested parts whose unique rows become anchors; each level costs a look at
  /// all rows.
  private static let depthLimit = 16

  init(_ before: [ContentKey], _ after: [ContentKey]) {
    (self.before, self.after) = (before, after)
    match(0..<before.count, 0..<after.count, depth: 0)
  }

  /// The rows between matched ones, before the first and after the last; only the last gap can be
  /// empty on both sides.
  var gaps: [(before: Range<Int>, after: Range<Int>)] {
    var gaps: [(before: Range<Int>, after: Range<Int>)] = []
    var (x, y) = (0, 0)
    for pair in pairs {
      if x < pair.before || y < pair.after { gaps.append((x..<pair.before, y..<pair.after)) }
      (x, y) = (pair.before + 1, pair.after + 1)
    }
    gaps.append((x..<before.count, y..<after.count))
    return gaps
  }

  private mutating func match(_ first: Range<Int>, _ second: Range<Int>, depth: Int) {
    var (first, second) = (first, second)
    while let x = first.first, let y = second.first, before[x] == after[y] {
      pairs.append((x, y))
      (first, second) = (first.dropFirst(), second.dropFirst())
    }
    var tail = 0
    while let x = first.last, let y = second.last, before[x] == after[y] {
      (first, second, tail) = (first.dropLast(), second.dropLast(), tail + 1)
    }
    if depth < Self.depthLimit { matchInner(first, second, depth: depth) }
    for offset in 0..<tail { pairs.append((first.upperBound + offset, second.upperBound + offset)) }
  }

  private mutating func matchInner(_ first: Range<Int>, _ second: Range<Int>, depth: Int) {
    guard !first.isEmpty, !second.isEmpty else { return }
    let anchors = uniqueAnchors(before[first], after[second])
    guard !anchors.isEmpty else { return matchEnds(first, second) }
    var (x, y) = (first.lowerBound, second.lowerBound)
    for anchor in anchors {
      match(x..<anchor.before, y..<anchor.after, depth: depth + 1)
      pairs.append(anchor)
      (x, y) = (anchor.before + 1, anchor.after + 1)
    }
    match(x..<first.upperBound, y..<second.upperBound, depth: depth + 1)
  }

  /// Matches content that moved as a whole, the beginning of one part with the end of the other, if
  /// no row is unique, as in a striped list.
  private mutating func matchEnds(_ first: Range<Int>, _ second: Range<Int>) {
    let down = overlap(before[first], after[second])
    let up = overlap(after[second], before[first])
    // A few rows, such as blank ones, are equal by accident.
    guard 2 * max(down, up) >= min(first.count, second.count) else { return }
    let (x, y) =
      down >= up
      ? (first.lowerBound, second.upperBound - down) : (first.upperBound - up, second.lowerBound)
    for offset in 0..<max(down, up) { pairs.append((x + offset, y + offset)) }
  }

  /// Returns the length of the longest beginning of `rows` that is an end of `others`, by the
  /// prefix function of Knuth, Morris and Pratt.
  private func overlap(_ rows: ArraySlice<ContentKey>, _ others: ArraySlice<ContentKey>) -> Int {
    let rows = Array(rows)
    var borders = [0]
    func extended(_ length: Int, by key: ContentKey) -> Int {
      var length = length
      while length > 0, length == rows.count || rows[length] != key { length = borders[length - 1] }
      return rows[length] == key ? length + 1 : 0
    }
    for key in rows.dropFirst() { borders.append(extended(borders[borders.count - 1], by: key)) }
    return others.reduce(0) { extended($0, by: $1) }
  }
}
