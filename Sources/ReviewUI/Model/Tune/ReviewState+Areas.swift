import Base
import DiffEngine
import Pixels

package struct AreaEditing: Hashable, Sendable {
  /// An index into the areas; nil if none is chosen.
  var chosen: Int?
  /// The point where the mouse button went down; `drawing` is the box drawn since.
  var anchor: PixelPoint?
  var drawing: PixelBox?
}

extension ReviewState {
  var areas: [IgnoredAreas.Area] { current?.areas.areas ?? [] }

  /// The box that is outlined while areas are edited.
  var editedBox: PixelBox? {
    guard case .areas(let editing) = panel, let canvas = current?.canvas else { return nil }
    return editing.drawing
      ?? editing.chosen.flatMap { areas.indices.contains($0) ? areas[$0] : nil }
      .flatMap { $0.box(width: canvas.width, height: canvas.height) }
  }

  mutating func editAreas() {
    guard let current, current.isPair, view != .all else {
      message = Message(.news, "Ignored areas are drawn on a case with two images.")
      return
    }
    if let mask = current.areas.mask {
      message = Message(
        .news, "The painted pixels of \(printable(mask.name)) are ignored: edit that picture.")
      return
    }
    isAligned = false
    panel = .areas(AreaEditing(chosen: areas.isEmpty ? nil : areas.count - 1))
  }

  mutating func steerAreas(_ editing: AreaEditing, _ key: Key) -> [ReviewEffect] {
    let step = areaStep
    switch key {
    case .left, .character("h"): return changeArea(editing.chosen) { $0.x -= step }
    case .right, .character("l"): return changeArea(editing.chosen) { $0.x += step }
    case .up, .character("k"): return changeArea(editing.chosen) { $0.y -= step }
    case .down, .character("j"): return changeArea(editing.chosen) { $0.y += step }
    case .character("H"): return changeArea(editing.chosen) { $0.width -= step }
    case .character("L"): return changeArea(editing.chosen) { $0.width += step }
    case .character("K"): return changeArea(editing.chosen) { $0.height -= step }
    case .character("J"): return changeArea(editing.chosen) { $0.height += step }
    case .character("n"): return newArea.map { addArea($0) } ?? []
    case .tab where !areas.isEmpty:
      panel = .areas(AreaEditing(chosen: ((editing.chosen ?? -1) + 1) % areas.count))
    case .character("x"), .delete, .backspace: return removeArea(editing.chosen)
    case .character("w"): panel = .saveRule(nil)
    case .escape, .enter, .character("q"): panel = nil
    default: break
    }
    return []
  }

  /// Handles the mouse: dragging draws an area; a click chooses the area under the pointer.
  mutating func pointAtAreas(_ mouse: MouseEvent, _ editing: AreaEditing) -> [ReviewEffect] {
    guard let point = pixel(under: mouse) else { return [] }
    var editing = editing
    switch mouse.kind {
    case .press: (editing.anchor, editing.drawing) = (point, nil)
    case .drag:
      guard let anchor = editing.anchor else { return [] }
      editing.drawing = PixelBox(x: anchor.x, y: anchor.y, width: 1, height: 1)
        .union(PixelBox(x: point.x, y: point.y, width: 1, height: 1))
    case .release:
      if let box = editing.drawing { return addArea(box) }
      (editing.anchor, editing.drawing) = (nil, nil)
      editing.chosen = area(at: point) ?? editing.chosen
    case .wheelUp, .wheelDown, .move: return []
    }
    panel = .areas(editing)
    return []
  }

  /// Describes the chosen area: "area 1 of 2: 100, 44, 200 x 30".
  var areaWords: String {
    guard case .areas(let editing) = panel else { return "" }
    let place = editedBox.map { "\($0.x), \($0.y), \(Wording.size($0.width, $0.height))" }
    if editing.drawing != nil { return "new area: \(place ?? "")" }
    guard let chosen = editing.chosen, let place else {
      return areas.isEmpty ? "nothing is ignored" : Wording.count(areas.count, "ignored area")
    }
    return "ignored area \(chosen + 1) of \(areas.count): \(place)"
  }

