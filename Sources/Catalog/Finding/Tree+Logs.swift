import Base
import Host

extension Tree {
  /// Adds the log's facts about a case, and removes a baseline that must not be written.
  func complete(_ snapshot: inout SnapshotCase, by logged: LoggedFiles, _ source: Source) {
    let files = snapshot.leftFiles.map(ExactName.init)
    guard let failure = files.lazy.compactMap({ logged.failures[$0] }).first else { return }
    snapshot.remarks += failure.remarks
    guard let homes = logged.homes else { return }
    if let baseline = snapshot.baseline {
      guard !homes.contains(where: { Paths.isInside(baseline.root, $0) }) else { return }
      snapshot.baseline = nil
      snapshot.obstacle = outside(baseline.path, snapshot, source)
    } else if let reference = failure.reference, references.isEmpty, snapshot.reference == nil {
      // Show the reference anyway.
      let isThere = FileStatus.isFile(reference)
      snapshot.reference = isThere ? reference : nil
      snapshot.obstacle =
        isThere
        ? outside(reference, snapshot, source)
        : "The reference that the log names is gone: \(printable(reference)). Give --references DIR."
    }
  }

  private func outside(_ path: String, _ snapshot: SnapshotCase, _ source: Source) -> String {
    "Its reference \(printable(path)) is not among the snapshots \(home(of: snapshot, source)), so "
      + "nothing is written there. Give --references DIR."
  }
}
