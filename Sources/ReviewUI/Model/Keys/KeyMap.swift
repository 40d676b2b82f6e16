/// Turns keys into commands by the key table.
package struct KeyMap: Sendable {
  /// The meaning of the keys typed so far.
  package enum Match: Hashable, Sendable {
    case command(Command)
    case prefix, nothing
  }

  /// The key table with the keys of this map, as the help and the palette show it.
  package let rows: [CommandInfo]
  private let sequences: [KeyContext: [[Key]: Command]]

  /// Creates a map with the default keys.
  package init() { self.init(CommandInfo.table) }

  init(_ rows: [CommandInfo]) {
    var sequences: [KeyContext: [[Key]: Command]] = [:]
    for row in rows {
      for name in row.keys {
        sequences[row.context, default: [:]][KeyMap.parse(name)] = row.command
      }
    }
    self.rows = rows
    self.sequences = sequences
  }

  /// Looks up a sequence of keys, first among those of the focused pane, then among those that
  /// apply anywhere.
  package func match(_ keys: [Key], in context: KeyContext) -> Match {
    for context in [context, .anywhere] {
      if let command = sequences[context]?[keys] { return .command(command) }
    }
    let isPrefix = [context, .anywhere].contains { context in
      sequences[context]?.keys.contains { $0.count > keys.count && $0.starts(with: keys) } ?? false
    }
    return isPrefix ? .prefix : .nothing
  }

  /// Returns the key of a command for use in a sentence: "u", or ":undo" if the command has no key.
  package func key(_ command: Command) -> String {
    let row = rows.first { $0.command == command } ?? CommandInfo.info(command)
    return row.keys.first ?? ":" + row.name
  }

  /// Returns the keys of some commands: "J K".
  func keys(_ commands: Command...) -> String { commands.map(key).joined(separator: " ") }

  /// Returns the keys that a name in the table stands for: "gg" is two keys, "ctrl-r" and "PgDn"
  /// are one each. An unknown name has none.
  package static func parse(_ name: String) -> [Key] {
    if let key = Key(named: name) { return [key] }
    // A longer name is a misspelt key rather than keys to type one after the other.
    guard name.count == 2 else { return [] }
    let keys = name.compactMap { Key(named: String($0)) }
    return keys.count == 2 ? keys : []
  }
}

extension Key {
  /// The keys that have names, in the order in which messages list them.
  static let named: [(name: String, key: Key)] = [
    ("space", .character(" ")), ("tab", .tab), ("back-tab", .backTab), ("enter", .enter),
    ("esc", .escape), ("backspace", .backspace), ("delete", .delete), ("Up", .up),
    ("Down", .down), ("Left", .left), ("Right", .right), ("PgUp", .pageUp), ("PgDn", .pageDown),
    ("Home", .home), ("End", .end),
  ]

  /// The characters, besides space, that form another key with Ctrl.
  private static let controls = "abcdefghijklmnopqrstuvwxyz\\]^_"

  /// Creates the key that the help shows as `name`: one character, or "ctrl-r", "F5", "PgDn".
  package init?(named name: String) {
    if let known = Key.named.first(where: { $0.name == name }) {
      self = known.key
    } else if name.hasPrefix("ctrl-") {
      let rest = name.dropFirst(5)
      guard rest == "space" || rest.count == 1 && Key.controls.contains(rest) else { return nil }
      self = .control(rest == "space" ? " " : rest.first!)
    } else if name.count > 1, name.hasPrefix("F"), let number = Int(name.dropFirst()),
      1...12 ~= number, name == "F\(number)"
    {
      self = .function(number)
    } else if name.count == 1, let character = name.first, character.isPrintable {
      self = .character(character)
    } else {
      return nil
    }
  }
}

extension Character {
  /// True if the character is visible and a key types it.
  fileprivate var isPrintable: Bool {
    !isWhitespace
      && unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate: false
        default: true
        }
      }
  }
}
