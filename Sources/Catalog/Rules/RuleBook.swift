import Base
import DiffEngine
import Settings

/// The strategies that compare the cases, according to `.snapreview.toml`.
package struct RuleBook: Sendable {
  package static let fileName = ".snapreview.toml"

  /// The file that was read; nil if there is none.
  package var file: String?
  /// The file to which rules are saved: `file`, or the one to be created.
  package let destination: String

  var ignored: [IgnoredRules] = []
  var opened: String?
  var defaults = RuleSettings()
  var rules: [Rule] = []
  var axes = Axes()
  var layout: Library?
  /// The folder of AFSnapshotTesting's actuals.
  var actuals: String?

  struct Rule: Hashable, Sendable {
    var match: Glob
    var settings: RuleSettings
  }

  mutating func readMasks(opened: String?) throws(SettingsError) {
    self.opened = opened
    guard let file else { return }
    defaults.ignored = try defaults.ignored?.reading(rules: file, opened: opened)
    for index in rules.indices {
      rules[index].settings.ignored = try rules[index].settings.ignored?.reading(
        rules: file, opened: opened)
    }
  }

  /// Returns the strategy for a case: the given one, changed by `[default]`, then by every matching
  /// rule, in order.
  ///
  /// - Parameter base: The strategy to start from; its parameters apply only to its own kind.
  package func strategy(for snapshot: SnapshotCase, default base: Strategy) -> Strategy {
    let settings = settings(of: snapshot)
    let kind = settings.compactMap(\.kind).last ?? base.kind
    return settings.reduce(kind == base.kind ? base : Strategy(kind)) { $1.applied(to: $0) }
  }

  /// Returns the areas that the rules leave out of a case.
  package func ignored(in snapshot: SnapshotCase) -> IgnoredAreas {
    settings(of: snapshot).reduce(IgnoredAreas()) { $1.applied(to: $0) }
  }

  /// Returns the sections that apply to a case, in the order in which they are applied.
  private func settings(of snapshot: SnapshotCase) -> [RuleSettings] {
    let names = names(of: snapshot)
    return [defaults] + rules.filter { names.contains(where: $0.match.matches) }.map(\.settings)
  }

  /// Adds to each case the axis values found in its name.
  package func addAxes(to cases: inout [SnapshotCase]) {
    let all = Paths.common(Set(cases.lazy.map(\.failures)))
    let values = mapOnAllCores(cases.count, band: 512) { [cases] in
      axes.values(of: cases[$0], below: all)
    }
    for (place, values) in zip(cases.indices, values) where !values.isEmpty {
      cases[place].axes = values
    }
  }

  /// Returns the names that a pattern is matched against: the identifier, and the baseline's path
  /// from the rules file's folder and from its own root.
  func names(of snapshot: SnapshotCase) -> [String] {
    var names = [snapshot.id]
    guard let baseline = snapshot.baseline else { return names }
    for folder in [Paths.parent(destination), baseline.root] {
      if let name = Paths.below(folder, baseline.path) { names.append(name) }
    }
    return names
  }
}

/// A rules file that was found but is not obeyed.
struct IgnoredRules: Hashable, Sendable {
  let file: String
  /// The reason, to follow "… is ignored: ".
  let why: String
}
