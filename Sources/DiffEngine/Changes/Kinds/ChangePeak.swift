/// How much changed where most did: the greatest sum, of what is added up for each pixel, in a square
/// of ten pixels a side.
///
/// A letter that became another is little of a page, and much of its place.
struct ChangePeak {
  private let columns: Int
  private var cells: [Float]

  /// Half the side of the square, as squares overlap by half.
  private static let cell = 5

  /// - Parameters:
  ///   - width: Of what is looked at, in pixels.
  ///   - height: Likewise.
  init(width: Int, height: Int) {
    columns = width / Self.cell + 2
    cells = [Float](repeating: 0, count: columns * (height / Self.cell + 2))
  }

  /// Adds some pixels of a row, as much for each.
  mutating func add(_ amount: Float, _ places: Range<Int>, row: Int) {
    let start = row / Self.cell * columns
    for x in places { cells[start + x / Self.cell] += amount }
  }

  /// The greatest sum, of either sign.
  var value: Float {
    (0..<cells.count - columns - 1).reduce(0) { peak, place in
      let (above, below) = (place, place + columns)
      let sum = cells[above] + cells[above + 1] + cells[below] + cells[below + 1]
      return max(peak, abs(sum))
    }
  }
}
