import Catalog
import DiffEngine

extension ReviewState {
  mutating func performTuning(_ command: Command) -> [ReviewEffect] {
    var strategy = strategy
    switch command {
    case .backToRule: return backToRule()
    case .landscape:
      panel = .landscape
      return []
    case .strategyTable: return openTable()
    case .propose: return propose()
    case .saveRule:
      panel = .saveRule
      return []
    case .copyLine: return copyLine()
    case .nextStrategy: strategy.kind = strategy.kind.neighbour(1)
    case .previousStrategy: strategy.kind = strategy.kind.neighbour(-1)
    case .deltaEDown: turn(&strategy, \.colourKnob, -1)
    case .deltaEUp: turn(&strategy, \.colourKnob, 1)
    case .clusterDown: turn(&strategy, \.clusterKnob, -1)
    case .clusterUp: turn(&strategy, \.clusterKnob, 1)
    case .thresholdDown: turn(&strategy, \.countKnob, -1)
    case .thresholdUp: turn(&strategy, \.countKnob, 1)
    default: break
    }
    guard strategy != self.strategy else { return [] }
    tuned = strategy
    return settingsChanged()
  }

  private mutating func backToRule() -> [ReviewEffect] {
    tuned = nil
    message = Message(.news, "Back to the rules: \(strategy.summary).")
    return settingsChanged()
  }

  private mutating func openTable() -> [ReviewEffect] {
    guard let current, case .images = current.reading else {
      message = Message(.news, "The table compares two images; this case has none to compare.")
      return []
    }
    panel = .table
    tabulated = [:]
    let requests = Strategy.Kind.allCases.map { kind in
      var strategy = strategy
      strategy.kind = kind
      return ComparisonRequest(item: selection, revision: current.revision, strategy: strategy)
    }
    return [.tabulate(requests)]
  }

  private mutating func propose() -> [ReviewEffect] {
    let proposal = proposal()
    guard let strategy = proposal.strategy else {
      message = Message(.warning, proposal.explanation)
      return []
    }
    tuned = strategy
    let effects = settingsChanged()
    message = Message(.news, proposal.explanation, hint: "\(keyMap.key(.saveRule)) saves it.")
    return effects
  }

  private mutating func copyLine() -> [ReviewEffect] {
    guard let line = strategy.testLine else {
      message = Message(
        .warning,
        "\(strategy.kind.rawValue) has no line for a test; "
          + "\(keyMap.key(.saveRule)) writes it as a rule.")
      return []
    }
    message = Message(.news, "Copied: \(line)")
    return [.copy(line)]
  }

  /// `1`, `2` and `3` choose where the rule goes; every other key leaves the file alone.
  mutating func steerSaving(_ key: Key) -> [ReviewEffect] {
    panel = nil
    guard let snapshot = current?.snapshot else { return [] }
    switch key {
    case .character("1"): return [.saveRule(glob: escapedGlob(snapshot.id), strategy)]
    case .character("2"): return [.saveRule(glob: escapedGlob(snapshot.suite) + "/**", strategy)]
    case .character("3"): return [.saveRule(glob: nil, strategy)]
    default: return []
    }
  }

  /// The arrows walk the plane; the knobs and the tuning commands work as ever.
  mutating func steerLandscape(_ key: Key) -> [ReviewEffect] {
    switch key {
    case .left, .character("h"): return moveInPlane(.deltaEDown)
    case .right, .character("l"): return moveInPlane(.deltaEUp)
    case .down, .character("j"): return moveInPlane(.clusterDown)
    case .up, .character("k"): return moveInPlane(.clusterUp)
    default:
      guard case .command(let command) = keyMap.match([key], in: .image),
        CommandInfo.info(command).section == .tune, command != .landscape
      else {
        panel = nil
        return []
      }
      return performTuning(command)
    }
  }

  /// The plane is `combined`'s: a step in it changes to that strategy first.
  private mutating func moveInPlane(_ command: Command) -> [ReviewEffect] {
    if strategy.kind != .combined {
      var combined = strategy
      combined.kind = .combined
      tuned = combined
    }
    return performTuning(command)
  }

  /// What follows every change of settings: new outcomes where no landscape has them.
  mutating func settingsChanged() -> [ReviewEffect] {
    cluster = nil
    if let remark = strategy.remarks.first {
      let short = "\(keyMap.key(.info)) tells what these settings cannot see."
      message = Message(.news, remark, short: short)
    }
    return compareMissing()
  }

