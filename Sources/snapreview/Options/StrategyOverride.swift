import DiffEngine

/// What the command line says of the strategy: it wins over the rules file.
package struct StrategyOverride: Sendable {
  /// The strategy asked for; nil leaves each case its own.
  package var kind: Strategy.Kind?
  private var values: [(parameter: Strategy.Parameter, value: ParameterValue)] = []

  package init(_ kind: Strategy.Kind? = nil) { self.kind = kind }

  /// The parameters that were given.
  package var parameters: [Strategy.Parameter] { values.map(\.parameter) }

  package mutating func set(_ parameter: Strategy.Parameter, _ value: ParameterValue) {
    values.append((parameter, value))
  }

  /// The strategy for one pair.
  ///
  /// - Parameters:
  ///   - base: What the rules say.
  ///   - reference: The file's name, which tells how many pixels a point has.
  package func applied(to base: Strategy, reference: String? = nil) -> Strategy {
    var strategy = literal(over: base)
    if strategy.kind == .perceptual { applyPrecisions(to: &strategy, reference: reference ?? "") }
    return strategy
  }

  /// The values as they were given, which is what a range is checked on.
  package func literal(over base: Strategy) -> Strategy {
    var strategy = base
    if let kind { strategy.kind = kind }
    for (parameter, value) in values { strategy[parameter] = value }
    return strategy
  }

  /// AFSnapshotTesting's `perceptualTolerance_v1` and `_v2` in terms of `perceptual`, with that
  /// library's single precision.
  private func applyPrecisions(to strategy: inout Strategy, reference: String) {
    let given = parameters
    if given.contains(.perceptualPrecision) {
      strategy.deltaE = Double((1 - Float(strategy.perceptualPrecision)) * 100)
    }
    if given.contains(.precision) {
      // UIImage takes the scale from the name.
      let scale = [2, 3].first { reference.contains("@\($0)x") } ?? 1
      strategy.threshold = .precision(strategy.precision, scale: scale)
    }
  }

  /// A given parameter that changes nothing under `kind`.
  package func idleParameter(under kind: Strategy.Kind) -> Strategy.Parameter? {
    var counting = kind.parameters
    if kind == .perceptual { counting += [.perceptualPrecision, .precision] }
    return parameters.first { !counting.contains($0) }
  }
}

extension StrategyOverride {
  /// Refuses flags that change nothing, and values out of range, naming the flag.
  ///
  /// - Parameter kind: The strategy where none was given; nil where each case has its own.
  func check(default kind: Strategy.Kind?) throws {
    guard let kind = self.kind ?? kind else { return }
    try requireEffect(under: kind)
    try literal(over: Strategy(kind)).requireRanges()
  }

  /// Whoever gave a flag that would change nothing expects something else.
  private func requireEffect(under kind: Strategy.Kind) throws {
    if let idle = idleParameter(under: kind) {
      let kinds = Strategy.Kind.allCases.filter { $0.parameters.contains(idle) }
      throw CommandFailure(
        .wrongUse,
        "\(idle.flag) does nothing under \(kind.rawValue). "
          + "Give --strategy \(kinds.map(\.rawValue).joined(separator: " or ")).")
    }
    guard kind == .perceptual else { return }
    let given = parameters
    for (first, second) in [
      (Strategy.Parameter.deltaE, Strategy.Parameter.perceptualPrecision), (.threshold, .precision),
    ] where given.contains(first) && given.contains(second) {
      throw CommandFailure(
        .wrongUse, "\(first.flag) and \(second.flag) say the same. Give one of them.")
    }
  }
}

extension Strategy {
  /// Refuses values out of range, naming the flag.
  ///
  /// - Parameter total: The pixels of the pair, where they are known.
  func requireRanges(total: Int? = nil) throws {
    do throws(ParameterError) {
      try validate(total: total)
    } catch {
      throw CommandFailure(
        .wrongUse,
        "\(error.parameter.flag): \(error.value) is out of range; it takes \(error.range).")
    }
  }
}
