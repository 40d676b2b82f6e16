import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// Rows that were inserted, taken out of the view.
struct AlignTests {
  private static let rows = (0..<16).map { Pixel(UInt8($0 * 10), 200, 100, 255) }
  private let before = image(rows)
  /// The same with four rows after the fifth.
  private let after = image(
    Array(rows[..<5]) + Array(repeating: Pixel(255, 255, 255, 255), count: 4) + Array(rows[5...]))

  private static func image(_ rows: [Pixel]) -> PixelImage {
    PixelImage(
      width: 16, height: rows.count, pixels: rows.flatMap { Array(repeating: $0, count: 16) })
  }

  private func inserted() -> ReviewState {
    var state = unmeasured([snapshot("case0")], 160, 40)
    _ = state.reduce(.started)
    let facts = ImageFacts(
      reference: PixelSize(width: 16, height: 16), actual: PixelSize(width: 16, height: 20),
      fingerprint: fingerprint, landscape: Landscape(before, after, formula: .ciede2000))
    _ = state.reduce(.measured(item: 0, revision: 0, .images(facts)))
    let request = state.comparisonRequest!
    _ = state.reduce(
      .located(
        request, regions(before, after, strategy: request.strategy),
        movedRows: RowAlignment(before, after)))
    return state
  }

  @Test func `what was inserted is said, with the key that takes it out`() {
    var state = inserted()
    let words = "4 rows inserted at y 5; the rest is equal"
    #expect(text(render(state)).contains { $0.contains(words + "  ~ hides the moved rows") })
    state.type("~")
    #expect(text(render(state)).contains { $0.contains(words + "  ~ shows the moved rows") })
  }

  @Test func `all that is shown follows, and no verdict`() {
    var state = inserted()
    let verdict = state.verdict(of: state.items[0])
    #expect(state.pictureRequests.allSatisfy { !$0.isAligned })
    let wishes = state.type("~").wishes
    #expect(state.pictureRequests.allSatisfy { $0.isAligned })
    #expect(wishes.last?.regions?.isAligned == true)
    #expect(state.comparisonRequest?.isAligned == false)
    #expect(state.verdict(of: state.items[0]) == verdict)
    state.type("~")
    #expect(state.pictureRequests.allSatisfy { !$0.isAligned })
  }

  @Test func `of a region that is transparent, and in one image alone, no ΔE is said`() {
    var state = inserted()
    let box = PixelBox(x: 0, y: 16, width: 16, height: 4)
    let region = ChangeRegion(box: box, mismatched: 64, deltaESum: 0, maxDeltaE: 0)
    _ = state.reduce(.located(state.comparisonRequest!, [region], movedRows: nil))
    state.type("]")
    let screen = text(render(state))
    #expect(screen.contains { $0.contains("region 1 of 1: 64 px") })
    #expect(!screen.contains { $0.contains("ΔE up to 0") })
  }

  @Test func `where nothing was inserted the key says so`() {
    var state = review()
    state.type("~")
    #expect(
      state.message?.text == "Rows can only be hidden if nearly all others are equal.")
    #expect(state.pictureRequests.allSatisfy { !$0.isAligned })
  }

  @Test func `finer cells are for what is shrunk, and never for a difference`() {
    var state = inserted()
    state.type("C")
    #expect(state.says("quadrants"))
    // Sixteen pixels are shown enlarged.
    #expect(state.pictureRequests.allSatisfy { $0.cells == .halves })
    let large = ImageFacts(
      reference: PixelSize(width: 2000, height: 2000),
      actual: PixelSize(width: 2000, height: 2000),
      fingerprint: fingerprint, landscape: Landscape(before, before, formula: .ciede2000))
    _ = state.reduce(.measured(item: 0, revision: 0, .images(large)))
    #expect(state.pictureRequests.prefix(3).map(\.cells) == [.quadrants, .quadrants, .halves])
    state.type("CCC")
    #expect(state.pictureRequests.allSatisfy { $0.cells == .halves })
  }

  @Test func `cells that the terminal cannot draw are passed over`() {
    var state = review(terminal: TerminalTraits(cells: .octants, shapes: [.halves, .sextants]))
    #expect(state.terminal.cells == .sextants)
    #expect(
      state.terminal.remark(asked: .octants)
        == "No octants can be drawn here: images are drawn in sextants.")
    #expect(state.terminal.remark(asked: .sextants) == nil)
    state.type("C")
    #expect(state.says("Half blocks"))
    state = review(terminal: TerminalTraits(shapes: [.halves]))
    state.type("C")
    #expect(state.message?.text == "Finer cells need two colours each.")
  }
}
