/// Turns keys into commands, after the key table.
public struct KeyMap: Sendable {
  /// What a run of keys means so far.
  public enum Match: Hashable, Sendable {
    case command(Command)
    case prefix, nothing
  }

  private let sequences: [KeyContext: [[Key]: Command]]

  public init(_ table: [CommandInfo] = CommandInfo.table) {
    var sequences: [KeyContext: [[Key]: Command]] = [:]
    for row in table {
      for name in row.keys {
        sequences[row.context, default: [:]][KeyMap.parse(name)] = row.command
      }
    }
    self.sequences = sequences
  }

  /// Looks a run of keys up: the focused pane's own keys first, then those for anywhere.
  public func match(_ keys: [Key], in context: KeyContext) -> Match {
    for context in [context, .anywhere] {
      if let command = sequences[context]?[keys] { return .command(command) }
    }
    let isPrefix = [context, .anywhere].contains { context in
      sequences[context]?.keys.contains { $0.count > keys.count && $0.starts(with: keys) } ?? false
    }
    return isPrefix ? .prefix : .nothing
  }

  private static let named: [String: Key] = [
    "space": .character(" "), "tab": .tab, "enter": .enter, "esc": .escape,
    "Up": .up, "Down": .down, "Left": .left, "Right": .right,
    "PgUp": .pageUp, "PgDn": .pageDown, "Home": .home, "End": .end,
    "backspace": .backspace, "delete": .delete, "back-tab": .backTab,
  ]

  /// The keys behind a name of the table: "gg" is two, "ctrl-r" and "PgDn" are one each.
  public static func parse(_ name: String) -> [Key] {
    if let key = named[name] { return [key] }
    if name.hasPrefix("ctrl-"), let letter = name.last { return [.control(letter)] }
    if name.count > 1, name.hasPrefix("F"), let number = Int(name.dropFirst()) {
      return [.function(number)]
    }
    return name.map { .character($0) }
  }
}
