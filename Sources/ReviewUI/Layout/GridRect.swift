import DiffEngine

package struct GridRect: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var width: Int
  package var height: Int

  package init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < self.column + width
      && row >= self.row && row < self.row + height
  }

  /// The area inside a window's frame, with a blank column on each side.
  var inside: GridRect {
    GridRect(column: column + 2, row: row + 1, width: width - 4, height: height - 2)
  }

  func inset(by amount: Int) -> GridRect {
    GridRect(
      column: column + amount, row: row + amount, width: width - 2 * amount,
      height: height - 2 * amount)
  }

  func line(_ index: Int) -> GridRect {
    GridRect(column: column, row: row + index, width: width, height: index < height ? 1 : 0)
  }

  /// Returns the part of the rectangle to the right of its first `columns` columns.
  func dropping(_ columns: Int) -> GridRect {
    GridRect(column: column + columns, row: row, width: width - columns, height: height)
  }

  /// Returns a centred window of at most this size; on a small screen it may fill the screen.
  static func centred(width: Int, height: Int, in size: GridSize) -> GridRect {
    let width = min(width, size.columns < 60 ? size.columns : size.columns - 2)
    let height = min(height, size.rows < 16 ? size.rows : size.rows - 2)
    return GridRect(
      column: (size.columns - width) / 2, row: (size.rows - height) / 2, width: width,
      height: height)
  }

  /// The bottom line of the frame, which holds key hints.
  var foot: GridRect {
    GridRect(column: column + 2, row: row + height - 1, width: width - 4, height: 1)
  }
}
