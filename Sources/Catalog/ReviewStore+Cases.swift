import Base
import Host
import PNGCodec
import Store

/// The only connection from the code that finds cases to the code that writes baselines.
extension SnapshotCase {
  /// The baseline's path in its project, the same on every machine; nil without a baseline.
  package var placeInProject: String? {
    baseline.map { Paths.relative($0.path, from: home) }
  }

  /// Returns an error if the actual was compared with a picture other than the current baseline,
  /// such as a colleague's that was pulled since. A baseline equal to the actual is no error.
  fileprivate func otherBaseline(than shown: Fingerprint) -> StoreError? {
    guard content == .image, vector == nil, let baseline = baseline?.path, let proposed,
      FileStatus.exists(baseline), !FileBytes.areEqual(proposed, baseline),
      (try? Fingerprint.hash(ofFile: baseline, on: .real)) == shown.baseline,
      hasCompared(proposed, withOtherThan: baseline)
    else { return nil }
    let name = printable(id)
    return StoreError(
      .notAcceptable,
      "\(name) cannot be accepted. The run compared with another picture than "
        + "\(printable(Paths.name(baseline))) is now. Run the test again."
    ).about(name)
  }

  /// True if the run's copy of the reference, or the reference's part of its strip, shows another
  /// picture than the baseline.
  private func hasCompared(_ actual: String, withOtherThan baseline: String) -> Bool {
    guard let compared = compared ?? reference, ExactName(compared) != ExactName(baseline) else {
      return difference.map { Strip.shows(actual, besideOtherThan: baseline, in: $0) } ?? false
    }
    guard !FileBytes.areEqual(compared, baseline),
      let head = try? FileHead.read(baseline, count: LFSPointer.mostBytes)
    else { return false }
    return LFSPointer(head).map { !$0.isPointer(toFile: compared) }
      ?? (PNG.areTheSame(compared, baseline) == false)
  }
}

extension Fingerprint {
  /// Reads and hashes the files of a case; a file with two roles is read once.
  package init(of snapshot: SnapshotCase) {
    let hash = { (path: String?) in path.flatMap { try? Self.hash(ofFile: $0, on: .real) } }
    let reference = hash(snapshot.reference)
    let baseline = snapshot.baseline?.path
    self.init(
      reference: reference, actual: hash(snapshot.proposed ?? snapshot.difference),
      baseline: baseline == snapshot.reference ? reference : hash(baseline))
  }
}

/// The files that show a case; each is nil if there is none.
package struct ShownFiles: Hashable, Sendable {
  package var reference: String?
  package var actual: String?
  /// The actual with the changed pixels painted over.
  package var difference: String?

  package init(of snapshot: SnapshotCase) {
    (reference, actual) = (snapshot.reference, snapshot.actual)
    // A difference left from an earlier run says nothing about an actual.
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
    try self.init(
      homes: catalog.homes(in: stateFolder), writableRoots: catalog.writableRoots,
      hidden: Layout.hiddenFolders, reach: catalog.reach, readOnly: readOnly || reason != nil,
      reason: reason, stateFolder: stateFolder)
  }

  /// Opens the stores that may hold decisions to undo.
  package convenience init(
    _ folders: DecidedFolders, readOnly: Bool = false, disk: Disk = .real,
    stateFolder: UserFolder? = .state
  ) throws(StoreError) {
    try self.init(
      homes: folders.homes, writableRoots: folders.writableRoots, hidden: Layout.hiddenFolders,
      reach: folders.reach, readOnly: readOnly, disk: disk, stateFolder: stateFolder)
  }

  /// Switches to the cases of a folder that was read again.
  package func follow(_ catalog: Catalog, stateFolder: UserFolder? = .state) throws(StoreError) {
    try follow(
      homes: catalog.homes(in: stateFolder), writableRoots: catalog.writableRoots,
      reach: catalog.reach)
  }

  /// Records a decision on a case as the catalogue found it.
  @discardableResult
  package func record(
    _ decision: Decision, for snapshot: SnapshotCase, shown: Fingerprint, note: String = "",
    batch: String? = nil
  ) throws(StoreError) -> Step? {
    if decision == .accepted, let error = snapshot.otherBaseline(than: shown) { throw error }
    return try record(decision, for: snapshot.stored, shown: shown, note: note, batch: batch)
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

  /// Returns the decisions in force, by the cases' identifiers.
  package func decisions(for cases: [SnapshotCase]) -> [SnapshotCase.ID: DecisionRecord] {
    decisions(for: cases.lazy.map(\.stored))
  }

  /// Returns the decision in force on a case, with the files that it was made on.
  package func decided(on snapshot: SnapshotCase) -> DecidedCase? { decided(on: snapshot.stored) }

  /// Returns the notes of decisions that were undone, by the cases' identifiers.
  package func withdrawnNotes(for cases: [SnapshotCase]) -> [SnapshotCase.ID: String] {
    withdrawnNotes(for: cases.lazy.map(\.stored))
  }

  /// Returns the cases without remarks about the age of baselines that were written here.
  package func withoutOwnAges(_ cases: [SnapshotCase]) -> [SnapshotCase] {
    var cases = cases
    let aged = cases.indices.filter { cases[$0].remarks.contains(.newerBaseline) }
    for (index, isOwn) in zip(aged, haveOwnBaselines(aged.map { cases[$0].stored })) where isOwn {
      cases[index].remarks.removeAll { $0 == .newerBaseline }
    }
    return cases
  }

  /// Returns the path of the kept copy of the baseline that accepting a case replaced.
  package func keptReference(for snapshot: SnapshotCase) -> String? {
    kept(of: snapshot.stored, by: .accepted)
  }

  /// Returns the files to show for a case. If a decision has overwritten a file, its kept copy is
  /// shown instead, so that the case still shows what was decided on.
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
