import Base
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// Cases 0, 2 and 3 change alike; 1 and 4 stand alone.
struct CauseTests {
  private func decisions(_ size: GridSize = GridSize(columns: 160, rows: 30)) -> ReviewState {
    review(dots: [2, 3, 2, 2, 1], size: size, order: .cause)
  }

  private func lines(_ state: ReviewState) -> [String] {
    let list = state.layout.list!
    return text(render(state))[list.row..<list.row + list.height].map {
      String($0.prefix(list.width))
    }
  }

  @Test func `the list is of decisions, the one with most cases first`() {
    let state = decisions()
    #expect(state.listed == [0, 2, 3, 1, 4] && state.selection == 0)
    let words = lines(state).filter { $0.contains("case") }
    #expect(words.count(where: { $0.contains("3 cases · case0") }) == 1)
    // A decision of one case is called by its name.
    #expect(["case1", "case4"].allSatisfy { name in words.contains { $0.contains("✗ \(name)") } })
    #expect(lines(state)[0].contains("#50af00 appeared on"))
    #expect(text(render(state))[0].contains("5 cases"))
    #expect(text(render(state))[0].contains("0 of 3 decisions · 5 cases fail"))
  }

  @Test func `a mark on a closed decision is on all of its cases`() {
    var state = decisions()
    state.type("m")
    #expect(state.items.map(\.isMarked) == [true, false, true, true, false])
    #expect(state.selection == 1)
    state.type("ggm")
    #expect(state.items.allSatisfy { !$0.isMarked })
    state.type("u")
    #expect(state.message?.text == "Undone: 3 marks are back.")
    #expect(state.decisions(typing: "Ry").map(\.1) == [[0, 2, 3]])
  }

  @Test func `the proof of a decision stands above its cases`() {
    let shown = text(render(decisions()))
    let sentence = "in 3 cases, and nothing else in any of them"
    #expect(shown.count { $0.contains(sentence) } == 1)
  }

  @Test func `where every case has a cause of its own, the list is of cases`() {
    let state = review(dots: [1, 2, 3], order: .cause)
    #expect(lines(state).count { $0.contains("✗ case") } == 3)
    #expect(text(render(state))[0].contains("0 of 3 decisions · 3 cases fail"))
    #expect(state.says("3 cases are 3 decisions: no two changed alike."))
  }

  @Test func `a decision has its picture where there is room for one, and else a line`() {
    let tall = decisions()
    #expect(tall.thumbnailRequests.map(\.item).suffix(3) == [0, 1, 4])
    for (columns, rows) in [(100, 30), (80, 24)] {
      let middle = decisions(GridSize(columns: columns, rows: rows))
      #expect(middle.thumbnailRequests.contains { $0.item == 1 })
    }
    for (columns, rows) in [(72, 24), (40, 12)] {
      let small = decisions(GridSize(columns: columns, rows: rows))
      #expect(lines(small)[0].hasPrefix("▸ green") && lines(small)[0].contains(" 3"))
      #expect(lines(small)[1].hasPrefix(" ✗ case1"))
      #expect(!small.thumbnailRequests.contains { $0.item == 1 })
    }
    // The contact sheet shows every case.
    var sheet = tall
    sheet.type("8")
    #expect(sheet.thumbnailRequests.count == 5)
  }

  @Test(arguments: [9, 15, 24, 40])
  func `most decisions in sight have a picture, however many there are`(_ count: Int) {
    let state = review(
      dots: Array(1...count), size: GridSize(columns: 100, rows: 30), order: .cause)
    let entries = state.thumbnailRequests.count
    #expect(entries >= min(count / 2, 10), "\(entries) of \(count)")
  }

  @Test func `in a narrow list the spare rows become pictures, and every decision stays visible`() {
    for (count, pictured) in [(9, 9), (16, 4), (30, 0)] {
      let names = (0..<count).map { "case\($0)" }
      let state = unmeasured(names.map { snapshot($0) }, 80, 24, order: .cause)
      let items = Set(state.thumbnailRequests.map(\.item))
      #expect(items.count == pictured, "\(items.count) of \(count)")
      #expect(lines(state).count { $0.contains("case") } == min(count, 20))
    }
  }

