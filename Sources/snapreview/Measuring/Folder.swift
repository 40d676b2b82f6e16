import Catalog

/// A folder of failures as the headless commands open it.
struct Folder {
  var catalog: Catalog
  var store: ReviewStore
  var strategies: StrategyChoice
  /// Whether what is accepted goes into the index of git.
  var stages: Bool

  /// Finds the cases and reads rules and decisions; what was skipped goes to standard error.
  ///
  /// - Parameter writes: Whether decisions will be made. Otherwise the folder is left untouched.
  init(_ options: FolderOptions, writes: Bool = false) throws {
    let override = try options.strategies.override()
    stages = options.git.stage
    let (paths, wanted) = try options.catalog()
    catalog = try Catalog(paths: paths, options: wanted)
    for remark in catalog.remarks { Console.complain(remark) }
    let book = try RuleBook.load(for: catalog, named: options.rules)
    for remark in book.remarks { Console.complain(remark) }
    strategies = StrategyChoice(override: override, rules: book)
    try strategies.validate(for: catalog.cases)
    store = try ReviewStore(catalog, readOnly: !writes)
    for sentence in store.notices { Console.complain(sentence) }
    catalog.cases = store.withStoreRemarks(catalog.cases)
  }

  /// What `undo` needs to find the decisions again, and the baselines.
  func undoWords(_ options: FolderOptions) -> [String] {
    guard catalog.decisionFolders.isEmpty else {
      return options.paths.map(Shell.quoted) + options.layouts.words
    }
    let apart = catalog.writableRoots.filter { root in
      catalog.cases.first?.layout == .pair && !Paths.isInside(root, catalog.root)
    }
    return [Shell.quoted(catalog.root)] + options.layouts.words
      + apart.flatMap { ["--references", Shell.quoted($0)] }
  }

  /// Measures every case and hands out the report on each, in their order.
  func forEachReport(_ body: (CaseReport) throws -> Void) rethrows {
    try Measuring(strategies: strategies).forEachReport(on: catalog.cases, store: store, body)
  }

  /// Reports with the hashes of what was measured, for a decision on it.
  func reports(on cases: [SnapshotCase]) -> [CaseReport] {
    var reports: [CaseReport] = []
    Measuring(strategies: strategies, takesHashes: true).forEachReport(on: cases, store: store) {
      reports.append($0)
    }
    return reports
  }
}
