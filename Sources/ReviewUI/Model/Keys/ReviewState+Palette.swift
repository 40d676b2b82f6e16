import DiffEngine
import Pixels

/// A row of the palette: a command, a strategy, or a value to set.
package struct PaletteRow: Hashable, Sendable {
  enum Target: Hashable, Sendable {
    case command(Command)
    case strategy(Strategy.Kind)
    case value(Strategy.Parameter)
    case theme(String)
  }

  let kind: Target
  /// The text to type: "fold all", "strategy combined", "deltaE".
  package let name: String
  package let keys: String
  package let help: String
  /// Another name that finds the row.
  fileprivate var alias = ""
}

extension ReviewState {
  /// Returns the rows that match the typed text, best first: by the beginning of the name, the
  /// beginning of one of its words, any part of it, its letters in order, or a help sentence that
  /// contains every word. Returns all rows if nothing is typed.
  package func paletteRows(_ text: String) -> [PaletteRow] {
    let text = text.lowercased().split(separator: " ").joined(separator: " ")
    let ranked = allRows.compactMap { row in row.rank(of: text).map { ($0, row) } }
    // "threshold up" is a command, "threshold 40" a value.
    if !ranked.contains(where: { $0.0 <= 1 }), let value = valueRow(text) { return [value] }
    return (0...PaletteRow.lastRank).flatMap { rank in
      ranked.filter { $0.0 == rank }.map(\.1)
    }
  }

  /// Returns the row that Enter would run; nil if nothing is typed and no row is chosen.
  func chosenRow(_ prompt: Prompt) -> Int? {
    let count = paletteRows(prompt.text).count
    guard count > 0 else { return nil }
    return prompt.choice.map { min($0, count - 1) } ?? (prompt.text.isEmpty ? nil : 0)
  }

  /// Returns the commands that the help finds, except matches by letters in order alone.
  func commands(holding text: String) -> [CommandInfo] {
    keyMap.rows.filter {
      let rank = PaletteRow($0).rank(of: text.lowercased())
      return rank != nil && rank != PaletteRow.scatteredRank
    }
  }

  /// All rows, with those that have no effect under the current strategy at the end.
  private var allRows: [PaletteRow] {
    let kind = strategy.kind
    let rows =
      keyMap.rows.map(PaletteRow.init)
      + Strategy.Parameter.allCases.map {
        PaletteRow(kind: .value($0), name: $0.rawValue, keys: "", help: $0.entry.help)
      }
      + Strategy.Kind.allCases.map {
        PaletteRow(
          kind: .strategy($0), name: "strategy \($0.rawValue)", keys: "",
          help: "Compare as \($0.rawValue) does")
      }
      + terminal.themes.map {
        PaletteRow(
          kind: .theme($0), name: "theme \($0)", keys: "",
          help: "Show the screen in the \($0) theme from now on")
      }
    return rows.filter { !$0.isIdle(under: kind) } + rows.filter { $0.isIdle(under: kind) }
  }

  /// Returns the row of a parameter if a value follows its name, as in "deltae 2.5".
  private func valueRow(_ text: String) -> PaletteRow? {
    guard let space = text.firstIndex(of: " ") else { return nil }
    return allRows.first { row in
      if case .value = row.kind { row.name.lowercased() == text[..<space] } else { false }
    }
  }
}

extension PaletteRow {
  fileprivate static let scatteredRank = 4
  fileprivate static let lastRank = 5

  fileprivate func isIdle(under strategy: Strategy.Kind) -> Bool {
    switch kind {
    case .command(let command): command.knob.map { strategy.parameter(of: $0.knob) == nil } ?? false
    case .value(let parameter): !strategy.parameters.contains(parameter)
    case .strategy, .theme: false
    }
  }

  fileprivate init(_ row: CommandInfo) {
    self.init(
      kind: .command(row.command), name: row.name, keys: row.keys.joined(separator: " "),
      help: row.help, alias: row.command.identifier)
  }

