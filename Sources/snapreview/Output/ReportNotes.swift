import Catalog

/// What a report says below its cases: differences that are no cases, and where the actuals of others are
/// to be had.
struct ReportNotes: Sendable {
  private(set) var stale: [CaseReport] = []
  private var masked: [SnapshotCase] = []

  private static let namesShown = 4

  mutating func add(_ report: CaseReport) {
    if report.isStale { stale.append(report) }
    if case .mask = report.outcome, report.isFailing { masked.append(report.snapshot) }
  }

  /// Paragraphs for a person.
  var sentences: [String] { [staleSentence, advice].compactMap(\.self) }

  /// "3 differences are left from earlier runs and fail nothing: LoginTests/testDark, …"
  var staleSentence: String? {
    guard !stale.isEmpty else { return nil }
    let names = stale.prefix(Self.namesShown).map { printable($0.snapshot.id) }
    let more = stale.count - names.count
    return
      "\(Wording.count(stale.count, "difference")) \(stale.count == 1 ? "is" : "are") left from "
      + "earlier runs and \(stale.count == 1 ? "fails" : "fail") nothing: "
      + names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      + ". They are older than their references, or do not fit them; delete them when you like."
  }

  private var advice: String? {
    guard let run = SecondRun(masked) else { return nil }
    return
      "\(Wording.count(masked.count, "case")) \(masked.count == 1 ? "has" : "have") no actual, as "
      + "AFSnapshotTesting does not write it: counts are the test's own, out of its difference. To get "
      + "what can be accepted, run\n  \(run.line)\n"
      + (run.isBeside ? "and look again." : "and give --actuals \(run.folder).")
  }
}
