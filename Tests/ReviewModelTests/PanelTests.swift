import Base
import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

@Suite struct PanelTests {
  @Test func `a proposal passes what is tolerated and fails what is rejected`() {
    // Lone dots are noise; a block of four is the bug.
    var state = review(dots: [1, 2, 3], rule: Strategy(.combined))
    let block = images([(x: 8, y: 8), (x: 9, y: 8), (x: 8, y: 9), (x: 9, y: 9)])
    _ = state.reduce(.measured(item: 2, revision: 0, block))
    decide(&state, [.tolerated, .tolerated, .rejected])
    state.type("p")
    #expect(state.strategy.kind == .combined)
    #expect(state.strategy.clusterSize == 3)
    #expect(state.items.map { state.verdict(of: $0) } == [.match, .match, .mismatch])
    #expect(state.says("passes 2 of 2 of noise, fails 1 of 1 of change"))
    #expect(state.says("cluster size 2 to 4"))
    // Three decisions tell nothing of others.
    #expect(state.says("that takes 10 of each"))
  }

  @Test func `a decision on its way to the disk counts at once`() {
    var state = review(dots: [1, 4], layout: .afsnapshot)
    state.type("trp")
    #expect(state.items.map(\.decision) == [nil, nil])
    #expect(state.items.map { state.verdict(of: $0) } == [.match, .mismatch])
    #expect(state.says("fails 1 of 1 of change"))
  }

  @Test func `a proposal keeps the formula, whose landscapes are measured when it is chosen`() {
    var state = review(dots: [1, 2], rule: Strategy(.perceptual))
    let requests = state.type(":formula 76<enter>").flatMap { effect -> [SurveyRequest] in
      if case .survey(let requests) = effect { requests } else { [] }
    }
    #expect(requests.map(\.item) == [0, 1])
    #expect(requests.allSatisfy { $0.formula == .cie76 })
    decide(&state, [.tolerated, .rejected])
    state.type("p")
    #expect(state.tuned?.threshold == 0)
    #expect(state.says("2 cases not measured"))
    for (index, count) in [1, 2].enumerated() {
      let dots = (0..<count).map { (x: 1 + 3 * $0, y: 2) }
      _ = state.reduce(.measured(item: index, revision: 0, images(dots, formula: .cie76)))
    }
    state.type("p")
    #expect(state.strategy.formula == .cie76)
    #expect(state.strategy.threshold == 1)
    // Tolerated cases do not count as failing.
    #expect(state.type("M").charts.first?.answer().chart.cases == 1)
    state.type("M")
    // Both formulas stay at hand.
    let again = state.type(":formula 2000<enter>")
    #expect(!again.contains { if case .measure = $0 { true } else { false } })
    #expect(state.tally.unknown == 0)
  }

  @Test func `settings that were chosen meanwhile stand above those that are proposed`() {
    var state = review(dots: [1, 4], layout: .afsnapshot)
    decide(&state, [.tolerated, .rejected])
    let requests = state.reduce(.command(.propose)).proposals
    #expect(requests.count == 1)
    state.type(">>>")
    for request in requests {
      _ = state.reduce(.proposed(number: request.number, request.answer { _, _, _ in nil }))
    }
    #expect(state.strategy.threshold == 3)
  }

  @Test func `what cannot be judged is counted`() {
    var state = review(dots: [1, 2, 3], rule: Strategy(.combined))
    var facts = ImageFacts(
      reference: PixelSize(width: 16, height: 16), actual: PixelSize(width: 17, height: 16),
      fingerprint: fingerprint, landscape: nil)
    facts.landscape = Landscape(dotted([]), dotted([], side: 17), formula: .ciede2000)
    _ = state.reduce(.measured(item: 2, revision: 0, .images(facts)))
    decide(&state, [.tolerated, .rejected, .tolerated])
    state.type("p")
    #expect(state.says("not judged: 1 case of different sizes"))
  }

