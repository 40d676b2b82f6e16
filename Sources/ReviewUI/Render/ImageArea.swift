import Base
import DiffEngine
import Pixels
import Review

/// Draws the image panes of the selected case.
func drawImages(_ state: ReviewState, on canvas: inout CellCanvas) {
  let panes = state.imagePanes
  for (pane, request) in zip(panes, state.pictureRequests) {
    let title = fitting(paneTitles(request, state: state), width: pane.title.width)
    canvas.write(title, in: pane.title)
    if case .difference(.heat, _) = request.source, state.current?.mask == nil {
      drawHeatScale(state.terminal.evidence.heat, in: pane.title, on: &canvas)
    }
    guard let picture = state.picture(for: request) else {
      canvas.write("drawing …", .dim, in: pane.picture)
      continue
    }
    let ink = PictureInk(request, state, isOverlaid: state.isOverlaid)
    drawPicture(picture, ink, in: pane.picture, on: &canvas)
    drawGround(
      picture, request, state, in: pane.title.dropping(displayWidth(of: title)), on: &canvas)
    drawPixelGrid(request, in: pane.picture, on: &canvas)
    drawGutter(picture, request, in: pane, on: &canvas)
    drawRegion(state, request, picture, in: pane.picture, on: &canvas)
  }
  drawMap(state, on: &canvas)
  drawCloseUps(state, on: &canvas)
  for pane in panes where pane.rect.column > state.layout.images.column {
    let line = GridRect(
      column: pane.rect.column - 1, row: pane.rect.row, width: 1, height: pane.rect.height)
    canvas.fill(line, Cell(Glyph("│"), .border))
  }
}

/// Adds the ground under transparent pixels to the title: "on ▇, B".
private func drawGround(
  _ picture: Picture, _ request: PictureRequest, _ state: ReviewState, in rect: GridRect,
  on canvas: inout CellCanvas
) {
  guard let ground = picture.ground, request.source.showsGround else { return }
  let words = "  on   , \(state.keyMap.key(.ground))"
  guard displayWidth(of: words) < rect.width else { return }
  canvas.write(words, .dim, in: rect)
  for column in 0..<2 {
    let colour = paint(ground.colour(column: column, row: 0, square: 1))
    canvas.grid[rect.column + 5 + column, rect.row] = Cell(
      .space, foreground: colour, background: colour)
  }
}

/// Returns the titles of a pane, from the longest to a single word. All of them name the side on
/// screen, because blink and flip are useless without it.
private func paneTitles(_ request: PictureRequest, state: ReviewState) -> [[TextRun]] {
  func title(_ name: String, _ rest: String = "") -> [TextRun] {
    [TextRun(" \(name)", .title), TextRun(rest.isEmpty ? "" : " \(rest)", .dim)]
  }
  switch request.source {
  case .side(let side): return sideTitles(side, state: state)
  case .difference(.boxes, _):
    return boxesTitles(state).map { title($0, $1) }
  case .difference(let asked, _):
    let style = asked.shown(isMasked: state.current?.mask != nil)
    if style != asked {
      return [
        title("difference", "\(style.rawValue), as \(asked.rawValue) needs the actual"),
        title("diff", style.rawValue),
      ]
    }
    let name = style == .difference ? "per channel" : style.rawValue
    return [title("difference", name), title("diff", name), title(style.rawValue), title("diff")]
  case .swipe(let edge):
    let share = "\(Int((edge * 100).rounded())) %"
    return [(state.name, "  edge at "), (state.shortName, "  ")].map { name, rest in
      [
        TextRun(" \(name(.reference)) ", .title), TextRun("│ ", .dim),
        TextRun(name(.actual), .title), TextRun(rest + share, .dim),
      ]
    }
  case .onion(let opacity):
    let share = "\(Int((opacity * 100).rounded())) % \(state.name(of: .actual))"
    return [title("onion", "\(state.name(of: .reference)) with \(share)"), title("onion", share)]
  case .recorded:
    return [title("difference", "as the library wrote it"), title("diff", "as written")]
  }
}

