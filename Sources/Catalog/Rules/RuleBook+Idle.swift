import Base
import DiffEngine
import Host

/// Settings of a rules file that do nothing.
extension RuleBook {
  /// Returns a sentence on each rule that fits neither a case nor any other snapshot of the project,
  /// and on each parameter that its strategy does not have.
  ///
  /// - Parameter kind: The strategy that holds for a case.
  package func idleSettings(
    for cases: [SnapshotCase], kind: (SnapshotCase) -> Strategy.Kind
  ) -> [String] {
    guard let file else { return [] }
    var sentences = Self.unused(in: defaults, by: defaults.kind.map { [$0] } ?? []).map {
      "\(printable(file)): [default]: \($0)"
    }
    var unmatched: [Rule] = []
    for rule in rules {
      let fitting = cases.filter { names(of: $0).contains(where: rule.match.matches) }
      if fitting.isEmpty { unmatched.append(rule) }
      let kinds = rule.settings.kind.map { [$0] } ?? Set(fitting.map(kind))
      sentences += Self.unused(in: rule.settings, by: kinds).map {
        "\(printable(file)): match = \(quoted(rule)): \($0)"
      }
    }
    guard !unmatched.isEmpty else { return sentences }
    let others = Self.snapshots(below: Paths.parent(file))
    for rule in unmatched where !others.contains(where: { fits(rule, $0) }) {
      sentences.append(
        "\(printable(file)): match = \(quoted(rule)) fits no case, and no other snapshot of the "
          + "project. Correct the pattern, or delete the rule.")
    }
    return sentences
  }

  private func quoted(_ rule: Rule) -> String { "\"\(printable(rule.match.pattern))\"" }

  private static func unused(
    in settings: RuleSettings, by kinds: some Collection<Strategy.Kind>
  ) -> [String] {
    guard !kinds.isEmpty else { return [] }
    return settings.values.keys.filter { parameter in
      kinds.allSatisfy { !$0.parameters.contains(parameter) }
    }
    .map(\.rawValue).sorted().map { name in
      let words = Set(kinds.map(\.rawValue)).sorted().joined(separator: ", ")
      return "\(name) has no effect: the strategy \(words) has no such parameter."
    }
  }

  /// The pictures and texts of a project, by their paths below a folder: those that git has, else all.
  private static func snapshots(below folder: String) -> [String] {
    let isSnapshot = { (path: String) in FileKind(name: Paths.name(path)) != nil }
    if let repository = try? GitRepository(around: folder, in: .state),
      let pieces = try? repository.pieces(["ls-files", "-z", "--full-name", "--", folder]),
      !pieces.isEmpty
    {
      return pieces.compactMap { String(validating: $0, as: UTF8.self) }.filter(isSnapshot)
        .compactMap { Paths.below(folder, Paths.join(repository.top, $0)) }
    }
    let walk = try? Walk(folder, limits: .repository)
    return (walk?.folders ?? []).flatMap { found in
      found.files.compactMap { Paths.below(folder, Paths.join(found.path, $0)) }
    }
  }

  /// True if a rule would fit a snapshot: by any end of its path, as the folder that a case's path
  /// begins in is not known, or by the identifier that it would have.
  private func fits(_ rule: Rule, _ path: String) -> Bool {
    let parts = Paths.components(path)
    return parts.indices.contains { start in
      let end = parts[start...].joined(separator: "/")
      return rule.match.matches(end) || rule.match.matches(stem(end))
    }
  }
}
