extension Strategy {
  /// Moves a parameter by one step; upwards is always more tolerant. Steps grow with the value.
  ///
  /// - Parameter pixels: The maximum of a count; nil if it is unknown.
  package mutating func step(_ parameter: Parameter, _ direction: Int, pixels: Int?) {
    switch parameter.entry.form {
    case .allowance:
      if case .count(let count) = threshold {
        threshold = .count(Self.stepped(count, direction, from: 0, to: pixels ?? .max))
      } else if case .share(let share) = threshold {
        threshold = .share(Self.steppedRest(share, direction))
      }
    case .whole(let place, let lowest):
      self[keyPath: place] = Self.stepped(self[keyPath: place], direction, from: lowest, to: .max)
    case .number(let place, _, let step):
      self[keyPath: place] = Self.stepped(self[keyPath: place], direction, by: step)
    case .flag(let place, let isStricter): self[keyPath: place] = (direction < 0) == isStricter
    case .choice: break
    }
  }

  private static func stepped(
    _ value: Double, _ direction: Int, by step: Parameter.Step
  ) -> Double {
    switch step {
    case .deltaE: steppedDeltaE(value, direction)
    case .share: steppedShare(value, -direction)
    case .rest: steppedRest(value, direction)
    case .hundredth: rounded(value + 0.01 * Double(direction))
    case .percent: steppedPercent(value, direction)
    }
  }

  /// Steps of 0.1 below 2, of 0.5 below 10, then of 1; 0 to 100.
  package static func steppedDeltaE(_ value: Double, _ direction: Int) -> Double {
    func step(at value: Double) -> Double { value < 2 ? 0.1 : value < 10 ? 0.5 : 1 }
    let next = direction > 0 ? value + step(at: value) : value - step(at: (value - 0.05).nextDown)
    return min(max((next * 10).rounded() / 10, 0), 100)
  }

  private static func steppedPercent(_ value: Double, _ direction: Int) -> Double {
    let isFine = direction > 0 ? value < 0.1 - 1e-9 : value < 0.1 + 1e-9
    return isFine ? rounded(value + 0.01 * Double(direction)) : steppedDeltaE(value, direction)
  }

  /// Steps of 1 below 10, of 10 below 100, and so on.
  package static func stepped(
    _ value: Int, _ direction: Int, from lowest: Int, to highest: Int
  ) -> Int {
    var step = 1
    let decisive = direction > 0 ? value : value - 1
    while step <= decisive / 10 { step *= 10 }
    return min(max(value + direction * step, lowest), highest)
  }

  /// Steps of 0.001 from 0.99 up, of 0.01 below; 0 to 1.
  private static func steppedShare(_ value: Double, _ direction: Int) -> Double {
    let fine = direction > 0 ? value >= 0.99 - 1e-9 : value > 0.99 + 1e-9
    return rounded(value + Double(direction) * (fine ? 0.001 : 0.01))
  }

  /// Steps of 0.001 up to 0.01, of 0.01 above; 0 to 1.
  private static func steppedRest(_ value: Double, _ direction: Int) -> Double {
    1 - steppedShare(1 - value, -direction)
  }

  private static func rounded(_ value: Double) -> Double {
    min(max((value * 1000).rounded() / 1000, 0), 1)
  }
}
