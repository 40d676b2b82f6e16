import Base
import Foundation
import Host
import PNGCodec
import Pixels
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The output of `check` for CI.
struct CheckFormatTests {
  let scratch = TestFolder.twoCauses()

  /// Marks up in every format at once.
  private static let hostile =
    "</failure>]]>&lt;\u{1B}[31m|`*_@octocat_*`|<img src=x>::error::\u{FFFE}\u{202E}#1"

  private func hostileFolder() throws -> TestFolder {
    let folder = TestFolder()
    folder.addFailure(Self.hostile.replacingOccurrences(of: "/", with: ":"))
    _ = try Program.run(
      "reject", folder.failures, "--all", "--note", Self.hostile + "\n::stop-commands::x")
    return folder
  }

  private func check(
    _ format: String, _ folder: TestFolder? = nil, _ more: String...,
    environment: [String: String] = [:]
  ) throws -> Program.Result {
    let folder = folder ?? scratch
    return try Program.run(
      ["check", folder.failures, "--format", format] + more, environment: environment)
  }

  @Test(arguments: ["text", "json", "junit", "markdown", "html", "github"])
  func `every format gives the same bytes on every run, in a file as on standard output`(
    _ format: String
  ) throws {
    let first = try check(format)
    #expect(first.status == 1 && first.errors == "")
    #expect(try check(format).output == first.output)
    let file = scratch["report"]
    #expect(try check(format, nil, "--output", file).output == "")
    #expect(String(decoding: try #require(scratch.bytes("report")), as: UTF8.self) == first.output)
  }

  // MARK: - JUnit

