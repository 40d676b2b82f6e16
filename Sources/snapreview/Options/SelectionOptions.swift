import ArgumentParser
import Catalog

/// The flags that say which cases a decision is about.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Cases whose Suite/name, suite or name matches; may be repeated.", valueName: "GLOB"))
  var filter: [String] = []

  @Flag(help: "Every undecided case that fails.")
  var all = false

  @Flag(help: "Only say what would be done.")
  var dryRun = false

  @Option(help: "Why; kept with the decision.")
  var note: String = ""

  func validate() throws {
    if filter.isEmpty != all {
      throw ValidationError("Give either --filter GLOB or --all, to say which cases.")
    }
  }

  /// The cases meant, in the catalogue's order.
  func selected(from folder: Folder) throws -> [SnapshotCase] {
    guard !all else {
      return folder.reports().filter { $0.decision == nil && $0.isFailing }.map(\.snapshot)
    }
    let globs = filter.map { Glob($0) }
    for glob in globs where !folder.catalog.cases.contains(where: { Self.matches(glob, $0) }) {
      throw CommandFailure(
        .wrongUse,
        "No case matches \(printable(glob.pattern)). `snapreview list` shows the cases.")
    }
    return folder.catalog.cases.filter { snapshot in
      globs.contains { Self.matches($0, snapshot) }
    }
  }

  /// A pattern without a slash may mean the suite or the name alone.
  static func matches(_ glob: Glob, _ snapshot: SnapshotCase) -> Bool {
    [snapshot.id, snapshot.suite, snapshot.name].contains(where: glob.matches)
  }
}

extension Glob {
  /// A pattern that stands for `text` alone.
  package static func escaping(_ text: String) -> String {
    text.map { "*?[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
