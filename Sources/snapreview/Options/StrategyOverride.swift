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
  var parameters: [Strategy.Parameter] { edits.map(\.parameter) }

  var isEmpty: Bool { kind == nil && edits.isEmpty }

  /// Notes a parameter; nil is one that was not given.
  package mutating func set<Value: Sendable>(
    _ parameter: Strategy.Parameter, _ place: any WritableKeyPath<Strategy, Value> & Sendable,
    _ value: Value?
  ) {
    guard let value else { return }
    edits.append(Edit(parameter: parameter) { $0[keyPath: place] = value })
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
  func literal(over base: Strategy) -> Strategy {
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
    var counting = Set(kind.parameters)
    if kind == .perceptual { counting.formUnion([.perceptualPrecision, .precision]) }
    return parameters.first { !counting.contains($0) }
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
