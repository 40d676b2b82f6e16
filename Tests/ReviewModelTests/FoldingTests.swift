import Catalog
import DiffEngine
import ReviewUI
import Testing

/// Three suites: A with the cases 0 to 2, B with 3 and 4, C with 5.
struct FoldingTests {
  private func suites(_ size: GridSize = GridSize(columns: 80, rows: 24)) -> ReviewState {
    review(dots: [1, 2, 4, 3, 2, 1], suites: ["A", "A", "A", "B", "B", "C"], size: size)
  }

  /// The list's lines that say something.
  private func listRows(_ state: ReviewState) -> [String] {
    let list = state.layout.list!
    return text(render(state))[list.row..<list.row + list.height]
      .map { String($0.prefix(list.width)) }.filter { $0.contains(where: \.isLetter) }
  }

  @Test func `one test of two modules stands there by its folder`() {
    let items = ["Home", "Shop"].flatMap { folder in
      ["testCard", "testRow"].map { name in
        var snapshot = snapshot(name, suite: "CardTests")
        snapshot.id = "\(folder)/Tests/CardTests/\(name)"
        return ReviewItem(snapshot: snapshot, rule: Strategy(.naive))
      }
    }
    let state = ReviewState(
      title: "Failures", items: items, size: GridSize(columns: 100, rows: 30), order: .suite)
    let rows = listRows(state)
    // A heading for the suite, one for each test, and below that the modules.
    #expect(rows.count == 7)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 != $1 })
    for word in ["Home", "Shop"] { #expect(rows.count { $0.contains(word) } == 2) }
  }

  @Test func `h leaves the heading of the suite, l brings its cases back`() {
    var state = suites()
    state.type("jh")
    #expect(state.selection == 1)
    let rows = listRows(state)
    #expect(rows.count == 6)
    #expect(rows[0].hasPrefix("▸ A ") && rows[1].hasPrefix("▾ B ") && rows[4].hasPrefix("▾ C "))
    state.type("<Right>")
    #expect(listRows(state).count == 9)
    #expect(state.selection == 1)
  }

  @Test func `j and k take a folded suite as one row`() {
    var state = suites()
    #expect(state.after("jjjh", "j", "k", "k", read: \.selection) == [3, 5, 3, 2])
    #expect(state.turned == [.suite("B")])
    // At the end of the list nothing moves, within the suite neither.
    #expect(state.after("GhkGj", "ggJhk", read: \.selection) == [5, 1])
  }

  @Test(arguments: ["J", "n", "/4<enter>"])
  func `going to a case unfolds its suite`(_ keys: String) {
    var state = suites()
    state.type("jjjhkk")
    state.type(keys == "J" ? "JJ" : keys == "n" ? "nn" : keys)
    #expect(state.turned.isEmpty)
    #expect([3, 4].contains(state.selection))
  }

  @Test func `undo unfolds the suite of what it undid`() {
    var state = suites()
    state.type("hju")
    let change = DecisionChange(id: state.items[1].snapshot.identity, record: nil)
    _ = state.reduce(.undone([change], sentence: "Undone."))
    #expect(state.selection == 1)
    #expect(state.turned.isEmpty)
  }

  @Test func `a search that is left folds again what it unfolded`() {
    var state = suites()
    state.type("jjjhgg/case3")
    #expect(state.turned.isEmpty)
    state.type("<esc>")
    #expect(state.turned == [.suite("B")])
    #expect(state.selection == 0)
  }

  @Test func `gg and G leave folded what is folded`() {
    var state = suites()
    state.type(":fold all<enter>")
    #expect(listRows(state).count == 3)
    #expect(state.after("G", "k", "gg", read: \.selection) == [5, 3, 0])
    #expect(state.turned == [.suite("A"), .suite("B"), .suite("C")])
    state.type(":unfold all<enter>")
    #expect(listRows(state).count == 9)
  }

  @Test func `a press on a heading folds and unfolds; nothing is decided`() {
    var state = suites()
    let list = state.layout.list!
    // The heading of B is the fifth row.
    let press = ReviewAction.input(
      .mouse(MouseEvent(.press, column: list.column + 3, row: list.row + 4)))
    let effects = state.reduce(press)
    #expect(state.decisions(effects).isEmpty)
    #expect(state.turned == [.suite("B")])
    #expect(state.selection == 0)
    _ = state.reduce(press)
    #expect(state.turned.isEmpty)
  }

  @Test func `a heading shows what is folded, and stands for the case on screen`() {
    var state = suites()
    state.type("jjjh")
    let list = state.layout.list!
    let rows = text(render(state)).map { String($0.prefix(list.width)) }
    #expect(rows[1].hasPrefix("▾ A ") && rows[1].hasSuffix(" 3 "))
    #expect(rows[5].hasPrefix("▸ B ") && rows[5].hasSuffix(" 2 "))
    let grid = render(state)
    #expect(grid[list.column + 2, 5].background == .role(.selected))
    #expect(grid[list.column + 2, 1].background != .role(.selected))
  }

  @Test func `a heading tells of the marks that it hides`() {
    var state = suites()
    state.type("jmm")
    let list = state.layout.list!
    let heading = { text(render($0))[1].prefix(list.width) }
    #expect(!heading(state).contains("*"))
    state.type(":fold all<enter>")
    #expect(heading(state).contains("*2 3"))
  }

  @Test func `in the image h pans and folds nothing`() {
    var state = suites()
    state.type("<tab>h")
    #expect(state.turned.isEmpty)
  }

  @Test func `the list scrolls to the heading that stands for the case`() {
    var state = review(
      dots: Array(repeating: 1, count: 60), suites: (0..<60).map { "S\($0 / 2)" },
      size: GridSize(columns: 80, rows: 12))
    state.type(":fold all<enter>")
    for _ in 0..<29 { state.type("j") }
    #expect(state.selection == 58)
    #expect(text(render(state)).contains { $0.hasPrefix("▸ S29 ") })
  }

  // MARK: Tests with several snapshots

  /// Suite B has a test with two snapshots among two that have one each.
  private func tests() -> ReviewState {
    let names = [
      ("A", "testLogin.1"), ("B", "testIcon.1"), ("B", "testView.ios"), ("B", "testView.mac"),
      ("B", "testWide.1"),
    ]
    return unmeasured(names.map { snapshot($1, suite: $0) })
  }

  @Test func `suite, test and variant are levels of a tree`() {
    let rows = [
      "▾ A", " … testLogin.1", "▾ B", " … Icon.1", "  ▾ View", " …  ios", " …  mac", " … Wide.1",
    ]
    let shown = listRows(tests())
    #expect(shown.count == rows.count)
    #expect(zip(shown, rows).allSatisfy { $0.hasPrefix($1) }, "\(shown)")
  }

  @Test func `h folds the test, then its suite; l unfolds the suite, then the test`() {
    var state = tests()
    state.type("jjjh")
    #expect(state.selection == 3 && state.turned == [.test("View", suite: "B")])
    #expect(listRows(state)[4].hasPrefix("  ▸ View"))
    state.type("h")
    #expect(listRows(state).count == 3 && listRows(state)[2].hasPrefix("▸ B"))
    state.type("l")
    #expect(state.turned == [.test("View", suite: "B")])
    // One row for both of its snapshots.
    state.type("j")
    #expect(state.selection == 4)
    state.type("kl")
    #expect(state.selection == 2 && state.turned.isEmpty)
  }

  @Test func `a folded test stands for its snapshots`() {
    var state = review(dots: [1, 2, 3], names: ["testA.1", "testB.ios", "testB.mac"])
    state.type("jh")
    #expect(state.decisions(typing: "ry").map(\.1) == [[1, 2]])
  }

  @Test func `one snapshot of a test that is left in the list needs no heading`() {
    var state = tests()
    state.type("fmac<enter>")
    let rows = listRows(state)
    #expect(rows.count == 2 && rows[1].hasPrefix(" … View.mac"))
  }

  @Test func `no name loses the small letter of its first word`() {
    let devices = ["iPhone-15", "iPhone-SE", "iPad-mini"]
    var state = review(
      dots: [2, 2, 2], names: devices.map { "testCheckout.\($0)" },
      size: GridSize(columns: 160, rows: 48), order: .cause)
    state.type("T")
    let shown = text(render(state))
    for device in devices {
      #expect(shown.contains { $0.contains("✗ \(device) ") }, "\(device)")
    }
  }

  @Test func `a name that goes on says so`() {
    let names = ["", "AndCustomAxisMinimum", "AndCustomAxisMaximum"].map { end in
      "testNegativeValuesWithCustomAxisMaximum\(end)InvertedAndWithoutLabels"
    }
    for columns in [60, 72, 80, 100, 120] {
      let rows = listRows(unmeasured((names + ["testOther"]).map { snapshot($0) }, columns, 40))
      for end in rows.dropFirst().compactMap({ $0.split(separator: " ").last }) {
        #expect(["…", "Labels", "Other"].contains { end.hasSuffix($0) }, "\(columns): \(end)")
      }
    }
  }

  @Test func `no two names look alike, however much they share`() {
    let sizes = ["", "extra-", "extra-extra-", "extra-extra-extra-"].flatMap { size in
      ["large", "small"].map { size + $0 }
    }
    let names = ["", "accessibility-", "alternative-"].flatMap { kind in
      sizes.map { "testTraits.iphone-se-\(kind)\($0)" }
    }
    for columns in [72, 80, 120, 200] {
      let rows = listRows(unmeasured((names + ["testOther"]).map { snapshot($0) }, columns, 40))
      #expect(rows.count == names.count + 3)
      #expect(Set(rows).count == rows.count, "\(columns): \(rows)")
    }
  }
}
