import ArgumentParser
import Base
import Catalog

/// The flag that selects cases by name.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Cases whose Suite/name, suite or name matches, decided or not, or with a value of an axis of the rules, such as theme:dark; may be repeated.",
      valueName: "GLOB"))
  var filter: [String] = []

  /// Returns the matching cases, or all without a filter. Each pattern must match one.
  func matching(_ cases: [SnapshotCase]) throws -> [SnapshotCase] {
    guard !filter.isEmpty else { return cases }
    var matching: Set<Int> = []
    for glob in filter.map(Glob.init) {
      let places = glob.places(in: cases)
      guard !places.isEmpty else {
        throw CommandFailure(
          .wrongUse,
          "No case matches \(printable(glob.pattern))."
            + (glob.pattern.contains(":") ? " [axes] in .snapreview.toml defines axes." : "")
            + " `snapreview list` with the same folder shows the cases.")
      }
      matching.formUnion(places)
    }
    return matching.sorted().map { cases[$0] }
  }
}
