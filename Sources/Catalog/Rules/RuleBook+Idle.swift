import Base
import DiffEngine
import Host
import PNGCodec

/// Finds settings of a rules file that do nothing.
extension RuleBook {
  /// Returns sentences about each rule, axis and layout that fits neither a case nor any other
  /// snapshot of the project, each parameter that its strategy does not have, each area outside its
  /// pictures, and an `actuals` setting without effect.
  package func idleSettings(
    for cases: [SnapshotCase], kind: (SnapshotCase) -> Strategy.Kind
  ) -> [String] {
    guard let file else { return [] }
    // Rules inherit the settings of [default], under strategies of their own.
    let sections = rules.map(\.settings) + [defaults]
    let inForce = Set(cases.map(kind)).union(sections.compactMap(\.kind))
    var sentences = (Self.unused(in: defaults, by: inForce) + Self.outside(defaults, of: cases))
      .map { "[default]: \($0)" }
    if let actuals, !cases.isEmpty, !cases.contains(where: { $0.layout == .afsnapshot }),
      !FileStatus.exists(Paths.resolve(actuals, from: Paths.parent(file)))
    {
      sentences.append(
        "actuals = \"\(printable(actuals))\" has no effect: there is no such folder, and no failure of "
          + "AFSnapshotTesting. Correct it, or delete the line.")
    }
    var unmatched: [Rule] = []
    for rule in rules {
      let fitting = cases.filter { names(of: $0).contains(where: rule.match.matches) }
      if fitting.isEmpty { unmatched.append(rule) }
      if rule.settings == RuleSettings() {
        sentences.append("match = \(quoted(rule)) sets nothing. Add a setting, or delete the rule.")
      }
      let kinds = rule.settings.kind.map { [$0] } ?? Set(fitting.map(kind))
      let idle =
        Self.unused(in: rule.settings, by: kinds) + Self.outside(rule.settings, of: fitting)
      sentences += idle.map { "match = \(quoted(rule)): \($0)" }
    }
    sentences += foreign(unmatched, to: cases, below: Paths.parent(file))
    return sentences.map { "\(printable(file)): \($0)" }
  }

  /// Returns sentences about what fits no case and no other snapshot of the project.
  private func foreign(
    _ unmatched: [Rule], to cases: [SnapshotCase], below folder: String
  ) -> [String] {
    let strange = axes.unmatched(
      by: cases.flatMap { snapshot in
        let baseline = snapshot.baseline.map { stem(Paths.name($0.path)) }
        return [snapshot.name, snapshot.id, snapshot.failures] + [baseline].compactMap(\.self)
      })
    let own = cases.filter { $0.layout == layout?.layout }
    // Cases without any reference need a look: the layout's paths may be misspelt.
    let unused = own.contains { $0.reference != nil } ? nil : layout
    guard !unmatched.isEmpty || !strange.isEmpty || unused != nil else { return [] }
    let others = Self.snapshots(below: folder)
    let part = unused?.unfit(others.map { Paths.join(folder, $0) }, hasCases: !own.isEmpty)
    let axesOfNone = axes.unmatched(by: others.flatMap { [$0, stem(Paths.name($0))] })
    return [part].compactMap(\.self).map {
      "[layout]: \($0) fits no file of the project. Correct its paths, or delete it."
    }
      + axesOfNone.filter(strange.contains).map {
        "[axes]: \($0) fits no snapshot of the project. Correct it."
      }
      + unmatched.filter { rule in !others.contains { fits(rule, $0) } }.map {
        "match = \(quoted($0)) fits no case, and no other snapshot of the project. Correct the pattern, "
          + "or delete the rule."
      }
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

  /// Returns sentences about the areas that are outside every picture of the cases.
  private static func outside(_ settings: RuleSettings, of cases: [SnapshotCase]) -> [String] {
    guard case .areas(let areas) = settings.ignored else { return [] }
    let sizes = { cases.lazy.flatMap(\.files).compactMap(PNG.size) }
    guard !areas.isEmpty, sizes().first(where: { _ in true }) != nil else { return [] }
    return areas.filter { area in
      !sizes().contains { area.box(width: $0.width, height: $0.height) != nil }
    }
    .map {
      "ignore = \(IgnoredAreas([$0]).setting) lies outside every picture. Correct or delete the area."
    }
  }

  /// Returns a project's pictures and texts, by path below a folder: the tracked ones, else all.
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

  /// True if a rule would fit a snapshot: by any tail of its path, because the folder where a
  /// case's path begins is not known, or by the identifier that it would have.
  private func fits(_ rule: Rule, _ path: String) -> Bool {
    let parts = Paths.components(path)
    return parts.indices.contains { start in
      let end = parts[start...].joined(separator: "/")
      return rule.match.matches(end) || rule.match.matches(stem(end))
    }
  }
}

extension Library {
  /// Returns the part of the layout that fits none of the files: the references if there are cases,
  /// else all paths; nil if it fits one.
  fileprivate func unfit(_ files: [String], hasCases: Bool) -> String? {
    let templates = presets.flatMap { hasCases ? $0.reference : $0.actual + $0.reference }
    guard !files.contains(where: { file in templates.contains { $0.match(path: file) != nil } })
    else { return nil }
    return hasCases ? "reference = \"\(printable(templates[0].text))\"" : "the layout \(title)"
  }
}
