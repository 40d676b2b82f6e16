import Base
import Catalog
import TestSupport
import Testing

/// Files that are no log, and logs that name no failure whose files are there.
struct LogTroubleTests {
  private let scene = LogScene()
  private var folder: TestFolder { scene.folder }
  private var log: String { folder["run.log"] }

  @Test func `a log without failures says so, and one without their files how to keep them`() {
    let green = scene.refusal("Executed 1 test, with 0 failures (0 unexpected) in 0.1 seconds\n")
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
    "Snapshot name: `home page 1`", "Error: Snapshot `home page 1` mismatched",
    "Error: Image files did not match.", "AssertionError: FILES DIFFER:",
    "AssertionError: Difference between images too high: 1.2 %", "Failed Approval: a.received.txt",
    "Error: Screenshot comparison failed:", "A snapshot doesn't exist at /x/a.png, writing actual.",
  ])
  func `a failure that another library's log tells is counted`(_ line: String) {
    let refusal = scene.refusal("  1) home\n    \(line)\n")
    #expect(refusal?.reason == .wrongUse)
    #expect(refusal?.skipped.count == 1 && refusal?.skipped.first?.why.contains("failed: ") == true)
  }

  @Test(arguments: [
    "", "\n\n \n", "Compiling App\n", "Test Case '-[A.B c]' passed (0.1 seconds).\n",
    "\u{2714} testFoo (0.1 seconds)\n", "warning: argument passed in a loop\n", "1 passed on\n",
  ])
  func `a log that names no failure and no end of a run is as bad as one`(_ log: String) {
    let refusal = scene.refusal(log)
    #expect(refusal?.reason == .wrongUse && refusal?.skipped.map(\.path) == [self.log])
    scene.pointfree("testFoo.1.png")
    #expect(scene.refusal(log, beside: [scene.simulator])?.reason == .wrongUse)
  }

  @Test(arguments: [
    "** TEST SUCCEEDED **", "\u{25B8} Test Succeeded",
    "Test run with 2 tests passed after 1 second.",
    "=== 3 passed, 1 warning in 0.12s ===", "  5 passed (4.1s)", "Tests:       5 passed, 5 total",
    "     Tests  5 passed (5)", "BUILD SUCCESSFUL in 3s", "00:04 +5: All tests passed!",
    "test result: ok. 5 passed; 0 failed; 0 ignored", "  5 passing (3s)", "All specs passed!",
    "Tests run: 5, Failures: 0, Errors: 0, Skipped: 0", "OK (5 tests)",
  ])
  func `a log with a runner's last words is a green run`(_ words: String) {
    #expect(scene.refusal("building\n\n\(words)\n\n")?.reason == .noCase)
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
    let refusal = scene.refusal(
      "Test Suite 'All' passed at 1\n** TEST SUCCEEDED **\ncp \"\(one)\" \"\(other)\"\n")
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
}
