import Base
import DiffEngine
import PNGCodec
import Pixels

/// Two image files with the same bytes, which need not be decoded.
package struct EqualPair {
  package let comparison: Comparison
  package let size: PixelSize

  /// Reads both files, in a tenth of the time that decoding takes.
  ///
  /// - Returns: nil if the files differ or are too large to be decoded, and for strategies that do
  ///   not count pixels.
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
