import Base

/// Looks for failures, by the strongest evidence first.
extension Finder {
  mutating func search() {
    for source in tree.sources { ledger.skip(source.skipped) }
    let known = LibrarySearch.all.filter { tree.layouts.contains($0.layout) }
    for evidence in Evidence.allCases {
      let sources = tree.sources.filter { evidence.readsLogs || $0.logged == nil }
      take(known.flatMap { $0.searches[evidence]?(self, sources) ?? [] })
      switch evidence {
      case .layout:
        for source in sources { take(tree.presetSightings(in: source, resolver)) }
        for library in known { cases = library.join?(tree, cases) ?? cases }
      case .threeWords where tree.layouts.contains(.words):
        // Words for two roles are read with them, as one file can belong to either.
        for source in sources { take(wordSightings(in: source)) }
        remarks += wordRemark.map { [$0] } ?? []
      default: break
      }
    }
    remarks += tree.actualSearch.unusedRoots.map {
      "--actuals \(printable($0)): holds no actual of these cases."
    }
  }
}
