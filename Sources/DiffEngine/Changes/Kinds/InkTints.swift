/// The tints of an ink at each coverage: how far its colours are off the straight line from ground to
/// ink, by gamma, or where each channel has a coverage of its own.
struct InkTints {
  private var low = [SIMD4<Float>](repeating: SIMD4(), count: steps + 1)
  private var high = [SIMD4<Float>](repeating: SIMD4(), count: steps + 1)

  private static let steps = 16
  /// The most that a colour may be off what is known of its coverage, in levels.
  private static let tolerance: Float = 3.5

  private static func step(_ share: Float) -> Int {
    Int((min(max(share, 0), 1) * Float(steps)).rounded())
  }

  mutating func add(_ colour: Pixel, _ coverage: Coverage) {
    let (step, rest) = (Self.step(coverage(colour)), coverage.rest(colour))
    low[step] = pointwiseMin(low[step], rest)
    high[step] = pointwiseMax(high[step], rest)
  }

  /// True if a colour is no further off the line than those that are known, at about its coverage.
  func hold(_ colour: Pixel, _ coverage: Coverage) -> Bool {
    let (step, rest) = (Self.step(coverage(colour)), coverage.rest(colour))
    let steps = max(0, step - 1)...min(Self.steps, step + 1)
    let least = low[steps].reduce(SIMD4(), pointwiseMin)
    let most = high[steps].reduce(SIMD4(), pointwiseMax)
    return largest(rest - pointwiseMax(least, pointwiseMin(most, rest))) <= Self.tolerance
  }
}
