import DiffEngine
import Pixels
import ReviewUI
import Testing

/// A new icon in four themes, each a decision of its own; the cases look alike.
@Suite struct AlikeDecisionTests {
  private static let old = [(0, 0, 24, 6), (0, 6, 6, 18), (12, 12, 6, 12)]
  private static let new = [(9, 0, 6, 24), (0, 9, 24, 6), (18, 18, 6, 6)]
  private static let broken = [(9, 0, 6, 24), (0, 9, 24, 6), (18, 18, 6, 3)]

  /// An icon in two inks.
  private func icon(_ parts: [(Int, Int, Int, Int)], on ground: Pixel, _ ink: Pixel) -> PixelImage {
    var pixels = [Pixel](repeating: ground, count: 60 * 50)
    for (index, (left, top, width, height)) in parts.enumerated() {
      for y in top..<top + height {
        for x in left..<left + width {
          pixels[(y + 13) * 60 + x + 18] = index == 1 ? Pixel(210, 40, 40, 255) : ink
        }
      }
    }
    return PixelImage(width: 60, height: 50, pixels: pixels)
  }

  private func state() -> ReviewState {
    var state = review(dots: [1, 1, 1, 1], size: GridSize(columns: 120, rows: 40), order: .cause)
    let themes: [(UInt8, UInt8)] = [(255, 0), (0, 255), (235, 20), (15, 240)]
    for (index, (ground, ink)) in themes.enumerated() {
      let (ground, ink) = (Pixel(ground, ground, ground, 255), Pixel(ink, ink, ink, 255))
      let parts = index == 2 ? Self.broken : Self.new
      let signature = ChangeSignature(
        icon(Self.old, on: ground, ink), icon(parts, on: ground, ink))
      state.hear(.signed(item: index, revision: 0, signature))
    }
    return state
  }

  @Test func `the one that looks least like the others is shown first`() {
    var state = state()
    #expect(state.groups == [])
    state.type("ggR<tab><tab>")
    guard case .bulk(let bulk) = state.panel else {
      Issue.record("no question is open")
      return
    }
    #expect(bulk.scope.name == "that look alike" && bulk.scope.items == [0, 1, 2, 3])
    #expect(bulk.scope.shown.first == 2)
    #expect(bulk.scope.reason?.hasPrefix("something else at the same place") == true)
    #expect(state.selection == 2)
  }
}