  @Test func `what settings cannot decide on is named where it is all that is tolerated`() {
    var state = unmeasured(["case0", "case1"].map { snapshot($0) }, rule: Strategy(.combined))
    _ = state.reduce(.measured(item: 0, revision: 0, .lone(nil)))
    _ = state.reduce(.measured(item: 1, revision: 0, .texts("a", "b")))
    decide(&state, [.tolerated, .tolerated])
    state.type("p")
    #expect(state.tuned == nil)
    #expect(
      state.message?.text
        == "No setting decides on what is tolerated: 1 text, 1 case that cannot be compared.")
  }

  @Test func `what is known of a case with one side has one size`() {
    var state = unmeasured([snapshot("gone")], 100, 30, rule: Strategy(.combined))
    _ = state.reduce(.measured(item: 0, revision: 0, .lone(PixelSize(width: 80, height: 60))))
    state.type("i")
    #expect(text(render(state)).contains { $0.contains("size        80 × 60  ") })
  }

  @Test func `with nothing rejected the settings that forgive the fewest pixels are proposed`() {
    // Two lone dots pass by cluster size 2, which forgives the five as well, or by threshold 2.
    var state = review(dots: [2, 5], rule: Strategy(.combined))
    decide(&state, [.tolerated])
    state.type("p")
    #expect(state.strategy.threshold == 2)
    #expect(state.items.map { state.verdict(of: $0) } == [.match, .mismatch])
    #expect(state.says("forgive the fewest pixels"))
  }

  @Test func `a conflict names a case that is misjudged and changes nothing`() {
    var state = review(dots: [2, 2], rule: Strategy(.combined))
    decide(&state, [.tolerated, .rejected])
    state.type("p")
    #expect(state.tuned == nil)
    #expect(state.says("No setting of combined separates them"))
    #expect(state.message?.kind == .warning)
    #expect(state.says("but Suite/case0 (tolerated) fails"))
  }

  @Test func `the library's own strategy is tuned, from its files`() throws {
    var state = review(dots: [1, 4])
    decide(&state, [.tolerated, .rejected])
    let request = try #require(state.reduce(.command(.propose)).proposals.first)
    let proposal = request.answer { snapshot, areas, grids in
      var counts = PairCounts(
        Landscape(dotted([]), dotted([]), formula: .ciede2000), grids)
      let dots = (0..<(snapshot.name == "case0" ? 1 : 4)).map { (x: 1 + 3 * $0, y: 2) }
      for grid in grids { counts.add(dotted([]), dotted(dots), grid, ignoring: areas) }
      return counts
    }
    _ = state.reduce(.proposed(number: request.number, proposal))
    #expect(state.strategy.kind == .pointfree)
    #expect(state.says("passes 1 of 1 of noise, fails 1 of 1 of change"))
    // Chosen by hand, another strategy is tuned instead.
    state.type(":strategy cluster<enter>p")
    #expect(state.strategy.kind == .cluster)
    #expect(state.says("passes 1 of 1 of noise"))
  }

  @Test func `the landscape is walked by its own keys and closes on esc`() {
    var state = review()
    state.type("Mllk")
    #expect(state.panel == .landscape)
    #expect(state.strategy.kind == .combined)
    #expect(abs(state.strategy.deltaE - 0.2) < 1e-9)
    #expect(state.strategy.clusterSize == 2)
    state.type("<esc>")
    #expect(state.panel == nil)
  }

  @Test func `the point of a large cluster size is in sight`() {
    var state = review()
    state.type(":strategy combined<enter>:clusterSize 40<enter>M")
    #expect(state.strategy.clusterSize == 40)
    let rows = text(render(state))
    let row = rows.firstIndex { $0.contains("◆") && !$0.contains("combined") }
    #expect(row != nil)
    #expect(rows[row ?? 0].contains("40"))
  }

  @Test func `the chart counts what the look-up counts`() throws {
    var state = review(dots: [1, 0, 3, 2, 4])
    let chart = try #require(state.type("M").charts.first).answer().chart
    for size in [1, 2, 3] {
      for deltaE in [0.0, 0.1, 50, 99.9, 100] {
        var strategy = Strategy(.combined)
        strategy.deltaE = deltaE
        strategy.clusterSize = size
        let failing = state.items.count { $0.comparison(strategy)?.verdict == .mismatch }
        #expect(chart.failing(deltaE: deltaE, size: size) == failing)
      }
    }
  }

  @Test func `a chart is counted anew when a threshold turns, one request at a time`() {
    var state = review(dots: [1, 0, 3, 2, 4])
    let first = state.reduce(.command(.landscape)).charts
    #expect(first.count == 1)
    #expect(state.reduce(.command(.thresholdUp)).charts == [])
    #expect(text(render(state)).contains { $0.contains("counting …") })
    let second = state.reduce(.charted(number: first[0].number, first[0].answer())).charts
    #expect(second.count == 1)
    #expect(state.reduce(.charted(number: second[0].number, second[0].answer())).charts == [])
    #expect(!text(render(state)).contains { $0.contains("counting …") })
  }

  @Test func `w asks where, shows the file and its lines, and only then y writes`() {
    var state = review()
    state.type(">w")
    #expect(state.panel == .saveRule(nil))
    #expect(state.type("<enter>").isEmpty)
    #expect(state.panel == nil)
    for (key, glob) in [("1", "Suite/case0"), ("2", "Suite/**"), ("3", nil)] {
      state.type("w")
      #expect(state.type(key).contains(.previewRule(RuleRequest(glob: glob, state.strategy))))
      #expect(state.type("<esc>").isEmpty)
    }
    let preview = RulePreview(
      summary: "naive", path: "/home/me/app/.snapreview.toml",
      edit: RuleEdit(old: "[default]\nthreshold = 0\n", new: "[default]\nthreshold = 1\n"))
    for answer in ["w", "1", "<enter>", " ", "<esc>", "y"] {
      state.type("w3")
      _ = state.reduce(.previewedRule(preview))
      let frame = text(render(state)).joined(separator: "\n")
      #expect(frame.contains("/home/me/app/.snapreview.toml"))
      #expect(frame.contains("- threshold = 0") && frame.contains("+ threshold = 1"))
      // Before it is on the screen nothing answers it.
      #expect(state.reduce(.input(.key(.character("y")))).isEmpty)
      _ = state.reduce(.painted(isWhole: true))
      #expect(state.type(answer).contains(.saveRule(preview)) == (answer == "y"), "\(answer)")
      #expect(state.panel == nil)
    }
  }

  @Test func `u after w takes the rule back, not the decision before it`() {
    var state = review()
    state.type("r")
    _ = state.reduce(.recorded([DecisionChange(item: 0, record: nil)], sentence: "Rejected."))
    let edit = RuleEdit(old: nil, new: "[default]\nthreshold = 1\n")
    let back = ReviewEffect.writeRules(
      edit.reversed, sentence: "Undone: the rules are as they were.")
    _ = state.reduce(.ruled([:], sentence: "Written.", edit: edit))
    #expect(state.type("u") == [back])
    _ = state.reduce(.ruled([:], sentence: "Undone."))
    #expect(
      state.type("U") == [.writeRules(edit, sentence: "Redone: the rules are written again.")])
    _ = state.reduce(.ruled([:], sentence: "Redone."))
    #expect(state.type("uu") == [back, .undo])
  }

  @Test func `in the folder of another library no line is copied, and it says why`() {
    var state = review()
    let effects = state.type(":strategy combined<enter>y")
    #expect(!effects.contains { if case .copy = $0 { true } else { false } })
    #expect(state.says("swift-snapshot-testing has no combined; its own: pointfree"))
    #expect(
      state.type(":strategy pointfree<enter>y")
        .contains(.copy(".image(precision: 1.0, perceptualPrecision: 1.0)")))
  }

  @Test func `y copies the line for the test`() {
    var state = review(layout: .afsnapshot)
    let effects = state.type(":strategy combined<enter>:clusterSize 7<enter>:deltaE 7<enter>y")
    #expect(effects.contains(.copy(".combined(threshold: 0, clusterSize: 7, deltaE: 7.0)")))
    #expect(state.message?.text.hasPrefix("Copying: .combined") == true)
  }

  @Test(arguments: [
    (CopyOutcome.onClipboard, "Copied: .naive"),
    (.inTmuxBuffer, "Copied to tmux's buffer (prefix ]): .naive"),
    (.sent, "Sent to the terminal's clipboard: .naive"),
    (.refusedByTmux, "tmux did not take it"),
  ])
  func `y says what is known of the copy`(_ outcome: CopyOutcome, _ words: String) {
    var state = review()
    state.type("y")
    _ = state.reduce(.copied(".naive(threshold: 0)", outcome))
    #expect(state.message?.text.hasPrefix(words) == true)
    #expect(state.says(".naive(threshold: 0)"))
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

  @Test func `the loupe reads the file at its pixel and moves by keys`() {
    var state = review()
    let wishes = state.type("x").wishes
    let start = state.loupe!
    #expect(wishes.first?.inspection?.point == start)
    #expect(state.after("l", "x", read: \.loupe) == [PixelPoint(x: start.x + 1, y: start.y), nil])
  }

  @Test func `the loupe opens at the change: the chosen one, else the largest in sight`() {
    var state = review(dots: [3])
    let request = state.comparisonRequest!
    let found = [(x: 13, y: 14), (x: 2, y: 3)].map { place in
      ChangeRegion(
        box: PixelBox(x: place.x - 2, y: place.y - 2, width: 5, height: 4), mismatched: 4,
        deltaESum: 9, maxDeltaE: 9, peak: PixelPoint(x: place.x, y: place.y))
    }
    // Not known yet: it goes there as soon as it is.
    state.type("x")
    #expect(state.loupe == PixelPoint(x: 8, y: 8))
    _ = state.reduce(.located(request, found, movedRows: nil))
    #expect(state.loupe == PixelPoint(x: 13, y: 14))
    #expect(state.after("]", "]", read: \.loupe) == [found[0].peak, found[1].peak])
    #expect(state.after("x", "x", read: \.loupe) == [nil, found[1].peak])
    // Where it was moved to, it stays.
    state.type("xxh")
    _ = state.reduce(.located(request, found, movedRows: nil))
    #expect(state.loupe == PixelPoint(x: 1, y: 3))
  }

  @Test func `the loupe opens at what is seen of a part of the image`() {
    var state = review(dots: [3])
    let request = state.comparisonRequest!
    let found = [0, 15].map { place in
      ChangeRegion(
        box: PixelBox(x: place, y: place, width: 1, height: 1), mismatched: 1, deltaESum: 9,
        maxDeltaE: 9)
    }
    _ = state.reduce(.located(request, found, movedRows: nil))
    state.type("<tab>+++++")
    state.type(String(repeating: "l", count: 20) + String(repeating: "j", count: 20))
    state.type("x")
    #expect(state.loupe == PixelPoint(x: 15, y: 15))
  }

  @Test func `the loupe follows the mouse, over the images only`() {
    var state = review(size: GridSize(columns: 100, rows: 30))
    func cross(after kind: MouseEvent.Action, _ column: Int, _ row: Int) -> Bool {
      state.mouse(kind, column, row)
      return render(state)[column, row].glyph == Glyph("╋")
    }
    #expect(!cross(after: .move, 34, 4))
    state.type("x")
    #expect(cross(after: .move, 34, 4))
    #expect(cross(after: .move, 40, 6))
    #expect(cross(after: .press, 52, 5))
    // Beside the images it stays where it was.
    let there = state.loupe
    #expect(!cross(after: .move, 3, 3))
    #expect(state.loupe == there)
  }

  @Test func `what lies around the pixel ends at the image's edge`() {
    let request = InspectionRequest(
      item: 0, revision: 0, point: PixelPoint(x: 0, y: 2), radius: 1)
    let inspection = Inspection(dotted([]), dotted([(x: 1, y: 2)]), request)
    let (white, black) = (Pixel(255, 255, 255, 255), Pixel(0, 0, 0, 255))
    #expect(inspection.actualAround == [nil, white, white, nil, white, black, nil, white, white])
    #expect(inspection.referenceAround[5] == white)
    #expect(inspection.reference == white && inspection.deltaE[.ciede2000] == 0)
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

  private func decide(_ state: inout ReviewState, _ decisions: [Decision]) {
    for (index, decision) in decisions.enumerated() { state.recorded(decision, index) }
  }
}
