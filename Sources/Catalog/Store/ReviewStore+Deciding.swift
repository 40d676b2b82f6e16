import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ReviewStore {
  /// Makes the actual the baseline: its bytes, unchanged, over the old one, which is kept.
  ///
  /// A case that is accepted already is left as it is, but for a new note.
  ///
  /// - Parameters:
  ///   - snapshot: The case as the catalogue found it.
  ///   - shown: What its files held when they were shown.
  ///   - note: Why; may be empty.
  ///   - batch: The same for all cases of one bulk decision, so that one undo takes them back.
  /// - Throws: `StoreError`, with the old baseline in place unless the sentence says otherwise.
  public func accept(
    _ snapshot: SnapshotCase, shown: Fingerprint, note: String = "", batch: String? = nil
  ) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      try requireWritable(state)
      let actual = try acceptableActual(of: snapshot, shown: shown)
      guard let baseline = snapshot.baseline else {
        throw StoreError(
          .notAcceptable, "\(printable(snapshot.id)): no baseline to write. Give --references DIR.")
      }
      let file = try BaselineFile(baseline, on: disk)
      let old = try file.read()
      var entry = newEntry(.decide, in: state)
      var kept: KeptBaseline?
      if old?.hash == actual.hash {
        // Written already, by us or by the library's own recording.
        let standing = state.history.current(snapshot.id)?.entry
        if isAccepted(snapshot, standing, note: note, in: &state) { return }
        kept = standing?.decision == .accepted ? standing?.kept : nil
      } else {
        guard old?.hash == shown.baseline else { throw .baselineChanged(baseline.path) }
        let change = file.change(from: old?.hash, to: actual.hash, id: entry.id, storeRoot: root)
        kept = KeptBaseline(hash: old?.hash, folders: change.makes)
        entry.file = change
      }
      entry.decision = decision(
        .accepted, snapshot, shown: shown, baseline: actual.hash, note: note, batch: batch,
        kept: kept)
      try perform(entry, snapshot, old: old, new: actual.bytes, in: &state)
    }
  }

  /// Whether accepting again would change nothing.
  private func isAccepted(
    _ snapshot: SnapshotCase, _ standing: DecisionEntry?, note: String, in state: inout State
  ) -> Bool {
    guard let standing, standing.decision == .accepted, standing.note == note else { return false }
    return state.hashes.isStill(snapshot, standing.files)
  }

  /// Records a decision that leaves every file alone, or a note without one.
  ///
  /// Where the case was accepted before, the baseline that accepting replaced comes back.
  ///
  /// - Parameters:
  ///   - decision: nil withdraws the decision and keeps the note. `.accepted` is `accept`.
  ///   - snapshot: The case as the catalogue found it.
  ///   - shown: What its files held when they were shown: the decision holds for these only.
  ///   - note: Why; may be empty.
  ///   - batch: The same for all cases of one bulk decision.
  public func record(
    _ decision: Decision?, for snapshot: SnapshotCase, shown: Fingerprint, note: String = "",
    batch: String? = nil
  ) throws(StoreError) {
    if decision == .accepted {
      return try accept(snapshot, shown: shown, note: note, batch: batch)
    }
    try state.withLock { (state) throws(StoreError) in
      try requireWritable(state)
      var entry = newEntry(.decide, in: state)
      var baselineHash = shown.baseline
      var (old, new): (BaselineFile.Content?, [UInt8]?) = (nil, nil)
      if let standing = state.history.current(snapshot.id)?.entry, standing.decision == .accepted,
        let kept = standing.kept
      {
        (old, new) = try restoring(kept, standing, snapshot, &entry)
        baselineHash = kept.hash
      }
      entry.decision = self.decision(
        decision, snapshot, shown: shown, baseline: baselineHash, note: note, batch: batch,
        kept: nil)
      try perform(entry, snapshot, old: old, new: new, in: &state)
    }
  }

  /// Makes an entry bring back the baseline that an acceptance replaced, unless it is back already.
  private func restoring(
    _ kept: KeptBaseline, _ standing: DecisionEntry, _ snapshot: SnapshotCase,
    _ entry: inout JournalEntry
  ) throws(StoreError) -> (old: BaselineFile.Content?, new: [UInt8]?) {
    guard let baseline = snapshot.baseline else { return (nil, nil) }
    let file = try BaselineFile(baseline, on: disk)
    let old = try file.read()
    if old?.hash == kept.hash { return (old, nil) }
    guard old?.hash == standing.files.baseline?.hash else { throw .baselineChanged(baseline.path) }
    let new = try kept.hash.map { (hash) throws(StoreError) in try blobs.bytes(hash) }
    entry.file = file.change(
      from: old?.hash, to: kept.hash, id: entry.id, storeRoot: root, removes: kept.folders)
    return (old, new)
  }

  /// Changes the note on a case and keeps its decision, whatever it is.
  public func annotate(
    _ snapshot: SnapshotCase, shown: Fingerprint, note: String
  ) throws(StoreError) {
    let current = decisions(for: [snapshot])[snapshot.id]
    guard note != self.note(for: snapshot) else { return }
    try record(current?.decision, for: snapshot, shown: shown, note: note)
  }

  func requireWritable(_ state: State) throws(StoreError) {
    if let reason = state.readOnlyReason { throw StoreError(.readOnly, reason) }
  }

  func newEntry(_ action: JournalEntry.Action, in state: State) -> JournalEntry {
    var entry = JournalEntry(.begin, id: state.history.lastID + 1)
    entry.action = action
    entry.at = Date().timeIntervalSince1970
    return entry
  }

  private func decision(
    _ decision: Decision?, _ snapshot: SnapshotCase, shown: Fingerprint, baseline: String?,
    note: String, batch: String?, kept: KeptBaseline?
  ) -> DecisionEntry {
    let file = { (hash: String?) in hash.map { TiedFiles.File(hash: $0, stamp: nil) } }
    // Where the reference shown is the baseline itself, it changes with it.
    let isSame = snapshot.reference == nil || snapshot.reference == snapshot.baseline?.path
    let reference = snapshot.reference == nil ? nil : isSame ? baseline : shown.reference
    return DecisionEntry(
      caseID: snapshot.id, decision: decision, note: note, batch: batch,
      files: TiedFiles(
        reference: file(reference), actual: file(shown.actual), baseline: file(baseline)),
      baseline: snapshot.baseline.map { Paths.relative($0.path, from: root) },
      root: snapshot.baseline.map { Paths.relative($0.root, from: root) }, kept: kept)
  }

  /// The actual's bytes, proven to be what was shown and fit to be a baseline.
  private func acceptableActual(
    of snapshot: SnapshotCase, shown: Fingerprint
  ) throws(StoreError) -> (bytes: [UInt8], hash: String) {
    let subject = printable(snapshot.id)
    guard snapshot.obstacle == nil, let path = snapshot.actual else {
      let why = snapshot.obstacle ?? "It has no actual."
      throw StoreError(.notAcceptable, "\(subject) cannot be accepted. \(why)")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try disk.read(path).bytes
    } catch {
      throw .cannotRead(path, error)
    }
    let hash = Fingerprint.hash(bytes)
    guard hash == shown.actual else { throw .actualChanged(subject) }
    if let fault = Self.fault(of: bytes, content: snapshot.content) {
      throw StoreError(
        .notAcceptable,
        "\(subject) cannot be accepted: the actual is \(fault). Nothing was written.")
    }
    return (bytes, hash)
  }

  /// Why bytes must not become a baseline.
  private static func fault(of bytes: [UInt8], content: SnapshotCase.Content) -> String? {
    if FileHead.isPointer(Array(bytes.prefix(64))) { return "a Git LFS pointer" }
    guard content == .image, !FileHead.isPNG(bytes) else { return nil }
    if bytes.isEmpty { return "empty" }
    if FileHead.isJPEG(bytes) { return "a JPEG picture, which has lost detail" }
    let head = bytes.prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "not a PNG file (first bytes \(head.joined(separator: " ")))"
  }
}
