import ArgumentParser
import Base
import Catalog
import DiffEngine
import Essentials
import Host
import PNGCodec
import Pixels
import Review
import Store

/// Makes one decision on many cases; one `undo` reverts all of them.
struct BatchDecision {
  var decision: Decision
  /// True if the cases were not named individually.
  var isBulk: Bool
  /// True for a dry run, which writes nothing.
  var isTrial: Bool
  var folder: Folder
  var undo: String
  /// True to remove the library's differences of the decided cases.
  var cleans = false
  /// True to name every case, however many there are.
  var isVerbose = false
  /// True to print only cases that could not be decided.
  var isQuiet = false
  var note: (CaseReport) -> String

  /// Decides each case that can be decided; names the others on standard error.
  ///
  /// Each decision applies to the bytes that were measured before the first one was made.
  func make(on reports: [CaseReport]) throws -> ExitStatus {
    let (wanted, passing, already) = needed(reports)
    let (chosen, left) = withoutDoubtful(wanted)
    for sentence in left.map(\.sentence) { Console.complain(sentence) }
    let store = folder.store
    if !chosen.isEmpty, !isTrial, let reason = store.readOnlyReason {
      throw CommandFailure(.fileTrouble, reason)
    }
    var status = left.isEmpty ? ExitStatus.success : .failing
    // Print at the end: a reader that closes the pipe early must not stop the decisions.
    var lines: [String] = []
    var written: [SnapshotCase] = []
    let batch = UUID().uuidString
    var decided: [SnapshotCase] = []
    var refusals: [StoreError] = []
    for report in chosen {
      do throws(StoreError) {
        let isWritten = try decide(report, store, batch: batch)
        lines.append(line(for: report.snapshot, isWritten: isWritten))
        if isWritten { written.append(report.snapshot) }
        decided.append(report.snapshot)
      } catch {
        refusals.append(error)
        status = max(status, error.leavesUndecided ? .failing : .fileTrouble)
      }
    }
    for sentence in StoreError.lines(refusals) + stagedVersions(decided) {
      Console.complain(sentence)
    }
    if folder.stages, !isTrial {
      do throws(CatalogError) {
        try Catalog.stage(decided, after: decision)
      } catch {
        // The decisions stand, so they must be reported.
        Console.complain(error.description)
        status = .fileTrouble
      }
    }
    if isQuiet { return status }
    Console.write(
      told(lines, decided)
        + summary(
          lines.count, refused: wanted.count - lines.count, passing: passing, already: already,
          written))
    if !isTrial, decision == .accepted, folder.catalog.isFetched,
      let sentence = folder.catalog.commitSentence(decided.filter { $0.isWritten(by: decision) })
    {
      Console.write("\(sentence)\n")
    }
    return status
  }

  /// The maximum number of cases to name individually.
  private static let named = 50

  /// Returns the lines about the cases; for very many cases, only where their baselines are.
  private func told(_ lines: [String], _ cases: [SnapshotCase]) -> String {
    guard !isVerbose, lines.count > Self.named else { return lines.joined() }
    let folders = Set(cases.compactMap { $0.baseline.map { Paths.parent($0.path) } })
    let place = folders.isEmpty ? "" : " below \(printable(Paths.common(folders)))"
    return "\(Wording.count(lines.count, "case"))\(place); --verbose names each.\n"
  }

  /// Returns a sentence about versions that remain staged in git's index after a rejection.
  private func stagedVersions(_ cases: [SnapshotCase]) -> [String] {
    guard decision == .rejected else { return [] }
    let paths = cases.filter { $0.remarks.contains(.staged) }.compactMap { $0.baseline?.path }
    guard !paths.isEmpty else { return [] }
    let top = Shell.quoted(cases[0].failures)
    let names = paths.map { Shell.quoted(Paths.below(cases[0].failures, $0) ?? $0) }
    let one = paths.count == 1
    return [
      "\(Wording.names(paths.map(printable), atMost: 1)): "
        + "\(one ? "a version" : "versions") of \(one ? "it" : "them") stay\(one ? "s" : "") staged. "
        + "To unstage: git -C \(top) restore --staged -- \(names.joined(separator: " "))"
    ]
  }

  /// Returns the cases that need the decision: accepting a matching case would rewrite its baseline
  /// for nothing, and a case that has the decision and its file already needs nothing.
  private func needed(
    _ reports: [CaseReport]
  ) -> (wanted: [CaseReport], passing: Int, already: Int) {
    let rest = reports.filter { !isDone($0) }
    let wanted = rest.filter {
      decision != .accepted || $0.decision?.decision == .accepted || $0.verdict != .match
    }
    return (wanted, rest.count - wanted.count, reports.count - rest.count)
  }

  private func isDone(_ report: CaseReport) -> Bool {
    guard let made = report.decision, made.decision == decision else { return false }
    if decision == .accepted { return !cleans }
    guard made.note == note(report) else { return false }
    let snapshot = report.snapshot
    guard let file = snapshot.baseline?.path, snapshot.isWritten(by: decision) else { return true }
    // A run may have recorded its picture over the baseline again.
    return snapshot.reference.map { FileBytes.areEqual($0, file) } ?? !FileStatus.exists(file)
  }

