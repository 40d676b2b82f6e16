import Catalog
import DiffEngine

extension ReviewState {
  /// A key while a line is being typed. Enter ends the line; it never decides anything.
  mutating func type(_ key: Key) -> [ReviewEffect] {
    switch key {
    case .character(let character): prompt?.text.append(character)
    case .backspace:
      if prompt?.text.isEmpty ?? true { return cancelPrompt() }
      prompt?.text.removeLast()
    case .control("u"): prompt?.text = ""
    case .control("w"): prompt?.text.removeLastWord()
    case .escape, .control("c"): return cancelPrompt()
    case .enter: return finishPrompt()
    default: return []
    }
    return promptChanged()
  }

  /// Search and filter follow every letter.
  mutating func promptChanged() -> [ReviewEffect] {
    guard let prompt else { return [] }
    refresh()
    switch prompt.kind {
    case .search:
      query = prompt.text
      let hit = firstHit(from: prompt.origin)
      // The suites that an earlier letter led to are folded again.
      folded = prompt.folded
      if let hit, !query.isEmpty { visit(hit) } else { select(prompt.origin) }
    case .filter: apply(Filter(text: prompt.text), from: prompt.origin)
    case .palette, .note, .mark: break
    }
    return []
  }

  private mutating func apply(_ filter: Filter, from origin: Int) {
    self.filter = filter
    refresh()
    let listed = overview.listed
    let rank = overview.rank(of: selection)
    guard !listed.indices.contains(rank) || listed[rank] != selection else { return }
    let next = overview.rank(of: origin)
    select(listed.indices.contains(next) ? listed[next] : listed.last ?? selection)
  }

  private func firstHit(from origin: Int) -> Int? {
    let (listed, word) = (overview.listed, SearchText.Word(query))
    let isHit = { [items] in items.names.holds(word, at: $0) }
    let rank = overview.rank(of: origin)
    return listed[rank...].first(where: isHit) ?? listed[..<rank].first(where: isHit)
  }

  private mutating func cancelPrompt() -> [ReviewEffect] {
    switch prompt?.kind {
    case .search:
      query = ""
      folded = prompt!.folded
      select(prompt!.origin)
    case .filter: apply(Filter(), from: prompt!.origin)
    case .palette, .note, .mark, nil: break
    }
    prompt = nil
    return []
  }

  private mutating func finishPrompt() -> [ReviewEffect] {
    guard let done = prompt else { return [] }
    prompt = nil
    switch done.kind {
    case .search: reportHits()
    case .filter: break
    case .palette: return run(done.text)
    case .note: return keepNote(done.text)
    case .mark: markAll(done.text)
    }
    return []
  }

  private mutating func reportHits() {
    guard !query.isEmpty else { return }
    let (names, word) = (items.names, SearchText.Word(query))
    let hits = listed.count { names.holds(word, at: $0) }
    message =
      hits == 0
      ? Message(.warning, "No case has “\(query)” in its name.")
      : Message(
        .news, "\(hits) found.",
        hint: "\(keys(.nextUndecided, .previousUndecided)) go from one to the next.")
    if hits == 0 { query = "" }
  }

  private mutating func keepNote(_ text: String) -> [ReviewEffect] {
    guard let item = current else { return [] }
    guard let decision = item.decision else {
      message = Message(
        .news, "A note goes with a decision: decide first, then \(keyMap.key(.note)).")
      return []
    }
    guard readOnlyReason == nil else {
      message = Message(.warning, "Read-only: \(readOnlyReason!)")
      return []
    }
    return send(decision, for: [selection], note: text)
  }

  // MARK: The palette

  /// Runs "deltaE 2.5", "strategy combined", or a command by its name.
  private mutating func run(_ text: String) -> [ReviewEffect] {
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first else { return [] }
    if words.count == 2, first == "strategy", let kind = Strategy.Kind(rawValue: words[1]) {
      var strategy = strategy
      strategy.kind = kind
      return tune(to: strategy)
    }
    if words.count == 2, let parameter = Strategy.Parameter(rawValue: first) {
      return set(parameter, to: words[1])
    }
    if let row = paletteRows(text).first { return perform(row.command) }
    message = Message(
      .warning,
      "“\(text)” is no command. Try a name from \(keyMap.key(.help)), “strategy combined” or “deltaE 2.5”."
    )
    return []
  }

  private mutating func set(_ parameter: Strategy.Parameter, to value: String) -> [ReviewEffect] {
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

  /// Commands whose name or help holds every word of what was typed, names first.
  public func paletteRows(_ text: String) -> [CommandInfo] {
    let words = text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return [] }
    func holds(_ haystack: String) -> Bool { words.allSatisfy { haystack.contains($0) } }
    func isNamed(_ row: CommandInfo) -> Bool {
      holds(row.name.lowercased()) || holds(row.command.identifier)
    }
    return keyMap.rows.filter(isNamed)
      + keyMap.rows.filter { !isNamed($0) && holds($0.help.lowercased()) }
  }

  // MARK: Panels

  mutating func steerPanel(_ key: Key) -> [ReviewEffect] {
    switch panel {
    case .bulk(let bulk): return steerBulk(bulk, key)
    case .landscape: return steerLandscape(key)
    case .saveRule: return steerSaving(key)
    default: break
    }
    switch panel {
    case .help(let top, let query?): panel = searched(query, key, top)
    case .help where key == .character("/"): panel = .help(top: 0, query: "")
    case .help(let top, nil):
      let last = helpPanel("").lastTop
      panel = scrolled(top, key).map { .help(top: min($0, last), query: nil) }
    case .info(let top):
      let last = current.map { infoPanel($0).lastTop } ?? 0
      panel = scrolled(top, key).map { .info(top: min($0, last)) }
    default: panel = nil
    }
    return []
  }
}

/// The first line of a window that is only read, after a key; nil closes it.
private func scrolled(_ top: Int, _ key: Key) -> Int? {
  switch key {
  case .down, .character("j"): top + 1
  case .up, .character("k"): max(top - 1, 0)
  case .pageDown, .character(" "): top + 10
  case .pageUp: max(top - 10, 0)
  default: nil
  }
}

/// The help after a key while a word is typed into it.
private func searched(_ query: String, _ key: Key, _ top: Int) -> Panel? {
  switch key {
  case .character(let character): .help(top: 0, query: query + String(character))
  case .backspace: .help(top: 0, query: query.isEmpty ? nil : String(query.dropLast()))
  case .down: .help(top: top + 1, query: query)
  case .up: .help(top: max(top - 1, 0), query: query)
  case .escape: .help(top: 0, query: nil)
  default: nil
  }
}

extension String {
  fileprivate mutating func removeLastWord() {
    while last == " " { removeLast() }
    while let last, last != " " { removeLast() }
  }
}
