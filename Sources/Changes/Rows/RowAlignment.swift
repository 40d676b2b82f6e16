import DiffEngine
import Pixels

/// Rows that were inserted or deleted between two images of one width, and the rows that
/// correspond.
///
/// It plays no part in a verdict.
package struct RowAlignment: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// Rows of both images, one for one; nearly all are equal.
    case kept
    case inserted
    /// Rows that only the reference has.
    case deleted
  }

  package struct Run: Hashable, Sendable {
    package var kind: Change
    /// The rows of the reference; empty at the place of inserted rows.
    package var reference: Range<Int>
    /// The rows of the actual; empty at the place of deleted rows.
    package var actual: Range<Int>

    package init(kind: Change, reference: Range<Int>, actual: Range<Int>) {
      (self.kind, self.reference, self.actual) = (kind, reference, actual)
    }

    /// The number of rows that the run takes if both images are side by side.
    package var count: Int { max(reference.count, actual.count) }
  }

  package let runs: [Run]
  /// The number of kept rows that differ.
  package let changedCount: Int
}

extension RowAlignment {
  /// Looks for rows that were inserted or deleted.
  ///
  /// Rows are compared by their premultiplied pixels, so any change makes a different row. Rows
  /// that occur once in each image anchor the rest (patience), so the work grows with the pixels,
  /// plus n log n of the rows.
  ///
  /// - Returns: nil if the widths differ, if no row moved, or if the alignment explains too little:
  ///   the rows that still differ, or are inserted or deleted, must be at most half of those that
  ///   differ without it, not counting the difference in height.
  package init?(_ reference: PixelImage, _ actual: PixelImage) {
    guard reference.width == actual.width else { return nil }
    let (before, after) = (reference.rowKeys, actual.rowKeys)
    // The difference in height counts with and without an alignment.
    let unaligned = zip(before, after).count { $0 != $1 }
    guard unaligned >= Self.least else { return nil }
    let gaps = RowMatching(before, after).gaps
    let aligned =
      gaps.reduce(-abs(before.count - after.count)) { $0 + max($1.before.count, $1.after.count) }
    guard gaps.contains(where: { $0.before.count != $0.after.count }),
      unaligned - aligned >= Self.least, 2 * aligned <= unaligned
    else { return nil }
    runs = RunBuilder(gaps, reference, actual).runs
    changedCount = gaps.reduce(0) { $0 + min($1.before.count, $1.after.count) }
  }

  /// The minimum number of differing rows, and of rows that an alignment explains, to report.
  private static let least = 4

  /// Returns the number of pixels that differ in the rows that both images have.
  func mismatches(_ overlay: Overlay) -> Int {
    overlay.withRows { first, second in
      runs.filter { $0.kind == .kept }.flatMap { zip($0.reference, $0.actual) }.reduce(0) {
        $0 + first[$1.0].mismatches(with: second[$1.1], count: overlay.width)
      }
    }
  }

  package var sentence: String { RowMoves(self).sentence }
}

extension PixelImage {
  /// A key of the premultiplied pixels of every row.
  fileprivate var rowKeys: [ContentKey] {
    withRows { rows in
      forEachBand(of: height, pixels: pixelCount) { band in
        band.map { y in
          var key = ContentKey()
          key.add(stretchKey(rows[y], nil, 0..<width))
          return key
        }
      }.flatMap { $0 }
    }
  }
}