  /// Leaves out cases that nobody should accept unseen, unless a single one is named.
  private func withoutDoubtful(
    _ reports: [CaseReport]
  ) -> (chosen: [CaseReport], left: [(report: CaseReport, sentence: String)]) {
    guard decision == .accepted, isBulk || reports.count > 1 else { return (reports, []) }
    // A folder with a single case counts as naming it.
    if reports.count == 1, reports[0].snapshot.doubt == .wordsAlone,
      reports[0].snapshot.rivals == 0, reports[0].reading.misfit == nil
    {
      return (reports, [])
    }
    let left = reports.compactMap { report in report.doubt.map { (report, $0) } }
    return (reports.filter { $0.doubt == nil }, left)
  }

  /// - Returns: True if the baseline was written or, in a dry run, would be.
  private func decide(
    _ report: CaseReport, _ store: ReviewStore, batch: String
  ) throws(StoreError) -> Bool {
    if decision == .accepted, let (reason, words) = report.hindrance {
      let name = printable(report.snapshot.id)
      throw StoreError(reason, "\(name) cannot be accepted. \(words)").about(name)
    }
    guard let shown = report.fingerprint else { return false }
    guard !isTrial else {
      return report.decision?.decision != decision
        && store.writes(decision, for: report.snapshot, shown: shown)
    }
    let step = try store.record(
      decision, for: report.snapshot, shown: shown, note: note(report), batch: batch)
    if cleans { try store.clean(report.snapshot, batch: batch) }
    return step?.changesBaseline == true
  }

  private func line(for snapshot: SnapshotCase, isWritten: Bool) -> String {
    let style = ConsoleStyle.current
    let verb = snapshot.reference == nil ? "remove" : "restore"
    let arrow = decision == .accepted ? "->" : isTrial ? "would \(verb)" : verb + "d"
    let target = isWritten ? snapshot.baseline.map { "  \(arrow) \(printable($0.path))" } : nil
    let removed = (cleans ? snapshot.difference : nil).map {
      "  \(isTrial ? "would remove" : "removed") \(printable($0))"
    }
    let word = isTrial ? "would \(decision.verb.lowercased())" : decision.rawValue
    return style.paint(word, decision.colour) + "  \(printable(snapshot.id))"
      + style.dim((target ?? "") + (removed ?? "")) + "\n"
  }

  /// ", 2 old baselines restored, 1 new file removed"; empty for an accept.
  private func putBack(_ written: [SnapshotCase]) -> String {
    guard decision != .accepted else { return "" }
    let removed = written.count { $0.reference == nil }
    let parts = [
      (written.count - removed, "old baseline", "restored"), (removed, "new file", "removed"),
    ]
    return parts.filter { $0.0 > 0 }.map { ", \(Wording.count($0.0, $0.1)) \($0.2)" }.joined()
  }

  private func summary(
    _ count: Int, refused: Int, passing: Int, already: Int, _ written: [SnapshotCase]
  ) -> String {
    guard count + refused + passing + already > 0 else {
      return "Nothing to do: no undecided case fails.\n"
    }
    let rest = refused > 0 ? ", \(Wording.grouped(refused)) left unchanged" : ""
    var text = "\(Wording.count(count, "case")) \(decision.rawValue)\(putBack(written))\(rest)."
    if passing > 0 {
      text +=
        " \(Wording.count(passing, "case")) already \(passing == 1 ? "matches" : "match") and "
        + "\(passing == 1 ? "was" : "were") left alone."
    }
    if already > 0 {
      let was = already == 1 ? "was" : "were"
      text += " \(Wording.count(already, "case")) \(was) \(decision.rawValue) already."
    }
    if isTrial {
      let what = "\(decision.verb.lowercased()) \(Wording.count(count, "case"))\(rest)"
      return "Would \(what). Nothing was written.\n"
    }
    return count > 0 ? "\(text) Undo with: \(undo)\n" : "\(text)\n"
  }
}

extension StoreError {
  /// True if the case simply remains undecided and no file had an error.
  fileprivate var leavesUndecided: Bool {
    [.notAcceptable, .actualChanged, .baselineChanged].contains(reason)
  }
}

extension CaseReport {
  /// A sentence that says why the case is not accepted together with others; nil if it may be.
  fileprivate var doubt: String? {
    let id = snapshot.id
    let why = snapshot.aloneReason ?? reading.misfit
    return why.map {
      "\(printable(id)) was left alone: \($0) "
        + "To accept this one, name it alone: --filter \(Shell.quoted(Glob.escaping(id)))"
    }
  }

  /// The misfit of an actual that equals the reference: accepting it would accept nothing.
  private var emptyMisfit: String? {
    if case .images = reading, !isMasked, comparison.mismatched == 0 { reading.misfit } else { nil }
  }

  /// The reason why the actual cannot be the baseline; nil if it can. Nobody has looked at it here,
  /// so it must at least be decodable.
  var hindrance: (reason: StoreError.Reason, words: String)? {
    if isBroken, snapshot.content == .image, let actual = snapshot.actual {
      do throws(ImageError) {
        _ = try PNG.decode(contentsOf: actual)
      } catch {
        return (.system, snapshot.obstacle ?? printable(error.description))
      }
    }
    let isMissing = snapshot.actual == nil && !snapshot.isDeletion
    let words = snapshot.obstacle ?? (isMissing ? "It has no actual." : emptyMisfit)
    return words.map { (.notAcceptable, $0) }
  }
}
