import Catalog
import Changes
import DiffEngine
import Pixels

extension ReviewState {
  /// Puts a case on screen. Between images of one size or within a group, zoom and position stay,
  /// so that the same spot can be compared; otherwise the whole image is shown.
  mutating func select(_ index: Int) {
    guard index != selection, items.indices.contains(index) else { return }
    let next = items[index].canvas
    if next == nil || next != canvas, !grouping.areTogether(selection, index) {
      viewport = Viewport()
      loupe = nil
    }
    selection = index
    chosenRegion = nil
    textTop = 0
  }

  /// Goes to the nearest case that `isWanted`, wrapping round; returns false if there is none.
  @discardableResult
  mutating func seek(_ direction: Int, isAlone: Bool = false, _ isWanted: (Int) -> Bool) -> Bool {
    refresh()
    let listed = overview.list.cases
    let rank = overview.list.rank(of: selection)
    let before = listed[..<rank]
    let after = listed[rank...].drop { $0 == selection }
    let hit =
      direction > 0
      ? after.first(where: isWanted) ?? before.first(where: isWanted)
      : before.last(where: isWanted) ?? after.last(where: isWanted)
    guard let hit else { return false }
    visit(hit, isAlone: isAlone)
    return true
  }

  /// Goes to the nearest undecided case that fails or may fail; returns false if there is none.
  @discardableResult
  mutating func goToUndecided(_ direction: Int) -> Bool {
    refresh()
    let (cases, standings) = (items, overview.standings)
    return seek(direction) {
      cases[$0].decision == nil && cases[$0].pending == nil && standings[$0].verdict != .match
    }
  }

  mutating func seekUndecided(_ direction: Int) {
    if !goToUndecided(direction) {
      message = Message(
        .news,
        current?.decision == nil && current?.pending == nil
          ? "No other undecided case fails."
          : "Every case in the list that fails is decided. \(keyMap.key(.close)) quits.")
    }
  }

  mutating func seekHit(_ direction: Int) {
    let (names, word) = (items.names, SearchText(query))
    if !seek(direction, isAlone: true, { names.holds(word, at: $0) }) {
      message = Message(.news, "No other case has “\(query)” in its name.")
    }
  }

  mutating func stepRegion(_ direction: Int) {
    guard !regions.isEmpty else {
      let isKnown = drawn.regions?.request == comparisonRequest
      let isImage = current?.snapshot.content == .image
      message = Message(
        .news,
        !isImage
          ? "This case has no picture, and so no regions."
          : isKnown ? "No regions with this strategy." : "The regions are still being found.")
      return
    }
    let start = direction > 0 ? -1 : regions.count
    chosenRegion = ((chosenRegion ?? start) + direction + regions.count) % regions.count
    showRegion()
  }

  /// The region that the reviewer jumped to.
  var chosenChange: ChangeRegion? {
    chosenRegion.flatMap { regions.indices.contains($0) ? regions[$0] : nil }
  }

  var chosenBox: PixelBox? { chosenChange?.box }

  mutating func showRegion() {
    guard let box = chosenBox, let canvas else { return }
    defer { if loupe != nil { placeLoupe() } }
    // Eight half blocks or, if pictures are sharper, two cells.
    let largest = terminal.graphics.map { Double(2 * $0.cell.width) } ?? 8
    viewport.show(box, image: canvas, samples: paneSamples, largest: largest)
  }

  /// Handles the mouse, which selects and scrolls but never decides.
  mutating func point(_ mouse: MouseEvent) -> [ReviewEffect] {
    if panel == .landscape { return pointAtLandscape(mouse) }
    if case .areas(let editing) = panel { return pointAtAreas(mouse, editing) }
    if mouse.kind == .press, let keys = hintKeys(under: mouse) { return typed(keys) }
    if let question { return pointAtQuestion(mouse, question) }
    guard panel == nil, prompt == nil, !pointAtDivider(mouse) else { return [] }
    let layout = layout
    if let list = layout.list, list.contains(column: mouse.column, row: mouse.row) {
      switch mouse.kind {
      case .wheelDown: stepRow(1)
      case .wheelUp: stepRow(-1)
      case .press:
        focus = .list
        press(row: listTop + mouse.row - list.row)
      case .drag, .release, .move: break
      }
    } else if layout.images.contains(column: mouse.column, row: mouse.row) {
      return pointAtImage(mouse)
    }
    return []
  }

