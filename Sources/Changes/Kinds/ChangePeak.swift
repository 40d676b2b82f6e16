import DiffEngine

/// How much changed where most did: the greatest sum, of what is added up for each pixel, in a square
/// of ten pixels a side.
///
/// A letter that became another is little of a page, and much of its place.
struct ChangePeak {
  private let columns: Int
  private var cells: [Float]
  /// The top left of what is looked at.
  private var origin = SIMD2<Int>()

  /// Half the side of the square, as squares overlap by half.
  private static let cell = 5
  /// The least sum of one place that is no accident where the others hardly changed.
  private static let leastOutlier: Float = 8
  /// The most that rounding adds up to in a square.
  private static let rounding: Float = 1

  /// - Parameters:
  ///   - width: Of what is looked at, in pixels.
  ///   - height: Likewise.
  init(width: Int, height: Int) {
    columns = width / Self.cell + 2
    cells = [Float](repeating: 0, count: columns * (height / Self.cell + 2))
  }

  /// Adds up the pixels of a region, each by its colours.
  init(_ pixels: RegionPixels, _ amount: (ColourPair) -> Float) {
    let box = pixels.box
    self.init(width: box.width, height: box.height)
    origin = SIMD2(box.x, box.y)
    let amounts = pixels.pairs.map(amount)
    for stretch in pixels.stretches {
      let start = Int(stretch.x) - box.x
      add(
        amounts[Int(stretch.pair)], start..<start + Int(stretch.count),
        row: Int(stretch.y) - box.y)
    }
  }

  mutating func add(_ amount: Float, _ places: Range<Int>, row: Int) {
    let start = row / Self.cell * columns
    for x in places { cells[start + x / Self.cell] += amount }
  }

  /// The greatest sum, of either sign.
  var value: Float { squares.reduce(0) { max($0, abs(sum(of: $1))) } }

  /// The square of the greatest sum; nil if that is small, or if more than rounding changed in one
  /// that does not touch it.
  var outlier: PixelBox? {
    guard let peak = squares.max(by: { sum(of: $0) < sum(of: $1) }),
      sum(of: peak) >= Self.leastOutlier
    else { return nil }
    let (x, y) = (peak % columns, peak / columns)
    let isAlone = squares.allSatisfy { square in
      max(abs(square % columns - x), abs(square / columns - y)) <= 2
        || sum(of: square) <= Self.rounding
    }
    let side = 2 * Self.cell
    return isAlone
      ? PixelBox(
        x: origin.x + x * Self.cell, y: origin.y + y * Self.cell, width: side, height: side)
      : nil
  }

  /// The first cell of each square.
  private var squares: Range<Int> { 0..<cells.count - columns - 1 }

  private func sum(of square: Int) -> Float {
    cells[square] + cells[square + 1] + cells[square + columns] + cells[square + columns + 1]
  }
}
