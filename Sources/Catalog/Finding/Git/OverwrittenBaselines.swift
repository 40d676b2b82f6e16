import Base
import DiffEngine
import Host
import PNGCodec
import Store

/// Finds baselines that a test run has overwritten, however its library records; only git still has
/// the old ones.
struct OverwrittenBaselines {
  let stateFolder: UserFolder?

  /// Sets the reference of each such case to the committed baseline, and a missing actual to the
  /// baseline's file, so that there is something to compare. If neither git nor a decision knows
  /// the old baseline, the case stays marked.
  func compare(_ cases: inout [SnapshotCase]) {
    var journals = JournaledBaselines(stateFolder: stateFolder)
    let candidates = candidates(&cases, &journals)
    for (top, indices) in Dictionary(grouping: candidates, by: \.top) {
      guard let tracked = try? TrackedFiles(around: top, in: stateFolder),
        let committed = try? CommittedFiles(
          indices.compactMap { cases[$0.index].baseline?.path }, tracked,
          to: PrivateFolder.own(in: stateFolder))
      else { continue }
      let old = mapOnAllCores(indices.count) { [cases] in
        Self.replaced(cases[indices[$0].index], committed)
      }
      for (place, old) in zip(indices, old) {
        settle(&cases[place.index], old, committed)
      }
    }
    for index in cases.indices where cases[index].actual == nil {
      cases[index].mayBeOverwritten = false
    }
  }

  private func settle(
    _ snapshot: inout SnapshotCase, _ old: CommittedFiles.Version?, _ committed: CommittedFiles
  ) {
    guard let baseline = snapshot.baseline?.path else { return }
    if let old {
      if snapshot.actual == nil { (snapshot.actual, snapshot.obstacle) = (baseline, nil) }
      snapshot.reference = old.file
      snapshot.writing = .rejecting
      snapshot.mayBeOverwritten = false
      snapshot.remarks.append(
        .recordedOver(kept: old.holder, setting: snapshot.layout.library?.recording))
    } else if snapshot.actual != nil, committed.isUnfetched(baseline) {
      // The actual equals the picture that replaced the missing one, and proves nothing.
      snapshot.reference = nil
      snapshot.obstacle =
        "The baseline was recorded again, perhaps by the run: git has a pointer to another picture. "
        + GitBlobs.unfetched
    } else if snapshot.isPane || committed.hold(baseline) {
      snapshot.mayBeOverwritten = false
    }
  }

  private func candidates(
    _ cases: inout [SnapshotCase], _ journals: inout JournaledBaselines
  ) -> [(top: String, index: Int)] {
    var places: [(top: String, index: Int)] = []
    let writeScope = Repositories()
    for index in cases.indices where cases[index].mayBeOverwritten {
      let snapshot = cases[index]
      guard let baseline = snapshot.baseline?.path,
        snapshot.actual.map({ snapshot.isPane || FileBytes.areEqual(baseline, $0) })
          ?? snapshot.isMasked,
        !journals.hold(snapshot.stored, in: Homes.home(snapshot.home, in: stateFolder))
      else {
        cases[index].mayBeOverwritten = false
        continue
      }
      if let top = writeScope.repository(around: baseline) { places.append((top, index)) }
    }
    return places
  }

  /// Returns the version that the case's baseline replaced; nil if there is none, or if the case's
  /// difference was not drawn from the two.
  private static func replaced(
    _ snapshot: SnapshotCase, _ committed: CommittedFiles
  ) -> CommittedFiles.Version? {
    guard let baseline = snapshot.baseline?.path else { return nil }
    let older = committed.versions(of: baseline).filter { !$0.isHeld(by: baseline) }
    guard snapshot.actual == nil else {
      // A pane is encoded anew, so only the strip's first pane says what the run compared with.
      let strip = snapshot.isPane ? snapshot.difference : nil
      return older.first { old in strip.map { Strip.shows(old.file, in: $0) } ?? true }
    }
    guard !older.isEmpty, let difference = snapshot.difference else { return nil }
    return PNG.comparing(difference, baseline, besides: older.map(\.file)) { picture, actual in
      older.first { version in
        guard let reference = try? PNG.decode(contentsOf: version.file),
          let mask = try? DifferencePicture(picture, beside: reference)
        else { return false }
        return mask.fit(of: actual, with: reference)?.isWhole == true
      }
    }
  }
}
