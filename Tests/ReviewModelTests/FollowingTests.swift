import Base
import Changes
import Pixels
import Review
import ReviewUI
import Testing

/// A changed palette: some cases show both of its colours, others one of them.
struct FollowingTests {
  private enum Part { case fill, text, bug }

  /// A page with a filled box, and another box below it, before or after the change.
  private static func page(_ changed: Set<Part>) -> PixelImage {
    let side = 64
    var pixels = [Pixel](repeating: Pixel(255, 255, 255, 255), count: side * side)
    func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: Pixel) {
      for row in y..<y + height {
        for column in x..<x + width { pixels[row * side + column] = colour }
      }
    }
    fill(4, 4, 40, 12, changed.contains(.fill) ? Pixel(0, 90, 160, 255) : Pixel(0, 122, 255, 255))
    fill(4, 30, 30, 10, changed.contains(.text) ? Pixel(60, 60, 67, 255) : Pixel(0, 0, 0, 255))
    if changed.contains(.bug) { fill(48, 48, 10, 10, Pixel(200, 0, 0, 255)) }
    return PixelImage(width: side, height: side, pixels: pixels)
  }

  private func state(_ cases: [Set<Part>]) -> ReviewState {
    var state = unmeasured(cases.indices.map { snapshot("case\($0)") }, 160, 30, order: .cause)
    for (index, changed) in cases.enumerated() {
      state.hear(.measured(item: index, revision: 0, images([(x: 3, y: 3)])))
      state.hear(
        .signed(
          item: index, revision: 0,
          ChangeSignature(Self.page([]), Self.page(changed))))
    }
    return state
  }

  private var palette: ReviewState {
    state([[.fill], [.fill], [.text], [.fill, .text], [.fill, .text], [.fill, .text, .bug]])
  }

  @Test func `cases that hold nothing but what was accepted elsewhere are one decision`() {
    var state = palette
    #expect(state.groups.map(\.items) == [[0, 1], [3, 4]])
    state.recorded(.accepted, 0, 1)
    #expect(state.groups.map(\.items) == [[0, 1], [3, 4]], "one of two changes is accepted")
    state.recorded(.accepted, 2)
    let group = state.group(of: 3)
    #expect(group?.items == [3, 4] && group?.text == "nothing but what you accepted")
    #expect(state.says("2 cases hold nothing but what you accepted."))
    #expect(state.group(of: 5) == nil, "the bug is nobody's change")
    #expect(text(render(state))[0].contains("2 of 4 decisions"))
  }

  @Test func `they stay together when they are decided, and go back when it is undone`() {
    var state = palette
    state.recorded(.accepted, 0, 1, 2)
    state.recorded(.accepted, 3, 4)
    #expect(state.group(of: 3)?.text == "nothing but what you accepted")
    state.recorded(nil, 2)
    #expect(state.group(of: 3)?.text != "nothing but what you accepted")
    #expect(state.group(of: 3)?.items == [3, 4])
  }

  @Test func `what was rejected, and what was accepted in the cause itself, proves nothing`() {
    var state = palette
    state.recorded(.rejected, 0, 1, 2)
    #expect(state.group(of: 3)?.text != "nothing but what you accepted")
    state = palette
    state.recorded(.accepted, 3)
    #expect(state.group(of: 4)?.items == [3, 4])
    // A larger change holds the smaller ones.
    #expect(state.group(of: 0)?.items == [0, 1, 2])
  }

  @Test func `one that is split off is not put back`() {
    var state = palette
    state.recorded(.accepted, 0, 1, 2)
    state.type("/case4<enter>X")
    #expect(state.selection == 4 && state.group(of: 4) == nil)
    #expect(state.group(of: 3) == nil)
  }
}
