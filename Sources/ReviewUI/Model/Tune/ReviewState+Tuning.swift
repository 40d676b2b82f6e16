import Base
import Catalog
import DiffEngine
import Pixels
import Review

extension ReviewState {
  /// Changes the current settings, for every case.
  mutating func tune(_ change: (inout Strategy) -> Void) -> [ReviewEffect] {
    var strategy = strategy
    change(&strategy)
    guard strategy != self.strategy else { return [] }
    tuned = strategy
    return settingsChanged()
  }

  mutating func turn(_ knob: Strategy.Parameter.Knob, _ direction: Int) -> [ReviewEffect] {
    guard let parameter = strategy.kind.parameter(of: knob) else {
      message = noSuchSetting
      return []
    }
    let pixels = current?.canvas.map { $0.width * $0.height }
    return tune { $0.step(parameter, direction, pixels: pixels) }
  }

  /// The message about a setting that the current strategy does not have.
  var noSuchSetting: Message {
    Message(
      .news,
      "\(strategy.kind.rawValue) has no such setting; \(keyMap.key(.nextStrategy)) changes the "
        + "strategy.")
  }

  mutating func backToRule() -> [ReviewEffect] {
    tuned = nil
    let edited = items.indices.filter { items[$0].changedAreas != nil }
    for index in edited { items[index].restoreAreas() }
    message = Message(.news, "Back to the rule: \(summary).")
    return edited.isEmpty ? settingsChanged() : measureAgain(edited)
  }

  mutating func openTable() -> [ReviewEffect] {
    guard current?.isPair == true else {
      message = Message(.news, "The table needs two images, which this case does not have.")
      return []
    }
    panel = .table(strategy.kind)
    drawn.table = [:]
    let requests = Strategy.Kind.allCases.map { kind in
      comparisonRequest(selection, strategy.with(\.kind, kind))
    }
    return [.tabulate(requests)]
  }

  /// Handles keys in the table: arrows choose a strategy, Enter adopts it.
  mutating func steerTable(_ chosen: Strategy.Kind, _ key: Key) -> [ReviewEffect] {
    switch key {
    case .down, .character("j"): panel = .table(chosen.neighbour(1))
    case .up, .character("k"): panel = .table(chosen.neighbour(-1))
    case .enter:
      panel = nil
      return tune { $0.kind = chosen }
    default: panel = nil
    }
    return []
  }

  mutating func copyLine() -> [ReviewEffect] {
    if !isTuned, current?.mask != nil, let run = secondRun {
      message = Message(.news, "Copying: \(run.line)")
      return [.copy(run.line)]
    }
    switch (current?.snapshot.layout ?? .pair).testLine(strategy) {
    case .line(let line):
      message = Message(.news, "Copying: \(line)")
      return [.copy(line)]
    case .none(let reason, let own):
      let kinds = own.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
      let way = own.isEmpty ? "" : "; press \(keyMap.key(.nextStrategy)) for \(kinds)"
      message = Message(
        .warning, "\(reason)\(way).",
        hint: "\(keyMap.key(.saveRule)) saves these settings as a rule.")
      return []
    }
  }

  /// The further test run that would give the failing cases their actuals; nil if all have one.
  package var secondRun: SecondRun? {
    SecondRun(items.lazy.filter { $0.mask != nil }.map(\.snapshot))
  }

  /// Reports the outcome of copying as far as it is known; the terminal itself does not confirm it.
  mutating func note(_ outcome: CopyOutcome, of line: String) {
    message =
      switch outcome {
      case .onClipboard: Message(.news, "Copied: \(line)")
      case .inTmuxBuffer:
        Message(
          .news, "Copied to tmux's buffer (prefix ]): \(line)",
          hint: "The terminal was asked to copy it, too.", short: "In tmux's buffer: \(line)")
      case .sent:
        Message(
          .news, "Sent to the terminal's clipboard: \(line)",
          hint: "Not every terminal supports this, and none confirms it.")
      case .refusedByTmux:
        Message(
          .warning,
          "tmux did not take it (tmux set-buffer failed). Sent to the terminal, which may not get "
            + "it: \(line)")
      }
  }

  /// Handles keys while settings are being saved: `1`, `2` and `3` choose where the rule goes, and
  /// the confirmation key then writes what is shown. Every other key leaves the file alone.
  mutating func steerSaving(_ preview: RulePreview?, _ key: Key) -> [ReviewEffect] {
    if let preview {
      panel = nil
      return key == .character(keyMap.confirmation) ? [.saveRule(preview)] : []
    }
    guard let snapshot = current?.snapshot else { return [] }
    let glob: String?
    switch key {
    case .character("1"): glob = Glob.escaping(snapshot.id)
    case .character("2"): glob = Glob.escaping(snapshot.suite) + "/**"
    case .character("3"): glob = nil
    default:
      panel = nil
      return []
    }
    return [.previewRule(RuleRequest(glob: glob, strategy, ignoring: current?.changedAreas))]
  }

  /// The settings that `w` writes, in the file's syntax: "strategy = "naive"; threshold = 0".
  var savedSettings: String {
    (strategy.settings + (current?.changedAreas.map { [("ignore", $0.setting)] } ?? []))
      .map { "\($0) = \($1)" }.joined(separator: "; ")
  }

  /// Handles keys in the landscape: arrows move in the plane; the knobs and tuning commands work as
  /// usual.
  mutating func steerLandscape(_ key: Key) -> [ReviewEffect] {
    switch key {
    case .left, .character("h"): return moveInPlane(.colour, -1)
    case .right, .character("l"): return moveInPlane(.colour, 1)
    case .down, .character("j"): return moveInPlane(.cluster, -1)
    case .up, .character("k"): return moveInPlane(.cluster, 1)
    default:
      guard case .command(let command) = keyMap.match([key], in: .image), command.tunes else {
        panel = nil
        return []
      }
      return perform(command)
    }
  }

  /// Moves in the plane, after switching to `combined`, the strategy that the plane shows.
  private mutating func moveInPlane(
    _ knob: Strategy.Parameter.Knob, _ direction: Int
  ) -> [ReviewEffect] {
    let effects = tune { $0.kind = .combined }
    return effects + turn(knob, direction)
  }

  /// Updates the state after a change of settings and requests the outcomes that no landscape has.
  mutating func settingsChanged() -> [ReviewEffect] {
    chosenRegion = nil
    awaitedProposal = nil
    if let remark = strategy.remarks.first {
      let short = "\(keyMap.key(.info)) shows what these settings cannot see."
      message = Message(.news, remark, short: short)
    }
    return compareMissing()
  }
}

extension ReviewState {
  /// Adopts the setting under the pointer when the plane is clicked or dragged in.
  mutating func pointAtLandscape(_ mouse: MouseEvent) -> [ReviewEffect] {
    guard mouse.kind == .press || mouse.kind == .drag else { return [] }
    guard let point = landscapePlane.setting(column: mouse.column, row: mouse.row) else {
      return []
    }
    return tune {
      $0.kind = .combined
      ($0.deltaE, $0.clusterSize) = (point.deltaE, point.size)
    }
  }
}

extension Strategy.Kind {
  func neighbour(_ direction: Int) -> Strategy.Kind {
    let all = Strategy.Kind.allCases
    return all[(all.firstIndex(of: self)! + direction + all.count) % all.count]
  }
}
