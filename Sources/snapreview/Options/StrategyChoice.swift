import Catalog
import DiffEngine

/// Which strategy judges which case: the command line's, else the rules', else `naive`.
struct StrategyChoice: Sendable {
  var override: StrategyOverride
  var rules: RuleBook

  init(_ override: StrategyOverride, rules: RuleBook) {
    self.override = override
    self.rules = rules
  }

  /// Refuses flags that change nothing where every case has the same strategy. With rules the
  /// strategies differ, and each takes what concerns it.
  func validate() throws {
    guard rules.file == nil, override.kind == nil else { return }
    try override.check(default: .naive)
  }

  func strategy(for snapshot: SnapshotCase) -> Strategy {
    let base = rules.strategy(for: snapshot, default: Strategy(.naive))
    return override.applied(to: base, reference: snapshot.reference)
  }
}
