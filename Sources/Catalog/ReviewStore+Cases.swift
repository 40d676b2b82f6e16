import Base
import Host
import Store

/// The one way from what finds cases to what writes baselines.
extension SnapshotCase {
  /// The case as the store takes it, with the places that are proven to be its own.
  var stored: StoredCase {
    let place = { (own: Baseline) in WritableBaseline(path: own.path, root: own.root) }
    var stored = StoredCase(failures: failures, key: key, id: id)
    (stored.reference, stored.actual, stored.difference) = (reference, proposed, difference)
    stored.baseline = baseline.map(place)
    stored.accepting = replacement(by: .accepted)
    stored.rejecting = replacement(by: .rejected)
    stored.followUps = followUps.map { (place($0.target), $0.source) }
    stored.obstacle = obstacle
    stored.isDeletion = isDeletion
    stored.isImage = content == .image && vector == nil
    stored.paintsDifferences = layout.paintsDifferences
    return stored
  }
}

extension Fingerprint {
  /// Reads and hashes the files of a case; one that stands for two is read once.
  package init(of snapshot: SnapshotCase) {
    let hash = { (path: String?) in path.flatMap { try? Self.hash(ofFile: $0, on: .real) } }
    let reference = hash(snapshot.reference)
    let baseline = snapshot.baseline?.path
    self.init(
      reference: reference, actual: hash(snapshot.proposed ?? snapshot.difference),
      baseline: baseline == snapshot.reference ? reference : hash(baseline))
  }
}

/// The files by which a case is shown; nil where there is none.
package struct ShownFiles: Hashable, Sendable {
  package var reference: String?
  package var actual: String?
  /// The actual with what differs painted over.
  package var difference: String?

  package init(of snapshot: SnapshotCase) {
    (reference, actual) = (snapshot.reference, snapshot.actual)
    // What is left from an earlier run says nothing of an actual.
    difference = snapshot.isLeftOver && actual != nil ? nil : snapshot.paintedDifference
  }

  package init(reference: String, actual: String) {
    (self.reference, self.actual) = (reference, actual)
  }
}

extension ReviewStore {
  /// Opens the stores of a catalogue.
  package convenience init(
    _ catalog: Catalog, readOnly: Bool = false, stateFolder: UserFolder? = .state
  ) throws(StoreError) {
    let reason = catalog.readOnlyReason
    if !readOnly {
      for folder in catalog.decisionFolders {
        // Where that fails, the store says that it cannot be made.
        try? Disk.real.makeFolders(to: folder, mode: 0o700)
      }
    }
    try self.init(
      roots: catalog.failures, writableRoots: catalog.writableRoots,
      readOnly: readOnly || reason != nil, reason: reason, stateFolder: stateFolder)
  }

  /// Opens the stores of some folders, to undo what was decided there.
  package convenience init(
    _ folders: DecidedFolders, disk: Disk = .real, stateFolder: UserFolder? = .state
  ) throws(StoreError) {
    try self.init(
      roots: folders.roots, writableRoots: folders.writableRoots, disk: disk,
      stateFolder: stateFolder)
  }

  /// Takes over the cases of a folder that was read again.
  package func follow(_ catalog: Catalog) throws(StoreError) {
    try follow(roots: catalog.failures, writableRoots: catalog.writableRoots)
  }

  /// Records a decision on a case as the catalogue found it.
  @discardableResult
  package func record(
    _ decision: Decision, for snapshot: SnapshotCase, shown: Fingerprint, note: String = "",
    batch: String? = nil
  ) throws(StoreError) -> Step? {
    try record(decision, for: snapshot.stored, shown: shown, note: note, batch: batch)
  }

  /// True if a decision would write, or remove, the baseline of a case.
  package func writes(
    _ decision: Decision, for snapshot: SnapshotCase, shown: Fingerprint
  ) -> Bool {
    writes(decision, for: snapshot.stored, shown: shown)
  }

  /// Removes the library's difference of an accepted case.
  package func clean(_ snapshot: SnapshotCase, batch: String? = nil) throws(StoreError) {
    try clean(snapshot.stored, batch: batch)
  }

  /// Takes over what others have decided on some cases.
  package func adopt(_ cases: [SnapshotCase], isTrial: Bool) throws(StoreError) -> AdoptionReport {
    try adopt(cases.map(\.stored), isTrial: isTrial)
  }

  /// The decisions that still hold, by the cases' identifiers.
  package func decisions(for cases: [SnapshotCase]) -> [SnapshotCase.ID: DecisionRecord] {
    decisions(for: cases.lazy.map(\.stored))
  }

  /// The notes of decisions that were undone, by the cases' identifiers.
  package func withdrawnNotes(for cases: [SnapshotCase]) -> [SnapshotCase.ID: String] {
    withdrawnNotes(for: cases.lazy.map(\.stored))
  }

  /// Returns the cases with remarks from their stores: one on each case that someone else has
  /// decided, and none on the age of a baseline that was written here.
  package func withStoreRemarks(_ cases: [SnapshotCase]) -> [SnapshotCase] {
    guard let notes = notes(on: cases.lazy.map(\.stored)) else { return cases }
    return zip(cases, notes).map { snapshot, note in
      var snapshot = snapshot
      if note.isOwnBaseline { CaseChecks.forgetAge(ofBaselineIn: &snapshot) }
      snapshot.remarks += note.foreign.map { [$0] } ?? []
      return snapshot
    }
  }

  /// Returns the path of the kept copy of the baseline that accepting a case replaced.
  package func keptReference(for snapshot: SnapshotCase) -> String? {
    kept(of: snapshot.stored, by: .accepted)
  }

  /// Returns the files to show for a case. Where a decision has overwritten a file, the kept copy
  /// stands in for it, so that the case still shows what was decided on.
  package func shownFiles(of snapshot: SnapshotCase) -> ShownFiles {
    let baseline = snapshot.baseline?.path
    var files = ShownFiles(of: snapshot)
    if files.reference == baseline { files.reference = keptReference(for: snapshot) ?? baseline }
    if files.actual == baseline {
      files.actual = kept(of: snapshot.stored, by: .rejected) ?? baseline
    }
    return files
  }
}
