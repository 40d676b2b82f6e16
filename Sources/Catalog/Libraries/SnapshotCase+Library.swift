import Base
import Store

/// Facts about a case that depend on its library.
extension SnapshotCase {
  /// The library's difference, if it is the actual with the changed pixels painted over.
  package var paintedDifference: String? {
    layout.paintsDifferences && content == .image ? difference : nil
  }

  /// True if that difference is all that is known about the actual.
  package var isMasked: Bool { actual == nil && reference != nil && paintedDifference != nil }

  /// The reason why equal files prove nothing.
  package var recordedWords: String {
    (isPane ? "pixel for pixel" : "byte for byte")
      + ": it was written after the comparison failed, perhaps by the failing run itself"
      + (layout.library?.recording.map { " (\($0))" } ?? "")
  }

  package var recordedSentence: String {
    "The baseline equals this failure's actual \(recordedWords). The previous one is in Git, if "
      + "anywhere."
  }

  /// The case in the store's form, with the files that are proven to be its own.
  var stored: StoredCase {
    let place = { (own: Baseline) in WritableBaseline(path: own.path, root: own.root) }
    var stored = StoredCase(home: home, failures: failures, key: key, id: id)
    stored.source = source
    (stored.reference, stored.actual, stored.difference) = (reference, proposed, difference)
    stored.baseline = baseline.map(place)
    stored.accepting = replacement(by: .accepted)
    stored.rejecting = replacement(by: .rejected)
    stored.followUps = followUps.map { (place($0.target), $0.source) }
    stored.obstacle = obstacle
    stored.isDeletion = isDeletion
    // A library's pictures in other formats are copied as they are.
    stored.isImage =
      content == .image && vector == nil
      && baseline.map { FileKind(name: Paths.name($0.path)) == .lossyImage } != true
    stored.paintsDifferences = layout.paintsDifferences
    if let proposed, let paintedDifference {
      stored.isOfOtherSize = { PNGSizes.differ(paintedDifference, proposed) }
    }
    return stored
  }
}
