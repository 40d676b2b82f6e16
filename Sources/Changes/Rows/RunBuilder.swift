import DiffEngine
import Pixels

/// Makes runs of matched rows and of the rows between them.
struct RunBuilder {
  private(set) var runs: [RowAlignment.Run] = []
  private let reference: PixelImage
  private let actual: PixelImage

  /// - Parameter gaps: The rows between equal ones, from the top down, up to the end.
  init(
    _ gaps: [(before: Range<Int>, after: Range<Int>)], _ reference: PixelImage,
    _ actual: PixelImage
  ) {
    (self.reference, self.actual) = (reference, actual)
    var (x, y) = (0, 0)
    for (before, after) in gaps {
      append(.kept, x..<before.lowerBound, y..<after.lowerBound)
      fill(before, after)
      (x, y) = (before.upperBound, after.upperBound)
    }
  }

  /// Treats as many rows as the shorter part has as changed, and the rest of the longer part as
  /// inserted or deleted, choosing those that leave the smallest changes.
  private mutating func fill(_ first: Range<Int>, _ second: Range<Int>) {
    let count = min(first.count, second.count)
    let cut = cut(first, second, count)
    append(.kept, first.prefix(cut), second.prefix(cut))
    append(.deleted, first.dropFirst(cut).dropLast(count - cut), second.dropFirst(cut).prefix(0))
    append(
      .inserted, first.dropLast(count - cut).suffix(0), second.dropFirst(cut).dropLast(count - cut))
    append(.kept, first.suffix(count - cut), second.suffix(count - cut))
  }

  /// Returns the number of rows to pair from the top; the rest of `count` are paired from the
  /// bottom.
  private func cut(_ first: Range<Int>, _ second: Range<Int>, _ count: Int) -> Int {
    guard count > 0, first.count != second.count else { return count }
    return bestCut(
      fromStart: (0..<count).map { difference(first.lowerBound + $0, second.lowerBound + $0) },
      fromEnd: (0..<count).map {
        difference(first.upperBound - count + $0, second.upperBound - count + $0)
      })
  }

  /// Returns the number of pixels that differ between two rows.
  private func difference(_ before: Int, _ after: Int) -> Int {
    reference.withRows { first in
      actual.withRows { first[before].mismatches(with: $0[after], count: reference.width) }
    }
  }

  /// Adds rows to the last run, or starts a new one.
  private mutating func append(
    _ kind: RowAlignment.Change, _ first: Range<Int>, _ second: Range<Int>
  ) {
    guard !first.isEmpty || !second.isEmpty else { return }
    if let last = runs.last, last.kind == kind, last.reference.upperBound == first.lowerBound,
      last.actual.upperBound == second.lowerBound
    {
      runs[runs.count - 1].reference = last.reference.lowerBound..<first.upperBound
      runs[runs.count - 1].actual = last.actual.lowerBound..<second.upperBound
    } else {
      runs.append(RowAlignment.Run(kind: kind, reference: first, actual: second))
    }
  }
}
