import Base

/// Accounts for every path that was given.
extension Finder {
  /// Notes the paths that have given nothing, beside others that have.
  mutating func skipBarren(_ sources: some Collection<Source>) {
    guard sources.count > 1, !cases.isEmpty else { return }
    for source in sources where !isUsed(source) && !answering.contains(source.place.path) {
      skipped.append(Skipped(source.place.shown, Self.nothing(in: source)))
    }
  }

  /// The sources in which a failure was found; all where that is none.
  func fruitful(_ sources: [Source]) -> [Source] {
    let found = sources.filter { fruitful.contains($0.place.path) }
    return found.isEmpty ? sources : found
  }

  /// True if a case was found in a source, or has one of its files from there.
  private func isUsed(_ source: Source) -> Bool {
    fruitful.contains(source.place.path)
      || cases.contains { snapshot in
        snapshot.files.contains { Paths.isInside($0, source.top) }
      }
  }

  private static func nothing(in source: Source) -> String {
    if ResultBundle.isBundle(source.place) {
      return ResultBundle.advice(source.place.shown)
    }
    return source.folders.allSatisfy { $0.entryCount == 0 }
      ? "an empty folder." : "no failed snapshot was found in it."
  }
}
