import Catalog
import DiffEngine
import PNGCodec
import ReviewUI
import Testing

/// Cases 0, 2 and 3 change alike; 1 and 4 stand alone.
@Suite struct CauseTests {
  private func byCause(_ size: GridSize = GridSize(columns: 160, rows: 30)) -> ReviewState {
    var state = review(dots: [2, 3, 2, 2, 1], size: size)
    state.type("O")
    return state
  }

  private func lines(_ state: ReviewState) -> [String] {
    let list = state.layout.list!
    return text(render(state))[list.row..<list.row + list.height].map {
      String($0.prefix(list.width))
    }
  }

  @Test func `each cause is a heading that says what happened, the one with most cases first`() {
    let state = byCause()
    let headings = lines(state).filter { $0.hasPrefix("▾") }
    #expect(headings.count == 3)
    #expect(headings[0].hasPrefix("▾ #50af00 appeared on white") && headings[0].hasSuffix(" 3 "))
    #expect(headings[1].hasSuffix(" 1 "))
    #expect(state.listed == [0, 2, 3, 1, 4])
  }

  @Test func `a cause of several cases has a picture where there is room for one`() {
    let tall = byCause()
    let first = lines(tall).firstIndex { $0.contains("case0") }!
    #expect(first == lines(tall).firstIndex { $0.hasPrefix("▾") }! + 4)
    #expect(tall.thumbnailRequests.map(\.item) == [0])
    let short = byCause(GridSize(columns: 160, rows: 20))
    #expect(short.thumbnailRequests.isEmpty)
    // The contact sheet shows every case.
    var sheet = tall
    sheet.type("8")
    #expect(sheet.thumbnailRequests.count == 5)
  }

  @Test func `a picture that was drawn for the contact sheet fits below a heading`() {
    var state = byCause()
    state.type("8")
    for request in state.thumbnailRequests {
      let grid = SampleGrid(
        columns: request.samples.width, rows: request.samples.height,
        samples: Array(
          repeating: Pixel(9, 9, 9, 255), count: request.samples.width * request.samples.height))
      let picture = PictureRequest(
        item: request.item, revision: 0, source: .side(.actual),
        region: PixelRegion(x: 0, y: 0, width: 16, height: 16), samples: request.samples,
        marks: request.strategy)
      _ = state.reduce(
        .sketched(
          request,
          Thumbnail([
            (picture, Picture(grid: grid, changed: [])),
            (picture, Picture(grid: grid, changed: [])),
          ])))
    }
    state.type("1")
    #expect(lines(state)[0].hasPrefix("▾"))
  }

  @Test func `j and k pass the picture, a press on it goes to its case`() {
    var state = byCause()
    state.type("jjj")
    #expect(state.selection == 1)
    state.type("kkk")
    #expect(state.selection == 0)
    state.type("G")
    let list = state.layout.list!
    _ = state.reduce(.input(.mouse(MouseEvent(.press, column: 4, row: list.row + 2))))
    #expect(state.selection == 0)
  }

  @Test func `the status line says what happened, and with how many it is shared`() {
    var state = review(dots: [2, 3, 2], size: GridSize(columns: 160, rows: 30))
    let line = { (state: ReviewState) in text(render(state))[27] }
    #expect(line(state).contains("#50af00 appeared on white"))
    #expect(line(state).contains("one of 2 with this change: A R T decide them all"))
    state.type("j")
    #expect(line(state).contains("appeared on white") && !line(state).contains("one of"))
  }

  @Test func `the window about a case says why it is in its group`() {
    var state = review(dots: [2, 3, 2], size: GridSize(columns: 120, rows: 40))
    state.type("Gi")
    #expect(
      text(render(state)).contains {
        $0.contains("one of 2, cause 1 of the list: the same pixels before and after")
      })
  }

  @Test func `what was split off is a cause of its own, and joins it again`() {
    var state = byCause()
    state.type("X")
    #expect(lines(state).count { $0.hasPrefix("▾") } == 4)
    #expect(state.group(of: 2)?.items == [2, 3])
    state.type("X")
    #expect(lines(state).count { $0.hasPrefix("▾") } == 3)
  }

  @Test func `one key decides a cause, and it is undone in one step`() {
    var state = byCause()
    let effects = state.decisions(typing: "Ry")
    #expect(effects.map(\.1) == [[0, 2, 3]])
  }

  @Test func `what was decided is told by cause`() {
    var state = byCause()
    state.type("Ry")
    let changes = [0, 2, 3].map { DecisionChange(item: $0, record: DecisionRecord(.rejected)) }
    _ = state.reduce(.recorded(changes, sentence: ""))
    let told = state.decidedCauses
    #expect(told.map(\.count) == [3] && told[0].decision == .rejected)
    #expect(told[0].text == "#50af00 appeared on white")
  }

  // MARK: Alike

  /// The causes of 1 and 4 look alike.
  private func family() -> ReviewState {
    var state = byCause(GridSize(columns: 120, rows: 40))
    func group(_ id: Int, _ items: [Int]) -> CaseGroup {
      CaseGroup(
        id: id, text: "change \(id)", isNoise: id == 1, items: items, reasons: items.map { _ in "" }
      )
    }
    let found = FoundGroups(
      groups: [group(1, [0, 2, 3]), group(2, [1]), group(3, [4])],
      families: [CauseFamily(causes: [2, 3], reason: "both red → blue")])
    _ = state.reduce(.measured(item: 0, revision: 0, images([(x: 1, y: 2), (x: 4, y: 2)])))
    for case .group(let request) in state.reduce(
      .signed(item: 0, revision: 0, signature(of: [(x: 1, y: 2), (x: 4, y: 2)])))
    {
      _ = state.reduce(.grouped(number: request.number, found))
    }
    return state
  }

  @Test func `causes that look alike stand together, and noise comes last`() {
    let headings = lines(family()).filter { $0.contains("▾") }
    #expect(
      headings.map { $0.split(separator: " ").dropLast().joined(separator: " ") } == [
        "▾ alike: both red → blue", "▾ change 2", "▾ change 3", "▾ change 1",
      ])
  }

  @Test func `what is only alike is decided from its pictures, those that stand out first`() {
    var state = family()
    state.type("gghh")
    #expect(lines(state)[0].hasPrefix("▸ alike"))
    #expect(state.decisions(typing: "r").isEmpty)
    #expect(state.thumbnailRequests.map(\.item) == [4, 1])
    let screen = text(render(state)).joined(separator: "\n")
    #expect(screen.contains("Reject 2 cases that look alike?"))
    #expect(screen.contains("Alike: both red → blue."))
    #expect(state.decisions(typing: "<down><down>y").map(\.1) == [[4, 1]])
  }

  @Test func `a bulk decision on a cause offers what is alike by tab alone`() {
    var state = family()
    state.type("gg")
    #expect(state.decisions(typing: "Ry").map(\.1) == [[1, 4, 0, 2, 3]])
    state = family()
    state.type("gg")
    #expect(state.decisions(typing: "R<tab>y").map(\.1) == [[4, 1]])
  }
}
