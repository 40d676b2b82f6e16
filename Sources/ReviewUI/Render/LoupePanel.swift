import Base
import DiffEngine
import Pixels
import Review

/// Draws a cross on the pixel under the loupe in every pane, and a window with its values and
/// surroundings in both files.
func drawLoupe(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let point = state.loupe, state.view != .all else { return }
  for (pane, request) in zip(state.imagePanes, state.pictureRequests) {
    let (cells, region) = (CellScale(request), request.region)
    let column = Int(((Double(point.x) + 0.5 - region.x) * cells.across).rounded(.down))
    let row = Int(((Double(point.y) + 0.5 - region.y) * cells.down).rounded(.down))
    canvas.mark(
      "╋", column, row, on: state.picture(for: request), in: pane.picture)
  }
  drawWindow(point, state: state, on: &canvas)
}

private func drawWindow(_ point: PixelPoint, state: ReviewState, on canvas: inout CellCanvas) {
  let area = state.layout.images
  let width = min(LoupeWindow.width, area.width)
  let around = state.loupeRadius > 0 ? 2 * state.loupeRadius + 2 : 0
  let height = 5 + around
  // At the bottom right, or at the top right if the point is in the lower half; over the list if
  // the window would hide the image.
  let isLow = state.region.map { Double(point.y) > $0.y + $0.height / 2 } ?? false
  let isTight = area.height < 10 && area.row > 1
  let rect = GridRect(
    column: area.column + area.width - width,
    row: isTight ? 1 : isLow ? area.row + 1 : area.row + area.height - height,
    width: width, height: height)
  let inside = canvas.window(rect, title: "x \(point.x)  y \(point.y)")
  let inspection = state.drawn.inspection.flatMap {
    $0.request == state.inspectionRequest ? $0 : nil
  }
  guard let inspection = inspection?.inspection else { return }
  let (reference, actual) = (state.name(of: .reference), state.name(of: .actual))
  if around > 0 {
    let sides = [(reference, inspection.referenceAround), (actual, inspection.actualAround)]
    drawSurroundings(sides, in: inside, on: &canvas)
  }
  write(reference, inspection.reference, in: inside.line(around), on: &canvas)
  write(
    actual, inspection.actual, else: inspection.isActualUnknown ? "not known" : "outside",
    in: inside.line(around + 1), on: &canvas)
  let distances = Strategy.Formula.allCases.reversed().compactMap { formula in
    inspection.deltaE[formula].map { "\(formula.rawValue) \(Wording.fixed($0, 2))" }
  }
  let wordings = [("ΔE        ", "  "), ("ΔE  ", "  "), ("ΔE ", " ")].map {
    [TextRun($0, .dim), TextRun(distances.joined(separator: $1), .bold)]
  }
  canvas.write(fitting(wordings, width: inside.width), in: inside.line(around + 2))
}

// MARK: - The surroundings

/// Draws both neighbourhoods under their names; each pixel is two cells wide.
private func drawSurroundings(
  _ sides: [(name: String, pixels: [Pixel?])], in rect: GridRect, on canvas: inout CellCanvas
) {
  let half = (rect.width - 2) / 2
  for (place, (name, pixels)) in sides.enumerated() {
    let column = rect.column + place * (half + 2)
    canvas.write(name, .dim, in: GridRect(column: column, row: rect.row, width: half, height: 1))
    draw(pixels, at: (column, rect.row + 1), on: &canvas)
  }
}

private func draw(
  _ pixels: [Pixel?], at corner: (column: Int, row: Int), on canvas: inout CellCanvas
) {
  let side = Int(Double(pixels.count).squareRoot())
  for (index, pixel) in pixels.enumerated() {
    let (x, y) = (index % side, index / side)
    for half in 0..<2 {
      let ground = pixel.map { paint(over(checkered: $0, isLight: (x + y).isMultiple(of: 2))) }
      canvas.grid[corner.column + 2 * x + half, corner.row + y] =
        ground.map { Cell(.space, foreground: $0, background: $0) } ?? Cell(Glyph("·"), .dim)
    }
  }
  outline(side / 2, at: corner, on: &canvas)
}

/// Draws a thin line round the centre at the edges of the adjacent cells, so that the pixel itself
/// is unchanged.
private func outline(
  _ centre: Int, at corner: (column: Int, row: Int), on canvas: inout CellCanvas
) {
  let (column, row) = (corner.column + 2 * centre, corner.row + centre)
  let marks: [(Int, Int, Unicode.Scalar)] = [
    (column - 1, row, "▕"), (column + 2, row, "▏"), (column, row - 1, "▁"),
    (column + 1, row - 1, "▁"), (column, row + 1, "▔"), (column + 1, row + 1, "▔"),
  ]
  for (column, row, glyph) in marks {
    let ground = canvas.grid[column, row].background
    let isLight = ground.rgb.map { $0 >> 8 & 255 > 127 } ?? false
    let ink: Paint =
      ground.rgb == nil ? .role(.bold) : isLight ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
    canvas.grid[column, row] = Cell(Glyph(glyph), foreground: ink, background: ground)
  }
}

func paint(_ pixel: Pixel) -> Paint { .rgb(pixel.x, pixel.y, pixel.z) }

private func over(checkered pixel: Pixel, isLight: Bool) -> Pixel {
  let ground = SIMD4<Int32>(repeating: isLight ? 204 : 153)
  let colour = SIMD4<Int32>(truncatingIfNeeded: pixel)
  let alpha = colour.w
  let mixed = colour &* alpha &+ ground &* (255 &- alpha)
  return Pixel(truncatingIfNeeded: mixed / SIMD4(repeating: 255))
}

// MARK: - The readings

private func write(
  _ label: String, _ pixel: Pixel?, else absence: String = "outside", in rect: GridRect,
  on canvas: inout CellCanvas
) {
  let text = padded(label, 10)
  guard let pixel else { return canvas.write(text + absence, .dim, in: rect) }
  canvas.write(
    [
      TextRun(text, .dim),
      TextRun("   #\(hexadecimal([pixel.x, pixel.y, pixel.z]).uppercased())", .bold),
      TextRun("  alpha \(pixel.w)", .plain),
    ], in: rect)
  for column in rect.column + 10..<min(rect.column + 12, rect.column + rect.width) {
    canvas.grid[column, rect.row] = Cell(.space, foreground: paint(pixel), background: paint(pixel))
  }
}
