import DiffEngine

extension ChangeMask {
  /// Returns the part of a box with the most marked pixels: for a ring a part of its line, not its
  /// empty middle. A small box is returned unchanged.
  func heart(of box: PixelBox) -> PixelBox {
    let side = 32
    guard box.width > 3 * side || box.height > 3 * side else { return box }
    let columns = (box.width + side - 1) / side
    let rows = (box.height + side - 1) / side
    var counts = [Int](repeating: 0, count: columns * rows)
    for y in box.y..<box.y + box.height {
      let first = (y - box.y) / side * columns
      forEachRun(row: y) { run in
        var x = max(run.lowerBound, box.x)
        let end = min(run.upperBound, box.x + box.width)
        while x < end {
          let square = (x - box.x) / side
          let next = min(box.x + (square + 1) * side, end)
          counts[first + square] += next - x
          x = next
        }
      }
    }
    func sum(_ column: Int, _ row: Int) -> Int {
      (row..<min(row + 3, rows)).reduce(0) { total, row in
        (column..<min(column + 3, columns)).reduce(total) { $0 + counts[row * columns + $1] }
      }
    }
    var best = (count: -1, column: 0, row: 0)
    for row in 0...max(rows - 3, 0) {
      for column in 0...max(columns - 3, 0) {
        let count = sum(column, row)
        if count > best.count { best = (count, column, row) }
      }
    }
    let (x, y) = (box.x + best.column * side, box.y + best.row * side)
    return PixelBox(
      x: x, y: y, width: min(3 * side, box.x + box.width - x),
      height: min(3 * side, box.y + box.height - y))
  }
}
