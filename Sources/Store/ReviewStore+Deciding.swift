import Base

extension ReviewStore {
  /// Records a decision.
  ///
  /// Accepting copies the actual, byte for byte, over the baseline, which is kept for undo. If the
  /// case is already accepted, only a new note is recorded. Any other decision restores the
  /// baseline that accepting the same actual replaced.
  ///
  /// - Parameters:
  ///   - snapshot: The case as the catalogue found it.
  ///   - shown: The hashes of its files when they were shown; the decision is valid for these only.
  ///   - note: The reason; may be empty.
  ///   - batch: The same for all cases of one bulk decision, so that one undo reverts them all.
  /// - Returns: The new step; nil if the case already has this decision.
  /// - Throws: `StoreError`, with the old baseline in place unless the sentence says otherwise.
  @discardableResult
  package func record(
    _ decision: Decision, for snapshot: StoredCase, shown: Fingerprint, note: String = "",
    batch: String? = nil
  ) throws(StoreError) -> Step? {
    try state.withLock { (state) throws(StoreError) in
      let follows = decision == .accepted && !snapshot.followUps.isEmpty
      let batch = batch ?? (follows ? randomDigits(8) : nil)
      let step = try state.stores[snapshot.home]?.record(
        decision, for: snapshot, shown: shown, note: note, batch: batch)
      if follows { try state.stores[snapshot.home]?.followUp(snapshot, batch: batch) }
      return step
    }
  }

  /// True if a decision would write or remove the baseline of a case.
  package func writes(_ decision: Decision, for snapshot: StoredCase, shown: Fingerprint) -> Bool {
    snapshot.replacement(by: decision) != nil
      || decision != .accepted
        && state.withLock {
          $0.stores[snapshot.home]?.replacing(snapshot, shown: shown) != nil
        }
  }

  /// Removes the library's difference image of an accepted case, if there is one.
  ///
  /// - Parameter batch: The batch of the decision, so that one undo reverts both.
  package func clean(_ snapshot: StoredCase, batch: String? = nil) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      try state.stores[snapshot.home]?.clean(snapshot, batch: batch)
    }
  }
}
