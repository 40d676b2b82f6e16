import Base

/// Accounts for given paths without failures.
extension Finder {
  /// Records the outcome of each opened path, and of each archive in an opened folder: what shows
  /// neither a failure nor a pass is skipped beside one that does, because it was given for review.
  mutating func settlePaths(given count: Int) {
    let used = cases.flatMap { [$0.baseline?.path, $0.actual, $0.difference].compactMap(\.self) }
    let files = Set(cases.flatMap(\.files) + used)
    let tops = tree.sources.filter { fruitful.contains($0.place.path) }.map(\.own)
    let passed = tree.sources.filter { ledger.passes[$0.place.path] != nil }.map(\.own)
    for (index, source) in tree.sources.enumerated() {
      let (path, own, isGiven) = (source.place.path, source.own, index < count)
      let overlaps = tops.contains { top in
        Paths.isInside(top, own) || isGiven && Paths.isInside(own, top)
      }
      let isUsed =
        files.contains(own) || used.contains { Paths.isInside($0, source.onlyFile ?? path) }
      if overlaps || isUsed || isGiven && count == 1 {
        ledger.list(.path, path)
      } else if passed.contains(where: { Paths.isInside($0, own) }) {
        ledger.pass(.path, path)
      } else if !source.skipped.isEmpty
        || ledger.skipped.contains(where: { "\($0.path),".hasPrefix("\(source.place.name),") })
      {
        // Its contents are skipped by name.
        ledger.skip(.path, [path])
      } else if source.place.artifact != nil || !isGiven,
        source.folders.allSatisfy(\.pictures.isEmpty),
        source.place.artifact == nil || !source.folders.allSatisfy({ $0.entryCount == 0 })
      {
        // Most of a run's artifacts hold something else.
        ledger.withdraw(.path, path)
      } else {
        ledger.skip(.path, [path], fruitless(source))
      }
    }
  }

  func fruitless(_ source: Source) -> Skipped {
    guard source.onlyFile == nil else {
      return Skipped(
        source.place.name,
        "there is nothing to compare it with. Give its reference before it, or the folder of failures."
      )
    }
    let files = source.folders.reduce(0) { $0 + $1.files.count }
    guard files > 0 else {
      return Skipped(
        source.place.name, "nothing in it could be a snapshot. Name the folder of failures.",
        isEmpty: true)
    }
    let bundle = ResultBundle.isBundle(source.place)
    return Skipped(
      source.place.name,
      bundle
        ? ResultBundle.advice(source.place.shown)
        : "no failed snapshot found among \(Wording.grouped(files)) images and texts. Name the folder "
          + "of failures, or say what it is: --references DIR, --actuals DIR, --layout NAME.")
  }
}

extension Source {
  /// What the user gave, or the archive in an opened folder.
  fileprivate var own: String { onlyFile ?? place.archive ?? top }
}
