/// How much changed where most did: the greatest sum of squared changes in a square of ten pixels a
/// side.
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

  /// Adds some pixels of a row that all changed by as much.
  mutating func add(_ change: Float, _ places: Range<Int>, row: Int) {
    let start = row / Self.cell * columns
    for x in places { cells[start + x / Self.cell] += change * change }
  }

  /// The greatest sum.
  var value: Float {
    (0..<cells.count - columns - 1).reduce(0) { peak, place in
      max(
        peak, cells[place] + cells[place + 1] + cells[place + columns] + cells[place + columns + 1])
    }
  }
}
