import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// The panels of the screen: facts, strategies, marks, the ground and regions.
struct PanelTests {
  @Test func `what is known of a case with one side has one size`() {
    var state = unmeasured([snapshot("gone")], 100, 30, rule: Strategy(.combined))
    _ = state.reduce(.measured(item: 0, revision: 0, .lone(PixelSize(width: 80, height: 60))))
    state.type("i")
    #expect(text(render(state)).contains { $0.contains("size        80 × 60  ") })
  }

  @Test func `the table asks for every strategy and shows what comes`() {
    var state = review()
    let requests = state.type("e").comparisons
    #expect(requests.map(\.strategy.kind) == Strategy.Kind.allCases)
    let average = requests.first { $0.strategy.kind == .average }!
    _ = state.reduce(.compared(average, Comparison(verdict: .mismatch, mismatched: 77_777)))
    #expect(text(render(state)).contains { $0.contains("average") && $0.contains("77,777") })
    // The rows are walked, and one is taken; another key changes nothing.
    let kinds = Strategy.Kind.allCases
    let first = kinds.firstIndex(of: state.strategy.kind)!
    state.type("jjk<enter>")
    #expect(state.panel == nil && state.strategy.kind == kinds[first + 1])
    state.type("ejjx")
    #expect(state.panel == nil && state.strategy.kind == kinds[first + 1])
  }

  @Test func `marks decide together`() {
    var state = review()
    state.type("m")
    #expect(state.selection == 1)
    state.type("jV")
    #expect(state.items.map(\.isMarked) == [true, true, true, false])
    #expect(state.decisions(typing: "Ty").map(\.1) == [[0, 1, 2]])
  }

  @Test func `a question about one marked case is asked of that case`() {
    var state = review()
    state.type("mT")
    let isAsked = text(render(state)).contains { $0.contains("Tolerate the marked case?") }
    #expect(isAsked)
  }

  @Test func `the ground under transparent pixels stands in the title of each pane that shows it`()
  {
    var state = review(size: GridSize(columns: 200, rows: 30))
    let picture = SampleGrid(columns: 0, rows: 0, samples: [])
    func titles(on ground: Ground?) -> Int {
      for request in state.pictureRequests {
        _ = state.reduce(.drawn(request, Picture(grid: picture, changed: [], ground: ground)))
      }
      return text(render(state)).count { $0.contains("on   , B") }
    }
    #expect(titles(on: nil) == 0)
    state.type("B")
    #expect(titles(on: .white) > 0)
    // A difference has no ground.
    state.type("6")
    #expect(state.view == .difference && titles(on: .white) == 0)
  }

  @Test func `a region that was panned or zoomed out of sight is no trouble`() {
    var state = review(dots: [3], size: GridSize(columns: 100, rows: 30))
    let request = state.comparisonRequest!
    let actual = dotted((0..<3).map { (x: 1 + 3 * $0, y: 2) })
    _ = state.reduce(
      .located(request, regions(dotted([]), actual, strategy: request.strategy), movedRows: nil))
    state.type("]")
    #expect(state.chosenRegion == 0)
    state.type("<tab>+++++++++")
    for keys in [
      "llllllllllllllllllll", "jjjjjjjjjjjjjjjjjjjj", "hhhhhhhhhhhhhhhhhhhh", "kkkkkkkkkkkkkkkk",
    ] {
      state.type(keys)
      let picture = SampleGrid(columns: 0, rows: 0, samples: [])
      for request in state.pictureRequests {
        _ = state.reduce(.drawn(request, Picture(grid: picture, changed: [])))
      }
      #expect(render(state).size == state.size)
    }
  }
}
