/// Folders derived from the failures found so far.
struct FoundPlaces: Sendable {
  /// Folders that hold class folders of failures.
  var rootHints: Set<String> = []
  /// Folders below which the cases' baselines may be written.
  var writableRoots: Set<String> = []
  private var failures: Set<Failures> = []

  private struct Failures: Hashable {
    let layout: Layout
    let path, opened: String
  }

  /// Opened paths in which a failure was found.
  var fruitful: Set<String> { Set(failures.lazy.map(\.opened)) }

  /// Notes where a failure was found.
  mutating func add(_ snapshot: SnapshotCase, in opened: String, _ roots: () -> [String]) {
    let place = Failures(layout: snapshot.layout, path: snapshot.failures, opened: opened)
    if failures.insert(place).inserted { writableRoots.formUnion(roots()) }
  }
}
