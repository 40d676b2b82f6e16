/// Adds up changes by the cells of a grid over a box.
///
/// Each pixel is shared out among the cells that it covers a part of, as cells are so small that a
/// whole pixel more or less would matter.
struct ChangeGrid {
  let columns: Int
  let rows: Int
  private let box: PixelBox
  private var sums: [SIMD4<Int>]

  /// Pixels along the shorter side of a cell: a larger one hides too much.
  private static let largestCell = 12
  /// Pixels along the shorter side of a box: a thinner sliver looks like any other.
  private static let thinnestBox = 4

  /// Returns a grid for each box; nil if any box says too little, or they have more cells than a
  /// signature holds.
  static func grids(of boxes: [PixelBox]) -> [ChangeGrid]? {
    guard boxes.count * 64 <= RegionShape.cellLimit else { return nil }
    let grids = boxes.compactMap(ChangeGrid.init)
    let total = grids.reduce(0) { $0 + $1.sums.count }
    return grids.count == boxes.count && total <= RegionShape.cellLimit ? grids : nil
  }

  private init?(_ box: PixelBox) {
    (columns, rows) = RegionShape.grid(width: box.width, height: box.height)
    guard min(box.width, box.height) >= Self.thinnestBox,
      box.width <= Self.largestCell * columns || box.height <= Self.largestCell * rows
    else { return nil }
    self.box = box
    sums = [SIMD4<Int>](repeating: SIMD4(), count: columns * rows)
  }

  /// Takes what was added up for the same box.
  mutating func merge(_ other: ChangeGrid) {
    for cell in sums.indices { sums[cell] &+= other.sums[cell] }
  }

  /// The mean change of each cell in steps of 2.
  var means: [SIMD4<Int8>] {
    let scale = 0.5 / Double(box.width * box.height)
    let limit = SIMD4<Double>(repeating: 127)
    return sums.map { sum in
      let mean = (SIMD4<Double>(sum) * scale).rounded(.toNearestOrEven)
      return SIMD4<Int8>(mean.clamped(lowerBound: -limit, upperBound: limit))
    }
  }

  /// Adds the changes of pixels side by side.
  mutating func add(_ range: Range<Int>, _ y: Int, _ change: (_ x: Int) -> SIMD4<Int32>) {
    // In units of which a pixel is `columns` wide and a cell `box.width`, all is whole.
    let (top, bottom) = ((y - box.y) * rows, (y - box.y + 1) * rows)
    for row in top / box.height...(bottom - 1) / box.height {
      let tall = min(bottom, (row + 1) * box.height) - max(top, row * box.height)
      add(range, row: row, tall: tall, change)
    }
  }

  /// Shares pixels out among the cells of a row.
  private mutating func add(
    _ range: Range<Int>, row: Int, tall: Int, _ change: (_ x: Int) -> SIMD4<Int32>
  ) {
    for x in range {
      let change = change(x)
      var place = (x - box.x) * columns
      let end = place + columns
      while place < end {
        let cell = place / box.width
        let next = min(end, (cell + 1) * box.width)
        let part = change &* Int32(truncatingIfNeeded: tall * (next - place))
        sums[row * columns + cell] &+= SIMD4<Int>(truncatingIfNeeded: part)
        place = next
      }
    }
  }
}
