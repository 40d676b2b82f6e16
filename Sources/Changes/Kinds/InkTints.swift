import DiffEngine
import Pixels

/// The tints of an ink at each coverage: how far its colours are off the straight line from ground to
/// ink, by gamma, or where each channel has a coverage of its own.
struct InkTints {
  private var most = [SIMD4<Float>](repeating: SIMD4(), count: steps + 1)

  private static let steps = 16
  /// The most that a colour may be off what is known of its coverage, in levels.
  private static let tolerance: Float = 3.5

  private static func step(_ share: Float) -> Int {
    Int((min(max(share, 0), 1) * Float(steps)).rounded())
  }

  /// The distance of a colour from the line. The side does not matter: the line of a light ink is bent
  /// the other way.
  private static func distance(_ colour: Pixel, _ coverage: Coverage) -> SIMD4<Float> {
    let rest = coverage.rest(colour)
    return pointwiseMax(rest, -rest)
  }

  mutating func add(_ colour: Pixel, _ coverage: Coverage) {
    let step = Self.step(coverage(colour))
    most[step] = pointwiseMax(most[step], Self.distance(colour, coverage))
  }

  /// True if a colour is no further off the line than those that are known, at about its coverage.
  func hold(_ colour: Pixel, _ coverage: Coverage) -> Bool {
    let step = Self.step(coverage(colour))
    let known = most[max(0, step - 1)...min(Self.steps, step + 1)].reduce(SIMD4(), pointwiseMax)
    return (Self.distance(colour, coverage) - known).max() <= Self.tolerance
  }
}