  private func area(at point: PixelPoint) -> Int? {
    guard let canvas = current?.canvas else { return nil }
    return areas.lastIndex {
      $0.box(width: canvas.width, height: canvas.height)?.contains(
        PixelBox(x: point.x, y: point.y, width: 1, height: 1)) == true
    }
  }

  /// The distance of a move: one sample of the screen, so that every key has a visible effect.
  private var areaStep: Int {
    guard let region else { return 1 }
    return max(Int((region.width / Double(max(paneSamples.width, 1))).rounded()), 1)
  }

  /// The region that the reviewer is looking at, or the middle of the view.
  private var newArea: PixelBox? {
    if let chosenBox { return chosenBox }
    return region.map {
      PixelBox(
        x: Int($0.x + $0.width / 3), y: Int($0.y + $0.height / 3),
        width: max(Int($0.width / 3), 1), height: max(Int($0.height / 3), 1))
    }
  }

  /// Returns the pixel of the canvas under the pointer; nil outside all pictures.
  func pixel(under mouse: MouseEvent) -> PixelPoint? {
    guard let canvas,
      let pane = imagePanes.first(where: {
        $0.picture.contains(column: mouse.column, row: mouse.row)
      }), let region = region(in: pane)
    else { return nil }
    let picture = pane.picture
    let column = (Double(mouse.column - picture.column) + 0.5) / Double(picture.width)
    let row = (Double(mouse.row - picture.row) + 0.5) / Double(picture.height)
    return PixelPoint(
      x: min(max(Int(region.x + column * region.width), 0), canvas.width - 1),
      y: min(max(Int(region.y + row * region.height), 0), canvas.height - 1))
  }

  private mutating func addArea(_ box: PixelBox) -> [ReviewEffect] {
    guard let box = kept(box) else { return [] }
    panel = .areas(AreaEditing(chosen: areas.count))
    return ignore(areas + [IgnoredAreas.Area(box)])
  }

  private mutating func removeArea(_ index: Int?) -> [ReviewEffect] {
    guard let index, areas.indices.contains(index) else { return [] }
    var rest = areas
    rest.remove(at: index)
    panel = .areas(AreaEditing(chosen: rest.isEmpty ? nil : min(index, rest.count - 1)))
    return ignore(rest)
  }

  /// Returns an area that lies within the canvas and has at least one pixel.
  private func kept(_ box: PixelBox) -> PixelBox? {
    guard let canvas = current?.canvas else { return nil }
    var box = box
    box.width = min(max(box.width, 1), canvas.width)
    box.height = min(max(box.height, 1), canvas.height)
    box.x = min(max(box.x, 0), canvas.width - box.width)
    box.y = min(max(box.y, 0), canvas.height - box.height)
    return box
  }

  private mutating func changeArea(
    _ index: Int?, _ change: (inout PixelBox) -> Void
  ) -> [ReviewEffect] {
    guard let index, areas.indices.contains(index), let canvas = current?.canvas,
      var box = areas[index].box(width: canvas.width, height: canvas.height)
    else { return [] }
    change(&box)
    guard let kept = kept(box) else { return [] }
    var changed = areas
    changed[index] = IgnoredAreas.Area(kept)
    return ignore(changed)
  }

  /// Changes the ignored areas of the case on screen, until the rule is saved or restored.
  private mutating func ignore(_ areas: [IgnoredAreas.Area]) -> [ReviewEffect] {
    items[selection].ignore(areas)
    return measureAgain([selection])
  }

  mutating func measureAgain(_ indices: [Int]) -> [ReviewEffect] {
    guard !indices.isEmpty else { return [] }
    for index in indices { items[index].forgetMeasurements() }
    return [.measure(indices.map(measureRequest)), .survey(indices.map(surveyRequest))]
      + settingsChanged()
  }
}
