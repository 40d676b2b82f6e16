import Base
import Catalog
import Review

extension ReviewState {
  /// Handles a key while a line is being typed. Enter ends the line but makes no decision that
  /// another key has not already made.
  mutating func type(_ key: Key) -> [ReviewEffect] {
    if let effects = steerPalette(key) { return effects }
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

  /// Updates search and filter after every letter.
  mutating func promptChanged() -> [ReviewEffect] {
    guard let prompt else { return [] }
    refresh()
    switch prompt.kind {
    case .search:
      query = prompt.text
      let hit = firstHit(from: prompt.origin)
      // Fold again the suites that an earlier letter opened.
      turned = prompt.turned
      if let hit, !query.isEmpty { visit(hit, isAlone: true) } else { select(prompt.origin) }
    case .filter: apply(Filter(text: prompt.text), from: prompt.origin)
    case .palette: self.prompt?.choice = nil
    case .note, .reason, .mark: break
    }
    return []
  }

  private mutating func apply(_ filter: Filter, from origin: Int) {
    self.filter = filter
    refresh()
    let listed = overview.list.cases
    let rank = overview.list.rank(of: selection)
    guard !listed.indices.contains(rank) || listed[rank] != selection else { return }
    let next = overview.list.rank(of: origin)
    select(listed.indices.contains(next) ? listed[next] : listed.last ?? selection)
  }

  private func firstHit(from origin: Int) -> Int? {
    let (listed, word) = (overview.list.cases, SearchText(query))
    let isHit = { [items] in items.names.holds(word, at: $0) }
    let rank = overview.list.rank(of: origin)
    return listed[rank...].first(where: isHit) ?? listed[..<rank].first(where: isHit)
  }

  private mutating func cancelPrompt() -> [ReviewEffect] {
    switch prompt?.kind {
    case .search:
      query = ""
      turned = prompt!.turned
      select(prompt!.origin)
    case .filter: apply(Filter(), from: prompt!.origin)
    case .reason: message = Message(.news, "Not rejected.")
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
    case .filter, .palette: break
    case .note: return keepNote(done.text, on: places(of: done.cases))
    case .reason:
      let places = places(of: done.cases)
      for place in places where items[place].note.isEmpty { items[place].draft = done.text }
      let effects = send(.rejected, for: places)
      goToUndecided(1)
      return effects
    case .mark: markAll(done.text)
    }
    return []
  }

  private mutating func reportHits() {
    guard !query.isEmpty else { return }
    let (names, word) = (items.names, SearchText(query))
    let hits = listed.count { names.holds(word, at: $0) }
    switch hits {
    case 0:
      message = Message(.warning, "No case has “\(query)” in its name.")
      query = ""
    case 1: message = Message(.news, "1 hit.")
    default:
      message = Message(
        .news, "\(Wording.grouped(hits)) hits.",
        hint: "\(keyMap.keys(.nextUndecided, .previousUndecided)) step through them.")
    }
  }

  /// An axis value of the case on screen as an example for the filter; nil if its name has none.
  var axisExample: String? {
    let axes = items.names.axes.axes
    return current?.snapshot.axes.first { axes.contains($0.axis) }?.text
  }

  mutating func openNote() {
    if let readOnlySentence {
      message = Message(.warning, readOnlySentence)
    } else if let current {
      prompt = Prompt(
        kind: .note, text: current.note, origin: selection, cases: [current.snapshot.identity])
    }
  }

  /// Asks for the reason of a rejection if a script waits for it. Esc cancels the rejection.
  ///
  /// - Returns: True if it asks; false if no script waits or each case has a note.
  mutating func askForReason(_ cases: [Int]) -> Bool {
    guard isAwaited, cases.contains(where: { items[$0].note.isEmpty }) else { return false }
    prompt = Prompt(
      kind: .reason, origin: selection, cases: cases.map { items[$0].snapshot.identity })
    return true
  }

  private mutating func keepNote(_ text: String, on places: [Int]) -> [ReviewEffect] {
    guard let place = places.first else { return [] }
    items[place].draft = text
    if let decision = items[place].latestDecision {
      return send(decision, for: places, note: text)
    }
    message = Message(
      .news,
      text.isEmpty ? "Note removed." : "The note will be saved with your decision.")
    return []
  }

  /// Ends one mode that hides cases or changes keys: the loupe, else the search, the filter or the
  /// contact sheet.
  mutating func leaveMode() {
    if loupe != nil {
      loupe = nil
    } else if !query.isEmpty {
      query = ""
    } else if filter.isActive {
      apply(Filter(), from: selection)
    } else {
      (view, isBlinking) = (.triple, false)
    }
  }
}

extension String {
  fileprivate mutating func removeLastWord() {
    while last == " " { removeLast() }
    while let last, last != " " { removeLast() }
  }
}
