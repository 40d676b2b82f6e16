import Locks

extension ReviewStore {
  /// Makes the actual the baseline: its bytes, unchanged, over the old one, which is kept.
  ///
  /// A case that is accepted already is left as it is, but for a new note.
  ///
  /// - Parameters:
  ///   - snapshot: The case as the catalogue found it.
  ///   - shown: What its files held when they were shown.
  ///   - note: Why; may be empty.
  ///   - batch: The same for all cases of one bulk decision, so that one undo reverts them.
  /// - Throws: `StoreError`, with the old baseline in place unless the sentence says otherwise.
  public func accept(
    _ snapshot: SnapshotCase, shown: Fingerprint, note: String = "", batch: String? = nil
  ) throws(StoreError) {
    try record(.accepted, for: snapshot, shown: shown, note: note, batch: batch)
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
    try change(snapshot) { (store) throws(StoreError) in
      try store.record(decision, for: snapshot, shown: shown, note: note, batch: batch)
    }
  }

  /// Takes over what others have decided on some cases.
  ///
  /// - Parameter isTrial: Only says what would be taken over.
  public func adopt(_ cases: [SnapshotCase], isTrial: Bool) throws(StoreError) -> AdoptionReport {
    try state.withLock { (state) throws(StoreError) in
      var report = AdoptionReport()
      for root in state.stores.keys.sorted() {
        let own = cases.filter { $0.failures == root }
        guard let part = try state.stores[root]?.adopt(for: own, isTrial: isTrial) else { continue }
        report.steps += part.steps
        report.refused += part.refused
      }
      return report
    }
  }

  private func change(
    _ snapshot: SnapshotCase, _ body: (inout FolderStore) throws(StoreError) -> Void
  ) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      try state.open([snapshot.failures])
      try body(&state.stores[snapshot.failures]!)
    }
  }
}
