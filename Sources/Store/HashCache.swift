import Base
import Host

/// Hashes of files, read again only when their size or time has changed.
struct HashCache {
  let disk: Disk
  private var known: [String: TiedFiles.File] = [:]

  init(disk: Disk) { self.disk = disk }

  /// nil for a file that is absent or cannot be read.
  mutating func file(_ path: String?) -> TiedFiles.File? {
    guard let path, let stamp = try? disk.status(of: path).stamp else { return nil }
    if let known = known[path], known.stamp == stamp { return known }
    guard let hash = try? Fingerprint.hash(ofFile: path, on: disk) else { return nil }
    let file = TiedFiles.File(hash: hash, stamp: stamp)
    known[path] = file
    return file
  }

  /// Forgets a file that was just written: on a disk with coarse times its stamp may be the old one.
  mutating func forget(_ path: String) { known[path] = nil }

  /// True if the files of a case are what a decision was made on. One on a painted difference holds
  /// when the actual has arrived.
  ///
  /// If the actual has become the baseline, the decision was made on these bytes, whatever the
  /// reference is taken from by then: the baseline itself, or git.
  mutating func isStill(_ snapshot: StoredCase, _ tied: TiedFiles) -> Bool {
    if tied.areInPlace {
      return isStill(snapshot.baseline?.path, tied.baseline)
        && (snapshot.actual == nil || isStill(snapshot.actual, tied.actual))
        && (snapshot.difference == nil || tied.difference == nil
          || isStill(snapshot.difference, tied.difference))
    }
    return isReferenceStill(snapshot, tied)
      && (isStill(snapshot.actual ?? snapshot.difference, tied.actual)
        // An actual that has come since: the library's picture of it is the same.
        || snapshot.paintsDifferences && isStill(snapshot.difference, tied.actual))
      && isStill(snapshot.baseline?.path, tied.baseline)
  }

  /// True if a run has recorded again the picture that the user rejected and replaced.
  mutating func isRecordedAgain(_ snapshot: StoredCase, _ entry: DecisionEntry) -> Bool {
    guard entry.decision != .accepted, let kept = entry.kept?.hash else { return false }
    return file(snapshot.baseline?.path)?.hash == kept
      && file(snapshot.reference)?.hash == entry.files.baseline?.hash
  }

  /// A case without a reference has its baseline for one as soon as that is written.
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
