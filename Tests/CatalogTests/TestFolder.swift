import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport

extension TestFolder {
  /// The folder for the secret of this test's user: beside the folder, not in it.
  var stateFolder: UserFolder { UserFolder(path: top + "/state") }

  /// Options with a place for what is made of the files.
  func options(references: [String] = [], git: String? = nil) -> CatalogOptions {
    var options = CatalogOptions(references: references, git: git)
    options.stateFolder = stateFolder
    return options
  }

  /// The path without the folder's, of what is below it.
  func short(_ path: String?) -> String? {
    path.map { $0.hasPrefix(self.path + "/") ? String($0.dropFirst(self.path.count + 1)) : $0 }
  }

  func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: self[name]))?[.posixPermissions] as? Int
  }

  /// The store of a failures' root, which lies in it, so that one tree holds all. The whole folder may
  /// be written to.
  func store(
    _ root: String = "", writable: [String]? = nil, readOnly: Bool = false,
    disk: Disk = quickDisk(), state: UserFolder? = nil
  ) throws(StoreError) -> ReviewStore {
    try ReviewStore(
      roots: [root.isEmpty ? path : self[root]], writableRoots: writable ?? [path],
      readOnly: readOnly, disk: disk, stateFolder: state ?? stateFolder)
  }

  /// Writes something that begins as a PNG does: nothing here decodes it.
  @discardableResult
  func png(_ name: String, _ content: String = "pixels") -> String { write(name, fakePNG(content)) }

  /// A failure of iOSSnapshotTestCase without its baseline.
  func uber(_ failures: String, _ className: String = "C") {
    for part in ["reference_", "failed_"] { png("\(failures)/\(className)/\(part)a@2x.png") }
  }

  /// One failure of each library, in one tree.
  func mix() {
    uber("uber/FailureDiffs")
    for name in [
      "uber/ReferenceImages_64/C/a@2x.png", "pf/Artifacts/T/test.1.png",
      "pf/Tests/__Snapshots__/T/test.1.png", "af/Snapshots/L/test.png",
      "af/Snapshots/Difference/L/test.diff.png",
    ] {
      png(name)
    }
    png("af/Actual/L/test.png", "new")
  }

  /// Sets a file's modification time, in seconds after a fixed day.
  func age(_ name: String, _ seconds: Double) {
    let date = Date(timeIntervalSince1970: 1_700_000_000 + seconds)
    try! FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: self[name])
  }

  /// Every file below the folder but the store's, with what it holds.
  func everything() -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: path)! {
      let isStore = [".snapreview", ".git/snapreview"].contains { name.hasPrefix($0) }
      guard !isStore, let bytes = bytes(name) else { continue }
      result[name] = bytes
    }
    return result
  }

  func names(in folder: String) -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: self[folder])) ?? [])
  }
}

extension ReviewStore {
  /// Makes the actual the baseline, by default as it is now.
  func accept(
    _ snapshot: SnapshotCase, shown: Fingerprint? = nil, note: String = "", batch: String? = nil
  ) throws(StoreError) {
    try record(.accepted, for: snapshot, shown: shown, note: note, batch: batch)
  }

  func record(
    _ decision: Decision, for snapshot: SnapshotCase, shown: Fingerprint? = nil, note: String = "",
    batch: String? = nil
  ) throws(StoreError) {
    let shown = shown ?? Fingerprint(of: snapshot)
    try record(decision, for: snapshot, shown: shown, note: note, batch: batch)
  }
}

extension ReviewStore {
  /// Opens stores that lie in the folders themselves.
  convenience init(
    roots: [String], writableRoots: [String], readOnly: Bool = false, disk: Disk = .real,
    stateFolder: UserFolder?
  ) throws(StoreError) {
    let homes = roots.map { StoreHome(folder: $0, place: $0 + "/.snapreview") }
    try self.init(
      homes: homes, writableRoots: writableRoots, readOnly: readOnly, disk: disk,
      stateFolder: stateFolder)
  }
}

/// The content of a Git LFS pointer to a picture.
func pointer(to picture: [UInt8]) -> String {
  "version https://git-lfs.github.com/spec/v1\noid sha256:\(Fingerprint.hash(picture))\n"
    + "size \(picture.count)\n"
}

/// The place of a picture in a clone's store of Git LFS.
func object(of picture: [UInt8]) -> String {
  let hash = Fingerprint.hash(picture)
  return ".git/lfs/objects/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash)"
}

func fakePNG(_ content: String) -> [UInt8] {
  [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(content.utf8)
}

/// The catalogue of some folders. The home of each case is its failures' root, as `TestFolder.store`
/// has it.
func catalog(
  _ paths: String..., references: [String] = [], actuals: [String] = [], layouts: [Layout] = []
) throws -> Catalog {
  var catalog = try Catalog(
    paths: paths,
    options: CatalogOptions(layouts: layouts, references: references, actuals: actuals))
  for index in catalog.cases.indices { catalog.cases[index].home = catalog.cases[index].failures }
  return catalog
}

extension SnapshotCase {
  /// Its remarks as the reviewer reads them.
  var sentences: [String] { remarks.map(\.sentence) }
}
