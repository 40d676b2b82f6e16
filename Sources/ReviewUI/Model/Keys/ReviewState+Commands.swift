import Base
import DiffEngine
import Review

extension ReviewState {
  mutating func perform(_ command: Command) -> [ReviewEffect] {
    switch command {
    case .accept: return decide(.accepted)
    case .reject: return decide(.rejected)
    case .tolerate: return decide(.tolerated)
    case .skip: seekUndecided(1)
    case .acceptMany: openBulk(.accepted)
    case .rejectMany: openBulk(.rejected)
    case .tolerateMany: openBulk(.tolerated)
    case .skipMany: openBulk(nil)
    case .undo: return undo()
    case .redo: return redo()
    case .mark: toggleMark()
    case .markRange: markRange()
    case .markPattern: prompt = Prompt(kind: .mark, origin: selection)
    case .split: toggleSplit()
    case .note: openNote()

    case .nextInList: stepRow(1)
    case .previousInList: stepRow(-1)
    case .nextCase: stepCase(1)
    case .previousCase: stepCase(-1)
    case .firstCase: listed.first.map { select($0) }
    case .lastCase: listed.last.map { select($0) }
    case .nextUndecided: query.isEmpty ? seekUndecided(1) : seekHit(1)
    case .previousUndecided: query.isEmpty ? seekUndecided(-1) : seekHit(-1)
    case .nextRegion: stepRegion(1)
    case .previousRegion: stepRegion(-1)
    case .foldSuite: fold(true)
    case .unfoldSuite: fold(false)
    case .foldAll: foldAll(true)
    case .unfoldAll: foldAll(false)
    case .search: prompt = Prompt(kind: .search, origin: selection, turned: turned)
    case .filter: prompt = Prompt(kind: .filter, origin: selection)
    case .leaveMode: leaveMode()
    case .nextPane: focus = focus == .list || !isListShown ? .image : .list

    case .viewTriple: view = .triple
    case .viewSideBySide: view = .sideBySide
    case .viewFlip: view = .flip
    case .viewSwipe: view = .swipe
    case .viewOnion: view = .onion
    case .viewDifference: view = .difference
    case .viewHeat: view = .heat
    case .viewAll where view == .all: view = .triple
    case .viewAll:
      view = .all
      focus = .image
    case .open: if view == .all { view = .triple }
    case .nextView: view = view.next
    case .flip: flip()
    case .blink: return toggleBlink()
    case .less: slide(-0.05)
    case .more: slide(0.05)
    case .overlay: isOverlaid.toggle()
    case .nextDifferenceStyle: difference = difference.next
    case .panLeft: pan(x: -1, y: 0)
    case .panRight: pan(x: 1, y: 0)
    case .panUp: pan(x: 0, y: -1)
    case .panDown: pan(x: 0, y: 1)
    case .zoomIn: zoom(1)
    case .zoomOut: zoom(-1)
    case .actualSize: viewport.zoom = .scale(1)
    case .fit: if view == .all { sheet.isWhole = true } else { viewport = Viewport() }
    case .centreRegion: if view == .all { sheet.isWhole = false } else { showRegion() }
    case .ground: changeGround()
    case .loupe: toggleLoupe()
    case .info: panel = .info(top: 0)
    case .toggleList: toggleList()
    case .nextOrder: nextOrder()
    case .widenList: widenList()
    case .align: toggleAlignment()
    case .nextCells: return nextCells()
    case .togglePixels: return togglePixels()

    case .nextStrategy: return tune { $0.kind = $0.kind.neighbour(1) }
    case .previousStrategy: return tune { $0.kind = $0.kind.neighbour(-1) }
    case .deltaEDown, .deltaEUp, .clusterDown, .clusterUp, .thresholdDown, .thresholdUp:
      return command.knob.map { turn($0.knob, $0.direction) } ?? []
    case .backToRule: return backToRule()
    case .landscape: panel = .landscape
    case .strategyTable: return openTable()
    case .propose: return propose()
    case .saveRule: panel = .saveRule(nil)
    case .copyLine: return copyLine()
    case .editAreas: editAreas()

    case .palette: prompt = Prompt(kind: .palette)
    case .help: panel = .help(top: 0, query: nil)
    case .openOutside: return items.isEmpty ? [] : [.openOutside(item: selection)]
    case .redraw: return [.redraw]
    case .reload: return [.reload]
    case .suspend: return [.suspend]
    case .close where view == .all: view = .triple
    case .close: return [.leave(summary: true)]
    case .quit: return [.leave(summary: false)]
    }
    return []
  }
}

