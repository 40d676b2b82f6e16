import Catalog
import DiffEngine

/// The strategy that judges a case: from the command line, else from the rules, else from the
/// library that wrote it.
package struct StrategyChoice: Sendable {
  var override: StrategyOverride
  var rules: RuleBook

  package init(override: StrategyOverride, rules: RuleBook) {
    (self.override, self.rules) = (override, rules)
  }

  /// Refuses flags without effect if every case has the same strategy. Where strategies differ, each
  /// uses the flags that concern it.
  package func validate(for layouts: Set<Layout>) throws {
    guard rules.file == nil, override.kind == nil else { return }
    let kinds = Set(layouts.map(\.strategy.kind))
    guard kinds.count < 2 else { return }
    try override.check(default: kinds.first ?? .naive)
  }

  package func strategy(for snapshot: SnapshotCase) -> Strategy {
    let own = snapshot.layout.strategy
    let kind = override.kind ?? own.kind
    let base = rules.strategy(for: snapshot, default: kind == own.kind ? own : Strategy(kind))
    return override.applied(to: base, reference: snapshot.reference)
  }
}
