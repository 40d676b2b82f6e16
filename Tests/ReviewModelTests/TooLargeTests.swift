import DiffEngine
import ReviewUI
import Testing

/// A case of which the verdict is known, and whose images are too large to be shown.
@Suite struct TooLargeTests {
  private static let sentence = "r.png: too large: 20,000 x 20,000 pixels."

  private func review() -> ReviewState {
    var state = unmeasured([snapshot("huge"), snapshot("small")], 100, 30)
    _ = state.reduce(.started)
    let size = PixelSize(width: 20_000, height: 20_000)
    let comparison = Comparison(verdict: .mismatch, mismatched: 1_234, total: 400_000_000)
    let facts = ImageFacts(
      reference: size, actual: size, fingerprint: fingerprint,
      compared: PairOutcome(Strategy(.naive), comparison, differing: 1_234),
      tooLarge: Self.sentence)
    _ = state.reduce(.measured(item: 0, revision: 0, .images(facts)))
    return state
  }

  @Test func `the verdict and the reason are shown, and no picture is asked for`() {
    var state = review()
    let screen = text(render(state)).joined(separator: "\n")
    #expect(screen.contains(Self.sentence))
    #expect(screen.contains("1,234"))
    #expect(!screen.contains("drawing"))
    #expect(state.pictureRequests.isEmpty && state.comparisonRequest == nil)
    _ = state.type("8")
    #expect(state.thumbnailRequests.allSatisfy { $0.item != 0 })
    #expect(text(render(state)).joined().contains("r.png: too large"))
  }

  @Test func `it is never accepted unseen, and may be rejected`() {
    var state = review()
    #expect(state.decisions(typing: "a").isEmpty)
    #expect(state.says("snapreview accept --filter Suite/huge"))
    #expect(state.decisions(typing: "t").map(\.1) == [[0]])
  }

  @Test func `the groups do not wait for its cause`() {
    #expect(review().items.map(\.isMeasured) == [true, false])
    var state = review()
    _ = state.reduce(.measured(item: 1, revision: 0, images([(x: 1, y: 1)])))
    let effects = state.reduce(
      .signed(item: 1, revision: 0, signature(of: [(x: 1, y: 1)])))
    #expect(effects.contains { if case .group = $0 { true } else { false } })
  }
}
