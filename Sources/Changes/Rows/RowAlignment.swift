import DiffEngine
import Pixels

/// Rows that were inserted or deleted between two images of one width, and the rows that
/// correspond.
///
/// Never plays a part in a verdict.
package struct RowAlignment: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// Rows of both, one for one; nearly all are equal.
    case kept
    /// Rows that only the actual has.
    case inserted
    /// Rows that only the reference has.
    case deleted
  }

  /// Adjacent rows of one kind.
  package struct Run: Hashable, Sendable {
    package var kind: Change
    /// The rows of the reference; empty at the place of inserted rows.
    package var reference: Range<Int>
    /// The rows of the actual; empty at the place of deleted rows.
    package var actual: Range<Int>

    package init(kind: Change, reference: Range<Int>, actual: Range<Int>) {
      (self.kind, self.reference, self.actual) = (kind, reference, actual)
    }

    /// The number of rows it takes where both images stand side by side.
    package var count: Int { max(reference.count, actual.count) }
  }

  package let runs: [Run]
  /// Kept rows that differ.
  package let changedCount: Int
}

extension RowAlignment {
  /// Looks for rows that were inserted or deleted.
  ///
  /// Rows are compared by their premultiplied pixels: a row that changed at all is another one.
  /// Those that are in each image once anchor the rest (patience), so that the work grows with the
  /// pixels, plus n log n of the rows.
  ///
  /// - Returns: nil where the widths differ, where no row moved, and where it does not explain
  ///   clearly more: with it, at most half as many rows may differ, be inserted or deleted as
  ///   differ without, not counting as many as one image is higher.
  package init?(_ reference: PixelImage, _ actual: PixelImage) {
    guard reference.width == actual.width else { return nil }
    let (before, after) = (reference.rowKeys, actual.rowKeys)
    // By what one image is higher, both differ with and without.
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

  /// The fewest differing rows, and the fewest explained by an alignment, that are worth reporting.
  private static let least = 4

  /// The pixels that differ in the rows that both images of a pair have.
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
          let row = rows[y]
          var key = ContentKey()
          for x in stride(from: 0, to: width, by: PixelStretch.limit) {
            key.add(PixelStretch(row, nil, x..<min(width, x + PixelStretch.limit)).key)
          }
          return key
        }
      }.flatMap { $0 }
    }
  }
}
