import Base
import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// The screen's statements are true.
struct TruthTests {
  private func screen(_ state: ReviewState) -> [String] { text(render(state)) }

  private func decided(_ state: ReviewState, _ decisions: [Decision?]) -> ReviewState {
    var state = state
    let changes = zip(state.items, decisions).compactMap { item, decision in
      decision.map {
        DecisionChange(id: item.snapshot.identity, record: DecisionRecord($0))
      }
    }
    _ = state.reduce(.recorded(changes, sentence: ""))
    return state
  }

  @Test func `a match with a baseline that the run may have written fails until it is accepted`() {
    var written = snapshot("testA")
    written.mayBeOverwritten = true
    var state = unmeasured([written, snapshot("testB")], 120, 30)
    _ = state.reduce(.started)
    for item in 0...1 { state.hear(.measured(item: item, revision: 0, images([]))) }
    #expect(state.tally.failing == 1)
    #expect(text(render(state)).joined().contains("1 of 2 fail"))
    state.type("i")
    #expect(text(render(state)).joined().contains("The baseline equals this failure's actual"))
  }

  @Test func `accepted and tolerated cases do not fail, rejected ones do`() {
    let state = decided(review(dots: [1, 2, 3, 4]), [.accepted, .tolerated, .rejected])
    #expect(state.tally.failing == 2)
    #expect(screen(state)[0].contains("3 of 4 decisions · 2 cases fail"))
    #expect(screen(state)[1].contains("2/4"))
  }

  @Test func `a decision stands in place of the verdict`() {
    let rows = screen(decided(review(dots: [1, 2, 3, 4]), [.accepted, .tolerated, .rejected]))
    for (row, mark) in ["A", "T", "R", "✗"].enumerated() {
      #expect(rows[row + 2].contains("\(mark) case\(row)"), "\(rows[row + 2])")
    }
  }

  @Test func `equal is said of equal pixels only`() {
    var state = review(
      dots: [0, 2], size: GridSize(columns: 140, rows: 30), rule: Strategy(.perceptual))
    state.type("G")
    #expect(screen(state)[28].contains("✓ equal"))
    state.type("gg:deltaE 100<enter>")
    #expect(screen(state)[28].contains("✓ passes: 2 px differ, none counts"))
  }

  @Test func `what the test itself has failed does not pass by its library's default`() {
    let snapshot = SnapshotCase(
      id: "menu", suite: "", name: "menu", layout: Layout(rawValue: "playwright"),
      reference: "/a.png", actual: "/b.png")
    let rule = snapshot.layout.strategy
    let picture = { (level: UInt8) in
      PixelImage(
        width: 2, height: 2, pixels: .init(repeating: Pixel(level, level, level, 255), count: 4))
    }
    let size = PixelSize(width: 2, height: 2)
    let facts = ImageFacts(
      reference: size, actual: size, fingerprint: fingerprint,
      landscape: Landscape(picture(100), picture(104), formula: .ciede2000), saysFailed: true)
    var state = review(size: GridSize(columns: 170, rows: 30))
    _ = state.reduce(.reloaded(CaseList([ReviewItem(snapshot: snapshot, rule: rule)])))
    _ = state.reduce(.measured(item: 0, revision: 1, .images(facts)))
    let answer = { (state: inout ReviewState) in
      let request = ComparisonRequest(item: 0, revision: 1, strategy: state.strategy)
      _ = state.reduce(.compared(request, Comparison(verdict: .match)))
    }
    answer(&state)
    #expect(screen(state)[28].contains("✗ failed in the test: 4 px differ, none counts by default"))
    #expect(state.tally.failing == 1)
    state.type(":yiqThreshold 0.3<enter>")
    answer(&state)
    #expect(screen(state)[28].contains("✓ passes: 4 px differ, none counts"))
  }

