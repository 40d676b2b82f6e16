import Base
import Catalog
import Review

/// Given files that are not cases, and whether they fail the gate.
struct Unseen: Sendable {
  var skipped: [Skipped] = []
  var failingKinds: Set<Kind> = []

  enum Kind: CaseIterable {
    /// A path with nothing in it.
    case empty
    /// Anything that could have been a failure.
    case unread
  }

  static let heading = "Not looked at"

  private static let sentencesShown = 20

  func fails(_ one: Skipped) -> Bool { failingKinds.contains(one.isEmpty ? .empty : .unread) }

  var failing: Int { skipped.count(where: fails) }

  /// "2 skipped, which fails the check"; nil if nothing was skipped.
  var words: String? {
    guard !skipped.isEmpty else { return nil }
    return "\(Wording.grouped(skipped.count)) skipped"
      + (failing > 0 ? ", which fails the check" : "")
  }

  /// A paragraph about the skipped files; nil if there are none.
  var paragraph: String? {
    guard !skipped.isEmpty else { return nil }
    return (["\(Self.heading):"] + sentences.map { "  \($0)" } + [advice].compactMap(\.self))
      .joined(separator: "\n")
  }

  /// A sentence for each skipped file; only for the first ones if there are very many.
  var sentences: [String] {
    let more = skipped.count - Self.sentencesShown
    return skipped.prefix(Self.sentencesShown).map(\.sentence)
      + (more > 0 ? ["and \(Wording.grouped(more)) more"] : [])
  }

  var advice: String? {
    let kinds = Set(skipped.filter(fails).map(\.isEmpty))
    guard !kinds.isEmpty else { return nil }
    let flags = kinds.sorted { !$0 && $1 }.map { $0 ? "--allow-empty" : "--allow-skipped" }
    return "What was not looked at may have failed. To pass all the same, give "
      + "\(flags.joined(separator: " and "))."
  }

  var json: JSON {
    .array(
      skipped.map { .object([("path", .string($0.path)), ("reason", .string($0.why))]) })
  }
}

/// The notes below a report's cases: skipped files, differences that are not cases, and advice on
/// getting the actuals that a library does not write.
struct ReportNotes: Sendable {
  let unseen: Unseen
  private(set) var stale: [CaseReport] = []
  private var masked: [SnapshotCase] = []

  init(_ unseen: Unseen) { self.unseen = unseen }

  mutating func add(_ report: CaseReport) {
    if report.isStale { stale.append(report) }
    if report.isMasked, report.isFailing { masked.append(report.snapshot) }
  }

  var sentences: [String] { [unseen.paragraph].compactMap(\.self) + furtherSentences }

  /// Writes the paragraphs below a table. A command on its own line is never wrapped.
  func write(_ style: ConsoleStyle, _ emit: (String) -> Void) {
    for sentence in sentences {
      let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false)
      let shown = lines.map { $0.hasPrefix("  ") ? String($0) : style.wrapped(String($0)) }
      emit("\n" + shown.joined(separator: "\n") + "\n")
    }
  }

  /// Paragraphs that are not part of any section of a report.
  var furtherSentences: [String] { [staleSentence, advice].compactMap(\.self) }

  /// "3 differences are left from earlier runs and fail nothing: LoginTests/testDark, …"
  var staleSentence: String? {
    guard !stale.isEmpty else { return nil }
    let names = stale.map { printable($0.snapshot.id) }
    return
      "\(Wording.count(stale.count, "difference")) \(stale.count == 1 ? "is" : "are") left from "
      + "earlier runs and \(stale.count == 1 ? "fails" : "fail") nothing: "
      + Wording.names(names, atMost: 4)
      + ". Each was drawn against a reference that was replaced since; delete them when you like."
  }

  private var advice: String? {
    guard let run = SecondRun(masked) else { return nil }
    return
      "\(Wording.count(masked.count, "case")) \(masked.count == 1 ? "has" : "have") no actual, as "
      + "AFSnapshotTesting does not write it: counts come from the test's own difference. To get actuals "
      + "that can be accepted, run\n  \(run.line)\n"
      + (run.isBeside ? "and then this again." : "and then this with --actuals \(run.folder).")
  }
}