  @Test func `rows that are cut to the same words name a case of each`() {
    let names = ["Login", "Logout", "Map", "Menu"]
    var state = unmeasured(names.map { snapshot($0) }, 100, 30, order: .cause)
    _ = state.reduce(.started)
    for place in names.indices {
      let gone = (2..<6).map { (x: $0, y: 2) }
      let come = place < 2 ? (2..<12).map { (x: $0, y: 12) } : [(x: 13, y: 8), (x: 13, y: 9)]
      let colour = place < 2 ? Pixel(255, 0, 0, 255) : Pixel(0, 160, 0, 255)
      _ = state.reduce(.measured(item: place, revision: 0, images(gone + come)))
      let signature = ChangeSignature(dotted(gone), dotted(come, colour: colour))
      state.hear(.signed(item: place, revision: 0, signature))
    }
    let list = lines(state)
    #expect(list.count { $0.contains("black vanished from") } == 2, "\(list)")
    #expect(list.contains { $0.contains("2 cases · Login") }, "\(list)")
    #expect(list.contains { $0.contains("2 cases · Map") })
  }

  @Test func `j and k go from decision to decision, l opens one and h closes it`() {
    var state = decisions()
    #expect(state.after("jj", "kk", "lj", "h", "j", read: \.selection) == [4, 0, 2, 0, 1])
    // A search opens what it leads to.
    state.type("/case3<enter>")
    #expect(state.selection == 3 && lines(state).contains { $0.contains("case2") })
  }

  @Test func `an opened decision keeps its sentence above its cases, and says how they differ`() {
    let suites = ["TabBarTests", "TabViewTests", "ListTests"]
    var state = review(
      dots: (0..<40).map { $0 == 39 ? 3 : 2 },
      suites: (0..<40).map { suites[$0 == 39 ? 2 : $0 % 2] },
      size: GridSize(columns: 160, rows: 30), order: .cause)
    state.type("lG")
    #expect(state.selection == 39 && !lines(state).contains { $0.contains("▾") })
    state.type("gg")
    let shown = lines(state)
    #expect(shown[0].contains("#50af00 appeared on"))
    #expect(shown.contains { $0.contains("▾ 39 cases · Tab") })
    #expect(shown.contains { $0.contains("✗  Bar case0") })
    state.type("jj")
    #expect(lines(state)[0] == shown[0])
    for _ in 0..<30 { state.type("j") }
    #expect(lines(state).contains { $0.contains("✗  View case31") })
  }

  @Test func `a press chooses a decision, and a second one opens it`() {
    var state = decisions()
    state.type("G")
    let list = state.layout.list!
    state.mouse(.press, 40, list.row + 2)
    #expect(state.selection == 0 && state.turned.isEmpty)
    state.mouse(.press, 40, list.row + 2)
    #expect(state.turned == [.cause(0)])
  }

  @Test func `the right side shows the other cases of a decision, those that stand out first`() {
    var state = decisions()
    #expect(text(render(state)).contains { $0.contains("the other 2, least alike first") })
    #expect(Set(state.thumbnailRequests.map(\.item)) == [0, 1, 2, 3, 4])
    // A press goes to the case itself.
    let area = state.imageParts.members
    state.mouse(.press, area.column + 2, area.row + 2)
    #expect(state.selection == 2 && state.turned == [.cause(0)])
    #expect(state.imageParts.members.height == 0)
  }

  @Test func `the keys say how many cases they decide`() {
    var state = decisions()
    let keys = { (state: ReviewState) in text(render(state)).last! }
    #expect(keys(state).contains("A accept all 3") && keys(state).contains("l one by one"))
    state.type("j")
    #expect(keys(state).contains("a accept") && !keys(state).contains("all"))
  }

  @Test func `what is decided goes below, folded, and what is looked at keeps its line`() {
    var state = decisions()
    state.type("Ay")
    #expect(state.selection == 1)
    state.recorded(.accepted, 0, 2, 3)
    #expect(state.listed == [1, 4, 0, 2, 3])
    #expect(lines(state).contains { $0.hasPrefix("▸ decided") })
    #expect(text(render(state))[0].contains("1 of 3 decisions"))
  }

  /// 120 cases of five causes, none of them measured.
  private func unknown() -> ReviewState {
    var state = unmeasured((0..<120).map { snapshot("case\($0)") }, 160, 48, order: .cause)
    _ = state.reduce(.started)
    return state
  }

  private func know(_ places: Range<Int>, in state: inout ReviewState) {
    for place in places {
      let dots = (0..<1 + place % 5).map { (x: 1 + 3 * $0, y: 2) }
      _ = state.reduce(.measured(item: place, revision: 0, images(dots)))
      state.hear(.signed(item: place, revision: 0, signature(of: dots)))
    }
  }

