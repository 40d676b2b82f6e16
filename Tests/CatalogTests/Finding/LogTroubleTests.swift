import Base
import Catalog
import TestSupport
import Testing

/// Logs whose files are elsewhere, and logs that are none.
@Suite struct LogTroubleTests {
  private let scene = LogScene()
  private var folder: TestFolder { scene.folder }
  private var log: String { folder["run.log"] }

  // MARK: Outside

  @Test func `a reference outside of the project is shown and never written`() throws {
    scene.pointfree("testFoo.1.png")
    folder.folder("Other/.git")
    let other = folder.png("Other/__Snapshots__/ChartTests/testFoo.1.png", "theirs")
    let message = scene.message("testFoo.1.png")
      .replacing(scene.reference("testFoo.1.png"), with: other)
    let catalog = try scene.open(message)
    #expect(catalog.cases.map(\.reference) == [other])
    #expect(
      catalog.cases[0].obstacle
        == "Its reference \(other) is not among the snapshots in \(scene.home), so nothing is "
        + "written there. Give --references DIR.")
    #expect(catalog.writableRoots == [scene.home])
    #expect(try scene.accepted(catalog) == [])
    let named = try scene.open(message, references: [folder["Other"]])
    #expect(try scene.accepted(named) == ["Other/__Snapshots__/ChartTests/testFoo.1.png"])
  }

  @Test func `references that lie beside failures elsewhere are not written either`() throws {
    folder.png("Other/Difference/BarTests/a.diff.png", "difference")
    folder.png("Other/Difference/BarTests/a.actual.png", "new")
    folder.png("Other/BarTests/a.png", "old")
    for part in ["reference_", "failed_"] {
      folder.png("Other/FailureDiffs/App.CellTests/\(part)b@2x.png", part)
    }
    folder.png("Other/ReferenceImages_64/App.CellTests/b@2x.png", "reference_")
    let place = folder["Other/FailureDiffs/App.CellTests"]
    let catalog = try scene.open(
      """
      Difference image save to file://\(folder["Other"])/Difference/BarTests/a.diff.png
      ksdiff "\(place)/reference_b@2x.png" "\(place)/failed_b@2x.png"
      """)
    #expect(catalog.cases.count == 2)
    #expect(catalog.cases.allSatisfy { $0.baseline == nil && $0.obstacle != nil })
    #expect(try scene.accepted(catalog) == [])
  }

  @Test func `a reference counts only where the library keeps references`() throws {
    scene.pointfree("testFoo.1.png")
    for place in ["App/Pictures/ChartTests/testFoo.1.png", "App/__Snapshots__/Cell/testFoo.1.png"] {
      folder.png(place, "mine")
      let catalog = try scene.open(
        scene.message("testFoo.1.png")
          .replacing(scene.reference("testFoo.1.png"), with: folder[place]))
      #expect(catalog.cases.map(\.reference) == [folder[place]])
      #expect(catalog.cases.map(\.baseline) == [nil])
      #expect(try scene.accepted(catalog) == [])
    }
  }

  @Test func `a reference behind a link out of the project is not written`() throws {
    folder.png("Devices/1/tmp/ChartTests/testFoo.1.png", "new")
    folder.png("Elsewhere/ChartTests/testFoo.1.png", "old")
    folder.link("App/Tests/__Snapshots__", to: folder["Elsewhere"])
    let catalog = try scene.open(scene.message("testFoo.1.png"))
    #expect(catalog.cases.map(\.baseline) == [nil])
    #expect(catalog.cases[0].obstacle != nil)
    #expect(try scene.accepted(catalog) == [])
  }

  @Test func `the project is around the working folder or around the log`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    let inside = try scene.open(message, from: folder["App/Tests"])
    #expect(inside.cases[0].obstacle == nil)
    let beside = try scene.open(message, named: "App/logs/run.log", from: folder["Devices"])
    #expect(beside.cases[0].obstacle == nil)
    let elsewhere = try scene.open(message, from: folder["Devices"])
    #expect(elsewhere.cases[0].obstacle != nil)
  }

  @Test func `without a repository the working folder is the project`() throws {
    let scene = LogScene(isRepository: false)
    scene.pointfree("testFoo.1.png")
    let catalog = try scene.open(scene.message("testFoo.1.png"))
    #expect(catalog.cases[0].obstacle == nil && catalog.writableRoots == [scene.home])
    let home = try scene.open(scene.message("testFoo.1.png"), from: "/")
    #expect(home.cases[0].obstacle?.contains("a project around the working folder") == true)
    #expect(home.writableRoots == [])
  }

  // MARK: Gone

  @Test func `files that are gone are counted, and the first is named`() throws {
    scene.pointfree("testFoo.1.png")
    let messages = ["testFoo.1.png", "gone.1.png", "gone.2.png"].map { scene.message($0) }
    let catalog = try scene.open(messages.joined())
    #expect(catalog.cases.count == 1)
    #expect(
      catalog.skipped.map(\.sentence) == [
        "\(log): 2 of the 3 failures that it names are gone, first \(scene.failure("gone.1.png"))."
      ])
    let refusal = scene.refusal(scene.message("gone.1.png"))
    // `check --allow-empty` must not pass for it.
    #expect(refusal?.reason == .missing)
    #expect(
      refusal?.description
        == "\(log): names 1 failure whose files are not on this machine, such as "
        + "\(scene.failure("gone.1.png")). If another machine ran the tests, name the folder with "
        + "their files beside the log.")
  }

  @Test func `a reference that is gone is not made anew`() throws {
    scene.pointfree("testFoo.1.png")
    folder.remove("App/Tests/__Snapshots__/ChartTests/testFoo.1.png")
    let catalog = try scene.open(scene.message("testFoo.1.png"))
    #expect(
      catalog.cases[0].obstacle
        == "The reference that the log names is gone: \(scene.reference("testFoo.1.png")). Give "
        + "--references DIR.")
    #expect(try scene.accepted(catalog) == [])
  }

  // MARK: Another machine

  private func elsewhere(_ message: String) -> String {
    message.replacing(folder.path, with: "/Users/ci/work")
  }

  @Test func `another machine's failures are looked for below a named folder alone`() throws {
    scene.pointfree("testFoo.1.png")
    folder.png("App/Other/__Snapshots__/ChartTests/testFoo.1.png", "other")
    folder.png("Artifacts/1/tmp/ChartTests/testFoo.1.png", "new")
    folder.png("Artifacts/1/tmp/ChartTests/testStale.1.png", "new")
    folder.png("Artifacts/1/old/ChartTests/testFoo.1.png", "old")
    let message = elsewhere(scene.message("testFoo.1.png"))
    #expect(scene.refusal(message)?.reason == .missing)
    let catalog = try scene.open(
      message + elsewhere(scene.message("gone.1.png")), beside: [folder["Artifacts"]],
      references: [scene.home])
    #expect(
      catalog.cases.map { scene.folder.short($0.actual) }
        == ["Artifacts/1/tmp/ChartTests/testFoo.1.png"])
    #expect(catalog.cases.map(\.baseline?.path) == [scene.reference("testFoo.1.png")])
    #expect(
      catalog.skipped.map(\.sentence) == [
        "\(log): 1 of the 2 failures that it names does not lie below \(folder["Artifacts"]): "
          + "/Users/ci/work/Devices/1/tmp/ChartTests/gone.1.png."
      ])
    let others = scene.refusal(message, beside: [folder["App"]])
    #expect(others?.description.contains("none of the 1 failure that it names lies below") == true)
  }

  @Test func `a failure that could be any of several files is refused`() throws {
    scene.pointfree("testFoo.1.png")
    scene.pointfree("testBar.1.png")
    for place in ["a", "b"] { folder.png("Artifacts/\(place)/ChartTests/testFoo.1.png", "new") }
    folder.png("Artifacts/a/ChartTests/testBar.1.png", "new")
    let catalog = try scene.open(
      elsewhere(scene.message("testFoo.1.png") + scene.message("testBar.1.png")),
      beside: [folder["Artifacts"]], references: [scene.home])
    #expect(catalog.cases.map(\.id) == ["ChartTests/testBar.1"])
    #expect(
      catalog.skipped.map(\.sentence) == [
        "\(log): 1 of the 2 failures that it names is not listed, because several files could be meant: "
          + "/Users/ci/work/Devices/1/tmp/ChartTests/testFoo.1.png."
      ])
  }

  // MARK: Lost

  /// The lines of a failure without those of its test.
  private func lines(_ name: String, test: String) -> [String] {
    scene.message(name, test: test).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init).filter { !$0.hasPrefix("Test Case") }
  }

  @Test func `each failure is a case or is skipped with its test, wherever its message breaks off`()
    throws
  {
    for name in ["testFoo.1.png", "testBar.1.png"] { scene.pointfree(name) }
    let (first, second) = (
      lines("testFoo.1.png", test: "testFoo"), lines("testBar.1.png", test: "testBar")
    )
    for cut in 1...second.count {
      let start = second.prefix(cut)
      let isWhole = start.contains {
        $0.hasSuffix("/ChartTests/testBar.1.png\"") && $0.contains("/Devices/")
      }
      for log in [first + Array(start), Array(start) + first] {
        let catalog = try scene.open(log.joined(separator: "\n"))
        #expect(catalog.cases.count == (isWhole ? 2 : 1), "\(cut)")
        #expect(catalog.cases.count + catalog.skipped.count == 2, "\(cut)")
        #expect(
          catalog.skipped.allSatisfy { $0.why.hasPrefix("ChartTests.testBar, ChartTests.swift:42") }
        )
      }
    }
  }

  @Test func `a message that another interrupts goes on after it`() throws {
    for name in ["testFoo.1.png", "testBar.1.png"] { scene.pointfree(name) }
    let (first, second) = (
      lines("testFoo.1.png", test: "testFoo"), lines("testBar.1.png", test: "testBar")
    )
    for cut in 1..<5 {
      let log = [Array(second[..<cut]), first, Array(second[cut...])].joined()
      let catalog = try scene.open(log.joined(separator: "\n"))
      #expect(catalog.cases.count + catalog.skipped.count == 2, "\(cut)")
    }
  }

  @Test(arguments: [
    ("No reference was found on disk. New snapshot was not recorded", "none was recorded"),
    ("Exceeded timeout of 5.0 seconds waiting for snapshot.", "waiting for snapshot"),
    ("Couldn't snapshot value", "Couldn't snapshot value"),
    ("Snapshot did not match. Difference: …", "inline"),
    ("No expected value to assert against.", "inline"),
    ("Automatically recorded a new snapshot. Difference: …", "inline"),
    ("Record mode is on. Automatically recorded snapshot: …", "has recorded a snapshot"),
  ])
  func `a failure without files is told by its test and line`(
    _ words: String, _ said: String
  ) throws {
    scene.pointfree("testFoo.1.png")
    let line = "/x/ChartTests.swift:7: error: -[AppTests.ChartTests testBar] : failed - \(words)\n"
    for forms in [
      line, "✘ Test testBar() recorded an issue at C.swift:7:1: Issue recorded\n↳ \(words)\n",
    ] {
      let catalog = try scene.open(scene.message("testFoo.1.png") + forms)
      #expect(catalog.cases.count == 1 && catalog.skipped.count == 1, "\(forms)")
      #expect(catalog.skipped.first?.why.contains("testBar") == true)
      #expect(catalog.skipped.first?.why.contains(said) == true, "\(catalog.skipped)")
      #expect(scene.refusal(forms)?.reason == .wrongUse)
    }
  }

  @Test func `a test that did not end, and a suite that did not, are told`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    #expect(try scene.open(message).skipped == [])
    let crashed = try scene.open(message + "Test Case '-[AppTests.ChartTests testBar]' started.\n")
    #expect(crashed.skipped.map(\.why).map { $0.hasPrefix("ChartTests.testBar: began") } == [true])
    let cut = try scene.open("Test Suite 'All tests' started at 1\n" + message)
    #expect(cut.skipped.count == 1)
    let whole = try scene.open(
      "Test Suite 'All tests' started at 1\n\(message)Test Suite 'All tests' failed at 2\n")
    #expect(whole.skipped == [])
  }

  @Test(arguments: [
    "Test Case '-[AppTests.ChartTests testBar]' failed (0.1 seconds).",
    "Test case 'ChartTests.testBar()' failed on 'Clone 1 of iPhone 17' (0.1 seconds)",
    "✘ Test testBar() failed after 0.1 seconds with 1 issue.",
    "✘ Test testBar(size:) with 3 test cases failed after 0.1 seconds with 1 issue.",
    "Failing tests:\n\tChartTests.testFoo()\n\tChartTests.testBar()\n\n** TEST FAILED **",
    "2026-11-20T10:11:12Z Failing tests:\n2026-11-20T10:11:12Z \t-[ChartTests testBar]",
  ])
  func `a test that failed without a word of why is told`(_ words: String) throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    let catalog = try scene.open(message + words + "\n")
    #expect(catalog.cases.count == 1)
    #expect(
      catalog.skipped.map { $0.why.hasSuffix("-parallel-testing-enabled NO.") } == [true])
    #expect(catalog.skipped.first?.why.contains("testBar: failed") == true)
    #expect(scene.refusal(words + "\n")?.reason == .wrongUse)
  }

  @Test func `a test that failed for another reason than a snapshot is none of ours`() throws {
    scene.pointfree("testFoo.1.png")
    let catalog = try scene.open(
      scene.message("testFoo.1.png") + """
        /x/SumTests.swift:7: error: -[AppTests.SumTests testSum] : XCTAssertEqual failed: ("1") is not equal to ("2")
        Test Case '-[AppTests.SumTests testSum]' failed (0.1 seconds).
        ✘ Test "a sum" recorded an issue at S.swift:7:1: Expectation failed: 1 == 2
        ✘ Test "a sum" failed after 0.1 seconds with 1 issue.
        ✘ Test run with 2 tests failed after 0.2 seconds with 1 issue.
        Failing tests:
        \tChartTests.testFoo()
        \tSumTests.testSum()

        """)
    #expect(catalog.cases.count == 1 && catalog.skipped == [])
  }

  @Test func `a command that compares two files alone names a failure`() throws {
    scene.pointfree("testFoo.1.png")
    let catalog = try scene.open(
      "ksdiff \"\(scene.reference("testFoo.1.png"))\" \"\(scene.failure("testFoo.1.png"))\"\n")
    #expect(catalog.cases.count == 1 && catalog.skipped == [])
  }

  // MARK: No log

  @Test func `a log without failures says so, and one without their files how to keep them`() {
    let green = scene.refusal("Test Case '-[A.B c]' passed (0.1 seconds).\n")
    #expect(green?.reason == .noCase)
    #expect(green?.description.hasPrefix("\(log): names no failed snapshot.") == true)
    let short = scene.refusal(
      """
          ✖ testFoo, failed - Snapshot "testFoo" does not match reference.
          ✖ testBar, failed - Snapshot "testBar" does not match reference.
      """)
    #expect(short?.reason == .wrongUse)
    #expect(
      short?.skipped.map(\.why).map { $0.prefix { $0 != "." } } == [
        "testFoo: failed, but no line names its files",
        "testBar: failed, but no line names its files",
      ])
  }

  @Test func `AFSnapshotTesting's failures without a picture are counted`() {
    let refusal = scene.refusal(
      """
      /x/A.swift:1: error: -[T.A b] : failed - Snapshot size does not match. render size: 2 x 2
      /x/A.swift:2: error: -[T.A c] : failed - Threshold exceeded: current difference (4) is greater.
      """)
    #expect(refusal?.reason == .wrongUse)
    let places = refusal?.skipped.map { String($0.why.prefix { $0 != ":" }) }
    #expect(places == ["A.b, A.swift", "A.c, A.swift"])
    #expect(
      refusal?.skipped.allSatisfy { $0.why.contains("AFSnapshotTesting left no picture") } == true)
  }

  @Test(arguments: [
    "Error: expect(page).toHaveScreenshot(expected) failed",
    "Expected image to match or be a close match to snapshot but was 1.2% different from snapshot",
    "Golden \"a.png\": Pixel test failed, 0.50%, 123px diff detected.",
    "java.lang.AssertionError: Images differ (by 1.2%) - see details in file:///x/delta-a.png",
    "Image was 1.2% different from saved snapshot with 123 different pixels.",
  ])
  func `a failure that another library's log tells is counted`(_ line: String) {
    let refusal = scene.refusal("  1) home\n    \(line)\n")
    #expect(refusal?.reason == .wrongUse)
    #expect(refusal?.skipped.count == 1 && refusal?.skipped.first?.why.contains("failed: ") == true)
  }

  @Test func `what is no log is said to be none`() {
    let binary = folder.write("tool", [0x7F, 0x45, 0x4C, 0x46, 0, 0, 1, 2])
    for file in [binary, folder.write("notes", "Some notes.\n")] {
      let error = #expect(throws: CatalogError.self) { _ = try scene.open([file]) }
      #expect(error?.description.contains("not a failure of a known library") == true)
      #expect(error?.reason == .wrongUse)
    }
    let pictures = ["x.png", "y.png"].map { folder.png($0) }
    let beside = scene.refusal(scene.message("a.1.png"), beside: pictures)
    #expect(beside?.description.hasPrefix("\(pictures[0]): only folders can follow a log") == true)
  }

  @Test func `copies and other tools' commands are no failures`() {
    let (one, other) = (scene.reference("a.1.png"), scene.failure("a.1.png"))
    scene.pointfree("a.1.png")
    let refusal = scene.refusal("Test Suite 'All' passed at 1\ncp \"\(one)\" \"\(other)\"\n")
    #expect(refusal?.reason == .noCase)
  }

  @Test func `a log of many megabytes and of lines without end is read`() throws {
    scene.pointfree("testFoo.1.png")
    let command = "swiftc -module-name \"App\" -I /a/b/c: error Test file:/x -o \"x/y.o\" "
    let noise = String(repeating: command, count: 12) + "\n"
    let endless = String(repeating: "\"file:///x.png\" ", count: 50_000)
    let build = String(repeating: noise, count: 1_000)
    let catalog = try scene.open(
      build + endless + "\n" + scene.message("testFoo.1.png") + build + endless)
    #expect(catalog.cases.map(\.id) == ["ChartTests/testFoo.1"])
  }

  @Test func `a log that was changed at random names nothing outside, and ends no process`() throws
  {
    scene.pointfree("testFoo.1.png")
    folder.png("Outside/__Snapshots__/ChartTests/testFoo.1.png", "theirs")
    let message = Array(scene.message("testFoo.1.png").utf8)
    let pieces = [
      "../", "/", "\"", "@\u{2212}\n", "\u{1B}[", "%2e%2e", "\n", "file://", ": error: ", "'",
    ]
    var random = SplitMix(seed: 42)
    for _ in 0..<400 {
      var bytes = message
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 1...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        default: bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: place)
        }
      }
      let cases = (try? scene.open([folder.write("run.log", bytes)]))?.cases ?? []
      #expect(
        cases.allSatisfy {
          $0.baseline.map { Paths.isInside($0.path, scene.home) } != false
        })
    }
  }

  @Test func `paths that climb lead where they lead`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
      .replacing("/App/Tests/", with: "/App/../App/./Tests/")
    #expect(try scene.open(message).cases[0].obstacle == nil)
    let up = scene.message("testFoo.1.png").replacing("/App/Tests/", with: "/App/../Other/")
    #expect(try scene.open(up).cases[0].obstacle != nil)
  }
}
