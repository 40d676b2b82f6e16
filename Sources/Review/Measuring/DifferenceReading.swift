import Base
import Catalog
import DiffEngine
import PNGCodec
import Pixels

/// The result of reading the library's difference image for a case without an actual.
package enum DifferenceReading: Sendable {
  case mask(DifferencePicture)
  /// The difference cannot be used for the case, for the reason in the sentence. A stale one is
  /// left from an earlier run and does not fail anything.
  case unused(String, isStale: Bool)

  package init(_ picture: PixelImage, beside reference: PixelImage, of snapshot: SnapshotCase) {
    if snapshot.isLeftOver {
      self = .unused(
        "The difference is left from an earlier run: it was drawn against a version of its reference "
          + "that was replaced since.", isStale: true)
      return
    }
    do throws(DifferencePicture.Fault) {
      let difference = try DifferencePicture(picture, beside: reference)
      let off = difference.contradictions(of: reference)
      self = off == 0 ? .mask(difference) : .unused(Self.contradiction(off), isStale: false)
    } catch {
      self = .unused(Self.sentence(error, picture, reference, snapshot), isStale: false)
    }
  }

  private static func contradiction(_ pixels: Int) -> String {
    "The difference does not fit its reference: \(Wording.count(pixels, "pixel")) "
      + "\(pixels == 1 ? "differs" : "differ") where it shows no change. It is another run's, and nothing "
      + "says that the test passed since. Run the test again, or delete the difference."
  }

  private static func sentence(
    _ fault: DifferencePicture.Fault, _ picture: PixelImage, _ reference: PixelImage,
    _ snapshot: SnapshotCase
  ) -> String {
    let name = printable(snapshot.difference.map(Paths.name) ?? "")
    return switch fault {
    case .size:
      "\(name) is \(picture.size.text), its reference \(reference.size.text): "
        + "\(snapshot.layout.title) draws no difference of two sizes, so it is of an earlier run. "
        + "Run the test again, or delete it."
    case .unpainted:
      "\(name) marks no mismatch with its reference: no one colour covers what differs. It is no "
        + "difference of \(snapshot.layout.title), or of another picture. Run the test again."
    }
  }
}

extension DifferencePicture {
  /// A sentence about pixels that the image cannot decide; nil if there are none.
  var undecidedSentence: String? {
    guard undecided > 0 else { return nil }
    return
      "\(Wording.count(undecided, "pixel")) of the reference \(undecided == 1 ? "has" : "have") "
      + "the colour in which mismatches are painted: whether they differ cannot be told."
  }

  /// Returns the sentence for a strategy that cannot judge a mask.
  package static func refusal(of strategy: Strategy) -> String {
    "\(strategy.kind.rawValue) needs the actual, which AFSnapshotTesting does not write: "
      + "of its difference only \(kindNames) can judge."
  }

  private static let kindNames = Strategy.Kind.ofLandscapes.map(\.rawValue).joined(separator: ", ")

  /// A remark about a setting that has no effect on a mask; nil if every setting has one.
  package static func remark(on strategy: Strategy) -> String? {
    strategy.kind.parameters.contains(.deltaE)
      ? "Counted as the test saw it: ΔE needs the actual, which AFSnapshotTesting does not write."
      : nil
  }
}

extension DifferencePicture.Fit {
  /// Returns the reason why a decoded actual does not belong to the difference next to it; nil if
  /// it does or if that is unknown.
  ///
  /// - Parameter room: The memory budgeted for all three images.
  static func sentence(
    _ files: ShownFiles, _ reference: PixelImage, _ actual: PixelImage, in room: PictureRoom?
  ) -> String? {
    guard let file = files.difference, files.actual.map(SnapshotCase.isLossy) == false else {
      return nil
    }
    guard room?.holdsOthers != false else { return tooLarge }
    guard let picture = try? PNG.decode(contentsOf: file),
      let difference = try? DifferencePicture(picture, beside: reference)
    else {
      // An actual equal to the reference does not prove that the test passed.
      let overlay = Overlay(reference, actual)
      return overlay.sameSize && overlay.byteMask().count == 0 ? equal : nil
    }
    guard (picture.width, picture.height) == (actual.width, actual.height) else {
      return
        "The actual is another run's: it is \(Wording.size(actual.width, actual.height)), and the "
        + "difference was drawn of one of \(Wording.size(picture.width, picture.height))."
    }
    return difference.fit(of: actual, with: reference)?.sentence
  }

  private static let equal =
    "The actual equals the reference, and the difference is of another run: nothing says that the "
    + "test passed. Run the test again, or delete the difference."

  static let tooLarge =
    "The three pictures together are too large to tell whether the actual is that of the difference."

  /// The reason why the image cannot have been made from this actual; nil if it can.
  var sentence: String? {
    guard !isWhole else { return nil }
    let outside = box.map { box in
      "\(Wording.count(strays, "pixel")) \(strays == 1 ? "differs" : "differ") where the difference "
        + "says equal, at x \(box.x), y \(box.y)"
        + (strays == 1 ? "" : " to x \(box.x + box.width - 1), y \(box.y + box.height - 1)")
    }
    let inside =
      unchanged > 0
      ? "\(Wording.count(unchanged, "pixel")) \(unchanged == 1 ? "equals" : "equal") the reference "
        + "where it says different"
      : nil
    return "The actual is another run's: "
      + [outside, inside].compactMap(\.self).joined(separator: ", and ") + "."
  }
}