  @Test func `the list grows while cases become known, and what is looked at stays`() {
    var state = unknown()
    know(0..<49, in: &state)
    #expect(state.groups.isEmpty)
    know(49..<50, in: &state)
    #expect(state.groups.count == 5 && state.groups[0].items.count == 10)
    #expect(text(render(state))[0].contains("measuring 50 of 120"))
    #expect(text(render(state))[0].contains("decisions so far"))
    // No key decides all of a cause that may still grow, and none is said to.
    #expect(text(render(state)).last?.contains("a accept") == true)
    state.type("jj")
    let selected = state.selection
    know(50..<99, in: &state)
    #expect(state.groups[0].items.count == 10)
    know(99..<120, in: &state)
    #expect(state.groups[0].items.count == 24)
    #expect(state.selection == selected)
    #expect(!text(render(state))[0].contains("so far"))
    #expect(text(render(state)).last?.contains("A accept all 24") == true)
    #expect(state.says("120 cases are 5 decisions."))
  }

  @Test func `causes wait for the cases before them, and the case on screen stays`() {
    var state = unknown()
    know(60..<120, in: &state)
    // A case between them could divide what they are.
    #expect(state.groups.isEmpty && state.selection == 0)
    state.type("jj")
    know(0..<60, in: &state)
    #expect(state.selection == 2 && state.groups.count == 5)
    // Who has not moved begins with the decision that costs most.
    state = unknown()
    know(119..<120, in: &state)
    know(0..<119, in: &state)
    #expect(state.selection == 0)
  }

