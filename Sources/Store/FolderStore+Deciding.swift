import Base
import Host

extension FolderStore {
  /// Records a decision and changes the baseline accordingly.
  ///
  /// A decision that writes nothing restores the baseline that accepting this very failure
  /// replaced. The acceptance of an earlier failure stays, because today's test compared with its
  /// baseline.
  ///
  /// - Returns: The new step; nil if the case already has this decision.
  mutating func record(
    _ decision: Decision, for snapshot: StoredCase, shown: Fingerprint, note: String,
    batch: String?
  ) throws(StoreError) -> Step? {
    let words = Words(decision: decision, note: note, batch: batch)
    guard snapshot.replacement(by: decision) == nil else {
      return try replace(snapshot, shown: shown, words)
    }
    try claim()
    if let standing = standing(on: snapshot), standing.decision == decision, standing.note == note {
      return nil
    }
    var operation = Operation(entry: newEntry(.decide))
    var baseline = shown.baseline
    if let (standing, kept) = replacing(snapshot, shown: shown) {
      try restore(kept, standing, in: &operation)
      baseline = kept.hash
    } else if decision == .accepted {
      try requireUnchanged(snapshot, shown: shown)
    }
    operation.entry.decision = self.decision(
      words, snapshot, shown: shown, baseline: baseline, kept: nil)
    try perform(operation, on: snapshot)
    return history.item(operation.entry.id)?.step
  }

  /// Returns the decision that wrote today's baseline for this very failure, and the baseline it
  /// replaced.
  func replacing(
    _ snapshot: StoredCase, shown: Fingerprint
  ) -> (entry: DecisionEntry, kept: KeptBaseline)? {
    guard let entry = history.standing(on: snapshot.subjects, failure: shown.actual),
      let kept = entry.kept,
      // The case may have been shown before or after that decision.
      [entry.files.baseline?.hash, kept.hash].contains(shown.baseline)
    else { return nil }
    return (entry, kept)
  }

  /// The reviewer's input for a case.
  private struct Words {
    var decision: Decision
    var note: String
    var batch: String?
  }

  /// Overwrites the baseline with the actual or the reference, byte for byte, or removes it. The
  /// old baseline is kept.
  ///
  /// If the case already has this decision, only a new note is recorded.
  private mutating func replace(
    _ snapshot: StoredCase, shown: Fingerprint, _ words: Words
  ) throws(StoreError) -> Step? {
    try claim()
    let new = try replacement(for: snapshot, shown: shown, by: words.decision)
    guard let baseline = snapshot.baseline else {
      throw StoreError(
        .notAcceptable, "\(printable(snapshot.id)): no baseline to write. Give --references DIR.")
    }
    let file = try BaselineFile(baseline, in: context)
    try requireSettled(file)
    var operation = Operation(entry: newEntry(.decide), file: file, old: try file.read())
    let old = operation.old?.hash
    let standing = history.standing(on: snapshot.subjects, failure: shown.actual)
    var kept: KeptBaseline?
    if old == new?.hash {
      // Already written, by us or by the library's own recording.
      if isDecided(snapshot, standing, words) { return nil }
      kept = replacing(snapshot, shown: shown)?.kept
    } else {
      // The baseline may hold the other side of a merge, written by an earlier decision.
      let former = snapshot.isEither ? standing?.kept : nil
      guard old == shown.baseline || former != nil && old == standing?.files.baseline?.hash else {
        throw .baselineChanged(baseline.path)
      }
      let change = file.change(from: old, to: new?.hash, id: operation.entry.id, storeRoot: root)
      kept = former ?? KeptBaseline(hash: old, folders: change.makes)
      operation.entry.file = change
      operation.new = new?.bytes
    }
    operation.entry.decision = decision(
      words, snapshot, shown: shown, baseline: new?.hash, kept: kept)
    try perform(operation, on: snapshot)
    return history.item(operation.entry.id)?.step
  }

  /// Removes the library's difference image of an accepted case, as a step of its own so that undo
  /// brings it back.
  mutating func clean(_ snapshot: StoredCase, batch: String?) throws(StoreError) {
    guard let difference = snapshot.difference else { return }
    let target = WritableBaseline(path: difference, root: snapshot.failures)
    try follow((target, source: nil), of: snapshot, batch: batch)
  }

  /// Carries out the changes of other files that the library makes with an accept, each as a step
  /// of its own. If a file cannot be removed, it stays and the baseline is still written.
  mutating func followUp(_ snapshot: StoredCase, batch: String?) throws(StoreError) {
    for step in snapshot.followUps {
      do throws(StoreError) {
        try follow(step, of: snapshot, batch: batch)
      } catch {
        if step.source != nil { throw error }
      }
    }
  }

  private mutating func follow(
    _ step: StoredCase.FollowUp, of snapshot: StoredCase, batch: String?
  ) throws(StoreError) {
    guard var decision = standing(on: snapshot), decision.decision == .accepted else { return }
    try claim()
    let file = try BaselineFile(step.target, in: context)
    try requireSettled(file)
    var operation = Operation(entry: newEntry(.decide), file: file, old: try file.read())
    operation.new = try step.source.map { (path) throws(StoreError) in try bytes(of: path) }
    let (before, after) = (operation.old?.hash, operation.new.map(Fingerprint.hash))
    guard before != after else { return }
    operation.entry.file = file.change(
      from: before, to: after, id: operation.entry.id, storeRoot: root)
    decision.batch = batch
    operation.entry.decision = decision
    try perform(operation, on: snapshot)
  }

