import Base

/// Looks for failures, by the strongest evidence first.
extension Finder {
  mutating func search(_ sources: [Source]) throws(CatalogError) {
    for source in sources {
      baselines.add(source)
      ledger.skip(source.skipped)
    }
    takeActuals(in: sources)
    let whole = sources.filter { $0.logged == nil }
    for evidence in Evidence.allCases {
      search(evidence.readsLogs ? sources : whole, by: evidence)
    }
    remarks += actualSearch.unusedRoots.map {
      "--actuals \(printable($0)): holds no actual of these cases."
    }
  }

  /// Takes the folders of actuals that lie in what was opened: one archive may hold all of a run.
  private mutating func takeActuals(in sources: [Source]) {
    guard layouts.contains(.afsnapshot), actualSearch.named.isEmpty else { return }
    let found = sources.filter { $0.onlyFile == nil && $0.logged == nil }.flatMap(\.folders)
      .filter { folder in
        folder.name == SecondRun.folderName && !folder.folders.contains(ReferenceFolders.difference)
          && !Paths.hasComponent(of: folder.path, beginningWith: ReferenceFolders.difference)
      }
      .map { realPath($0.path) }
    guard !found.isEmpty else { return }
    let roots = found + actuals.filter { !found.contains($0) }
    actualSearch = ActualSearch(roots: roots, named: [], pictures: pictures)
  }

  private mutating func search(_ sources: [Source], by evidence: Evidence) {
    let known = LibrarySearch.all.filter { layouts.contains($0.layout) }
    switch evidence {
    case .report:
      let reports = known.flatMap(\.reports)
      for source in sources {
        for folder in source.folders {
          for report in reports { report.list(&self, folder, source) }
        }
      }
    case .layout:
      for source in sources { findPresets(in: source) }
    case .threeWords where layouts.contains(.words):
      // Words for two roles are read with them, as one file can belong to either.
      for source in sources { findWords(in: source) }
      remarks += wordRemark.map { [$0] } ?? []
    case .ownNames, .apart, .commonNames, .git, .threeWords, .twoWords, .form: break
    }
    for library in known { library.searches[evidence]?(&self, sources) }
  }
}
