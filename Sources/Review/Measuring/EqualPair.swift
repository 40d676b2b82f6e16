import DiffEngine
import PNGCodec
import Pixels

/// Two image files that hold the same bytes, which nobody has to decode.
package struct EqualPair {
  package let comparison: Comparison
  package let size: PixelSize

  /// Reads both files: a tenth of the time of decoding them.
  ///
  /// - Returns: nil where the files differ or are too large to be decoded, and for strategies that do
  ///   not count in pixels.
  package init?(
    _ reference: String, _ actual: String, _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) {
    guard strategy.unit == .pixels, areas.isEmpty,
      (try? PictureRoom.require([reference, actual])) != nil,
      let (width, height) = PNG.sizeIfIdentical(reference, actual)
    else { return nil }
    size = PixelSize(width: width, height: height)
    let total = width * height
    comparison = Comparison(
      verdict: .match, allowed: strategy.allowed(of: total), total: total,
      maxDeltaE: strategy.kind.usesFormula || strategy.kind == .pointfree ? 0 : nil)
  }
}
