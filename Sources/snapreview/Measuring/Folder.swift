import Base
import Catalog
import DiffEngine
import Review
import Store

/// A folder of failures, as opened by commands without a screen.
struct Folder {
  var catalog: Catalog
  var store: ReviewStore
  var strategies: StrategyChoice
  /// True to add accepted files to git's index.
  var stages = false
  private let listing: String
  private let kept: KeptMeasurements?
  /// True if a setting in the rules file has no effect.
  let hasIdleSettings: Bool
  /// True if a case passes that failed only in an earlier run.
  var allowsFlaky = false
  /// True if every report includes the hashes of the measured files.
  var takesHashes = false

  /// Finds the cases and reads rules and decisions; prints remarks about them to standard error.
  ///
  /// - Parameters:
  ///   - writes: True if decisions will be made; otherwise nothing in the folder is written.
  ///   - saysSkipped: False if a report lists the skipped files.
  ///   - saysRemarks: False to print errors only.
  init(
    _ options: FolderOptions, writes: Bool = false, saysSkipped: Bool = true,
    saysRemarks: Bool = true
  ) throws {
    let override = try options.strategies.override()
    let (paths, wanted) = try options.catalog()
    catalog = try Catalog(paths: paths, options: wanted)
    listing = (["snapreview list --by cause"] + options.words(for: catalog)).joined(separator: " ")
    if saysSkipped { for one in catalog.skipped { Console.complain(one.sentence) } }
    let book = try options.ruleBook(for: catalog)
    if saysRemarks { for remark in catalog.remarks + book.remarks { Console.complain(remark) } }
    strategies = StrategyChoice(override: override, rules: book)
    try strategies.validate(for: catalog.cases)
    let choice = strategies
    var idle = book.idleSettings(for: catalog.cases) { choice.strategy(for: $0).kind }
    if wanted.log != nil, !catalog.layouts.contains(where: \.takesLog) {
      idle.append("--log has no effect: no attachments that Xcode exported were found.")
    }
    if !wanted.references.isEmpty, catalog.hasIdleReferences {
      idle.append("--references has no effect: no case has its reference there.")
    }
    if !wanted.layouts.isEmpty, catalog.layouts.isDisjoint(with: wanted.layouts) {
      idle.append("--layout has no effect: no case is of that layout.")
    }
    for sentence in idle { Console.complain(sentence) }
    hasIdleSettings = !idle.isEmpty
    store = try ReviewStore(catalog, readOnly: !writes)
    kept = options.measuresAnew ? nil : KeptMeasurements(of: catalog, version)
    for sentence in store.notices { Console.complain(sentence) }
    catalog.cases = store.withoutOwnAges(catalog.cases)
    book.addAxes(to: &catalog.cases)
  }

  /// Measures every case and passes each report to `body`, in order.
  ///
  /// - Returns: The finder of their causes.
  @discardableResult
  func forEachReport(_ body: (CaseReport) throws -> Void) rethrows -> CaseCauseFinder {
    try Measuring(
      strategies: strategies, takesHashes: takesHashes, kept: kept, allowsFlaky: allowsFlaky
    ).forEachReport(on: catalog.cases, store: store, body)
  }

  /// The same for the cases that match a filter. All are measured, so that causes keep their
  /// numbers.
  @discardableResult
  func forEachReport(
    of filters: FilterOptions, _ body: (CaseReport) throws -> Void
  ) throws -> CaseCauseFinder {
    let picked = Set(try filters.matching(catalog.cases).map(\.id))
    return try forEachReport { if picked.contains($0.snapshot.id) { try body($0) } }
  }

  /// Returns reports with the hashes of the measured files, as needed for a decision.
  func reports(on cases: [SnapshotCase], withCauses findsCauses: Bool = false) -> [CaseReport] {
    var reports: [CaseReport] = []
    Measuring(strategies: strategies, takesHashes: true, findsCauses: findsCauses, kept: kept)
      .forEachReport(on: cases, store: store) { reports.append($0) }
    return reports
  }

  func reports(ofCauses causes: [String]) throws -> [CaseReport] {
    let reports = reports(on: catalog.cases, withCauses: true)
    for id in causes where !reports.contains(where: { $0.causeID == id }) {
      throw CommandFailure(.wrongUse, "\(absence(ofCause: id, in: reports)) List again: \(listing)")
    }
    return reports.filter { causes.contains($0.causeID) }
  }

  /// Says what happened to a cause that an earlier run may have listed.
  private func absence(ofCause id: String, in reports: [CaseReport]) -> String {
    let name = printable(id)
    let then = Set(kept?.cases(ofCause: id) ?? [])
    guard !then.isEmpty else {
      return "No cause \(name) in this list: either it was never in it, or its cases or their "
        + "pictures have changed."
    }
    let names = Set(reports.filter { then.contains($0.snapshot.id) }.map(\.causeID)).filter {
      !$0.isEmpty
    }
    let now = reports.filter { names.contains($0.causeID) }.count
    let change =
      now == 0
      ? "none of them has a cause now."
      : "\(Wording.grouped(now)) now, in \(names.count == 1 ? "cause" : "causes") "
        + "\(Wording.names(names.sorted(), atMost: 3))."
    return
      "Cause \(name) has changed since it was listed: \(Wording.count(then.count, "case")) then, "
      + change
  }
}

extension Catalog {
  /// The folders of failures, quoted for a shell, plus those of their baselines unless the given
  /// flags name some.
  func words(for layouts: LayoutOptions) -> [String] {
    let roots = layouts.references.isEmpty ? writableRoots : []
    return failures.sorted().map(Shell.quoted)
      + roots.flatMap { ["--references", Shell.quoted($0)] }
  }
}
