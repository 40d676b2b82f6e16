/// The columns of a table, each as wide as its widest cell.
struct TextColumns {
  private let flushRight: Set<Int>
  private let gap: String
  private var widths: [Int] = []

  /// - Parameter flushRight: The indices of numeric columns.
  init(flushRight: Set<Int>, gap: String = "  ") { (self.flushRight, self.gap) = (flushRight, gap) }

  /// Widens the columns to fit the cells of a row.
  mutating func fit(_ cells: [String]) {
    widths += Array(repeating: 0, count: max(cells.count - widths.count, 0))
    for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], cell.count) }
  }

  /// Returns a row that has been fitted, without trailing blanks.
  func line(_ cells: [String], _ paint: (Int, String) -> String = { $1 }) -> String {
    let last = cells.lastIndex { !$0.isEmpty } ?? 0
    return cells[...last].indices.map { column in
      let blanks = String(repeating: " ", count: widths[column] - cells[column].count)
      let cell = paint(column, cells[column])
      if flushRight.contains(column) { return blanks + cell }
      return column == last ? cell : cell + blanks
    }.joined(separator: gap)
  }
}
