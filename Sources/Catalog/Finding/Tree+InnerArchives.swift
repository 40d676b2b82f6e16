import Base
import Host

/// Opens archives in an opened folder, as CI runners leave them: Bazel's `outputs.zip`,
/// Playwright's blob reports.
extension Tree {
  /// Unpacks the archives in some sources that hold snapshots. An archive that cannot be read is
  /// reported as skipped.
  func innerArchives(
    of sources: [Source], _ options: CatalogOptions, room: inout Int, _ ledger: inout Ledger
  ) -> [UnpackedArchive] {
    let all = sources.filter { $0.onlyFile == nil }.flatMap(\.folders).flatMap { folder in
      folder.others.map { Paths.join(folder.path, $0) }
        .filter { ArchiveLimits.kind(of: $0) != nil }
    }
    .filter { (try? Disk.real.statusOfLink($0))?.kind == .file }
    guard !all.isEmpty else { return [] }
    // A committed archive was not left by a run.
    let committed = git.unchanged(all)
    var archives: [UnpackedArchive] = []
    for path in Set(all).sorted() where !committed.contains(path) {
      let kind = ArchiveLimits.kind(of: path)
      guard kind != .unread else {
        ledger.skip(
          Skipped(path, "an archive in a format that snapreview does not read. Unpack it."))
        continue
      }
      let holdsSnapshots = ArchiveReader.holdsSnapshots(path)
      if holdsSnapshots == nil, kind == .read {
        ledger.skip(Skipped(path, "this archive cannot be read. Is it complete?"))
      }
      guard holdsSnapshots == true else { continue }
      do throws(CatalogError) {
        let place = GivenPath(archive: path, shown: printable(path))
        archives.append(try UnpackedArchive(place, options, room: &room))
        if let inner = archives.last?.ledger { ledger.add(inner) }
      } catch {
        ledger.skip(Skipped(path, "not opened. \(error.description)"))
      }
    }
    return archives
  }
}
