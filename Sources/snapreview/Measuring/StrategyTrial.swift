import DiffEngine
import PNGCodec

/// Settings of the strategies that no landscape holds, to stand beside the recommended ones.
enum StrategyTrial {
  /// What is compared once, with the thresholds that are read off that comparison.
  private static let compared: [(strategy: Strategy, thresholds: [Allowance])] =
    [0.05, 0.1, 0.2, 0.3].map { limit in
      (Strategy(.pixelmatch).with(\.yiqThreshold, limit), thresholds.map { .count($0) })
    }
    + [(1, 0.98), (0.99, 1), (0.99, 0.99), (0.98, 0.98), (0.95, 0.98), (0.99, 0.95)].map {
      (Strategy(.pointfree).with(\.precision, $0).with(\.perceptualPrecision, $1), [0])
    }
    + [(0, 0.001), (0.02, 0), (0.02, 0.001), (0.05, 0.01)].map {
      (Strategy(.uber).with(\.perPixelTolerance, $0).with(\.overallTolerance, $1), [0])
    }
    + [1, 0.9999, 0.999, 0.99].map {
      (Strategy(.accuracy).with(\.requiredAccuracy, $0), [0])
    }

  private static let thresholds = [0, 5, 10, 20, 50, 100, 200, 500]

  /// In the order of the verdicts.
  static let strategies = compared.flatMap { strategy, thresholds in
    thresholds.map { strategy.with(\.threshold, $0) }
  }

  /// Under which strategies a pair of one size fails.
  ///
  /// - Parameter images: Decodes the pair as a strategy compares it.
  static func failing(_ images: (PNG.Samples) throws -> (PixelImage, PixelImage)) rethrows -> [Bool]
  {
    let (colours, codes) = (try images(.colours), try images(.codes))
    return compared.flatMap { strategy, thresholds in
      let (first, second) = strategy.samples == .codes ? codes : colours
      let comparison = compare(first, second, strategy: strategy).comparison
      guard strategy.kind.parameters.contains(.threshold) else {
        return [comparison.verdict != .match]
      }
      return thresholds.map { threshold in
        comparison.mismatched > strategy.with(\.threshold, threshold).allowed(of: comparison.total)
      }
    }
  }
}

extension Strategy {
  fileprivate func with<Value>(
    _ path: WritableKeyPath<Strategy, Value>, _ value: Value
  ) -> Strategy {
    var strategy = self
    strategy[keyPath: path] = value
    return strategy
  }
}
