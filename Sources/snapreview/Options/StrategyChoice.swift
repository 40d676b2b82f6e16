import Catalog
import DiffEngine

/// Which strategy judges a case: that of the command line, else of the rules, else `naive`.
struct StrategyChoice: Sendable {
  var override: StrategyOverride
  var rules: RuleBook

  /// Refuses flags without effect if every case has the same strategy. Under rules strategies
  /// differ, and each uses the flags that concern it.
  func validate() throws {
    guard rules.file == nil, override.kind == nil else { return }
    try override.check(default: .naive)
  }

  func strategy(for snapshot: SnapshotCase) -> Strategy {
    let base = rules.strategy(for: snapshot, default: Strategy(.naive))
    return override.applied(to: base, reference: snapshot.reference)
  }
}
