/// Adds up changes by the cells of a grid over a box.
package struct ChangeGrid {
  package let columns: Int
  package let rows: Int
  private let box: PixelBox
  /// Each pixel is shared out among the cells that it covers a part of: needed while cells are so
  /// small that a whole pixel more or less would matter.
  private let isFine: Bool
  private var sums: [SIMD4<Int>]

  package init(box: PixelBox, columns: Int, rows: Int) {
    (self.box, self.columns, self.rows) = (box, columns, rows)
    isFine = box.width < 16 * columns && box.height < 16 * rows
    sums = [SIMD4<Int>](repeating: SIMD4(), count: columns * rows)
  }

  /// The mean change of each cell in steps of 2.
  package var means: [SIMD4<Int8>] {
    let area = Double(box.width * box.height)
    let scale = isFine ? 0.5 / area : 0.5 * Double(columns * rows) / area
    // Where pixels are not shared out, a cell may hold one column more than its even share.
    let limit = SIMD4<Double>(repeating: 127)
    return sums.map { sum in
      let mean = (SIMD4<Double>(sum) * scale).rounded(.toNearestOrEven)
      return SIMD4<Int8>(mean.clamped(lowerBound: -limit, upperBound: limit))
    }
  }

  /// The column up to which pixels from `x` fall into one cell.
  package func end(of x: Int) -> Int {
    if isFine { return x + 1 }
    let column = (x - box.x) * columns / box.width
    return box.x + ((column + 1) * box.width + columns - 1) / columns
  }

  /// Adds the change of a stretch that starts at `x` and ends where `end(of:)` says, or before.
  package mutating func add(_ change: SIMD4<Int32>, _ x: Int, _ y: Int) {
    let change = SIMD4<Int>(truncatingIfNeeded: change)
    let (x, y) = (x - box.x, y - box.y)
    if !isFine {
      sums[y * rows / box.height * columns + x * columns / box.width] &+= change
      return
    }
    // In units of which a pixel is `columns` wide and a cell `box.width`, all is whole.
    forEachPart(y, rows, box.height) { row, tall in
      forEachPart(x, columns, box.width) { column, wide in
        sums[row * columns + column] &+= change &* (tall * wide)
      }
    }
  }

  private func forEachPart(
    _ place: Int, _ cells: Int, _ length: Int, _ body: (_ cell: Int, _ part: Int) -> Void
  ) {
    let (start, end) = (place * cells, (place + 1) * cells)
    for cell in start / length...(end - 1) / length {
      body(cell, min(end, (cell + 1) * length) - max(start, cell * length))
    }
  }
}
