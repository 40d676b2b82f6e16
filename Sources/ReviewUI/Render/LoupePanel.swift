import Catalog
import DiffEngine
import PNGCodec

/// The pixel under the loupe: a cross in every pane, and what the files hold there.
func drawLoupe(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let point = state.loupe, let region = state.region else { return }
  for (pane, request) in zip(state.imagePanes, state.pictureRequests) {
    let cells = CellScale(request)
    let column = Int(((Double(point.x) + 0.5 - region.x) * cells.across).rounded(.down))
    let row = Int(((Double(point.y) + 0.5 - region.y) * cells.down).rounded(.down))
    canvas.mark(
      "╋", column, row, on: state.picture(for: request), in: pane.picture)
  }
  drawReadings(point, state: state, on: &canvas)
}

private func drawReadings(_ point: PixelPoint, state: ReviewState, on canvas: inout CellCanvas) {
  let area = state.layout.images
  let width = min(44, area.width)
  // In the lower right corner, or above it while the cross is there; over the list where it would
  // hide the image.
  let isLow = state.region.map { Double(point.y) > $0.y + $0.height / 2 } ?? false
  let isTight = area.height < 10 && area.row > 1
  let rect = Rect(
    column: area.column + area.width - width,
    row: isTight ? 1 : isLow ? area.row + 1 : area.row + area.height - 5,
    width: width, height: 5)
  let inside = canvas.window(rect, title: "x \(point.x)  y \(point.y)")
  let inspection = state.drawn.inspection.flatMap {
    $0.request == state.inspectionRequest ? $0 : nil
  }
  guard let inspection = inspection?.inspection else { return }
  write("reference", inspection.reference, in: inside.line(0), on: &canvas)
  write("actual", inspection.actual, in: inside.line(1), on: &canvas)
  let distances = Strategy.Formula.allCases.reversed().compactMap { formula in
    inspection.deltaE[formula].map { "\(formula.rawValue) \(Wording.fixed($0, 2))" }
  }
  let wordings = [("ΔE        ", "  "), ("ΔE  ", "  "), ("ΔE ", " ")].map {
    [TextRun($0, .dim), TextRun(distances.joined(separator: $1), .bold)]
  }
  canvas.write(fitting(wordings, width: inside.width), in: inside.line(2))
}

private func write(_ label: String, _ pixel: Pixel?, in rect: Rect, on canvas: inout CellCanvas) {
  let text = label + String(repeating: " ", count: 10 - label.count)
  guard let pixel else {
    canvas.write([TextRun(text, .dim), TextRun("outside", .dim)], in: rect)
    return
  }
  canvas.write(
    [
      TextRun(text, .dim), TextRun("   \(hex(pixel))", .bold),
      TextRun("  alpha \(pixel.w)", .plain),
    ], in: rect)
  let paint = Paint.rgb(pixel.x, pixel.y, pixel.z)
  for column in rect.column + 10..<min(rect.column + 12, rect.column + rect.width) {
    canvas.grid[column, rect.row] = Cell(.space, foreground: paint, background: paint)
  }
}

private func hex(_ pixel: Pixel) -> String {
  let digits = Array("0123456789ABCDEF")
  return "#"
    + [pixel.x, pixel.y, pixel.z].map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
    .joined()
}
