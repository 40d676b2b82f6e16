import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// All cases as thumbnails.
struct SheetTests {
  private func sheet(_ count: Int = 40, keys: String = "") -> ReviewState {
    var state = review(
      dots: (0..<count).map { 1 + $0 % 5 }, size: GridSize(columns: 160, rows: 40))
    state.type("8" + keys)
    return state
  }

  @Test func `keys move by tiles and rows, and stop at the ends`() {
    var state = sheet()
    #expect(state.after("l", "hh", read: \.selection) == [1, 0])
    state.type("j")
    let row = state.selection
    #expect(row > 1)
    state.type("k")
    #expect(state.selection == 0)
    state.type(String(repeating: "j", count: 60))
    #expect(state.selection / row == 39 / row)
    #expect(state.after("G", "j", read: \.selection) == [39, 39])
  }

  @Test func `from a full row one comes to the last case of a shorter one`() {
    var state = sheet(41)
    let row = { (state: inout ReviewState) in
      state.type("ggj")
      return state.selection
    }(&state)
    state.type("gg" + String(repeating: "l", count: row - 1))
    state.type(String(repeating: "j", count: 60))
    #expect(state.selection == 40)
  }

  @Test func `pictures are asked for in sight and a page beyond, and come once`() {
    var state = sheet(200)
    let first = state.thumbnailRequests
    #expect(first.map(\.item) == Array(0..<first.count) && first.count < 100)
    for request in first { _ = state.reduce(.sketched(request, Thumbnail([]))) }
    let wanted = state.type("jjjjjjjj").compactMap {
      if case .want(let wanted) = $0 { wanted.thumbnails.map(\.item) } else { nil }
    }.flatMap(\.self)
    #expect(!wanted.isEmpty && wanted.allSatisfy { $0 >= first.count })
  }

  @Test func `the region or the whole, and the size, are asked for anew`() {
    var state = sheet()
    #expect(state.thumbnailRequests.allSatisfy { !$0.isWhole })
    state.type("0")
    #expect(state.thumbnailRequests.allSatisfy { $0.isWhole })
    let before = state.thumbnailRequests[0].samples
    state.type("z+")
    #expect(state.thumbnailRequests.allSatisfy { !$0.isWhole && $0.samples.width > before.width })
  }

  @Test func `of a text stand the first lines that changed`() {
    var state = sheet(2)
    let reading = Reading.texts("same\nframe = (0 1)\nend", "same\nframe = (0 2)\nend")
    _ = state.reduce(.measured(item: 1, revision: 0, reading))
    let shown = text(render(state))
    #expect(shown.contains { $0.contains("- frame = (0 1)") })
    #expect(shown.contains { $0.contains("+ frame = (0 2)") })
    #expect(!shown.contains { $0.contains("same") })
  }

  @Test func `a decision is made there and goes on`() {
    var state = sheet()
    #expect(state.decisions(typing: "lla").map(\.1) == [[2]])
    #expect(state.selection == 3)
    #expect(state.view == .all)
  }

  @Test(arguments: ["<enter>", "<esc>", "1"])
  func `the chosen case is opened`(_ key: String) {
    var state = sheet(keys: "ll")
    state.type(key)
    #expect(state.view == .triple && state.selection == 2)
  }

  @Test func `a press chooses, a second one opens`() {
    var state = sheet()
    let images = state.layout.images
    let press = ReviewAction.input(
      .mouse(MouseEvent(.press, column: images.column + 50, row: images.row + 2)))
    _ = state.reduce(press)
    #expect(state.selection == 1 && state.view == .all)
    _ = state.reduce(press)
    #expect(state.view == .triple)
  }

  @Test func `what is folded away is not on it`() {
    var state = review(dots: [1, 0, 2, 3], suites: ["A", "A", "B", "B"])
    state.type("8")
    #expect(state.thumbnailRequests.map(\.item) == [0, 2, 3])
    state.type("<tab>jjh<tab>")
    #expect(state.thumbnailRequests.map(\.item) == [0])
  }
}