  @Test func `the status line begins with the case and its own sentence`() {
    var state = review(dots: [2, 3, 2], size: GridSize(columns: 160, rows: 30), order: .cause)
    let line = { (state: ReviewState) in text(render(state))[27] }
    #expect(
      line(state).hasPrefix(" Suite/case0  green #50af00 appeared on white, 4 × 1  one of 2 cases"))
    state.type("l")
    #expect(line(state).contains("one of 2 cases"))
    state.type("jj")
    #expect(line(state).contains("appeared on white") && !line(state).contains("one of"))
  }

  @Test func `the status line speaks of the cases that the selected row stands for`() {
    var state = decisions()
    let line = { (state: ReviewState) in text(render(state))[27] }
    state.recorded(.rejected, 0)
    #expect(line(state).contains("one of 3 cases") && !line(state).contains("rejected"))
    state.type("fcase2<enter>")
    #expect(line(state).contains("one of 1 case") && !line(state).contains("3 cases"))
  }

  @Test func `the window about a case says why it has its cause`() {
    var state = review(dots: [2, 3, 2], size: GridSize(columns: 120, rows: 40))
    state.type("Gi")
    #expect(
      text(render(state)).contains {
        $0.contains("one of 2 cases: pixel for pixel the same change")
      })
  }

  @Test func `what was split off is a cause of its own, and joins it again`() {
    var state = decisions()
    state.type("X")
    #expect(text(render(state))[0].contains("of 4 decisions"))
    #expect(state.group(of: 2)?.items == [2, 3])
    state.type("X")
    #expect(text(render(state))[0].contains("of 3 decisions"))
  }

  @Test func `what was split off has its own words, and not its group's`() {
    var state = family()
    let line = { (state: ReviewState) in text(render(state))[37] }
    state.type("G")
    #expect(line(state).contains("one of 3 cases"))
    state.type("X")
    #expect(line(state).hasPrefix(" Suite/case3  green #50af00 appeared on white"))
  }

  @Test func `one key decides a cause, and it is undone in one step`() {
    var state = decisions()
    let effects = state.decisions(typing: "Ry")
    #expect(effects.map(\.1) == [[0, 2, 3]])
  }

  @Test func `a decision of one case is decided alone, and its suite one key on`() {
    var state = decisions()
    #expect(state.decisions(typing: "jRy").map(\.1) == [[1]])
    state = decisions()
    #expect(state.decisions(typing: "jR<tab>y").map(\.1) == [[0, 2, 3, 1, 4]])
  }

  @Test func `what is accepted was seen: the answer waits for the pictures of the question`() {
    var state = decisions()
    state.type("A")
    #expect(!state.hasPictures)
    _ = state.reduce(.painted(isWhole: false))
    var effects = state.reduce(.input(.key(.character("y"))))
    #expect(state.decisions(effects).isEmpty)
    #expect(text(render(state)).contains { $0.contains("done once the pictures are shown") })
    for request in state.thumbnailRequests {
      _ = state.reduce(.sketched(request, Thumbnail([])))
    }
    #expect(!state.hasPictures, "the case above is still being drawn")
    drawCase(&state)
    #expect(state.hasPictures && state.isFrameAwaited)
    effects = state.reduce(.painted(isWhole: true))
    #expect(state.decisions(effects).map(\.1) == [[0, 2, 3]] && state.panel == nil)
    // A smaller one, asked for before, takes the place of none.
    state = decisions()
    let before = state.thumbnailRequests
    state.type("A")
    for request in state.thumbnailRequests + before {
      _ = state.reduce(.sketched(request, Thumbnail([])))
    }
    drawCase(&state)
    #expect(state.hasPictures)
    // To reject and to tolerate write nothing.
    state = decisions()
    state.type("R")
    _ = state.reduce(.painted(isWhole: false))
    effects = state.reduce(.input(.key(.character("y"))))
    #expect(state.decisions(effects).map(\.1) == [[0, 2, 3]])
  }

  private func drawCase(_ state: inout ReviewState) {
    let grid = SampleGrid(columns: 0, rows: 0, samples: [])
    for request in state.pictureRequests {
      _ = state.reduce(.drawn(request, Picture(grid: grid, changed: [])))
    }
  }

  @Test func `what was decided is told by cause`() {
    var state = decisions()
    state.type("Ry")
    state.recorded(.rejected, 0, 2, 3)
    let told = state.decidedCauses
    #expect(told.map(\.count) == [3] && told[0].decision == .rejected)
    #expect(told[0].text.hasPrefix("green #50af00"))
    // In the words of `check`.
    #expect(state.end.count == "5 cases: 3 rejected, 2 undecided; 5 failing.")
    state.recorded(.accepted, 1)
    #expect(state.end.written == ["/r/case1.png"])
    state.recorded(.accepted, 4)
    #expect(state.end.written == ["/r/: 2 files"])
  }

  // MARK: Alike

  /// The causes of 1 and 4 look alike.
  private func family() -> ReviewState {
    var state = decisions(GridSize(columns: 120, rows: 40))
    func group(_ id: Int, _ items: [Int]) -> CaseGroup {
      CaseGroup(
        id: id, text: "change \(id)", isNoise: id == 1, items: items, reasons: items.map { _ in "" }
      )
    }
    let found = FoundGroups(
      groups: [group(1, [0, 2, 3]), group(2, [1]), group(3, [4])],
      families: [CauseFamily(causes: [2, 3], reason: "both red → blue")], ready: 5)
    _ = state.reduce(.measured(item: 0, revision: 0, images([(x: 1, y: 2), (x: 4, y: 2)])))
    for case .group(let request) in state.reduce(
      .signed(item: 0, revision: 0, signature(of: [(x: 1, y: 2), (x: 4, y: 2)])))
    {
      _ = state.reduce(.grouped(number: request.number, found))
    }
    return state
  }

  @Test(arguments: [false, true])
  func `the groups are asked for whether a signature comes before its reading or after`(
    _ isQuicker: Bool
  ) {
    let dots = [(x: 1, y: 2), (x: 4, y: 2)]
    var state = unmeasured([snapshot("testA")], 100, 30)
    _ = state.reduce(.started)
    let reading = ReviewAction.measured(item: 0, revision: 0, images(dots))
    let signed = ReviewAction.signed(item: 0, revision: 0, signature(of: dots))
    let effects = (isQuicker ? [signed, reading] : [reading, signed]).flatMap { state.reduce($0) }
    #expect(effects.contains { if case .group = $0 { true } else { false } })
  }

  @Test func `noise comes last`() {
    #expect(family().listed == [1, 4, 0, 2, 3])
  }

  @Test func `a bulk decision is on all that is alike, or inside of it on one cause`() {
    var state = family()
    #expect(state.decisions(typing: "ggRy").map(\.1) == [[1, 4]])
    state = family()
    #expect(state.decisions(typing: "gglRy").map(\.1) == [[1]])
    state = family()
    #expect(state.decisions(typing: "gglR<tab><tab>y").map(\.1) == [[1, 4]])
  }
}
