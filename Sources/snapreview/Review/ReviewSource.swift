import Catalog
import DiffEngine
import Host
import Review
import ReviewUI
import Store

/// The source of a review: the folder, its rules and its store.
package struct ReviewSource: Sendable {
  private let paths: [String]
  private let options: CatalogOptions
  private let rulesFile: String?
  /// True for the demo, a project of its own that contains its rules and is redrawn with them.
  private let isSample: Bool
  /// The settings of the command line, which override the rules.
  private let override: StrategyOverride
  /// True to add accepted files to git's index.
  let stages: Bool
  package private(set) var catalog: Catalog
  var rules: RuleBook
  package let store: ReviewStore
  /// The measurements of earlier runs; nil if none are kept.
  var kept: KeptMeasurements?

  /// The sentences for a first run, unless something is more urgent.
  var lesson: String?

  /// Finds the cases and opens the store.
  package init(
    _ paths: [String], options: CatalogOptions = CatalogOptions(), rulesFile: String? = nil,
    override: StrategyOverride = StrategyOverride(), stateFolder: UserFolder? = .state,
    isSample: Bool = false, stages: Bool = false
  ) throws {
    (self.paths, self.rulesFile, self.override) = (paths, rulesFile, override)
    (self.isSample, self.stages) = (isSample, stages)
    var options = options
    options.rulesFile = rulesFile
    options.stateFolder = stateFolder
    self.options = options
    catalog = try Catalog(paths: paths, options: options)
    rules = try RuleBook.load(for: catalog, named: rulesFile, isAlone: isSample)
    store = try ReviewStore(catalog, stateFolder: stateFolder)
    catalog.cases = store.withoutOwnAges(catalog.cases)
    rules.addAxes(to: &catalog.cases)
  }

  /// Returns the same folder, read again; the store stays open.
  func readAgain() throws -> ReviewSource {
    var fresh = self
    fresh.catalog = try Catalog(paths: paths, options: options)
    try store.follow(fresh.catalog, stateFolder: options.stateFolder)
    fresh.rules = try RuleBook.load(for: fresh.catalog, named: rulesFile, isAlone: isSample)
    fresh.catalog.cases = store.withoutOwnAges(fresh.catalog.cases)
    fresh.rules.addAxes(to: &fresh.catalog.cases)
    return fresh
  }

  /// Returns true if a process waits for decisions on these cases.
  var waitingCheck: @Sendable () -> Bool {
    let (roots, folder) = (catalog.failures, options.stateFolder)
    return { WaitingMark.isSet(on: roots, stateFolder: folder) }
  }

  func rule(for snapshot: SnapshotCase) -> (strategy: Strategy, areas: IgnoredAreas) {
    (
      StrategyChoice(override: override, rules: rules).strategy(for: snapshot),
      rules.ignored(in: snapshot)
    )
  }

  package func items() -> [ReviewItem] {
    let decisions = store.decisions(for: catalog.cases)
    let notes = store.withdrawnNotes(for: catalog.cases)
    return catalog.cases.map {
      let (strategy, areas) = rule(for: $0)
      return ReviewItem(
        snapshot: $0, rule: strategy, ignoring: areas, record: decisions[$0.id],
        draft: notes[$0.id] ?? "")
    }
  }

  /// Returns the most urgent message as the first line for the reviewer; nil if there is none, so
  /// that the keys are shown there.
  package func greeting(advice: String? = nil, keys: KeyMap) -> Message? {
    let readOnly = store.readOnlyReason.map { "Read-only: \($0)" }
    let sentences: [String?] = [
      store.notices.first, readOnly, lesson, advice, catalog.skipped.first?.sentence,
      rules.remarks.first, idleSetting, catalog.remarks.first,
    ]
    return sentences.lazy.compactMap(\.self).first.map {
      var message = Message(
        .news, $0, hint: "\(keys.key(.help)) shows every key, \(keys.key(.close)) quits.")
      // It never replaces the hint about help and quitting.
      message.needsHint = true
      return message
    }
  }

  private var idleSetting: String? {
    rules.idleSettings(for: catalog.cases) { rule(for: $0).strategy.kind }.first
  }
}
