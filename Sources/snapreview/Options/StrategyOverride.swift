import DiffEngine

/// The strategy settings of the command line, which override the rules file.
package struct StrategyOverride: Sendable {
  /// The requested strategy; nil to use each case's own.
  package var kind: Strategy.Kind?
  private var values: [(parameter: Strategy.Parameter, value: ParameterValue)] = []

  package init(_ kind: Strategy.Kind? = nil) { self.kind = kind }

  package var parameters: [Strategy.Parameter] { values.map(\.parameter) }

  var flags: [String] { (kind.map { _ in ["--strategy"] } ?? []) + parameters.map(\.flag) }

  package mutating func set(_ parameter: Strategy.Parameter, _ value: ParameterValue) {
    values.append((parameter, value))
  }

  /// Returns the strategy for one pair.
  ///
  /// - Parameters:
  ///   - base: The strategy according to the rules.
  ///   - reference: The file's name, which tells how many pixels make a point.
  package func applied(to base: Strategy, reference: String? = nil) -> Strategy {
    var strategy = literal(over: base)
    if strategy.kind == .perceptual { applyPrecisions(to: &strategy, reference: reference ?? "") }
    return strategy
  }

  /// Returns the strategy with the values exactly as given, for checking their ranges.
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
      // UIImage derives the scale from the name.
      let scale = [2, 3].first { reference.contains("@\($0)x") } ?? 1
      strategy.threshold = .precision(strategy.precision, scale: scale)
    }
  }

  /// The given parameters that have no effect under `kind`.
  package func idleParameters(under kind: Strategy.Kind) -> [Strategy.Parameter] {
    var counting = kind.parameters
    if kind == .perceptual { counting += [.perceptualPrecision, .precision] }
    return parameters.filter { !counting.contains($0) }
  }
}

extension StrategyOverride {
  /// Refuses flags without effect and values out of range, naming the flag.
  ///
  /// - Parameter kind: The strategy if none was given; nil if each case has its own.
  func check(default kind: Strategy.Kind?) throws {
    guard let kind = self.kind ?? kind else { return }
    try requireEffect(under: kind)
    try literal(over: Strategy(kind)).requireRanges()
  }

  static func withoutEffect(
    _ parameter: Strategy.Parameter, under kinds: Set<Strategy.Kind>
  ) -> CommandFailure {
    let other = Strategy.Kind.allCases.filter { $0.parameters.contains(parameter) }
    let names = kinds.map(\.rawValue).sorted().joined(separator: ", ")
    return CommandFailure(
      .wrongUse,
      "\(parameter.flag) has no effect under \(names). "
        + "Strategies that have it: \(other.map(\.rawValue).joined(separator: ", ")).")
  }

  /// Throws for a flag without effect: whoever gave it expects one.
  private func requireEffect(under kind: Strategy.Kind) throws {
    if let idle = idleParameters(under: kind).first {
      throw Self.withoutEffect(idle, under: [kind])
    }
    guard kind == .perceptual else { return }
    for pair in Self.sameLimits where pair.allSatisfy(parameters.contains) {
      throw CommandFailure(
        .wrongUse,
        "\(pair[0].flag) and \(pair[1].flag) set the same limit. Give only one of them.")
    }
  }

  /// Pairs of parameters of `perceptual` that exclude each other.
  private static let sameLimits: [[Strategy.Parameter]] = [
    [.deltaE, .perceptualPrecision], [.threshold, .precision],
  ]
}

extension Strategy {
  /// Refuses values out of range, naming the flag.
  ///
  /// - Parameter total: The number of pixels of the pair, if known.
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
