import ReviewUI
import TestSupport

/// A run of frames, each the colours of its half cells, row by row, upper before lower.
struct Scene {
  static let frameCount = 60
  private static let cells = SampleReview.size.columns * SampleReview.size.rows

  var name: String
  /// The cells that are not those of the frame before.
  var changed: Int
  /// True if every second frame is the same.
  var alternates = false

  static let all = [
    Scene(name: "all cells new, two in turn", changed: cells, alternates: true),
    Scene(name: "all cells new, always others", changed: cells),
    Scene(name: "120 cells new", changed: 120),
    Scene(name: "nothing new", changed: 0),
  ]

  /// The colours of a frame: exact ones without any order, the worst that there is.
  func picture(_ frame: Int) -> [UInt32] {
    var colours = Self.noise(seed: 0)
    guard frame > 0 else { return colours }
    let others = Self.noise(seed: alternates ? UInt64(frame % 2) : UInt64(frame))
    for place in 0..<changed {
      // The same in every frame, spread over the screen.
      let cell = place * (Self.cells / changed)
      colours[2 * cell] = others[2 * cell]
      colours[2 * cell + 1] = others[2 * cell + 1]
    }
    return colours
  }

  private static func noise(seed: UInt64) -> [UInt32] {
    var dice = SplitMix(seed: seed)
    return (0..<2 * cells).map { _ in UInt32(truncatingIfNeeded: dice.next() >> 40) }
  }

  /// The same frame as our screens are made of.
  static func grid(_ colours: [UInt32]) -> CellGrid {
    var grid = CellGrid(SampleReview.size)
    for cell in 0..<cells {
      grid[cell % grid.size.columns, cell / grid.size.columns] = .halves(
        top: paint(colours[2 * cell]), bottom: paint(colours[2 * cell + 1]))
    }
    return grid
  }

  private static func paint(_ colour: UInt32) -> Paint {
    .rgb(UInt8(colour >> 16), UInt8(colour >> 8 & 255), UInt8(colour & 255))
  }
}
