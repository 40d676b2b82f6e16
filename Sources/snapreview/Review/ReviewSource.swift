import Catalog
import DiffEngine
import ReviewUI

/// Where a review comes from: the folder as it was found, its rules and its store.
struct ReviewSource: Sendable {
  var paths: [String]
  var options: CatalogOptions
  /// The rules file that the user named.
  var rulesFile: String?
  /// Settings given on the command line stand above the rules.
  var settings: @Sendable (SnapshotCase, RuleBook) -> Strategy
  var catalog: Catalog
  var rules: RuleBook
  var store: ReviewStore

  /// The same folder, read again; the store stays open.
  func readAgain() throws -> ReviewSource {
    var fresh = self
    fresh.catalog = try Catalog(paths: paths, options: options)
    try store.follow(fresh.catalog)
    fresh.catalog.cases = store.withForeignRemarks(fresh.catalog.cases)
    fresh.rules = try RuleBook.load(for: fresh.catalog, named: rulesFile)
    return fresh
  }

  func items() -> [ReviewItem] {
    let decisions = store.decisions(for: catalog.cases)
    return catalog.cases.map {
      ReviewItem(snapshot: $0, rule: settings($0, rules), record: decisions[$0.id])
    }
  }

  /// The first line a reviewer sees: what needs saying most.
  func greeting(advice: String?, keys: KeyMap) -> Message? {
    let readOnly = store.readOnlyReason.map { "Read-only: \($0)" }
    if let sentence = store.notices.first ?? readOnly ?? advice
      ?? rules.remarks.first ?? catalog.remarks.first
    {
      return Message(.news, sentence)
    }
    guard store.steps.isEmpty else { return nil }
    let welcome =
      "Welcome. \(keys.key(.accept)) accepts, \(keys.key(.reject)) rejects, "
      + "\(keys.key(.tolerate)) tolerates; \(keys.key(.undo)) undoes; "
      + "\(keys.key(.help)) shows every key."
    return Message(.news, welcome, short: "Welcome. \(keys.key(.help)) shows every key.")
  }
}
