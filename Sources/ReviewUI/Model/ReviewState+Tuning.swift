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
    case .deltaEDown: turn(&strategy, .colour, -1)
    case .deltaEUp: turn(&strategy, .colour, 1)
    case .clusterDown: turn(&strategy, .cluster, -1)
    case .clusterUp: turn(&strategy, .cluster, 1)
    case .thresholdDown: turn(&strategy, .count, -1)
    case .thresholdUp: turn(&strategy, .count, 1)
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
    case .character("1"): return [.saveRule(glob: Glob.escaping(snapshot.id), strategy)]
    case .character("2"): return [.saveRule(glob: Glob.escaping(snapshot.suite) + "/**", strategy)]
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
    _ strategy: inout Strategy, _ knob: Strategy.Parameter.Knob, _ direction: Int
  ) {
    guard let parameter = strategy.kind.parameter(of: knob) else {
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

extension Strategy.Kind {
  func neighbour(_ direction: Int) -> Strategy.Kind {
    let all = Strategy.Kind.allCases
    return all[(all.firstIndex(of: self)! + direction + all.count) % all.count]
  }
}