  private mutating func turn(
    _ strategy: inout Strategy, _ knob: KeyPath<Strategy.Kind, Strategy.Parameter?>,
    _ direction: Int
  ) {
    guard let parameter = strategy.kind[keyPath: knob] else {
      message = Message(
        .news,
        "\(strategy.kind.rawValue) has no such setting; \(keyMap.key(.nextStrategy)) changes the "
          + "strategy.")
      return
    }
    let canvas = current?.canvas
    strategy.step(parameter, direction, pixels: canvas.map { $0.width * $0.height })
  }
}

/// A name as a glob that matches nothing else.
func escapedGlob(_ name: String) -> String {
  name.map { "*?[\\".contains($0) ? "[\($0)]" : String($0) }.joined()
}

extension Strategy.Kind {
  func neighbour(_ direction: Int) -> Strategy.Kind {
    let all = Strategy.Kind.allCases
    return all[(all.firstIndex(of: self)! + direction + all.count) % all.count]
  }

  /// What `(` and `)` turn: how far a colour may be off.
  var colourKnob: Strategy.Parameter? {
    switch self {
    case .naive, .cluster, .average: nil
    case .perceptual, .combined: .deltaE
    case .pointfree: .perceptualPrecision
    case .uber: .perPixelTolerance
    case .pixelmatch: .yiqThreshold
    case .accuracy: .requiredAccuracy
    }
  }

  /// What `{` and `}` turn.
  var clusterKnob: Strategy.Parameter? {
    switch self {
    case .cluster, .combined: .clusterSize
    case .pixelmatch: .includeAntialiasing
    default: nil
    }
  }

  /// What `<` and `>` turn: how much may be off.
  var countKnob: Strategy.Parameter? {
    switch self {
    case .naive, .cluster, .perceptual, .combined, .pixelmatch: .threshold
    case .pointfree: .precision
    case .uber: .overallTolerance
    case .accuracy: .requiredAccuracy
    case .average: nil
    }
  }
}

extension Strategy {
  /// Moves a parameter by one step; upwards is always more tolerant. Steps grow with the value.
  mutating func step(_ parameter: Parameter, _ direction: Int, pixels: Int?) {
    switch parameter {
    case .deltaE: deltaE = Strategy.steppedDeltaE(deltaE, direction)
    case .clusterSize: clusterSize = Strategy.stepped(clusterSize, direction, from: 1, to: .max)
    case .threshold:
      threshold = Strategy.stepped(threshold, direction, from: 0, to: pixels ?? .max)
    case .precision: precision = Strategy.steppedShare(precision, -direction)
    case .perceptualPrecision:
      perceptualPrecision = Strategy.steppedShare(perceptualPrecision, -direction)
    case .requiredAccuracy: requiredAccuracy = Strategy.steppedShare(requiredAccuracy, -direction)
    case .perPixelTolerance: perPixelTolerance = Strategy.steppedRest(perPixelTolerance, direction)
    case .overallTolerance: overallTolerance = Strategy.steppedRest(overallTolerance, direction)
    case .yiqThreshold: yiqThreshold = Strategy.rounded(yiqThreshold + 0.01 * Double(direction))
    case .includeAntialiasing: includeAntialiasing = direction < 0
    case .formula, .checkerboard: break
    }
  }

  /// 0.1 below 2, 0.5 below 10, then 1; 0 to 100.
  package static func steppedDeltaE(_ value: Double, _ direction: Int) -> Double {
    func step(at value: Double) -> Double { value < 2 ? 0.1 : value < 10 ? 0.5 : 1 }
    let next =
      direction > 0
      ? value + step(at: value) : value - step(at: (value - 0.05).nextDown)
    return min(max((next * 10).rounded() / 10, 0), 100)
  }

  /// Steps of 1 below 10, of 10 below 100, and so on.
  package static func stepped(_ value: Int, _ direction: Int, from lowest: Int, to highest: Int)
    -> Int
  {
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

extension ReviewState {
  /// A click in the plane takes the setting under it.
  mutating func pointAtLandscape(_ mouse: MouseEvent) -> [ReviewEffect] {
    guard mouse.kind == .press || mouse.kind == .drag else { return [] }
    guard
      let point = Plane(self, in: landscapeWindow.inside).setting(
        column: mouse.column, row: mouse.row)
    else { return [] }
    var strategy = strategy
    strategy.kind = .combined
    strategy.deltaE = point.deltaE
    strategy.clusterSize = point.size
    tuned = strategy
    return settingsChanged()
  }
}
