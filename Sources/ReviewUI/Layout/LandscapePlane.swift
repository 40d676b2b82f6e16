/// Which ΔE and cluster size each cell of the landscape's window stands for.
struct LandscapePlane {
  /// Columns at the left, for the cluster sizes.
  static let axisWidth = 4

  let rect: Rect
  /// The cluster sizes in sight, one for each row.
  let sizes: Range<Int>
  /// ΔE from one cell to the next: the finest, in tenths, that has every change of the plane and the
  /// point in sight.
  let step: Double

  /// - Parameters:
  ///   - deltaE: Of the point that must be in sight, with `size`.
  ///   - reach: For each cluster size from 1 the largest ΔE at which anything changes.
  init(in rect: Rect, deltaE: Double, size: Int, reach: [Double]) {
    self.rect = rect
    // Below the cells stand the axis, the setting and the keys.
    let rows = min(max(rect.height - 3, 0), reach.count)
    // From cluster size 1 up, unless the point would then be out of sight.
    let first = max(1, min(size - rows + 1, reach.count - rows + 1))
    sizes = first..<first + rows
    let farthest = sizes.map { reach[$0 - 1] }.max() ?? 0
    let wanted = max(min(farthest, 100), deltaE, 2)
    let last = max(rect.width - Self.axisWidth - 1, 1)
    step = max((wanted / Double(last) * 10).rounded(.up), 1) / 10
  }

  var columns: Int { rect.width - Self.axisWidth }
  var rows: Int { sizes.count }

  /// The cell of a setting, which may lie outside of the plane.
  func cell(deltaE: Double, size: Int) -> (column: Int, row: Int) {
    (
      rect.column + Self.axisWidth + Int((deltaE / step).rounded(.down)),
      rect.row + rows - 1 - (size - sizes.lowerBound)
    )
  }

  /// The setting at a cell of the screen; nil outside of the plane.
  func setting(column: Int, row: Int) -> (deltaE: Double, size: Int)? {
    let x = column - rect.column - Self.axisWidth
    let y = row - rect.row
    guard x >= 0, x < columns, y >= 0, y < rows, Double(x) * step <= 100 else { return nil }
    return ((Double(x) * step * 10).rounded() / 10, sizes.lowerBound + rows - 1 - y)
  }
}