/// Returns the titles for cluster boxes, which say so if not every cluster has one.
private func boxesTitles(_ state: ReviewState) -> [(String, String)] {
  guard let clusters = state.currentComparison?.clusters, clusters.boxes.count > 0,
    clusters.boxes.count < clusters.count
  else { return [("difference", "boxes"), ("boxes", ""), ("diff", "")] }
  let share = "\(clusters.boxes.count) of \(Wording.grouped(clusters.count))"
  return [("difference", "\(share) boxes, the largest"), ("boxes", share), ("", share)]
}

/// Returns wordings of a side's name and size, padded so that both sides select the same one.
private func sideTitles(_ side: Side, state: ReviewState) -> [[TextRun]] {
  if side == .actual, state.current?.mask != nil {
    let name = TextRun(" actual", .title)
    return [MaskFacts.drawing, "striped: unknown"].map {
      [name, TextRun(" \($0)", .dim)]
    } + [[TextRun(" striped: unknown", .title)], [name]]
  }
  let wordings: [(name: (Side) -> String, size: (String) -> String)] = [
    (state.name, { " " + $0 }), (state.shortName, { " " + $0 }),
    (state.shortName, { " " + $0.filter { $0 != " " } }),
    (state.name, { _ in "" }), (state.shortName, { _ in "" }),
  ]
  return wordings.map { wording in
    let width =
      [Side.reference, .actual].map {
        displayWidth(of: wording.name($0) + wording.size(state.sizeText($0)))
      }.max() ?? 0
    let name = wording.name(side)
    let size = padded(wording.size(state.sizeText(side)), width - displayWidth(of: name))
    return [TextRun(" " + name, .title), TextRun(size, .dim)]
  }
}

private func drawHeatScale(_ scale: HeatScale, in title: GridRect, on canvas: inout CellCanvas) {
  let scales = [[0.0, 1, 2, 5, 10, 20, 50, 100], [0, 2, 10, 50, 100], [0, 10, 100]]
  let needed = { (stops: [Double]) in stops.reduce(0) { $0 + Wording.trimmed($1).count + 3 } }
  // Leave room for "difference heat".
  guard let stops = scales.first(where: { needed($0) + 17 <= title.width }) else { return }
  let labels = stops.map { Wording.trimmed($0) + " " }
  let width = needed(stops)
  var column = title.column + title.width - width
  for (stop, label) in zip(stops, labels) {
    let pixel = scale.colour(stop)
    let paint = Paint.rgb(pixel.x, pixel.y, pixel.z)
    canvas.grid[column, title.row] = Cell(.space, foreground: paint, background: paint)
    canvas.write(
      label, .dim, in: GridRect(column: column + 1, row: title.row, width: label.count, height: 1))
    column += label.count + 2
  }
}

/// Draws thin lines between pixels at least eight half blocks wide; the colours stay exact.
private func drawPixelGrid(
  _ request: PictureRequest, in rect: GridRect, on canvas: inout CellCanvas
) {
  let scale = Int((Double(request.samples.width) / request.region.width).rounded())
  guard scale >= 8 else { return }
  let left = Int(((request.region.x.rounded(.up) - request.region.x) * Double(scale)).rounded())
  for column in stride(from: left, to: rect.width, by: scale) {
    for row in 0..<rect.height {
      let place = (rect.column + column, rect.row + row)
      let cell = canvas.grid[place.0, place.1]
      guard cell.glyph == .space, cell.background.rgb != nil else { continue }
      canvas.grid[place.0, place.1] = Cell(
        Glyph("▏"), foreground: .role(.border), background: cell.background)
    }
  }
}

/// Marks rows with a change at the edge of the image, because a single pixel is easy to miss in a
/// shrunk image; marks nothing if nearly every row has one.
private func drawGutter(
  _ picture: Picture, _ request: PictureRequest, in pane: ImagePane, on canvas: inout CellCanvas
) {
  let columns = picture.grid.columns
  let blank = max(Int((-request.region.x * CellScale(request).across).rounded(.down)), 0)
  let changed = (0..<pane.picture.height).filter { row in
    let start = 2 * row * columns
    let end = min(start + 2 * columns, picture.changed.count)
    return start < end && picture.changed[start..<end].contains(true)
  }
  let shown = min(Double(pane.picture.height), request.region.height * CellScale(request).down)
  guard Double(changed.count) < 0.8 * shown else { return }
  let mark = Cell(
    Glyph("▕"), foreground: .evidence(request.evidence.mark), background: .role(.plain))
  for row in changed { canvas.grid[pane.gutter.column + blank, pane.gutter.row + row] = mark }
}

