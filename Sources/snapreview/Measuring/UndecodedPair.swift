import Base
import DiffEngine
import PNGCodec
import Pixels
import ReviewUI

extension PNGBands: ImageBands {}

/// Two images of one size that are compared without being held whole.
struct UndecodedPair {
  let comparison: Comparison
  /// The pixels in which they differ at all.
  let differing: Int
  let size: PixelSize

  /// Compares images that are too large to be held whole by bands.
  ///
  /// - Parameters:
  ///   - refusal: The error of reading them whole.
  ///   - freeing: Gives back what is kept without need.
  /// - Throws: The refusal, unless it is about their size and bands will do; else what is wrong with
  ///   a file.
  init(
    _ reference: String, _ actual: String, _ strategy: Strategy, ignoring areas: IgnoredAreas,
    insteadOf refusal: ImageError, in budget: MemoryBudget = .pictures, freeing: () -> Void = {}
  ) throws(ImageError) {
    guard refusal.reason == .tooLarge, strategy.takesBands else { throw refusal }
    let room = try PictureRoom(forBandsOf: [reference, actual], in: budget, freeing: freeing)
    defer { withExtendedLifetime(room) {} }
    guard let bands = try PNGBands(reference, actual, strategy.samples) else { throw refusal }
    (comparison, differing) = try compare(bands, strategy: strategy, ignoring: areas)
    size = PixelSize(width: bands.width, height: bands.height)
  }

  /// Finds out that two files hold the same bytes: a tenth of the time of decoding them.
  ///
  /// - Returns: nil where the files differ, and for strategies that do not count in pixels.
  init?(
    equal reference: String, _ actual: String, _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) {
    guard strategy.unit == .pixels, areas.isEmpty,
      let (width, height) = PNG.sizeIfIdentical(reference, actual)
    else { return nil }
    size = PixelSize(width: width, height: height)
    let total = width * height
    comparison = Comparison(
      verdict: .match, allowed: strategy.allowed(of: total), total: total,
      maxDeltaE: strategy.kind.usesFormula || strategy.kind == .pointfree ? 0 : nil)
    differing = 0
  }

  var outcome: Outcome { .image(comparison, reference: size, actual: size) }
}
