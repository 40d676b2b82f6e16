import Base
import Host

extension FolderStore {
  /// The decision on a case, where its files are what it was decided on.
  mutating func decision(on snapshot: StoredCase) -> DecisionRecord? {
    guard let entry = history.current(snapshot.key)?.entry,
      hashes.isStill(snapshot, entry.files) || isRejectedAgain(snapshot, entry)
    else { return nil }
    return DecisionRecord(entry.decision, note: entry.note)
  }

  /// True if the run has recorded once more what was rejected, and put back.
  private mutating func isRejectedAgain(_ snapshot: StoredCase, _ entry: DecisionEntry) -> Bool {
    guard entry.decision == .rejected, let kept = entry.kept,
      snapshot.replacement(by: .rejected) != nil
    else { return false }
    return hashes.file(snapshot.actual)?.hash == kept.hash
      && hashes.file(snapshot.reference)?.hash == entry.files.baseline?.hash
  }

  /// The kept file of the baseline that a decision on a case replaced, where it is whole.
  mutating func keptBaseline(of snapshot: StoredCase, by decision: Decision) -> String? {
    guard let entry = history.current(snapshot.key)?.entry, entry.decision == decision,
      let hash = entry.kept?.hash, hashes.isStill(snapshot, entry.files)
    else { return nil }
    let path = blobs.path(hash)
    guard !disk.isLink(path), hashes.file(path)?.hash == hash else { return nil }
    return path
  }

  /// The note of a decision that was undone, while the case has no other and shows the same picture.
  mutating func withdrawnNote(on snapshot: StoredCase) -> String? {
    guard let entry = history.withdrawn(snapshot.key)?.entry, !entry.note.isEmpty,
      hashes.file(snapshot.actual)?.hash == entry.files.actual?.hash
    else { return nil }
    return entry.note
  }

  /// True if anyone has decided anything here.
  var hasItems: Bool { !history.items.isEmpty || !foreign.items.isEmpty }

  /// Returns a remark on someone else's decision if the case is undecided here.
  mutating func foreignRemark(on snapshot: StoredCase) -> String? {
    guard history.current(snapshot.key) == nil,
      let entry = (foreign.current(snapshot.key) ?? foreign.current(snapshot.id))?.entry
    else { return nil }
    let said = String(String.UnicodeScalarView(entry.note.unicodeScalars.prefix(200)))
    let note = said.isEmpty ? "" : ", \"\(printable(said))\""
    let isStill = hashes.isStill(snapshot, entry.files.withoutStamps)
    return
      "Recorded elsewhere\(isStill ? "" : ", for other files"): \(entry.decision.rawValue)\(note)."
  }

  /// Sentences that a reviewer should read before deciding.
  var notices: [String] {
    var sentences = recovery + unsettled.map(\.sentence)
    let count = foreign.decided.count { history.current($0) == nil }
    if count > 0 {
      let decisions = count == 1 ? "1 decision" : "\(count) decisions"
      let verb = count == 1 ? "was" : "were"
      let pronoun = count == 1 ? "it is" : "they are"
      sentences.append(
        "\(decisions) in \(printable(folder.path)) \(verb) recorded by someone else or on another "
          + "machine: \(pronoun) shown, not applied. See `snapreview adopt`.")
    }
    return sentences
  }
}

extension TiedFiles {
  /// The files without stamps, for files whose contents alone can be trusted.
  var withoutStamps: TiedFiles {
    let bare = { (file: File?) in file.map { File(hash: $0.hash, stamp: nil) } }
    return TiedFiles(
      reference: bare(reference), actual: bare(actual), baseline: bare(baseline),
      difference: bare(difference))
  }
}
