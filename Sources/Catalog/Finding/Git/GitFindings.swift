import Base
import Essentials
import Host

/// The cases of a repository and its submodules.
struct GitFindings {
  private(set) var cases: [SnapshotCase] = []
  private(set) var ledger = Ledger()
  private(set) var tops: [String] = []
  private let folders: [String]
  private let folder: PrivateFolder
  private let options: CatalogOptions
  private let searches: [LibrarySearch]
  private(set) var remarks: [String] = []

  init(
    _ range: GitRange, in repository: GitRepository, below folders: [String],
    _ options: CatalogOptions, _ searches: [LibrarySearch]
  ) throws(CatalogError) {
    (self.folders, self.options, self.searches) = (folders, options, searches)
    folder = try PrivateFolder.own(in: options.stateFolder)
    try add(range, in: repository)
  }

  private mutating func add(_ range: GitRange, in repository: GitRepository) throws(CatalogError) {
    let changes = try GitChanges(range, in: repository, below: folders)
    var finder = GitCases(repository: repository)
    try finder.add(changes.changes, in: folder)
    if range.new == nil {
      remarks += finder.dropLeftovers(options, searches).map { [$0] } ?? []
      try finder.addRejected(
        range.old, below: folders, stateFolder: options.stateFolder, in: folder)
    }
    cases += finder.cases
    ledger.add(changes.ledger)
    ledger.add(finder.ledger)
    tops.append(repository.top)
    for submodule in changes.submodules { add(submodule, of: repository) }
  }

  /// Descends into a submodule, or reports it if that is not possible.
  private mutating func add(_ submodule: Submodule, of repository: GitRepository) {
    let place = Paths.join(repository.top, submodule.path)
    guard folders.contains(where: { Paths.isInside(place, $0) || Paths.isInside($0, place) })
    else { return }
    let isHere = (try? Paths.real(place)) == place && FileStatus.exists(Paths.join(place, ".git"))
    guard isHere else {
      // Files in it, such as of a copy without its repository, are compared with nothing.
      let entries = submodule.isWorkTree ? (try? ListedFolder(reading: place))?.entryCount : nil
      if submodule.hasMoved || entries ?? 0 > 0 {
        let how = submodule.hasMoved ? "differs and is not checked out" : "has no repository here"
        skip(place, "a submodule that \(how). Run: git submodule update --init.")
      }
      return
    }
    do throws(CatalogError) {
      let inner = try GitRepository(around: place, in: options.stateFolder)
      guard inner.top == place, let range = try submodule.range(in: inner) else {
        skip(place, "a submodule without the commit to compare with. Run git fetch in it.")
        return
      }
      try add(range, in: inner)
    } catch {
      skip(place, "a submodule that cannot be looked into. \(error)")
    }
  }

  private mutating func skip(_ place: String, _ why: String) {
    ledger.skip(.change, [place], Skipped(Paths.below(tops[0], place) ?? place, why))
  }
}
