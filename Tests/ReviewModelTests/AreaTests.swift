import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// Editing what is ignored.
struct AreaTests {
  private func areas(_ state: ReviewState) -> [PixelBox] {
    state.items[state.selection].areas.areas.compactMap { $0.box(width: 16, height: 16) }
  }

  private func measured(_ effects: [ReviewEffect]) -> [ComparisonRequest] {
    effects.flatMap { effect -> [ComparisonRequest] in
      if case .measure(let requests) = effect { requests } else { [] }
    }
  }

  private func screen(_ state: ReviewState) -> String {
    text(render(state)).joined(separator: "\n")
  }

  @Test func `keys add, move, size and remove areas, and the case is measured anew`() throws {
    var state = review(dots: [3, 1])
    let requests = measured(state.type("In"))
    #expect(areas(state).count == 1)
    let request = try #require(requests.last)
    #expect(request.item == 0 && request.areas == state.items[0].areas)
    #expect(state.items[1].areas.isEmpty, "of the other cases nothing is left out")
    let first = areas(state)[0]
    state.type("ll")
    #expect(areas(state)[0].x > first.x)
    state.type("J")
    #expect(areas(state)[0].height > first.height)
    for _ in 0..<40 { state.type("hkHK") }
    #expect(areas(state)[0] == PixelBox(x: 0, y: 0, width: 1, height: 1))
    for _ in 0..<40 { state.type("ljLJ") }
    #expect(areas(state)[0].x + areas(state)[0].width == 16)
    state.type("n")
    #expect(areas(state).count == 2 && screen(state).contains("ignored area 2 of 2"))
    state.type("<tab>x")
    #expect(areas(state).count == 1)
    state.type("<esc>")
    #expect(state.panel == nil)
  }

  @Test(arguments: [(200, 60), (120, 40), (40, 60), (240, 12), (40, 12)])
  func `a new area lies in the picture, however small that is in its pane`(
    _ columns: Int, _ rows: Int
  ) {
    var state = review(dots: [3, 1])
    for view in ["1", "2", "3", "7"] {
      state.type(view)
      for _ in 0..<12 { state.type("-") }
      state.type("I")
      _ = state.reduce(.input(.resized(GridSize(columns: columns, rows: rows))))
      state.type("n")
      for area in state.items[state.selection].areas.areas {
        let box = area.box(width: 16, height: 16)
        #expect(box.map(IgnoredAreas.Area.init) == area, "all of it lies in the picture")
      }
      _ = state.reduce(.input(.resized(GridSize(columns: 100, rows: 30))))
      state.type("<esc>")
    }
    #expect(!areas(state).isEmpty)
  }

  @Test func `a drag draws an area, and a press chooses one`() throws {
    var state = review(dots: [3, 1], size: GridSize(columns: 120, rows: 30))
    state.type("3")
    state.type("++++")
    state.type("I")
    let pane = state.layout.images
    func mouse(_ kind: MouseEvent.Action, _ column: Int, _ row: Int) {
      state.mouse(kind, pane.column + column, pane.row + row)
    }
    mouse(.press, 4, 3)
    mouse(.drag, 60, 20)
    #expect(areas(state).isEmpty && screen(state).contains("new area"))
    mouse(.release, 60, 20)
    let box = try #require(areas(state).first)
    #expect(box.width > 1 && box.height > 1)
    state.type("n")
    #expect(screen(state).contains("ignored area 2 of 2"))
    mouse(.press, 4, 3)
    mouse(.release, 4, 3)
    #expect(screen(state).contains("ignored area 1 of 2"))
  }

  @Test func `w shows the lines that are written, and the rule then has it`() throws {
    var state = review(dots: [3, 1])
    state.type("In")
    #expect(screen(state).contains("not the rule's settings") || screen(state).contains("tuned"))
    state.type("w")
    #expect(screen(state).contains(#"strategy = "naive"; threshold = 0; ignore = [{x ="#))
    let effects = state.type("1")
    guard case .previewRule(let request) = effects.first, let ignored = request.areas else {
      Issue.record("nothing is saved")
      return
    }
    #expect(request.glob == "Suite/case0" && ignored == state.items[0].areas)
    let rules = [state.items[0].snapshot.identity: (request.strategy, ignored)]
    let answer = state.reduce(.ruled(rules, sentence: "Written."))
    #expect(measured(answer).isEmpty, "what is known holds")
    #expect(!screen(state).contains("not the rule's settings"))
  }

  @Test func `a rule with other areas, or the way back to it, measures anew`() {
    var state = review(dots: [3, 1])
    let areas = IgnoredAreas([.init(PixelBox(x: 0, y: 0, width: 4, height: 16))])
    let rules = [state.items[1].snapshot.identity: (Strategy(.naive), areas)]
    let effects = state.reduce(.ruled(rules, sentence: "Written."))
    #expect(measured(effects).map(\.item) == [1])
    state.type("In")
    #expect(measured(state.type("<esc><ctrl-g>")).map(\.item) == [0])
    #expect(state.items[0].areas.isEmpty)
  }

  @Test func `an answer from before an edit is dropped, one after it counts`() {
    var state = review(dots: [3])
    state.type("In")
    let areas = state.items[0].areas
    _ = state.reduce(.measured(item: 0, revision: 0, images([(x: 1, y: 2)])))
    #expect(state.items[0].comparison(state.strategy) == nil)
    let (blank, actual) = (dotted([]), dotted([(x: 1, y: 2), (x: 8, y: 8)]))
    let old = Landscape(blank, actual, formula: .ciede2000)
    _ = state.reduce(.surveyed(item: 0, revision: 0, old))
    let asked = ComparisonRequest(item: 0, revision: 0, strategy: state.strategy)
    _ = state.reduce(.compared(asked, state.strategy.compare(blank, actual)))
    #expect(state.items[0].comparison(state.strategy) == nil)
    _ = state.reduce(
      .measured(
        item: 0, revision: 0,
        .images(
          ImageFacts(
            reference: PixelSize(width: 16, height: 16), actual: PixelSize(width: 16, height: 16),
            fingerprint: fingerprint,
            landscape: Landscape(blank, actual, formula: .ciede2000, ignoring: areas)))))
    // The new area is the middle of the picture.
    #expect(state.items[0].comparison(state.strategy)?.mismatched == 1)
    #expect(
      state.items[0].comparison(state.strategy)?.ignored == areas.mask(width: 16, height: 16)?.count
    )
  }
}
