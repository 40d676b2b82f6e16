import DiffEngine

/// What the command line says of the strategy: it wins over the rules file.
package struct StrategyOverride: Sendable {
  /// The strategy asked for; nil leaves each case its own.
  package var kind: Strategy.Kind?
  private var edits: [Edit] = []

  private struct Edit: Sendable {
    var parameter: Strategy.Parameter
    var apply: @Sendable (inout Strategy) -> Void
  }

  package init(_ kind: Strategy.Kind? = nil) { self.kind = kind }

  /// The parameters that were given.
  package var parameters: [Strategy.Parameter] { edits.map(\.parameter) }

  var isEmpty: Bool { kind == nil && edits.isEmpty }

  /// Notes a parameter; nil is one that was not given.
  ///
  /// - Returns: Whether there was a value to note.
  @discardableResult
  package mutating func set<Value: Sendable>(
    _ parameter: Strategy.Parameter, _ place: any WritableKeyPath<Strategy, Value> & Sendable,
    _ value: Value?
  ) -> Bool {
    guard let value else { return false }
    edits.append(Edit(parameter: parameter) { $0[keyPath: place] = value })
    return true
  }

  /// Notes a parameter by the text that a command line gives for it.
  ///
  /// - Returns: Whether the text is one of the parameter's values.
  mutating func set(_ parameter: Strategy.Parameter, text: String) -> Bool {
    switch parameter {
    case .threshold: set(parameter, \.threshold, Int(text))
    case .clusterSize: set(parameter, \.clusterSize, Int(text))
    case .deltaE: set(parameter, \.deltaE, Double(text))
    case .formula: set(parameter, \.formula, Int(text).flatMap(Strategy.Formula.init))
    case .precision: set(parameter, \.precision, Double(text))
    case .perceptualPrecision: set(parameter, \.perceptualPrecision, Double(text))
    case .perPixelTolerance: set(parameter, \.perPixelTolerance, Double(text))
    case .overallTolerance: set(parameter, \.overallTolerance, Double(text))
    case .yiqThreshold: set(parameter, \.yiqThreshold, Double(text))
    case .includeAntialiasing: set(parameter, \.includeAntialiasing, true)
    case .checkerboard: set(parameter, \.checkerboard, true)
    case .requiredAccuracy: set(parameter, \.requiredAccuracy, Double(text))
    }
  }

  /// The strategy for one pair.
  ///
  /// - Parameters:
  ///   - base: What the rules say.
  ///   - total: The pair's pixels, where they are known: `--precision` with `perceptual` is a
  ///     share of them.
  package func applied(to base: Strategy, total: Int? = nil) -> Strategy {
    var strategy = literal(over: base)
    if strategy.kind == .perceptual { applyPrecisions(to: &strategy, total: total) }
    return strategy
  }

  /// The values as they were given, which is what a range is checked on.
  package func literal(over base: Strategy) -> Strategy {
    var strategy = base
    if let kind { strategy.kind = kind }
    for edit in edits { edit.apply(&strategy) }
    return strategy
  }

  /// AFSnapshotTesting's `perceptualTolerance_v1` and `_v2` in terms of `perceptual`, with that
  /// library's single precision and truncations.
  private func applyPrecisions(to strategy: inout Strategy, total: Int?) {
    let given = parameters
    if given.contains(.perceptualPrecision) {
      strategy.deltaE = Double((1 - Float(strategy.perceptualPrecision)) * 100)
    }
    if given.contains(.precision), let total {
      let accepted = Int(Float(total) * Float(strategy.precision))
      strategy.threshold = Int(Float(total)) - max(accepted, 0)
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

extension Strategy.Parameter {
  /// The flag that sets it.
  var flag: String {
    switch self {
    case .threshold: "--threshold"
    case .clusterSize: "--cluster-size"
    case .deltaE: "--delta-e"
    case .formula: "--formula"
    case .precision: "--precision"
    case .perceptualPrecision: "--perceptual-precision"
    case .perPixelTolerance: "--per-pixel-tolerance"
    case .overallTolerance: "--overall-tolerance"
    case .yiqThreshold: "--yiq-threshold"
    case .includeAntialiasing: "--include-aa"
    case .checkerboard: "--checkerboard"
    case .requiredAccuracy: "--required-accuracy"
    }
  }
}
