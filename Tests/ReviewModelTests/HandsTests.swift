import Base
import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// What looks clickable is, and keys are where one expects them.
struct HandsTests {
  @Test func `from all cases one comes back to the list, where j moves`() {
    var state = review(dots: [1, 2, 3])
    for key in ["1", "<enter>", "<esc>"] {
      state.type("gg8")
      #expect(state.focus == .image)
      state.type(key)
      #expect(state.focus == .list)
      state.type("j")
      #expect(state.selection == 1)
    }
  }

  @Test func `opaque pictures have no ground to be changed`() {
    var state = review(dots: [1, 2])
    let picture = SampleGrid(columns: 0, rows: 0, samples: [])
    for request in state.pictureRequests {
      _ = state.reduce(.drawn(request, Picture(grid: picture, changed: [])))
    }
    let before = state.pictureRequests
    state.type("B")
    #expect(state.says("Both images are opaque") && state.pictureRequests == before)
  }

  @Test func `a press on a hint types its key, and none decides`() {
    var state = review(dots: [1, 2, 3], size: GridSize(columns: 140, rows: 30))
    let hints = text(render(state)).last!
    func press(_ words: String) -> [ReviewEffect] {
      let place = hints.indices.first { hints[$0...].hasPrefix(words) }!
      return state.mouse(.press, hints.distance(from: hints.startIndex, to: place), 29)
    }
    #expect(state.decisions(press("accept")).isEmpty)
    #expect(state.says("The mouse never decides: type a."))
    state.type("<esc>")
    _ = press("help")
    #expect(state.panel == .help(top: 0, query: nil))
  }

  @Test func `the palette is as high as what it lists`() {
    var state = review(dots: [1], size: GridSize(columns: 100, rows: 30))
    func height() -> Int {
      let frame = text(render(state))
      return frame.lastIndex { $0.contains("╰") }! - frame.firstIndex { $0.contains("╭") }! + 1
    }
    state.type(":undecided")
    let rows = state.paletteRows("undecided").count
    #expect(rows < 10 && height() == rows + 3)
  }

  @Test func `C goes through the cells that its help names, and no others`() {
    let help = CommandInfo.info(.nextCells).help
    for shape in CellShape.allCases where shape != .halves {
      #expect(help.contains(shape.rawValue))
    }
    #expect(help.contains("half blocks"))
  }

  @Test func `a warning is cut between words, and i shows all of it`() {
    var long = snapshot("testA")
    long.remarks = [.newerBaseline]
    var state = unmeasured([long], 80, 24)
    _ = state.reduce(.measured(item: 0, revision: 0, images([(x: 1, y: 1)])))
    let line = text(render(state))[21]
    #expect(line.contains("The baseline") && line.contains("… i"))
    let words = line.split(separator: " ").filter { $0.hasSuffix("…") }.map { $0.dropLast() }
    #expect(words.allSatisfy { long.remarks[0].sentence.split(separator: " ").contains($0) })
    state.type("i")
    #expect(text(render(state)).joined(separator: " ").contains("recorded since."))
  }

  @Test func `words are explained until something was decided, and in the help`() {
    let items = (0..<2).map { ReviewItem(snapshot: snapshot("case\($0)"), rule: Strategy(.naive)) }
    var state = ReviewState(
      title: "F", items: items, size: GridSize(columns: 160, rows: 40), isFirstRun: true)
    _ = state.reduce(.started)
    for place in 0..<2 {
      let dots = (0...place).map { (x: 1 + 3 * $0, y: 2) }
      _ = state.reduce(.measured(item: place, revision: 0, images(dots)))
      state.hear(.signed(item: place, revision: 0, signature(of: dots)))
    }
    let line = text(render(state))[1]
    for word in ["decision: ", "naive: ", "cluster: "] { #expect(line.contains(word)) }
    state.type("a")
    #expect(!text(render(state))[1].contains("decision: "))
    state.type("?/as the test saw it")
    #expect(text(render(state)).contains { $0.contains("library's own difference picture") })
  }
}
