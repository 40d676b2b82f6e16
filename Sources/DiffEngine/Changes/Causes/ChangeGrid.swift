/// Adds up changes by the cells of a grid over a box.
struct ChangeGrid {
  let columns: Int
  let rows: Int
  private let box: PixelBox
  /// Each pixel is shared out among the cells that it covers a part of: needed while cells are so
  /// small that a whole pixel more or less would matter.
  private let isFine: Bool
  private var sums: [SIMD4<Int>]

  /// One for each box; nil where they have more cells than a signature holds.
  static func grids(of boxes: [PixelBox]) -> [ChangeGrid]? {
    guard boxes.count * 64 <= RegionShape.cellLimit else { return nil }
    let sizes = boxes.map { RegionShape.grid(width: $0.width, height: $0.height) }
    let total = sizes.reduce(0) { $0 + $1.columns * $1.rows }
    guard total <= RegionShape.cellLimit else { return nil }
    return zip(boxes, sizes).map { ChangeGrid(box: $0, columns: $1.columns, rows: $1.rows) }
  }

  private init(box: PixelBox, columns: Int, rows: Int) {
    (self.box, self.columns, self.rows) = (box, columns, rows)
    isFine = box.width < 16 * columns && box.height < 16 * rows
    sums = [SIMD4<Int>](repeating: SIMD4(), count: columns * rows)
  }

  /// Takes what was added up for the same box.
  mutating func merge(_ other: ChangeGrid) {
    for cell in sums.indices { sums[cell] &+= other.sums[cell] }
  }

  /// The mean change of each cell in steps of 2.
  var means: [SIMD4<Int8>] {
    let area = Double(box.width * box.height)
    let scale = isFine ? 0.5 / area : 0.5 * Double(columns * rows) / area
    // Where pixels are not shared out, a cell may hold one column more than its even share.
    let limit = SIMD4<Double>(repeating: 127)
    return sums.map { sum in
      let mean = (SIMD4<Double>(sum) * scale).rounded(.toNearestOrEven)
      return SIMD4<Int8>(mean.clamped(lowerBound: -limit, upperBound: limit))
    }
  }

  /// The column up to which pixels from `x` on can be added together.
  func end(of x: Int) -> Int {
    if isFine { return .max }
    let column = (x - box.x) * columns / box.width
    return box.x + ((column + 1) * box.width + columns - 1) / columns
  }

  /// Adds the changes of pixels side by side.
  ///
  /// - Parameters:
  ///   - range: Their columns; they end where `end(of:)` says, or before.
  ///   - sum: Of the changes of all.
  mutating func add(
    _ range: Range<Int>, _ y: Int, sum: SIMD4<Int>, _ change: (_ x: Int) -> SIMD4<Int32>
  ) {
    let (start, y) = (range.lowerBound - box.x, y - box.y)
    guard isFine else {
      sums[y * rows / box.height * columns + start * columns / box.width] &+= sum
      return
    }
    // In units of which a pixel is `columns` wide and a cell `box.width`, all is whole.
    let (top, bottom) = (y * rows, (y + 1) * rows)
    for row in top / box.height...(bottom - 1) / box.height {
      let tall = min(bottom, (row + 1) * box.height) - max(top, row * box.height)
      addParts(of: range, from: start * columns, row: row, tall: tall, change)
    }
  }

  /// Shares pixels out among the cells of a row.
  private mutating func addParts(
    of range: Range<Int>, from start: Int, row: Int, tall: Int,
    _ change: (_ x: Int) -> SIMD4<Int32>
  ) {
    var (place, cell) = (start, start / box.width)
    for (index, x) in range.enumerated() {
      let change = change(x)
      let end = start + (index + 1) * columns
      while place < end {
        let next = min(end, (cell + 1) * box.width)
        let part = change &* Int32(truncatingIfNeeded: tall * (next - place))
        sums[row * columns + cell] &+= SIMD4<Int>(truncatingIfNeeded: part)
        place = next
        if place == (cell + 1) * box.width { cell += 1 }
      }
    }
  }
}
