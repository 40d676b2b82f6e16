import Catalog
import ReviewUI
import Testing

struct OrderTests {
  /// Places 0 and 3 change alike; 2 passes.
  private func mixed() -> ReviewState {
    review(dots: [2, 1, 0, 2, 4], suites: ["A", "A", "A", "B", "B"], order: .cause)
  }

  @Test func `what passes stands folded at the end, and is opened like a suite`() {
    var state = mixed()
    state.type("O")
    #expect(
      rows(state) == [
        "▾ A 2", "┃✗ case0 2", "✗ case1 1", "▾ B 2", "┃✗ case3 2", "✗ case4 4", "▸ pass 1",
      ])
    #expect(state.listed == [0, 1, 3, 4, 2])
    state.type("Gl")
    #expect(state.selection == 2)
    #expect(rows(state).suffix(2) == ["▾ pass 1", "✓ A case2"])
  }

  @Test func `O orders by suite, by size and by decision again`() {
    var state = mixed()
    #expect(state.order == .cause)
    #expect(state.listed == [0, 3, 1, 4, 2])
    #expect(rows(state).first?.contains("green") == true)
    #expect(state.after("O", "O", read: \.listed) == [[0, 1, 3, 4, 2], [4, 0, 3, 1, 2]])
    #expect(rows(state).first == "✗ B case4 4")
    state.type("O")
    #expect(state.listed == [0, 3, 1, 4, 2])
  }

  @Test func `the first case on screen is the first that fails`() {
    #expect(review(dots: [0, 0, 1, 2]).selection == 2)
    #expect(review(dots: [0, 0]).selection == 0)
  }

  @Test func `a decision goes on to what fails, not to what passes`() {
    var state = review(dots: [1, 0, 2])
    #expect(state.after("a", "a", read: \.selection) == [2, 2])
  }

  @Test func `a case that passes by a turn of a knob stays in its place while it is on screen`() {
    var state = review(dots: [1, 2, 3])
    #expect(state.after(":threshold 1<enter>", "j", read: \.listed) == [[0, 1, 2], [1, 2, 0]])
  }

  @Test func `the list is as wide as the names need, or as the mouse draws it`() {
    let names = ["testAVeryLongNameIndeedThatNoListShowsWhole", "testShort"]
    var state = unmeasured(names.map { snapshot($0) }, 140, 30)
    let width = state.layout.list!.width
    state.type("W")
    #expect(
      text(render(state)).contains { $0.contains(" AVeryLongNameIndeedThatNoListShowsWhole ") })
    state.type("W")
    #expect(state.layout.list!.width == width)
    func drag(_ events: (kind: MouseEvent.Action, column: Int)...) {
      for event in events { state.mouse(event.kind, event.column, 5) }
    }
    drag((.press, width), (.drag, 60), (.release, 60), (.drag, 80))
    #expect(state.layout.list!.width == 60 && state.layout.divider!.column == 60)
    // The images keep what they need.
    drag((.press, 60), (.drag, 139))
    #expect(state.layout.images.width >= 40)
  }

  @Test
  func `without a group a bulk decision is for the suite, and for the list by a key of its own`() {
    var state = review(dots: [1, 2, 3, 4], suites: ["A", "A", "B", "B"])
    state.type("A")
    let screen = text(render(state)).joined(separator: "\n")
    #expect(screen.contains("Accept 2 cases in A?"))
    #expect(screen.contains("* all 4 cases in the list"))
    #expect(state.decisions(typing: "y").map(\.1) == [[0, 1]])
    state = review(dots: [1, 2, 3, 4], suites: ["A", "A", "B", "B"])
    #expect(state.decisions(typing: "A*y").map(\.1) == [[0, 1, 2, 3]])
    // No number of other keys comes there.
    state = review(dots: [1, 2, 3, 4], suites: ["A", "A", "B", "B"])
    #expect(state.decisions(typing: "A<tab><tab><tab>y").map(\.1) == [[0, 1]])
    state = review(dots: [1, 2, 3, 4], suites: ["A", "A", "B", "B"])
    #expect(state.decisions(typing: "fcase<enter>Ay").map(\.1) == [[0, 1, 2, 3]])
  }

  @Test func `two files need no list`() {
    let pair = SnapshotCase(
      id: "r and a", suite: "", name: "a", layout: .pair, reference: "/r.png", actual: "/a.png")
    var alone = unmeasured([pair], 100, 30)
    #expect(alone.layout.list == nil)
    alone.type("L")
    #expect(alone.layout.list != nil)
    #expect(unmeasured([pair, snapshot("b")], 100, 30).layout.list != nil)
  }

  @Test func `a bulk decision leaves out what passes, unless it was asked for`() {
    var state = review(dots: [1, 0, 2])
    #expect(state.decisions(typing: "Ay").map(\.1) == [[0, 2]])
    #expect(state.decisions(typing: "Gay").map(\.1) == [[1]])
  }
}
