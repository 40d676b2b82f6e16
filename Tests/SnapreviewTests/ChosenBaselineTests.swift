import TestSupport
import Testing

/// A baseline that a report chose is named wherever it is about to be written.
struct ChosenBaselineTests {
  private let scratch = TestFolder()
  private let home = "backstop_data"

  private var paths: [String] { (0..<2).map { "\(home)/bitmaps_reference/page_\($0).png" } }

  init() {
    let run = "\(home)/bitmaps_test/20261102-101010"
    scratch.folder(".git")
    let tests = (0..<2).map { number in
      scratch.write("\(home)/bitmaps_reference/page_\(number).png", .plain(8, 8))
      scratch.write("\(run)/page_variant_\(number).png", .plain(8, 8, changes: 3))
      return """
        {"pair":{"reference":"../bitmaps_reference/page_\(number).png",
         "test":"../bitmaps_test/20261102-101010/page_variant_\(number).png"},"status":"fail"}
        """
    }
    scratch.write(
      "\(run)/report.json", "{\"testSuite\":\"b\",\"tests\":[\(tests.joined(separator: ","))]}")
  }

  @Test func `list and a dry run of accept name it`() throws {
    for words in [["list", scratch.path], ["accept", scratch.path, "--all", "--dry-run"]] {
      let result = try Program.run(words)
      for path in paths { #expect(result.output.contains(path), "\(words)") }
    }
    #expect(
      try Program.run("list", scratch.path).output.contains("A report says that its baseline is"))
  }

  @Test func `the screen and its question name it`() throws {
    let terminal = try PseudoTerminal(Program.path, [scratch.path], columns: 240, rows: 40)
    try terminal.waitUntilMeasured("2 of 2")
    #expect(terminal.screen.text.contains("its baseline is \(paths[0])"))
    terminal.send("A")
    try terminal.wait("the question") { screen in
      screen.text.contains("Chosen by a report") && screen.text.contains("page_1.png")
    }
    terminal.send("\u{1B}")
    try terminal.wait("the question is gone") { !$0.text.contains("Chosen by a report") }
    try terminal.quit()
  }
}
