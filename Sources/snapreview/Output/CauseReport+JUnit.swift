import Base
import Catalog
import Host
import Review

extension CauseReport {
  /// The report as JUnit XML, with a suite for each test class and a failure for each case that
  /// prevents a green run. Jenkins, GitLab, Azure and the reporters of GitHub Actions read it; the
  /// strictest is Jenkins' xUnit plugin, whose junit-10.xsd allows the attributes that are used
  /// here.
  ///
  /// It contains no times or hosts, so that the same folder gives the same bytes.
  var junit: String {
    let suites = Dictionary(grouping: reports, by: \.snapshot.suite).sorted { $0.key < $1.key }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"snapreview\"\(counts(of: reports, notes.unseen, stale: notes.stale.count))>\n"
      + suites.map { suite($0, $1) }.joined() + notes.staleSuite + notes.unseen.junit
      + "</testsuites>\n"
  }

  private func suite(_ name: String, _ reports: [CaseReport]) -> String {
    let reports = reports.sorted { $0.snapshot.id < $1.snapshot.id }
    return "  <testsuite name=\"\(Markup.xml(name))\"\(counts(of: reports))>\n"
      + reports.map(\.junit).joined() + "  </testsuite>\n"
  }

  private func counts(
    of reports: [CaseReport], _ unseen: Unseen = Unseen(), stale: Int = 0
  ) -> String {
    let failures = reports.count { $0.failsGate && !$0.isBroken }
    let errors = reports.count { $0.failsGate && $0.isBroken } + unseen.failing
    let tests = reports.count + unseen.skipped.count + stale
    return " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"0\""
  }
}

/// - Parameter outcome: The elements that say how it ended; empty for a test that passed.
private func testCase(_ name: String, in suite: String, _ outcome: [String] = []) -> String {
  "    <testcase name=\"\(Markup.xml(name))\" classname=\"\(Markup.xml(suite))\" time=\"0\""
    + (outcome.isEmpty
      ? "/>\n" : ">\n" + outcome.map { "      \($0)\n" }.joined() + "    </testcase>\n")
}

private func note(_ text: String) -> String { "<system-out>\(Markup.xml(text))</system-out>" }

extension ReportNotes {
  /// A suite of skipped tests for differences left from earlier runs.
  fileprivate var staleSuite: String {
    guard let sentence = staleSentence else { return "" }
    let cases = stale.map { testCase($0.snapshot.name, in: $0.snapshot.suite, ["<skipped/>"]) }
    return "  <testsuite name=\"left from earlier runs\" tests=\"\(stale.count)\" failures=\"0\" "
      + "errors=\"0\" time=\"0\">\n" + cases.joined() + "    \(note(sentence))\n  </testsuite>\n"
  }
}

extension Unseen {
  /// A suite for inputs that are not cases: errors, or skipped tests if they are allowed.
  fileprivate var junit: String {
    guard !skipped.isEmpty else { return "" }
    let cases = skipped.map { one in
      testCase(
        printable(one.path), in: "skipped",
        fails(one)
          ? ["<error message=\"\(Markup.xml(one.why))\" type=\"skipped\"/>"]
          : ["<skipped/>", note(one.why)])
    }
    return "  <testsuite name=\"skipped\" tests=\"\(skipped.count)\" failures=\"0\" "
      + "errors=\"\(failing)\" time=\"0\">\n" + cases.joined() + "  </testsuite>\n"
  }
}

extension CaseReport {
  fileprivate var junit: String {
    let baseline = snapshot.baseline.map { Paths.below(Paths.workingFolder, $0.path) ?? $0.path }
    let first = [decision == nil ? nil : standing, facts, change?.text].compactMap(\.self)
    let words = [first.joined(separator: ": ")] + footnotes + [baseline].compactMap(\.self)
    // A case that passes by a decision says so; a match needs no text.
    var outcome = decision == nil ? [] : [note(words[0])]
    if failsGate {
      let kind = isBroken ? "error" : "failure"
      let body = words.map(Markup.xml).joined(separator: "\n")
      outcome = [
        "<\(kind) message=\"\(Markup.xml(words[0]))\" type=\"\(Markup.xml(word))\">\(body)</\(kind)>"
      ]
    }
    return testCase(snapshot.name, in: snapshot.suite, outcome)
  }
}
