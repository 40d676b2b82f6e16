import Catalog
import DiffEngine

/// The strategy that judges a case: from the command line, the rules, or the library that wrote it,
/// in this order.
package struct StrategyChoice: Sendable {
  var override: StrategyOverride
  var rules: RuleBook

  package init(override: StrategyOverride, rules: RuleBook) {
    (self.override, self.rules) = (override, rules)
  }

  /// Refuses flags that affect no case. If the strategies of cases differ, each uses the flags that
  /// apply to it.
  package func validate(for cases: [SnapshotCase]) throws {
    guard override.kind == nil, !override.parameters.isEmpty else { return }
    let kinds = Set(cases.map { strategy(for: $0).kind })
    if kinds.count < 2 { return try override.check(default: kinds.first ?? .naive) }
    let idle = kinds.map { Set(override.idleParameters(under: $0)) }
    if let first = override.parameters.first(where: { one in idle.allSatisfy { $0.contains(one) } })
    {
      throw StrategyOverride.withoutEffect(first, under: kinds)
    }
  }

  package func strategy(for snapshot: SnapshotCase) -> Strategy {
    let own = snapshot.layout.strategy
    let kind = override.kind ?? own.kind
    let base = rules.strategy(for: snapshot, default: kind == own.kind ? own : Strategy(kind))
    return override.applied(to: base, reference: snapshot.reference)
  }
}
