import ArgumentParser
import Catalog

/// The flag that picks cases by name.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Cases whose Suite/name, suite or name matches, or that have an axis:value such as theme:dark; may be repeated.",
      valueName: "GLOB"))
  var filter: [String] = []

  /// All cases where nothing was asked for; each pattern must match one.
  func matching(_ cases: [SnapshotCase]) throws -> [SnapshotCase] {
    guard !filter.isEmpty else { return cases }
    let globs = filter.map { Glob($0) }
    for glob in globs where !cases.indices.contains(where: { Self.matches(glob, cases[$0]) }) {
      throw CommandFailure(
        .wrongUse,
        "No case matches \(printable(glob.pattern)). `snapreview list` shows the cases.")
    }
    return cases.filter { snapshot in globs.contains { Self.matches($0, snapshot) } }
  }

  /// A pattern without a slash may mean the suite or the name alone.
  static func matches(_ glob: Glob, _ snapshot: SnapshotCase) -> Bool {
    snapshot.axes.contains { $0.isMeant(by: glob.pattern) }
      || [snapshot.id, snapshot.suite, snapshot.name].contains(where: glob.matches)
  }
}
