import Base

/// Looks for failures, by the strongest evidence first.
extension Finder {
  /// - Parameter searches: What the libraries look for beyond their presets.
  mutating func findCases(_ searches: [LibrarySearch]) {
    for source in tree.sources { ledger.skip(source.skipped) }
    let unlogged = tree.sources.filter { $0.logged == nil }
    let known = searches.filter { tree.layouts.contains($0.layout) }
    for evidence in Evidence.allCases {
      // A log names its failures itself, so reports count only for other sources.
      let sources = evidence == .report ? unlogged : tree.sources
      take(known.flatMap { $0.searches[evidence]?(self, sources) ?? [] })
      switch evidence {
      case .layout:
        for source in sources { take(tree.presetSightings(in: source, resolver)) }
        for library in known { cases = library.join?(tree, cases) ?? cases }
        take(known.flatMap { $0.apart?(self, unlogged) ?? [] })
      case .threeWords where tree.layouts.contains(.words):
        // Words for two roles are read with them, because one file can belong to either.
        for source in sources { take(wordSightings(in: source)) }
        remarks += wordRemark.map { [$0] } ?? []
      default: break
      }
    }
  }

  /// Says what no case explains.
  mutating func finish() {
    for source in tree.sources where source.logged == nil && source.onlyFile == nil {
      take(unread(in: source))
    }
    remarks += tree.actualSearch.unusedRoots.map {
      "--actuals \(printable($0)): holds no actual of these cases."
    }
  }
}
