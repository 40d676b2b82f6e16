import DiffEngine
import Pixels
import ReviewUI
import Testing

struct GraphicsTests {
  private func imageReview(
    cell: PixelSize = PixelSize(width: 8, height: 16), columns: Int = 100, lastImage: UInt32 = 0
  ) -> ReviewState {
    let graphics = TerminalGraphics(cell: cell, mark: Pixel(255, 0, 255, 255))
    return review(
      dots: [3, 1], size: GridSize(columns: columns, rows: 30),
      terminal: TerminalTraits(graphics: graphics, lastImage: lastImage))
  }

  /// Answers every wish with a grey picture.
  private func draw(_ state: inout ReviewState) {
    for request in state.pictureRequests {
      let (columns, rows) = (request.samples.width, request.samples.height)
      let grey = Array(repeating: Pixel(9, 9, 9, 255), count: columns * rows)
      let picture = Picture(
        grid: SampleGrid(columns: columns, rows: rows, samples: grey), changed: [],
        png: request.detail.map { _ in [] })
      _ = state.reduce(.drawn(request, picture))
    }
  }

  @Test func `half blocks ask for no pixels`() {
    let state = review()
    #expect(state.pictureRequests.allSatisfy { $0.detail == nil })
    #expect(state.shownImages.isEmpty)
  }

  @Test(arguments: [PixelSize(width: 8, height: 16), PixelSize(width: 11, height: 24)])
  func `a pane asks for as many pixels as it has`(_ cell: PixelSize) {
    let state = imageReview(cell: cell)
    for request in state.pictureRequests {
      #expect(request.detail?.size.width == request.samples.width * cell.width)
      #expect(request.detail?.size.height == request.samples.height / 2 * cell.height)
      // Pixels of the image are square, whatever shape the cells have.
      let size = request.detail?.size ?? PixelSize(width: 1, height: 1)
      let across = Double(size.width) / request.region.width
      let down = Double(size.height) / request.region.height
      #expect(abs(across - down) < 1e-9 && across == across.rounded())
    }
  }

  @Test func `a new size of the cells asks for new pictures`() {
    var state = imageReview()
    draw(&state)
    var traits = state.terminal
    traits.graphics = TerminalGraphics(
      cell: PixelSize(width: 10, height: 20), mark: Pixel(255, 0, 255, 255))
    #expect(state.reduce(.terminalChanged(traits)).wishes.first?.pictures.count == 3)
  }

  @Test func `every image has a number of its own`() {
    var state = imageReview(lastImage: 0xFFFFFE)
    draw(&state)
    #expect(state.shownImages.map(\.number) == [0xFFFFFF, 1, 2])
    state.type("<tab>+")
    #expect(state.shownImages.isEmpty)
    draw(&state)
    #expect(state.shownImages.map(\.number) == [3, 4, 5])
  }

  @Test func `the difference laid over is part of the image`() {
    var state = imageReview()
    #expect(state.pictureRequests.allSatisfy { $0.detail?.mark == nil })
    state.type("d")
    #expect(state.pictureRequests.allSatisfy { $0.detail?.mark == Pixel(255, 0, 255, 255) })
  }

  @Test func `cells tell the image and the part, row by row`() throws {
    var state = imageReview()
    draw(&state)
    let grid = render(state)
    let first = try #require(grid.cells.firstIndex { $0.glyph.base == 0x10EEEE })
    let (column, row) = (first % grid.size.columns, first / grid.size.columns)
    for place in [(0, 0), (1, 0), (0, 1), (5, 3)] {
      #expect(
        grid[column + place.0, row + place.1]
          == ImagePlaceholder.cell(
            image: state.shownImages[0].number, column: place.0, row: place.1,
            background: .role(.plain)))
    }
  }

  @Test func `marks on an image stand on its colour`() throws {
    var state = imageReview()
    state.type("x")
    draw(&state)
    let cross = try #require(render(state).cells.first { $0.glyph == Glyph("╋") })
    #expect(cross.background == .rgb(9, 9, 9))
  }

  @Test func `beyond what placeholders can tell, the picture goes on in half blocks`() throws {
    var state = imageReview(columns: 500)
    state.type("L3")
    draw(&state)
    let grid = render(state)
    let row = try #require(grid.cells.firstIndex { $0.glyph.base == 0x10EEEE }) / 500
    let cells = (0..<500).map { grid[$0, row] }
    #expect(cells.count { $0.glyph.base == 0x10EEEE } == ImagePlaceholder.limit)
    #expect(cells.count { $0.background == .rgb(9, 9, 9) } == 499 - ImagePlaceholder.limit)
  }

  @Test func `a drag moves the image by what the pointer moved`() throws {
    var state = imageReview()
    for _ in 0..<20 { state.type("+") }
    #expect(state.viewport.zoom == .scale(32))
    let before = try #require(state.pictureRequests.first).region
    let place = (column: 40, row: 10)
    state.mouse(.press, place.column, place.row)
    state.mouse(.drag, place.column - 4, place.row - 2)
    let after = try #require(state.pictureRequests.first).region
    // Four columns of eight pixels and two rows of sixteen are one pixel of the image.
    #expect(after.x == before.x + 1)
    #expect(after.y == before.y + 1)
  }
}
