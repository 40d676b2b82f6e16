import PNGCodec

extension FolderStore {
  /// Makes the actual the baseline: its bytes, unchanged, over the old one, which is kept.
  ///
  /// For a case that is accepted already, only a new note is recorded.
  private mutating func accept(
    _ snapshot: SnapshotCase, shown: Fingerprint, note: String, batch: String?
  ) throws(StoreError) {
    try claim()
    let actual = try acceptableActual(of: snapshot, shown: shown)
    guard let baseline = snapshot.baseline else {
      throw StoreError(
        .notAcceptable, "\(printable(snapshot.id)): no baseline to write. Give --references DIR.")
    }
    let file = try BaselineFile(baseline, within: context.writableRoots, on: disk)
    try requireSettled(file)
    var operation = Operation(entry: newEntry(.decide), file: file, old: try file.read())
    let old = operation.old?.hash
    let standing = history.current(snapshot.key)?.entry
    var kept: KeptBaseline?
    if old == actual.hash {
      // Written already, by us or by the library's own recording.
      if isAccepted(snapshot, standing, note: note) { return }
      kept = standing?.decision == .accepted ? standing?.kept : nil
    } else {
      guard old == shown.baseline else { throw .baselineChanged(baseline.path) }
      let change = file.change(
        from: old, to: actual.hash, id: operation.entry.id, storeRoot: root)
      kept = KeptBaseline(hash: old, folders: change.makes)
      operation.entry.file = change
      operation.new = actual.bytes
    }
    operation.entry.decision = decision(
      .accepted, snapshot, shown: shown, baseline: actual.hash, note: note, batch: batch,
      kept: kept)
    try perform(operation, on: snapshot)
  }

  /// Whether accepting again would change nothing.
  private mutating func isAccepted(
    _ snapshot: SnapshotCase, _ standing: DecisionEntry?, note: String
  ) -> Bool {
    guard let standing, standing.decision == .accepted, standing.note == note else { return false }
    return hashes.isStill(snapshot, standing.files)
  }

  /// Records a decision that leaves every file alone, or a note without one; restores the
  /// baseline that accepting has replaced.
  mutating func record(
    _ decision: Decision?, for snapshot: SnapshotCase, shown: Fingerprint, note: String,
    batch: String?
  ) throws(StoreError) {
    if decision == .accepted {
      return try accept(snapshot, shown: shown, note: note, batch: batch)
    }
    try claim()
    var operation = Operation(entry: newEntry(.decide))
    var baseline = shown.baseline
    if let standing = history.current(snapshot.key)?.entry, standing.decision == .accepted,
      let kept = standing.kept
    {
      try restore(kept, standing, in: &operation)
      baseline = kept.hash
    }
    operation.entry.decision = self.decision(
      decision, snapshot, shown: shown, baseline: baseline, note: note, batch: batch, kept: nil)
    try perform(operation, on: snapshot)
  }

  /// Makes an operation restore the baseline that an acceptance replaced, unless it is back
  /// already.
  private func restore(
    _ kept: KeptBaseline, _ standing: DecisionEntry, in operation: inout Operation
  ) throws(StoreError) {
    guard let path = standing.baseline else { return }
    let file = try BaselineFile(
      Paths.resolve(path, from: root), within: context.writableRoots, on: disk)
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
    _ decision: Decision?, _ snapshot: SnapshotCase, shown: Fingerprint, baseline: String?,
    note: String, batch: String?, kept: KeptBaseline?
  ) -> DecisionEntry {
    let file = { (hash: String?) in hash.map { TiedFiles.File(hash: $0, stamp: nil) } }
    // Where the reference shown is the baseline itself, it changes with it.
    let isSame = snapshot.reference == nil || snapshot.reference == snapshot.baseline?.path
    let reference = snapshot.reference == nil ? nil : isSame ? baseline : shown.reference
    return DecisionEntry(
      key: snapshot.key, caseID: snapshot.id, decision: decision, note: note, batch: batch,
      files: TiedFiles(
        reference: file(reference), actual: file(shown.actual), baseline: file(baseline)),
      baseline: snapshot.baseline.map { Paths.relative($0.path, from: root) }, kept: kept)
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
    return "not a PNG file (first bytes \(shownBytes(bytes.prefix(4))))"
  }
}
