import DiffEngine
import PNGCodec

/// Settings of the strategies that no landscape holds, to stand beside the recommended ones.
enum StrategyTrial {
  /// Strategies that are compared once, with the thresholds that are read off that comparison.
  private static let compared: [(strategy: Strategy, thresholds: [Allowance])] =
    Strategy.Kind.allCases.flatMap(\.trials).map { strategy in
      (
        strategy,
        strategy.kind.parameters.contains(.threshold) ? thresholds.map { .count($0) } : [0]
      )
    }

  private static let thresholds = [0, 5, 10, 20, 50, 100, 200, 500]

  /// The strategies with all their thresholds, in the order of the verdicts.
  static let strategies = compared.flatMap { strategy, thresholds in
    thresholds.map { strategy.with(\.threshold, $0) }
  }

  /// Returns true for each strategy under which a pair of one size fails.
  ///
  /// - Parameters:
  ///   - ignored: The areas of the pair that are ignored.
  ///   - images: Decodes the pair as a strategy compares it.
  static func failing(
    ignoring ignored: IgnoredAreas, _ images: (PNG.Samples) throws -> (PixelImage, PixelImage)
  ) rethrows -> [Bool] {
    var read: [PNG.Samples: (PixelImage, PixelImage)] = [:]
    return try compared.flatMap { strategy, thresholds in
      let (first, second) = try read[strategy.samples] ?? images(strategy.samples)
      read[strategy.samples] = (first, second)
      let comparison = compare(
        first, second, strategy: strategy.with(\.ignored, ignored)
      ).comparison
      guard strategy.kind.parameters.contains(.threshold) else {
        return [comparison.verdict != .match]
      }
      return thresholds.map { threshold in
        comparison.mismatched > strategy.with(\.threshold, threshold).allowed(of: comparison.total)
      }
    }
  }
}