  /// Types the keys of a hint. Keys that decide are left to the keyboard.
  private mutating func typed(_ keys: [Key]) -> [ReviewEffect] {
    let answers: [Key] = [.character(keyMap.confirmation), Bulk.othersKey]
    guard question.map({ $0.isLooking || !keys.contains(where: answers.contains) }) ?? true else {
      return []
    }
    (message, hasMoved) = (nil, true)
    if panel == nil, case .command(let command) = keyMap.match(keys, in: context), command.decides,
      ![.acceptMany, .rejectMany, .tolerateMany].contains(command)
    {
      message = Message(.news, "The mouse never decides: type \(keyMap.key(command)).")
      return []
    }
    return keys.flatMap { panel == nil ? press($0) : steerPanel($0) }
  }

  /// Handles the mouse while a question is open: it shows cases and pages, and never answers.
  private mutating func pointAtQuestion(_ mouse: MouseEvent, _ question: Bulk) -> [ReviewEffect] {
    if question.isLooking { return pointAtImage(mouse) }
    guard imageParts.members.contains(column: mouse.column, row: mouse.row) else { return [] }
    switch mouse.kind {
    case .wheelDown: turnPage(question, 1)
    case .wheelUp: turnPage(question, -1)
    default: _ = pressMember(mouse)
    }
    return []
  }

  private mutating func pointAtImage(_ mouse: MouseEvent) -> [ReviewEffect] {
    if view == .all { return pointAtSheet(mouse) }
    if pressMember(mouse) { return [] }
    guard let canvas else { return scrollText(mouse) }
    if mouse.kind == .press, let slot = closeUps?.slots.first(where: { $0.holds(mouse) }) {
      chosenRegion = slot.indices[0]
      showRegion()
      return []
    }
    let cell = cellSamples
    let pane = imagePanes.first { $0.picture.contains(column: mouse.column, row: mouse.row) }
    let samples = samples((pane ?? mainPane).halves)
    if loupe != nil, mouse.kind == .move || mouse.kind == .press, let point = pixel(under: mouse) {
      moveLoupe(to: point)
    }
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      guard let picture = pane?.picture else { return [] }
      let place = Viewport.Point(
        x: (Double(mouse.column - picture.column) + 0.5) * Double(cell.width),
        y: (Double(mouse.row - picture.row) + 0.5) * Double(cell.height))
      let direction = mouse.kind == .wheelUp ? 1 : -1
      viewport.zoom(direction, at: place, image: canvas, samples: samples)
    case .press:
      focus = .image
      dragged = mouse
      moveEdge(to: mouse)
    case .drag:
      guard let from = dragged else { return [] }
      dragged = mouse
      if view == .swipe {
        moveEdge(to: mouse)
      } else {
        viewport.drag(
          x: cell.width * (mouse.column - from.column),
          y: cell.height * (mouse.row - from.row), image: canvas, samples: samples)
      }
    case .release: dragged = nil
    case .move: break
    }
    return []
  }

  private mutating func scrollText(_ mouse: MouseEvent) -> [ReviewEffect] {
    switch mouse.kind {
    case .wheelUp: perform(.panUp)
    case .wheelDown: perform(.panDown)
    default: []
    }
  }

  private mutating func moveEdge(to mouse: MouseEvent) {
    guard view == .swipe else { return }
    let picture = imagePanes[0].picture
    edge = min(max(Double(mouse.column - picture.column) / Double(max(picture.width, 1)), 0), 1)
  }
}

extension CloseUps.Slot {
  fileprivate func holds(_ mouse: MouseEvent) -> Bool {
    (pictures + [caption]).contains { $0.contains(column: mouse.column, row: mouse.row) }
  }
}
