import Base
import Host

/// The failures of a log, by their files on this machine.
struct LoggedFiles: Sendable {
  let failures: [ExactName: LoggedFailure]
  /// The folders that baselines may lie in; nil where they follow from a folder that was named
  /// beside the log. What a log names is no folder that the user has named.
  let homes: [String]?

  /// Returns the file that a test compared with, as the log has it.
  func reference(of file: String) -> String? { failures[ExactName(file)]?.reference }
}

extension Finder {
  /// Adds what the log says of a case, and takes away a baseline that must not be written.
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
      // It is shown all the same.
      let isThere = (try? FileStatus(of: reference))?.kind == .file
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

extension BaselineSearch {
  /// The reference that a log names, where the library itself would look for it and it may be
  /// written.
  func logged(_ reference: String, testFile: String, in homes: [String]) -> BaselineAnswer {
    let given = Paths.parent(reference)
    guard let real = try? Paths.real(given),
      let home = homes.first(where: { Paths.isInside(real, $0) }),
      let folder = folder(Paths.isInside(given, home) ? given : real)
    else { return .none }
    let isFlat = folder.name.hasPrefix(ReferenceTree.pointfreePrefix)
    let candidate = Candidate(folder: folder, root: home, isFlat: isFlat)
    let isPrescribed =
      isFlat
      || folder.name == testFile && candidate.parentName.hasPrefix(ReferenceTree.pointfreePrefix)
    let file = Paths.name(reference)
    guard isPrescribed, folder.spelling(of: file) != nil else { return .none }
    return answer(settled([candidate]), file: file, exists: true)
  }
}
