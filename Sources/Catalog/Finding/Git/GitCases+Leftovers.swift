import Base

/// Untracked files that a failed run left. They are not snapshots, so rejecting must not remove
/// them as new ones.
extension GitCases {
  /// Removes the cases of new files that are a library's failures.
  mutating func dropLeftovers(_ options: CatalogOptions) -> String? {
    let new = cases.filter { $0.reference == nil && $0.writing == .rejecting }
      .compactMap(\.actual)
    guard !new.isEmpty, let top = cases.first?.failures else { return nil }
    let left = Finder.leftovers(among: new, below: top, options)
    cases.removeAll { $0.reference == nil && $0.actual.map(left.contains) == true }
    for file in new where left.contains(file) { withdraw(file) }
    guard let first = new.filter(left.contains).min() else { return nil }
    let count = new.count(where: left.contains)
    return "\(Wording.count(count, "untracked file")) such as "
      + "\(printable(Paths.below(top, first) ?? first)) \(count == 1 ? "was" : "were") left by a "
      + "failed run: no new \(count == 1 ? "snapshot" : "snapshots"). Review without --git."
  }
}

extension Finder {
  /// Returns the new files that belong to the failures of a library.
  fileprivate static func leftovers(
    among new: [String], below top: String, _ options: CatalogOptions
  ) -> FileSet {
    var options = options
    (options.git, options.references, options.actuals) = (nil, [], [])
    options.layouts = Library.all.map(\.layout)
    guard let place = try? GivenPath(top),
      var tree = try? Tree(options: options, opened: top)
    else { return FileSet() }
    tree.open([Source(place, top: place.path, files: new)])
    var finder = Finder(tree)
    finder.search()
    // A name alone proves nothing: "test.1.png" may be a new snapshot.
    let unproven = finder.cases.filter { $0.reference == nil && $0.difference == nil }
      .flatMap(\.leftFiles)
    var left = FileSet()
    for file in new where finder.resolver.isClaimed(file) || finder.ledger.hasPassed(file) {
      if !unproven.contains(file) { left.insert(file) }
    }
    // Next to these may be files that no case shows, such as a second difference.
    let folders = Set(new.filter(left.contains).map(Paths.parent))
    for file in new {
      let isOutput = { tree.index.presets.contains { $0.isOutput(Paths.name(file)) } }
      if FileIndex.isOfRun(file, below: top) || folders.contains(Paths.parent(file)) && isOutput() {
        left.insert(file)
      }
    }
    return left
  }
}