  /// True if recording this decision again would change nothing.
  private mutating func isDecided(
    _ snapshot: StoredCase, _ standing: DecisionEntry?, _ words: Words
  ) -> Bool {
    guard let standing, standing.decision == words.decision, standing.note == words.note else {
      return false
    }
    return hashes.isStill(snapshot, standing.files)
  }

  /// Checks that a case whose actual is already the baseline can be accepted and is unchanged.
  private mutating func requireUnchanged(
    _ snapshot: StoredCase, shown: Fingerprint
  ) throws(StoreError) {
    try requireAcceptable(snapshot)
    guard hashes.file(snapshot.actual)?.hash == shown.actual else { throw changed(snapshot) }
  }

  /// Returns the error for an actual that has changed since it was shown, or can no longer be read.
  private func changed(_ snapshot: StoredCase) -> StoreError {
    do throws(SystemError) {
      if let path = snapshot.actual { _ = try disk.read(path) }
    } catch {
      if !error.isMissing { return .cannotRead(snapshot.actual ?? "", error) }
    }
    return .actualChanged(printable(snapshot.id))
  }

  /// Makes an operation restore the baseline that an acceptance replaced, unless it is already
  /// back.
  private func restore(
    _ kept: KeptBaseline, _ standing: DecisionEntry, in operation: inout Operation
  ) throws(StoreError) {
    guard let path = standing.baseline else { return }
    let file = try BaselineFile(Paths.resolve(path, from: root), in: context)
    try requireSettled(file)
    operation.file = file
    operation.old = try file.read()
    let now = operation.old?.hash
    guard now != kept.hash else { return }
    guard now == standing.files.baseline?.hash else { throw .baselineChanged(file.path) }
    operation.new = try kept.hash.map { (hash) throws(StoreError) in try blobs.bytes(hash) }
    operation.entry.file = file.change(
      from: now, to: kept.hash, id: operation.entry.id, storeRoot: root, removes: kept.folders)
  }

  private func decision(
    _ words: Words, _ snapshot: StoredCase, shown: Fingerprint, baseline: String?,
    kept: KeptBaseline?
  ) -> DecisionEntry {
    let file = { (hash: String?) in hash.map { TiedFiles.File(hash: $0, stamp: nil) } }
    // If the shown reference or actual is the baseline itself, it changes with it.
    let isSame = snapshot.reference == nil || snapshot.reference == snapshot.baseline?.path
    let reference = snapshot.reference == nil ? nil : isSame ? baseline : shown.reference
    let isOwn = snapshot.actual != nil && snapshot.actual == snapshot.baseline?.path
    let actual = isOwn ? baseline : shown.actual
    return DecisionEntry(
      failures: Paths.relative(snapshot.failures, from: root), key: snapshot.key,
      source: snapshot.source, caseID: snapshot.id, decision: words.decision, note: words.note,
      batch: words.batch,
      files: TiedFiles(
        reference: file(reference), actual: file(actual), baseline: file(baseline)),
      baseline: snapshot.baseline.map { Paths.relative($0.path, from: root) }, kept: kept)
  }

  private func requireAcceptable(_ snapshot: StoredCase) throws(StoreError) {
    guard snapshot.obstacle == nil, snapshot.actual != nil || snapshot.isDeletion else {
      let why = snapshot.obstacle ?? "It has no actual."
      throw StoreError(.notAcceptable, "\(printable(snapshot.id)) cannot be accepted. \(why)")
    }
  }

  private func bytes(of path: String) throws(StoreError) -> [UInt8] {
    try Result { () throws(SystemError) in try disk.read(path).bytes }
      .mapError { StoreError.cannotRead(path, $0) }.get()
  }

  /// Returns the bytes that a decision writes, after checking that they are what was shown and can
  /// be a baseline; nil if the decision removes the baseline.
  private func replacement(
    for snapshot: StoredCase, shown: Fingerprint, by decision: Decision
  ) throws(StoreError) -> (bytes: [UInt8], hash: String)? {
    let subject = printable(snapshot.id)
    guard let (source, isReference) = snapshot.replacement(by: decision) else { return nil }
    if isReference {
      if let why = snapshot.obstacle {
        throw StoreError(.notAcceptable, "\(subject) cannot be put back. \(why)")
      }
    } else {
      try requireAcceptable(snapshot)
    }
    guard let path = source else { return nil }
    let bytes = try bytes(of: path)
    let hash = Fingerprint.hash(bytes)
    guard hash == (isReference ? shown.reference : shown.actual) else {
      throw .actualChanged(subject)
    }
    // A reference is written as it is, whatever its content.
    if !isReference, let fault = Self.fault(of: bytes, isImage: snapshot.isImage) {
      throw StoreError(
        .notAcceptable,
        "\(subject) cannot be accepted: the actual is \(fault). Nothing was written.")
    }
    return (bytes, hash)
  }

  /// Returns the reason why the bytes must not become a baseline; nil if they may.
  private static func fault(of bytes: [UInt8], isImage: Bool) -> String? {
    if FileHead.isPointer(Array(bytes.prefix(64))) { return "a Git LFS pointer" }
    guard isImage, !FileHead.isPNG(bytes) else { return nil }
    if bytes.isEmpty { return "empty" }
    if FileHead.isJPEG(bytes) { return "a JPEG picture, which has lost detail" }
    return "not a PNG file (first bytes \(shownBytes(bytes.prefix(4))))"
  }
}
