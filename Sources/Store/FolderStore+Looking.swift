import Base
import Host

extension FolderStore {
  /// The valid decision on a case: made in any run, on exactly the bytes that the case shows now.
  mutating func standing(on snapshot: StoredCase) -> DecisionEntry? {
    for item in history.items(on: snapshot.subjects) where !item.step.isUndone {
      let entry = item.entry
      if entry.key == snapshot.key, hashes.isStill(snapshot, entry.files) { return entry }
      if hashes.isPutBack(snapshot, entry) { return entry }
      guard hashes.file(snapshot.actual ?? snapshot.difference)?.hash == entry.failure else {
        continue
      }
      // A decision on these bytes invalidates all earlier ones.
      let holds = hashes.isStill(snapshot, entry.files) || hashes.isRecordedAgain(snapshot, entry)
      return holds ? entry : nil
    }
    return nil
  }

  /// The valid decision on a case, with the bytes it was made on.
  mutating func decided(on snapshot: StoredCase) -> DecidedCase? {
    standing(on: snapshot).map { entry in
      // If the baseline itself is the reference, accepting has replaced the reference, too.
      let isOwn = snapshot.reference == snapshot.baseline?.path
      let former = isOwn ? entry.kept?.hash : nil
      return DecidedCase(
        record: DecisionRecord(entry.decision, note: entry.note),
        reference: former ?? entry.files.reference?.hash, actual: entry.failure)
    }
  }

  mutating func decision(on snapshot: StoredCase) -> DecisionRecord? {
    standing(on: snapshot).map { DecisionRecord($0.decision, note: $0.note) }
  }

  /// Returns the kept copy of the baseline that a decision on a case replaced, if it is intact.
  mutating func keptBaseline(of snapshot: StoredCase, by decision: Decision) -> String? {
    guard let entry = standing(on: snapshot), entry.decision == decision,
      let hash = entry.kept?.hash
    else { return nil }
    let path = blobs.path(hash)
    guard !disk.isLink(path), hashes.file(path)?.hash == hash else { return nil }
    return path
  }

  /// The note of an undone decision, if the case has no other decision and still shows the same
  /// actual.
  mutating func withdrawnNote(on snapshot: StoredCase) -> String? {
    let items = history.items(on: snapshot.subjects)
    guard !items.isEmpty, let actual = hashes.file(snapshot.actual)?.hash else { return nil }
    let same = items.filter { $0.entry.files.actual?.hash == actual }
    guard same.allSatisfy(\.step.isUndone), let note = same.first?.entry.note, !note.isEmpty else {
      return nil
    }
    return note
  }

  /// Sentences that a reviewer should read before deciding.
  var notices: [String] {
    var sentences = recovery + unsettled.map(\.sentence)
    if case .unknown(let trouble) = context.access {
      if foreignLines > 0 { sentences.append(trouble.sentence) }
    } else if foreignLines > 0 {
      sentences.append(
        "\(Wording.count(foreignLines, "line")) of \(printable(folder.journal)) "
          + "\(foreignLines == 1 ? "was" : "were") written by another user or on another machine, "
          + "and \(foreignLines == 1 ? "does" : "do") not count.")
    }
    return sentences
  }
}