// MARK: - Looking

extension ReviewState {
  private mutating func toggleList() {
    isListShown.toggle()
    focus = isListShown ? .list : .image
  }

  /// In flip view, shows the other side; from any other view, changes to flip view.
  private mutating func flip() {
    isBlinking = false
    if view == .flip { side = side.other } else { view = .flip }
  }

  private mutating func toggleBlink() -> [ReviewEffect] {
    isBlinking.toggle()
    guard isBlinking else { return [] }
    view = .flip
    return [.blink(milliseconds: blinkMilliseconds)]
  }

  private mutating func changeRhythm(_ isFaster: Bool) {
    let rhythms = [1500, 1000, 700, 500, 350, 250, 150]
    let place = (rhythms.firstIndex(of: blinkMilliseconds) ?? 3) + (isFaster ? 1 : -1)
    blinkMilliseconds = rhythms[min(max(place, 0), rhythms.count - 1)]
    message = Message(.news, "Blinking every \(blinkMilliseconds) ms.")
  }

  private mutating func slide(_ step: Double) {
    switch view {
    case .swipe: edge = min(max(edge + step, 0), 1)
    case .onion: opacity = min(max(opacity + step, 0), 1)
    case .flip: changeRhythm(step > 0)
    default:
      message = Message(
        .news,
        "Swipe (\(keyMap.key(.viewSwipe))) has an edge to move, onion (\(keyMap.key(.viewOnion))) an opacity."
      )
    }
  }

  private mutating func nextCells() -> [ReviewEffect] {
    guard terminal.graphics == nil else {
      message = Message(
        .news,
        "The terminal draws the images in its own pixels; \(keyMap.key(.togglePixels)) ends that.")
      return []
    }
    let shapes = terminal.shapes
    guard shapes.count > 1 else {
      message = Message(.news, "Finer cells need two colours each.")
      return []
    }
    cells = shapes[((shapes.firstIndex(of: cells) ?? 0) + 1) % shapes.count]
    message = Message(
      .news,
      cells == .halves
        ? "Half blocks: two pixels a cell, each in its own colour."
        : "Shrunk images in \(cells.rawValue): \(cells.sampleCount) pixels a cell, in two colours.")
    return [.keep(.cells(cells))]
  }

  private mutating func changeGround() {
    let sides = pictureRequests.filter(\.source.showsGround).compactMap { drawn.pictures[$0] }
    guard sides.isEmpty || sides.contains(where: { $0.ground != nil }) else {
      message = Message(.news, "Both images are opaque, so no background shows through.")
      return
    }
    ground = nextGround
  }

  private var nextGround: Ground? {
    guard let ground else { return Ground.allCases.first }
    let next = Ground.allCases.firstIndex(of: ground)! + 1
    return next < Ground.allCases.count ? Ground.allCases[next] : nil
  }

  /// Moves the loupe if it is open, otherwise the view by a quarter of the visible part.
  private mutating func pan(x: Int, y: Int) {
    guard view != .all else { return moveInSheet(x: x, y: y) }
    guard let canvas else {
      textTop = max(textTop + 3 * y, 0)
      return
    }
    guard loupe == nil else { return nudgeLoupe(x: x, y: y) }
    viewport.pan(x: 0.25 * Double(x), y: 0.25 * Double(y), image: canvas, samples: paneSamples)
  }

  private mutating func zoom(_ direction: Int) {
    guard view != .all else { return sheet.resize(direction) }
    guard let canvas else { return }
    viewport.zoom(direction, image: canvas, samples: paneSamples)
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The next value, or the first after the last.
  var next: Self { Self.allCases[(Self.allCases.firstIndex(of: self)! + 1) % Self.allCases.count] }
}
