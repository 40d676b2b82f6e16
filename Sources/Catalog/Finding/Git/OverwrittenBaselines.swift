import Base
import DiffEngine
import Host
import PNGCodec
import Store

/// Finds baselines that a test run has overwritten, however its library records; only git still has
/// the old ones.
struct OverwrittenBaselines {
  private let stateFolder: UserFolder?

  init(stateFolder: UserFolder?) { self.stateFolder = stateFolder }

  /// Sets the reference of each such case to the committed baseline, and a missing actual to the
  /// baseline's file, so that there is something to compare. If neither git nor a decision knows
  /// the old baseline, the case stays marked.
  func compare(_ cases: inout [SnapshotCase]) {
    var journals = JournaledBaselines(stateFolder: stateFolder)
    let candidates = candidates(&cases, &journals)
    for (top, indices) in Dictionary(grouping: candidates, by: \.top) {
      guard let tracked = TrackedFiles(around: top, in: stateFolder),
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

  /// True if a decision on the case, or on one with the same baseline, wrote the current baseline.
  private func hold(_ snapshot: SnapshotCase, _ journals: inout JournaledBaselines) -> Bool {
    journals.hold(snapshot.stored, in: Homes.home(snapshot.home, in: stateFolder))
  }

  private func settle(
    _ snapshot: inout SnapshotCase, _ old: CommittedFiles.Version?, _ committed: CommittedFiles
  ) {
    guard let baseline = snapshot.baseline?.path else { return }
    if let old {
      snapshot.compareRecording(with: old)
    } else if snapshot.actual != nil, committed.isUnfetched(baseline) {
      // The actual equals the picture that replaced the missing one, and proves nothing.
      snapshot.reference = nil
      snapshot.obstacle =
        "The baseline was recorded again, perhaps by the run: git has a pointer to another picture. "
        + GitBlobs.unfetched
    } else if committed.hold(baseline) {
      snapshot.mayBeOverwritten = false
    }
  }

  /// Returns the marked cases in repositories; unmarks cases whose baseline the run did not write.
  private func candidates(
    _ cases: inout [SnapshotCase], _ journals: inout JournaledBaselines
  ) -> [(top: String, index: Int)] {
    var places: [(top: String, index: Int)] = []
    let writeScope = Repositories()
    for index in cases.indices where cases[index].mayBeOverwritten {
      let snapshot = cases[index]
      guard let baseline = snapshot.baseline?.path,
        snapshot.actual.map({ FileBytes.areEqual(baseline, $0) }) ?? snapshot.isMasked,
        !hold(snapshot, &journals)
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
    guard snapshot.actual == nil else { return older.first }
    guard !older.isEmpty, let difference = snapshot.difference,
      let room = try? PictureRoom(for: [difference, baseline] + older.map(\.file))
    else { return nil }
    defer { withExtendedLifetime(room) {} }
    guard let (picture, actual) = try? PNG.decodeInTurn(difference, baseline) else { return nil }
    return older.first { version in
      guard let reference = try? PNG.decode(contentsOf: version.file),
        let mask = try? DifferencePicture(picture, beside: reference)
      else { return false }
      return mask.fit(of: actual, with: reference)?.isWhole == true
    }
  }
}

extension SnapshotCase {
  /// Uses an older version as the reference, and the baseline as what the run recorded.
  fileprivate mutating func compareRecording(with version: CommittedFiles.Version) {
    if actual == nil {
      actual = baseline?.path
      obstacle = nil
    }
    reference = version.file
    writing = .rejecting
    mayBeOverwritten = false
    remarks.append(.recordedOver(kept: version.holder, setting: layout.library?.recording))
  }
}
