extension ReviewState {
  mutating func steerPanel(_ key: Key) -> [ReviewEffect] {
    switch panel {
    case .bulk(let bulk): return steerBulk(bulk, key)
    case .landscape: return steerLandscape(key)
    case .saveRule(let preview): return steerSaving(preview, key)
    case .areas(let editing): return steerAreas(editing, key)
    case .help(let top, let query?): panel = searched(query, key, top)
    case .help where key == .character("/"): panel = .help(top: 0, query: "")
    case .help(let top, nil):
      let last = helpPanel("").lastTop
      panel = scrolled(top, key).map { .help(top: min($0, last), query: nil) }
    case .info(let top):
      let last = current.map { infoPanel($0).lastTop } ?? 0
      panel = scrolled(top, key).map { .info(top: min($0, last)) }
    case .end(let top): return steerEnd(top, key)
    case .table(let chosen): return steerTable(chosen, key)
    case nil: break
    }
    return []
  }
}

extension ReviewState {
  /// Handles a key in the last window, which quits the program when it is closed.
  private mutating func steerEnd(_ top: Int, _ key: Key) -> [ReviewEffect] {
    switch keyMap.match([key], in: .image) {
    case .command(.close), .command(.quit): return [.leave(summary: true)]
    case .command(.undo):
      panel = nil
      return undo()
    default:
      let last = endPanel.lastTop
      panel = last == 0 ? nil : scrolled(top, key).map { .end(top: min($0, last)) }
      return panel == nil && key != .escape ? press(key) : []
    }
  }
}

/// Returns the first line of a scrolled window after a key; nil to close the window.
private func scrolled(_ top: Int, _ key: Key) -> Int? {
  switch key {
  case .down, .character("j"): top + 1
  case .up, .character("k"): max(top - 1, 0)
  case .pageDown, .character(" "): top + 10
  case .pageUp: max(top - 10, 0)
  default: nil
  }
}

/// Returns the help after a key while its search word is being typed.
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
