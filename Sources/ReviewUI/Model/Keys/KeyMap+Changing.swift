package struct KeyFault: Error, Hashable, Sendable {
  package let command: Command
  /// A sentence about the key that says what is allowed.
  package let sentence: String
}

extension KeyMap {
  /// Creates the key table with other keys for some commands.
  ///
  /// A requested key is taken from the command that had it by default. Two requests for one key
  /// clash.
  ///
  /// - Parameter changes: The commands to change, each with all its keys. A command without keys is
  ///   only in the palette.
  package init(changing changes: [(command: Command, keys: [String])]) throws(KeyFault) {
    var asked: [Binding] = []
    for change in changes {
      for name in change.keys {
        let binding = try Binding(name, of: change.command)
        if let other = asked.first(where: { $0.isSameKey(as: binding) }) {
          throw binding.clash(with: other.command)
        }
        asked.append(binding)
      }
    }
    let changed = Dictionary(changes.map { ($0.command, $0.keys) }) { _, last in last }
    let rows = CommandInfo.table.map { row in
      var row = row
      row.keys =
        changed[row.command]
        ?? row.keys.filter { name in
          let own = Binding(known: name, of: row.command)
          return !asked.contains { $0.isSameKey(as: own) }
        }
      return row
    }
    try KeyMap.checkReach(of: asked, in: rows)
    self.init(rows)
  }

  /// Refuses a key that begins a longer sequence, which could then never be completed.
  private static func checkReach(of asked: [Binding], in rows: [CommandInfo]) throws(KeyFault) {
    let all = rows.flatMap { row in row.keys.map { Binding(known: $0, of: row.command) } }
    for binding in asked {
      for other in all where binding.context.overlaps(other.context) {
        if binding.keys.count > other.keys.count, binding.keys.starts(with: other.keys) {
          throw binding.fault(
            "\"\(binding.name)\" can never be typed: \"\(other.name)\" is a key of "
              + "\(other.command.identifier).")
        }
        if other.keys.count > binding.keys.count, other.keys.starts(with: binding.keys) {
          throw binding.fault(
            "\"\(binding.name)\" begins \"\(other.name)\", a key of \(other.command.identifier). "
              + "Give that command other keys, or none.")
        }
      }
    }
  }
}

/// One key of one command.
private struct Binding {
  let name: String
  let keys: [Key]
  let command: Command

  var context: KeyContext { CommandInfo.info(command).context }

  /// - Precondition: The name is in the key table.
  init(known name: String, of command: Command) {
    (self.name, self.command) = (name, command)
    keys = KeyMap.parse(name)
  }

  /// Creates a binding from a name that a user wrote.
  init(_ name: String, of command: Command) throws(KeyFault) {
    self.init(known: name, of: command)
    let meant = Key.named.map(\.name) + (1...12).map { "F\($0)" }
    let near = meant.first { $0.lowercased() == name.lowercased() && $0 != name }
    guard !keys.isEmpty, near == nil else {
      throw fault(
        "\"\(name)\" is not a key. \(near.map { "Did you mean \"\($0)\"? " } ?? "")\(Binding.allowed)"
      )
    }
    if let reason = unreachable { throw fault("\"\(name)\" cannot be used: \(reason)") }
    if command.decides, keys.contains(where: Binding.harmless.contains) {
      throw fault(
        "\"\(name)\" must not decide anything: Enter, Esc, Space and the arrows never do. "
          + "Give \(command.identifier) another key.")
    }
  }

  private static let harmless: [Key] = [
    .enter, .escape, .character(" "), .up, .down, .left, .right,
  ]

  private static let allowed =
    "Allowed: one character, two in a row such as \"gg\", \"ctrl-a\" to \"ctrl-z\", \"F1\" to "
    + "\"F12\", \(Key.named.map(\.name).joined(separator: ", "))."

  /// The reason why a terminal never reports this key; nil if it does.
  private var unreachable: String? {
    switch keys.first {
    case .control("c"): "it always quits the program."
    case .control("i"): "terminals send the same for \"tab\"."
    case .control("j"), .control("m"): "terminals send the same for \"enter\"."
    case .control("h"): "terminals send the same for \"backspace\"."
    default: nil
    }
  }

  func isSameKey(as other: Binding) -> Bool {
    keys == other.keys && context.overlaps(other.context)
  }

  func clash(with other: Command) -> KeyFault {
    other == command
      ? fault("\"\(name)\" is given twice.")
      : fault(
        "\"\(name)\" is already given to \(other.identifier). A key has only one command.")
  }

  func fault(_ sentence: String) -> KeyFault { KeyFault(command: command, sentence: sentence) }
}