  @Test func `a difference in alpha alone is named where the strategy does not see it`() {
    let size = PixelSize(width: 4, height: 1)
    let black = PixelImage(
      width: 4, height: 1, pixels: Array(repeating: Pixel(0, 0, 0, 255), count: 4))
    let faint = PixelImage(
      width: 4, height: 1, pixels: Array(repeating: Pixel(0, 0, 0, 90), count: 4))
    var state = review(
      dots: [1], size: GridSize(columns: 160, rows: 30), rule: Strategy(.perceptual))
    let facts = ImageFacts(
      reference: size, actual: size, fingerprint: fingerprint,
      landscape: Landscape(black, faint, formula: .ciede2000))
    let fresh = ReviewItem(snapshot: state.items[0].snapshot, rule: Strategy(.perceptual))
    _ = state.reduce(.reloaded(CaseList([fresh])))
    _ = state.reduce(.measured(item: 0, revision: 1, .images(facts)))
    let words = "passes: 4 px differ in alpha only, which perceptual does not see"
    #expect(screen(state)[28].contains(words))
  }

  @Test func `a filter, a search and other settings show, and their key ends them`() {
    var state = review(size: GridSize(columns: 140, rows: 30))
    state.type("fcase<enter>/case3<enter>)")
    #expect(!screen(state)[0].contains("not the rule"))
    state.type("||>")
    let header = screen(state)[0]
    for words in ["search “case3” esc", "filter “case” esc", "not the rule's settings ctrl-g"] {
      #expect(header.contains(words), "\(header)")
    }
    state.type("<esc>")
    #expect(state.query.isEmpty && state.filter.isActive)
    state.type("<esc>")
    #expect(!state.filter.isActive)
    state.type("<ctrl-g>")
    #expect(!screen(state)[0].contains("rule"))
  }

  @Test func `nothing is decided for a case that the list does not show`() {
    var state = review()
    for key in ["a", "r", "t"] {
      #expect(state.decisions(typing: "fnowhere<enter>\(key)").isEmpty)
      #expect(state.says("does not show this case"))
    }
  }

  @Test func `the heading of a folded suite stands for the suite, and asks`() {
    var state = review(suites: ["A", "A", "B", "B"])
    #expect(state.decisions(typing: "ggha").isEmpty)
    guard case .bulk(let bulk) = state.panel else {
      Issue.record("No question: \(String(describing: state.panel))")
      return
    }
    #expect(bulk.scope.items == [0, 1] && bulk.scope.name == "in A")
    #expect(state.decisions(typing: "y").map(\.1) == [[0, 1]])
  }

  @Test func `a note that is typed before a decision goes with it`() {
    var state = review()
    #expect(state.decisions(typing: "clater<enter>").isEmpty)
    #expect(screen(state)[27].contains("“later” waits for a decision"))
    #expect(state.decisions(typing: "r").map(\.2) == ["later"])
  }

  @Test func `a note that waits stays through a reload, and goes with a decision on many`() {
    var state = review(dots: [1, 2])
    state.type("ggclater<enter>mjm")
    let fresh = state.items.map { ReviewItem(snapshot: $0.snapshot, rule: $0.rule) }
    _ = state.reduce(.reloaded(CaseList(fresh)))
    for index in 0..<2 {
      _ = state.reduce(.measured(item: index, revision: 1, images([(x: 1, y: 2)])))
    }
    #expect(state.decisions(typing: "Ry").map(\.2) == ["later"])
  }

  @Test func `a note is refused before it is typed where nothing can be kept`() {
    var state = review(readOnlyReason: "another one has it.")
    state.type("c")
    #expect(state.prompt == nil && state.message?.text == "Read-only: another one has it.")
  }

  @Test func `no map covers an image that is shown whole`() {
    for columns in stride(from: 60, to: 240, by: 7) {
      for rows in stride(from: 20, to: 70, by: 3) {
        var state = review(dots: [1], size: GridSize(columns: columns, rows: rows))
        state.type("2L")
        #expect(!screen(state).joined().contains("╭"), "\(columns) x \(rows)")
      }
    }
  }

  @Test func `the landscape speaks of tolerated cases only where there are some`() {
    var state = review(size: GridSize(columns: 160, rows: 40))
    state.type("M")
    #expect(!screen(state).joined().contains("tolerated"))
    state.type("q")
    state = decided(state, [.tolerated])
    state.type("M")
    #expect(screen(state).joined().contains("from here: the tolerated one passes"))
  }
}
