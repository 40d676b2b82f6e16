import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

struct TuningTests {
  @Test(arguments: [
    (0.0, 1, 0.1), (1.9, 1, 2.0), (2.0, 1, 2.5), (2.0, -1, 1.9), (9.5, 1, 10.0), (10.0, 1, 11.0),
    (10.0, -1, 9.5), (0.0, -1, 0.0), (100.0, 1, 100.0), (2.5, -1, 2.0),
  ])
  func `ΔE steps grow with the value`(_ from: Double, _ direction: Int, _ to: Double) {
    #expect(abs(Strategy.steppedDeltaE(from, direction) - to) < 1e-9)
  }

  @Test(arguments: [
    (0, 1, 1), (9, 1, 10), (10, 1, 20), (10, -1, 9), (100, 1, 200), (100, -1, 90), (1, -1, 0),
    (0, -1, 0),
  ])
  func `counts step by their own size`(_ from: Int, _ direction: Int, _ to: Int) {
    #expect(Strategy.stepped(from, direction, from: 0, to: 1_000_000) == to)
  }

  @Test func `a step up and a step down meet again`() {
    var value = 0.0
    for _ in 0..<60 {
      let up = Strategy.steppedDeltaE(value, 1)
      #expect(abs(Strategy.steppedDeltaE(up, -1) - value) < 1e-9)
      value = up
    }
  }

  @Test func `a higher threshold turns every verdict in the list at once`() {
    var state = review(dots: [1, 0, 3, 2])
    #expect(state.tally.failing == 3)
    state.type(">>")
    #expect(state.strategy.threshold == 2)
    #expect(state.items.map { state.verdict(of: $0) } == [.match, .match, .mismatch, .match])
    #expect(state.tally.failing == 1)
  }

  @Test func `the bar changes the strategy and ctrl-g goes back to the rule`() {
    var state = review()
    state.type("|")
    #expect(state.strategy.kind == .cluster)
    state.type("}}")
    #expect(state.strategy.clusterSize == 3)
    #expect(state.tally.failing == 0)
    state.type("<ctrl-g>")
    #expect(state.tuned == nil)
    #expect(state.tally.failing == 4)
  }

  @Test func `until a new picture is drawn the last one of its pane stands in`() {
    var state = review()
    func draw(_ shade: UInt8) {
      let request = state.pictureRequests[2]
      let grid = SampleGrid(columns: 1, rows: 1, samples: [Pixel(shade, 0, 0, 255)])
      _ = state.reduce(.drawn(request, Picture(grid: grid, changed: [])))
    }
    draw(1)
    state.type(">")
    draw(2)
    state.type(">")
    let shown = state.picture(for: state.pictureRequests[2])
    #expect(shown?.grid.samples == [Pixel(2, 0, 0, 255)])
  }

  @Test(arguments: [
    (")", "naive has no such setting"), (":deltaE 2.5<enter>", "naive has no such setting"),
    ("p", "Nothing is tolerated yet"),
  ])
  func `a key that can change no setting says why`(_ key: String, _ words: String) {
    var state = review()
    state.type(key)
    #expect(state.tuned == nil)
    #expect(state.says(words))
  }

  @Test func `the palette takes exact values`() {
    var state = review()
    state.type(":strategy combined<enter>:deltaE 2.5<enter>:clusterSize 7<enter>")
    #expect(state.strategy.kind == .combined)
    #expect(state.strategy.deltaE == 2.5)
    #expect(state.strategy.clusterSize == 7)
  }

  @Test func `a value out of range is refused with the range`() {
    var state = review()
    state.type(":strategy perceptual<enter>:deltaE 101<enter>")
    #expect(state.strategy.deltaE == 0)
    #expect(state.message?.kind == .warning)
    #expect(state.says("100"))
  }

  @Test func `a strategy without a look-up asks the pool, the case on screen first`() {
    var state = review()
    let requests = state.type(":strategy pixelmatch<enter>").comparisons
    #expect(requests.map(\.item) == [0, 1, 2, 3])
    #expect(state.tally.unknown == 4)
    for request in requests {
      _ = state.reduce(.compared(request, Comparison(verdict: .match)))
    }
    #expect(state.tally.unknown == 0)
    #expect(state.tally.failing == 0)
  }

  @Test func `an outcome for settings that have changed does not show`() {
    var state = review()
    state.type(":strategy pixelmatch<enter>")
    let old = ComparisonRequest(item: 0, revision: 0, strategy: state.strategy)
    state.type(">")
    _ = state.reduce(.compared(old, Comparison(verdict: .mismatch, mismatched: 99)))
    #expect(state.currentComparison == nil)
  }
}
