import DiffEngine

/// The relation between the sizes of both images.
package enum SizeRelation: Hashable, Sendable, Codable {
  case same
  /// The same picture, larger by this factor.
  case rescaled(Double)
  /// Rows or columns that only one of the two has.
  case cut(rows: Band?, columns: Band?)

  /// Adjacent rows or columns that only one image has.
  package struct Band: Hashable, Sendable, Codable {
    /// The number of additional rows or columns of the actual; negative if the reference has more.
    package var change: Int
    /// The first of them, in the image that has them.
    package var start: Int
    package var place: Place
    /// The content of added rows or columns; nil if each is like the one next to them.
    package var content: ContentKey?

    /// Where the lines are; `unknown` if hardly any line beside them is the same in both images.
    package enum Place: Hashable, Sendable, Codable { case start, inside, end, unknown }

    /// Returns the position of a line that both have, in the image with the band.
    func source(of line: Int) -> Int {
      line < start ? line : line + abs(change)
    }
  }

  package var rows: Band? { if case .cut(let rows, _) = self { rows } else { nil } }
  package var columns: Band? { if case .cut(_, let columns) = self { columns } else { nil } }

  /// True if the lines that both have are compared with their counterparts.
  var isPlaced: Bool { rows?.place != .unknown && columns?.place != .unknown }

  /// True if both are the same within a pixel, and the same content was added, at any place.
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
