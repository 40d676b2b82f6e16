import Base

package struct GridSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  package var text: String { Wording.size(columns, rows) }

  /// The smallest size that holds both sizes.
  package func union(_ other: GridSize) -> GridSize {
    GridSize(columns: max(columns, other.columns), rows: max(rows, other.rows))
  }
}
