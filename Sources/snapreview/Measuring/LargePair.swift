import ReviewUI

/// Two images of one size that are too large to be held whole, compared by bands.
struct LargePair {
  let comparison: Comparison
  /// The pixels in which they differ at all.
  let differing: Int
  let size: PixelSize

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

  var outcome: Outcome { .image(comparison, reference: size, actual: size) }
}
