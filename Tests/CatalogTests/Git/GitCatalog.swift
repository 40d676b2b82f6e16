import Catalog
import Host
import Store
import TestSupport

extension TestRepository {
  /// The snapshots that differ from a revision.
  func catalog(_ revisions: String = "HEAD", _ paths: String...) throws -> Catalog {
    try Catalog(
      paths: paths.isEmpty ? [folder.path] : paths, options: folder.options(git: revisions))
  }

  /// The case of one file.
  func snapshot(_ name: String, _ revisions: String = "HEAD") throws -> SnapshotCase? {
    try catalog(revisions).cases.first { $0.name == name }
  }

  func store(_ catalog: Catalog, disk: Disk = .real) throws -> ReviewStore {
    try ReviewStore(
      homes: catalog.homes(in: folder.stateFolder), writableRoots: catalog.writableRoots,
      disk: disk, stateFolder: folder.stateFolder)
  }

  static let place = "Tests/__Snapshots__/A/"

  /// Five snapshots are committed; then one is changed, one removed, one added, one renamed.
  static func changed() -> TestRepository {
    let repository = TestRepository()
    let folder = repository.folder
    for name in ["changed.1", "gone.1", "old.1", "same.1"] {
      folder.png("\(place)\(name).png", name)
    }
    folder.write("\(place)text.1.txt", "one\n")
    repository.commit()
    folder.png("\(place)changed.1.png", "changed again")
    folder.remove("\(place)gone.1.png")
    folder.png("\(place)new.1.png", "new")
    folder.remove("\(place)old.1.png")
    folder.png("\(place)renamed.1.png", "old.1")
    folder.write("\(place)text.1.txt", "two\n")
    return repository
  }

  func bytes(_ name: String) -> [UInt8]? { folder.bytes(Self.place + name) }
}
