import Catalog
import DiffEngine
import ReviewUI
import Testing

@Suite struct OrderTests {
  /// Places 0 and 3 change alike; 2 passes.
  private func mixed() -> ReviewState {
    review(dots: [2, 1, 0, 2, 4], suites: ["A", "A", "A", "B", "B"])
  }

  private func rows(_ state: ReviewState) -> [String] {
    let list = state.layout.list!
    return text(render(state))[list.row..<list.row + list.height]
      .map { $0.prefix(list.width).split(separator: " ").joined(separator: " ") }
      .filter { $0.contains(where: \.isLetter) }
  }

  @Test func `what passes stands folded at the end, and is opened like a suite`() {
    var state = mixed()
    #expect(
      rows(state) == [
        "▾ A 2", "┃✗ case0 2", "✗ case1 1", "▾ B 2", "┃✗ case3 2", "✗ case4 4", "▸ pass 1",
      ])
    #expect(state.listed == [0, 1, 3, 4, 2])
    state.type("Gl")
    #expect(state.selection == 2)
    #expect(rows(state).suffix(2) == ["▾ pass 1", "✓ A case2"])
  }

  @Test func `O orders by cause, by size and by suite again`() {
    var state = mixed()
    state.type("O")
    #expect(state.order == .cause)
    #expect(state.listed == [0, 3, 1, 4, 2])
    #expect(rows(state).first == "▾ same change 2")
    state.type("O")
    #expect(state.listed == [4, 0, 3, 1, 2])
    #expect(rows(state).first == "✗ B case4 4")
    state.type("O")
    #expect(state.listed == [0, 1, 3, 4, 2])
  }

  @Test func `the first case on screen is the first that fails`() {
    #expect(review(dots: [0, 0, 1, 2]).selection == 2)
    #expect(review(dots: [0, 0]).selection == 0)
  }

  @Test func `a decision goes on to what fails, not to what passes`() {
    var state = review(dots: [1, 0, 2])
    state.type("a")
    #expect(state.selection == 2)
    state.type("a")
    #expect(state.selection == 2)
  }

  @Test func `a case that passes by a turn of a knob stays in its place while it is on screen`() {
    var state = review(dots: [1, 2, 3])
    state.type(":threshold 1<enter>")
    #expect(state.listed == [0, 1, 2])
    state.type("j")
    #expect(state.listed == [1, 2, 0])
  }

  @Test func `a bulk decision leaves out what passes, unless it was asked for`() {
    var state = review(dots: [1, 0, 2])
    #expect(state.decisions(typing: "AA").map(\.1) == [[0, 2]])
    #expect(state.decisions(typing: "GaA").map(\.1) == [[1]])
  }
}
