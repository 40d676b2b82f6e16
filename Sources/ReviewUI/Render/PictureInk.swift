import DiffEngine
import Pixels

func drawPicture(
  _ picture: Picture, _ ink: PictureInk, in rect: GridRect, on canvas: inout CellCanvas
) {
  let grid = picture.grid
  for row in 0..<min(rect.height, (grid.rows + 1) / 2) {
    for column in 0..<min(rect.width, grid.columns) {
      // Placeholders can address 297 columns; beyond that, the picture continues in half blocks.
      let isImage = picture.number != 0 && max(column, row) < ImagePlaceholder.limit
      canvas.grid[rect.column + column, rect.row + row] =
        isImage
        ? ImagePlaceholder.cell(
          image: picture.number, column: column, row: row, background: .role(.plain))
        : ink.cell(picture, column, row)
    }
  }
}

/// Turns the samples of a picture into cells in which changes stand out at every colour depth.
struct PictureInk {
  private var isOverlaid = false
  /// The colours of a difference; nil for the images themselves.
  private var evidence: EvidenceColours?
  private var drawsBoxes = false
  private var depth = ColourDepth.full
  /// The number of samples by which the image's origin lies left of and above the picture's.
  private var origin = (x: 0, y: 0)

  /// Draws the samples unchanged.
  init() {}

  init(_ request: PictureRequest, _ state: ReviewState, isOverlaid: Bool) {
    self.isOverlaid = isOverlaid
    depth = state.terminal.depth
    if case .difference(let style, _) = request.source {
      evidence = request.evidence
      drawsBoxes = style == .boxes
    }
    let scale = Double(request.samples.width) / request.region.width
    origin = (Int((request.region.x * scale).rounded()), Int((request.region.y * scale).rounded()))
  }

  func cell(_ picture: Picture, _ column: Int, _ row: Int) -> Cell {
    if let cell = fitted(picture, column, row) { return cell }
    return switch (paint(picture, column, 2 * row), paint(picture, column, 2 * row + 1)) {
    case (let top?, let bottom?): .halves(top: top, bottom: bottom)
    case (let top?, nil): Cell(.upperHalf, foreground: top, background: .role(.plain))
    case (nil, let bottom?): Cell(Glyph("▄"), foreground: bottom, background: .role(.plain))
    case (nil, nil): Cell()
    }
  }

  /// Returns a cell with a finer glyph; nil if the picture has none or a mismatch covers the cell.
  private func fitted(_ picture: Picture, _ column: Int, _ row: Int) -> Cell? {
    guard let (cells, shape) = picture.fitted else { return nil }
    let columns = picture.grid.columns
    let upper = 2 * row * columns + column
    if isOverlaid, isChanged(picture, upper) || isChanged(picture, upper + columns) { return nil }
    let cell = cells[row * columns + column]
    func paint(_ pixel: Pixel) -> Paint {
      pixel.w == 0 ? .role(.plain) : .rgb(pixel.x, pixel.y, pixel.z)
    }
    return Cell(
      Glyph(shape.glyphs[Int(cell.pattern)]), foreground: paint(cell.foreground),
      background: paint(cell.background))
  }

  /// Returns the colour of a sample; nil outside the image.
  private func paint(_ picture: Picture, _ column: Int, _ row: Int) -> Paint? {
    guard row < picture.grid.rows else { return nil }
    let index = row * picture.grid.columns + column
    let pixel = picture.grid.samples[index]
    let isChanged = isChanged(picture, index)
    if isOverlaid, isChanged { return .role(.changed) }
    guard pixel.w > 0 else { return nil }
    if let evidence, isChanged || drawsBoxes && pixel == evidence.boxes { return .evidence(pixel) }
    let shown = shown(pixel, column, row)
    return .rgb(shown.x, shown.y, shown.z)
  }

  private func isChanged(_ picture: Picture, _ index: Int) -> Bool {
    index < picture.changed.count && picture.changed[index]
  }

  /// Returns the colour in which a sample without evidence is drawn: grey on terminals with few
  /// colours, so that only the evidence is coloured.
  private func shown(_ pixel: Pixel, _ column: Int, _ row: Int) -> Pixel {
    switch depth {
    case .full: pixel
    case .few: evidence != nil || isOverlaid ? grey(pixel) : pixel
    case .none:
      Dither.isLit(
        evidence == nil ? pixel : TintScale.ground(pixel), column + origin.x, row + origin.y)
        ? .white : .black
    }
  }

  private func grey(_ pixel: Pixel) -> Pixel {
    Lab(l: Lab(pixel).l, a: 0, b: 0).pixel
  }
}

/// Draws lightness as the share of lit samples, for terminals without colours.
///
/// Positions count from the corner of the image, so equal parts of two panes look equal and nothing
/// flickers while the view moves.
package enum Dither {
  package static func isLit(_ pixel: Pixel, _ column: Int, _ row: Int) -> Bool {
    Lab(pixel).l > thresholds[(row & 3) * 4 + (column & 3)]
  }

  /// Bayer's matrix of order 4, scaled to lightness 0 to 100.
  private static let thresholds: [Double] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ].map { ($0 + 0.5) * 100 / 16 }
}

extension Pixel {
  fileprivate static let black = Pixel(0, 0, 0, 255)
  fileprivate static let white = Pixel(255, 255, 255, 255)
}