  @Test func `junit has a failure for what fails, and says of the rest what was decided`() throws {
    _ = try Program.run("tolerate", scratch.failures, "--filter", "testC", "--note", "a shadow")
    scratch.write("FailureDiffs/AppTests/failed_testBad.png", "no picture")
    let report = XMLReport(try check("junit").output)
    #expect(report.isWellFormed)
    #expect(report.elements.prefix(2).map(\.name) == ["testsuites", "testsuite"])
    for suite in report.elements.prefix(2) {
      #expect(
        suite.attributes["tests"] == "5" && suite.attributes["failures"] == "2"
          && suite.attributes["errors"] == "1")
    }
    let cases = report.elements.filter { $0.name == "testcase" }
    #expect(cases.allSatisfy { $0.attributes["classname"] == "AppTests" })
    #expect(
      cases.map { $0.attributes["name"] }
        == ["testA", "testB", "testBad", "testC", "testSame"])
    _ = try Program.run("reject", scratch.failures, "--filter", "testB", "--note", "too dark")
    let rejected = XMLReport(try check("junit").output).text("failure")[1]
    #expect(rejected.hasPrefix("rejected: mismatch, ") && rejected.contains("Note: too dark"))
    let failure = try #require(report.elements.first { $0.name == "failure" })
    #expect(failure.attributes["message"]?.hasPrefix("mismatch, 3 px") == true)
    #expect(report.text("failure")[0].contains("ReferenceImages_64/AppTests/testA.png"))
    #expect(report.text("system-out").contains { $0.hasPrefix("tolerated: mismatch, 20 px") })
    let allowed: [String: Set<String>] = [
      "testsuites": ["name", "tests", "failures", "errors", "time"],
      "testsuite": ["name", "tests", "failures", "errors", "time"],
      "testcase": ["name", "classname", "time"], "failure": ["type", "message"],
      "error": ["type", "message"], "system-out": [],
    ]
    for element in report.elements {
      #expect(allowed[element.name]?.isSuperset(of: element.attributes.keys) == true)
    }
  }

  @Test func `junit stays well formed whatever cases are called`() throws {
    let report = XMLReport(try check("junit", try hostileFolder()).output)
    #expect(report.isWellFormed)
    #expect(report.elements.map(\.name) == ["testsuites", "testsuite", "testcase", "failure"])
    #expect(report.elements[2].attributes["name"]?.hasPrefix("<:failure>]]>&lt;\\e[31m") == true)
  }

  // MARK: - Markdown

  @Test func `markdown has a card a cause, and pictures where a folder is given`() throws {
    let text = try check("markdown").output
    #expect(text.components(separatedBy: "\n#### ").count == 3)
    #expect(text.contains("| AppTests/testA | mismatch, 3 px | undecided |\n"))
    #expect(!text.contains("testSame"))
    #expect(text.contains("\n\nin 2 cases, and nothing else in any of them"))
    let folded = text.components(separatedBy: "\n<details><summary>The other case</summary>\n\n")
    #expect(folded.count == 2 && folded[1].contains("| AppTests/testB | "))
    let folder = scratch["pictures"]
    let pictured = try check(
      "markdown", nil, "--pictures", folder, "--pictures-url", "https://example.org/a (b)/")
    let name = try #require(
      pictured.output.components(separatedBy: "](<https://example.org/a%20(b)/").dropFirst().first?
        .components(separatedBy: ">)").first)
    #expect(pictured.output.contains("| Decision | Reference, actual, changes |\n"))
    let picture = try PNG.decode(contentsOf: folder + "/" + name)
    #expect(picture.width == 3 * 120 + 8 && picture.height == 120)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
  }

  @Test func `nothing that a stranger wrote marks up, mentions or links in markdown`() throws {
    let text = try check("markdown", try hostileFolder()).output
    let row = try #require(text.components(separatedBy: "\n").first { $0.contains("octocat") })
    #expect(row.count { $0 == "|" } == 4)
    for mark in ["<img", "`", "*", "_", "@", "::", "\u{1B}", "\u{202E}"] {
      #expect(!row.contains(mark), "\(mark)")
    }
    #expect(row.contains("&#64;&#8203;octocat"))
  }

  @Test func `markdown leaves as it is what marks nothing up`() throws {
    let plain = TestFolder()
    plain.addFailure("testTraits.ipad-mini_dark (1):2, #c81e1e = 50% \"x\"", changes: 3)
    let text = try check("markdown", plain).output
    #expect(text.contains("| AppTests/testTraits.ipad-mini_dark (1):2, #c81e1e = 50% \"x\" |"))
    let marked = TestFolder()
    marked.addFailure("see #12 at www.a.b, :tada: _so_ *so* $x$ http:x", changes: 3)
    let row = try check("markdown", marked).output
    for mark in ["#12", "www.", ":tada:", " _", "*", "$"] {
      #expect(!row.contains(mark), "\(mark)")
    }
  }

  @Test func `markdown fits into a comment however much fails`() throws {
    let many = TestFolder()
    let long = String(repeating: "_", count: 200)
    for index in 1...42 { many.addFailure("t\(index)\(long)", changes: index % 2 == 0 ? 3 : 60) }
    _ = try Program.run("reject", many.failures, "--all", "--note", long)
    let text = try check("markdown", many).output
    #expect(text.utf8.count < 65_536)
    #expect(
      text.contains("And 1 more cause, 21 cases. ")
        && text.contains("The whole list is in the report."))
  }

  // MARK: - GitHub

  @Test func `github annotates once a cause, and adds to the job's summary`() throws {
    scratch.write("summary.md", "before\n")
    let environment = [
      "GITHUB_WORKSPACE": scratch.path, "GITHUB_STEP_SUMMARY": scratch["summary.md"],
    ]
    let result = try check("github", environment: environment)
    let errors = result.lines.filter { $0.hasPrefix("::error ") }
    #expect(errors.count == 2)
    #expect(
      errors[0].hasPrefix(
        "::error file=ReferenceImages_64/AppTests/testA.png,title=2 snapshots%3A "))
    #expect(errors[0].hasSuffix("::AppTests/testA, AppTests/testB"))
    let summary = String(decoding: try #require(scratch.bytes("summary.md")), as: UTF8.self)
    #expect(summary.hasPrefix("before\n### Snapshots: 4 cases"))
  }

  @Test func `what earlier steps wrote stays, also where it cannot be read`() throws {
    let summary = scratch.write("summary.md", "before\n")
    // More than is ever read of a file.
    let size = SizeLimit.snapshot.bytes + 1
    #expect(truncate(summary, off_t(size)) == 0)
    let result = try check("github", environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(result.status == 1, "\(result.errors)")
    let file = try #require(FileHandle(forReadingAtPath: summary))
    #expect(try file.read(upToCount: 7) == Data("before\n".utf8))
    try file.seek(toOffset: UInt64(size))
    let added = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    #expect(added.hasPrefix("### Snapshots: 4 cases"))
    let missing = try check("github", environment: ["GITHUB_STEP_SUMMARY": scratch["no/where"]])
    #expect(missing.status == 3 && missing.errors.contains("the job's summary: no such file"))
  }

  @Test func `no name becomes a workflow command`() throws {
    let lines = try check("github", try hostileFolder(), environment: ["GITHUB_STEP_SUMMARY": ""])
      .output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.count { $0.hasPrefix("::") } == 1)
    #expect(!lines[1].hasPrefix(":"))
  }

  @Test func `since is what the branch has changed after it left the other`() throws {
    let repository = TestRepository()
    let folder = repository.folder
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8))
    folder.write("T/__Snapshots__/A/two.1.png", .plain(8, 8))
    repository.commit()
    repository.git("checkout", "--quiet", "-b", "feature")
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8, changes: 5))
    repository.commit()
    repository.git("checkout", "--quiet", "main")
    folder.write("T/__Snapshots__/A/two.1.png", .plain(8, 8, changes: 5))
    repository.commit()
    repository.git("checkout", "--quiet", "feature")
    func check(_ words: String...) throws -> Program.Result {
      try Program.run(["check", "--format", "json"] + words, in: folder.path)
    }
    let since = try check("--since", "main")
    #expect(since.status == 1)
    #expect(since.texts("id") == ["A/one.1"])
    #expect(try check("--git", "main").cases.count == 2)
    #expect(try check("--since", "gone").status == 2)
    #expect(try check("--since", "main", "--git").status == 2)
  }

  @Test func `someone at a terminal sees how far it is, and no trace is left`() throws {
    let terminal = try PseudoTerminal(
      Program.path, ["check", scratch.failures], columns: 100, rows: 30)
    #expect(try terminal.waitForExit() == .code(1))
    #expect(terminal.screen.text.contains("4 cases: 1 match, 3 mismatch"))
    #expect(!terminal.screen.text.contains("of 4 cases"))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\r4 of 4 cases"))
  }

  @Test func `a green run says so in every format`() throws {
    let green = TestFolder()
    green.addFailure("testSame", changes: 0)
    for format in ["junit", "markdown", "html", "github"] {
      let result = try check(format, green, environment: ["GITHUB_STEP_SUMMARY": ""])
      #expect(result.status == 0)
      #expect(!result.output.contains("::error"))
      let words = format == "junit" ? "failures=\"0\"" : "1 case"
      #expect(result.output.contains(words), "\(format)")
    }
  }
}

/// The elements of a document as another parser reads them.
private final class XMLReport: NSObject, XMLParserDelegate {
  private(set) var elements: [(name: String, attributes: [String: String], text: String)] = []
  private(set) var isWellFormed = false

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func text(_ name: String) -> [String] { elements.filter { $0.name == name }.map(\.text) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    elements.append((name, attributes, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !elements.isEmpty { elements[elements.count - 1].text += text }
  }
}