/// Draws a small map of the whole image with the view and the clusters if only a part is shown.
private func drawMap(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let image = state.canvas, let region = state.region else { return }
  // A fitted image may miss its own edge by a rounding error.
  let isWhole =
    region.x < 0.5 && region.y < 0.5 && region.x + region.width > Double(image.width) - 0.5
    && region.y + region.height > Double(image.height) - 0.5
  let picture = state.mainPane.picture
  guard !isWhole, picture.width >= 30, picture.height >= 14 else { return }
  let scale = min(16 / Double(image.width), 16 / Double(image.height))
  let width = max(Int((Double(image.width) * scale).rounded()), 2)
  let height = max(Int((Double(image.height) * scale / 2).rounded()), 1)
  let frame = GridRect(
    column: picture.column + picture.width - width - 2, row: picture.row,
    width: width + 2, height: height + 2)
  _ = canvas.window(frame, title: "")
  let ground = GridRect(column: frame.column + 1, row: frame.row + 1, width: width, height: height)
  canvas.fill(ground, Cell(.space, .statusLine))
  func column(_ x: Double) -> Int { min(max(Int(x * scale), 0), width - 1) }
  func row(_ y: Double) -> Int { min(max(Int(y * scale / 2), 0), height - 1) }
  for line in row(region.y)...row(region.y + region.height - 1) {
    for place in column(region.x)...column(region.x + region.width - 1) {
      canvas.grid[ground.column + place, ground.row + line] = Cell(.space, .selected)
    }
  }
  for cluster in state.currentComparison?.clusters.boxes ?? [] {
    let place = (
      ground.column + column(Double(cluster.box.x) + Double(cluster.box.width) / 2),
      ground.row + row(Double(cluster.box.y) + Double(cluster.box.height) / 2)
    )
    canvas.grid[place.0, place.1] = Cell(
      Glyph("•"), foreground: .role(.gutter), background: canvas.grid[place.0, place.1].background)
  }
}

/// The number of cells per image pixel, in each direction.
struct CellScale {
  var across: Double
  var down: Double

  init(_ request: PictureRequest) {
    across = Double(request.samples.width) / request.region.width
    down = Double(request.samples.height) / 2 / request.region.height
  }
}

extension CellCanvas {
  /// Puts a mark on a cell of a picture, with the picture's colour as background.
  mutating func mark(
    _ glyph: Unicode.Scalar, _ column: Int, _ row: Int, on picture: Picture?, in rect: GridRect
  ) {
    guard column >= 0, column < rect.width, row >= 0, row < rect.height else { return }
    let place = (rect.column + column, rect.row + row)
    var ground = grid[place.0, place.1].background
    // The cell then shows the mark instead of a part of the image.
    if let picture, grid[place.0, place.1].isImagePlaceholder {
      ground = PictureInk().cell(picture, column, row).background
    }
    grid[place.0, place.1] = Cell(
      Glyph(glyph), foreground: .role(.clusterOutline), background: ground)
  }
}

/// Draws the frame around the chosen region, just outside it.
private func drawRegion(
  _ state: ReviewState, _ request: PictureRequest, _ picture: Picture, in rect: GridRect,
  on canvas: inout CellCanvas
) {
  guard let box = state.editedBox ?? state.chosenBox else { return }
  let (scale, region) = (CellScale(request), request.region)
  let left = Int(((Double(box.x) - region.x) * scale.across).rounded(.down)) - 1
  let right = Int(((Double(box.x + box.width) - region.x) * scale.across).rounded(.up))
  let top = Int(((Double(box.y) - region.y) * scale.down).rounded(.down)) - 1
  let bottom = Int(((Double(box.y + box.height) - region.y) * scale.down).rounded(.up))
  func put(_ column: Int, _ row: Int, _ glyph: Unicode.Scalar) {
    canvas.mark(glyph, column, row, on: picture, in: rect)
  }
  for column in 0..<rect.width where column >= left && column <= right {
    put(column, top, "─")
    put(column, bottom, "─")
  }
  for row in 0..<rect.height where row >= top && row <= bottom {
    put(left, row, "│")
    put(right, row, "│")
  }
  put(left, top, "┌")
  put(right, top, "┐")
  put(left, bottom, "└")
  put(right, bottom, "┘")
}
