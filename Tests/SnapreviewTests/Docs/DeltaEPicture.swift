import DiffEngine
import Pixels
import ReviewUI

/// Colours side by side that are a known ΔE apart: for docs/thresholds.md.
enum DeltaEPicture {
  static let name = "delta-e"

  private static let steps = [1, 2.3, 5, 10, 50]
  /// Each with the colour towards which it is changed.
  private static let colours: [(Pixel, towards: Pixel)] = [
    (Pixel(0, 90, 200, 255), Pixel(255, 230, 0, 255)),
    (Pixel(245, 240, 230, 255), Pixel(60, 20, 20, 255)),
  ]
  private static let label = 10
  private static let half = 8

  static var image: PixelImage {
    let columns = label + colours.count * (2 * half + 2)
    var grid = CellGrid(
      GridSize(columns: columns, rows: 4 * steps.count + 1), filledWith: Cell(.space, .plain))
    for (place, step) in steps.enumerated() {
      let top = 4 * place + 1
      let text = step == step.rounded() ? "ΔE \(Int(step))" : "ΔE \(step)"
      for (offset, character) in text.enumerated() {
        grid[1 + offset, top + 1] = Cell(Glyph(character), .plain)
      }
      for (number, colour) in colours.enumerated() {
        let other = Self.colour(step, from: colour.0, towards: colour.towards)
        let left = label + number * (2 * half + 2)
        for row in top..<top + 3 {
          for column in 0..<2 * half {
            let paint = Paint(column < half ? colour.0 : other)
            grid[left + column, row] = .halves(top: paint, bottom: paint)
          }
        }
      }
    }
    return GridPainter().image(grid)
  }

  /// The first colour on the way that is far enough from where it begins.
  static func colour(_ deltaE: Double, from start: Pixel, towards end: Pixel) -> Pixel {
    let way = SIMD4<Double>(end) - SIMD4<Double>(start)
    for step in 0...2000 {
      let mixed = SIMD4<Double>(start) + way * (Double(step) / 2000)
      let colour = Pixel(mixed.rounded(.toNearestOrEven))
      if DiffEngine.deltaE(start, colour, formula: .ciede2000) >= deltaE { return colour }
    }
    return end
  }
}

extension Paint {
  fileprivate init(_ pixel: Pixel) { self = .rgb(pixel.x, pixel.y, pixel.z) }
}
