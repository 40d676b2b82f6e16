import DiffEngine

/// The relation between the sizes of both images.
package enum SizeRelation: Hashable, Sendable, Codable {
  case same
  /// The same picture, this many times as large.
  case rescaled(Double)
  /// Rows or columns that only one of the two has.
  case cut(rows: Band?, columns: Band?)

  /// Rows or columns side by side that only one image has.
  package struct Band: Hashable, Sendable, Codable {
    /// The number of rows or columns that the actual has more; negative if the reference has more.
    package var change: Int
    /// The first of them, in the image that has them.
    package var start: Int
    package var place: Place
    /// The content of rows or columns that were added; nil where each is like the one beside them.
    package var content: ContentKey?

    package enum Place: Hashable, Sendable, Codable { case start, inside, end }

    /// Returns the place, in the image that has them, of one of the lines that both have.
    func source(of line: Int) -> Int {
      line < start ? line : line + abs(change)
    }
  }

  package var rows: Band? { if case .cut(let rows, _) = self { rows } else { nil } }
  package var columns: Band? { if case .cut(_, let columns) = self { columns } else { nil } }

  /// True if both say the same, give or take a pixel, and what was added is the same. Where it
  /// lies plays no part.
  package func isLike(_ other: SizeRelation) -> Bool {
    switch (self, other) {
    case (.same, .same): true
    case (.rescaled(let first), .rescaled(let second)): abs(first - second) < 0.005
    case (.cut, .cut): Self.isLike(rows, other.rows) && Self.isLike(columns, other.columns)
    default: false
    }
  }

  private static func isLike(_ first: Band?, _ second: Band?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?):
      (first.change < 0) == (second.change < 0) && abs(first.change - second.change) <= 1
        && first.content == second.content
    default: false
    }
  }
}
