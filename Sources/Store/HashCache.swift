import Base
import Host

/// Hashes of files; a file is read again only if its size or time has changed.
struct HashCache {
  let disk: Disk
  private var known: [String: TiedFiles.File] = [:]

  init(disk: Disk) { self.disk = disk }

  /// Returns nil for a file that is absent or cannot be read.
  mutating func file(_ path: String?) -> TiedFiles.File? {
    guard let path, let stamp = try? disk.status(of: path).stamp else { return nil }
    if let known = known[path], known.stamp == stamp { return known }
    guard let hash = try? Fingerprint.hash(ofFile: path, on: disk) else { return nil }
    let file = TiedFiles.File(hash: hash, stamp: stamp)
    known[path] = file
    return file
  }

  /// Forgets a file that was just written; on a disk with coarse times its stamp may not have
  /// changed.
  mutating func forget(_ path: String) { known[path] = nil }

  /// True if a case's files have not changed since a decision was made on them. A decision on a
  /// painted difference remains valid when the actual arrives.
  ///
  /// If the actual has become the baseline, the decision holds no matter where the reference now
  /// comes from, the baseline itself or git.
  mutating func isStill(_ snapshot: StoredCase, _ tied: TiedFiles) -> Bool {
    if tied.areInPlace {
      return isStill(snapshot.baseline?.path, tied.baseline)
        && (snapshot.actual == nil && !snapshot.isDeletion
          || isStill(snapshot.actual, tied.actual))
        && (snapshot.difference == nil || tied.difference == nil
          || isStill(snapshot.difference, tied.difference))
    }
    return isReferenceStill(snapshot, tied)
      && (isStill(snapshot.actual ?? snapshot.difference, tied.actual)
        // The actual has arrived since, but the library's difference image is the same.
        || snapshot.paintsDifferences && isStill(snapshot.difference, tied.actual)
          && !snapshot.isOfOtherSize())
      && isStill(snapshot.baseline?.path, tied.baseline)
  }

  /// True if a run has again recorded the actual that the user rejected and replaced.
  mutating func isRecordedAgain(_ snapshot: StoredCase, _ entry: DecisionEntry) -> Bool {
    guard entry.decision != .accepted, let kept = entry.kept?.hash else { return false }
    return file(snapshot.baseline?.path)?.hash == kept
      && file(snapshot.reference)?.hash == entry.files.baseline?.hash
  }

  /// True if a case has for its actual the baseline that a rejection has put back.
  mutating func isPutBack(_ snapshot: StoredCase, _ entry: DecisionEntry) -> Bool {
    guard entry.decision == .rejected, entry.kept != nil, let baseline = snapshot.baseline?.path,
      snapshot.actual == baseline
    else { return false }
    return isStill(baseline, entry.files.baseline)
  }

  /// A case without a reference uses its baseline as its reference once that is written.
  private mutating func isReferenceStill(_ snapshot: StoredCase, _ tied: TiedFiles) -> Bool {
    guard snapshot.reference == nil || snapshot.reference == snapshot.baseline?.path else {
      return isStill(snapshot.reference, tied.reference)
    }
    return tied.reference == nil || tied.reference?.hash == tied.baseline?.hash
  }

  private mutating func isStill(_ path: String?, _ tied: TiedFiles.File?) -> Bool {
    guard let tied else { return path.map { !disk.exists($0) } ?? true }
    guard let path, let stamp = try? disk.status(of: path).stamp else { return false }
    if tied.stamp == stamp { return true }
    return stamp.size == tied.stamp?.size ?? stamp.size && file(path)?.hash == tied.hash
  }
}