  /// Returns the rank of the row for a text, where 0 is the name itself; nil if the row does not
  /// match.
  fileprivate func rank(of text: String) -> Int? {
    let name = name.lowercased()
    let words = text.split(separator: " ")
    if text.isEmpty || name == text || alias == text { return 0 }
    if name.hasPrefix(text) { return 1 }
    if name.split(separator: " ").contains(where: { $0.hasPrefix(text) }) { return 2 }
    if words.allSatisfy({ name.contains($0) || alias.contains($0) }) { return 3 }
    if text.count > 1, name.holdsInOrder(text) { return Self.scatteredRank }
    let help = help.lowercased()
    return words.allSatisfy { help.contains($0) || name.contains($0) } ? Self.lastRank : nil
  }
}

extension String {
  fileprivate func holdsInOrder(_ letters: String) -> Bool {
    var rest = Substring(letters)
    for letter in self where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

// MARK: - Keys

extension ReviewState {
  /// Handles the keys that the palette has in addition to those of every prompt; returns nil for
  /// any other key.
  mutating func steerPalette(_ key: Key) -> [ReviewEffect]? {
    guard let prompt, prompt.kind == .palette else { return nil }
    let rows = paletteRows(prompt.text)
    let chosen = chosenRow(prompt)
    switch key {
    case .down, .control("n"):
      if !rows.isEmpty { self.prompt?.choice = min((chosen ?? -1) + 1, rows.count - 1) }
    case .up, .control("p"):
      if !rows.isEmpty { self.prompt?.choice = max((chosen ?? 0) - 1, 0) }
    case .tab:
      if !rows.isEmpty { complete(rows[chosen ?? 0]) }
    case .enter: return runPalette(prompt, chosen.map { rows[$0] })
    default: return nil
    }
    return []
  }

  private mutating func complete(_ row: PaletteRow) {
    if case .value(let parameter) = row.kind, value(of: parameter) != nil { return }
    prompt?.choice = nil
    prompt?.text = if case .value = row.kind { row.name + " " } else { row.name }
  }

  /// Returns the text that follows a parameter's name in the prompt; nil if there is none.
  private func value(of parameter: Strategy.Parameter) -> String? {
    let words = prompt?.text.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == parameter.rawValue.lowercased() else {
      return nil
    }
    return String(words[1])
  }

  /// Runs the row. A command that decides must be typed in full, so that Enter alone never decides.
  /// A parameter without a value asks for one.
  private mutating func runPalette(_ prompt: Prompt, _ row: PaletteRow?) -> [ReviewEffect] {
    guard let row else {
      self.prompt = nil
      if !prompt.text.isEmpty { message = unknown(prompt.text) }
      return []
    }
    switch row.kind {
    case .command(let command):
      guard !command.decides || prompt.text.lowercased() == row.name else {
        complete(row)
        return []
      }
      self.prompt = nil
      return perform(command)
    case .strategy(let kind):
      self.prompt = nil
      var strategy = strategy
      strategy.kind = kind
      return tune(to: strategy)
    case .theme(let name):
      self.prompt = nil
      return [.keep(.theme(name))]
    case .value(let parameter):
      guard let value = value(of: parameter) else {
        complete(row)
        return []
      }
      self.prompt = nil
      return set(parameter, to: value)
    }
  }

  private func unknown(_ text: String) -> Message {
    Message(
      .warning,
      "Unknown command “\(text)”. Try a name from \(keyMap.key(.help)), “strategy combined” or “deltaE 2.5”."
    )
  }

  private mutating func set(_ parameter: Strategy.Parameter, to value: String) -> [ReviewEffect] {
    guard strategy.kind.parameters.contains(parameter) else {
      message = noSuchSetting
      return []
    }
    var strategy = strategy
    do {
      try strategy.set(parameter, to: value)
      try strategy.validate(total: current?.canvas.map { $0.width * $0.height })
    } catch {
      message = Message(.warning, "\(error)")
      return []
    }
    return tune(to: strategy)
  }

  private mutating func tune(to strategy: Strategy) -> [ReviewEffect] {
    tuned = strategy
    return settingsChanged()
  }
}
