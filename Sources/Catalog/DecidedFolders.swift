import Base
import Host
import Store

/// The homes that an undo can reach: they may hold decisions on the named input, even if the
/// failures are gone.
package struct DecidedFolders: Sendable {
  let homes: [StoreHome]
  let writableRoots: [String]
  let reach: ReviewStore.Reach

  /// Finds the home of decisions made with `--git` or on merges.
  package init(around folder: String, stateFolder: UserFolder? = .state) throws(CatalogError) {
    let folder = try GivenPath(folder).folder
    let top = Repositories().repository(around: folder) ?? folder
    homes = [Homes.home(top, in: stateFolder)]
    writableRoots = [top]
    reach = { $0.failures == top }
  }

  /// Finds the homes of decisions on the named paths; without paths, all around the working folder.
  package init(
    below paths: [String], references: [String], catalog: Catalog?,
    stateFolder: UserFolder? = .state
  ) {
    let places = paths.map { Paths.realAsFarAsItExists($0) }
    let named = references.compactMap { try? Paths.real($0) }
    let around = (paths.isEmpty ? [Paths.workingFolder] : places) + named
    let failures = catalog?.failures ?? []
    let reach: ReviewStore.Reach = { step in
      paths.isEmpty || failures.contains(step.failures)
        || step.source.map { paths.contains($0) || places.contains($0) } == true
        || places.contains { Self.names($0, step) }
    }
    let finder = Homes(stateFolder: stateFolder)
    var folders = Set(catalog?.cases.lazy.map(\.home) ?? []).union(finder.related(to: around))
    var journals = JournaledBaselines(stateFolder: stateFolder)
    // Without a repository, baselines may be next to the failures, and apart from known ones.
    if around.contains(where: { finder.around($0) == nil }) {
      let isMeant = { paths.isEmpty ? Self.names(Paths.workingFolder, $0) : reach($0) }
      folders.formUnion(
        finder.known.filter {
          journals.steps(in: Homes.home($0, in: stateFolder)).contains(where: isMeant)
        })
    }
    homes = folders.sorted().map { Homes.home($0, in: stateFolder) }
    let scope = WriteScope(named: named)
    // A library's own folder of references may be hidden, and its failures gone.
    let decided = homes.flatMap { journals.steps(in: $0) }.filter(reach).map(\.failures)
    let opened = Set(places + named + decided).flatMap { scope.roots(ofCleared: $0, openedAs: $0) }
    writableRoots = folders.union(catalog?.writableRoots ?? []).union(opened).sorted()
    self.reach = reach
  }

  /// True if a named path contains the failures of a step, or is inside them.
  private static func names(_ path: String, _ step: Step) -> Bool {
    Paths.isInside(step.failures, path)
      || Paths.isInside(path, step.failures) && !step.caseKey.hasPrefix(Layout.git.rawValue + ":")
  }
}

extension ReviewStore {
  /// Finishes or rolls back what a killed run left around some paths and the working folder.
  package static func settleInterrupted(around paths: [String]) {
    let places = paths.map { Paths.realAsFarAsItExists($0) } + [Paths.workingFolder]
    let homes = Homes(stateFolder: .state).related(to: places).map { Homes.home($0, in: .state) }
    guard homes.contains(where: \.isInterrupted) else { return }
    let folders = DecidedFolders(below: places, references: [], catalog: nil)
    _ = try? ReviewStore(folders, readOnly: true)
  }
}
