import DiffEngine

/// A choice of how the screen looks, which is saved for the next session.
package enum DisplayChoice: Hashable, Sendable {
  case theme(String)
  case cells(CellShape)
  /// True if the terminal draws images in its own pixels.
  case pixels(Bool)
}

extension ReviewState {
  /// Switches between images in the terminal's own pixels and images in cells.
  mutating func togglePixels() -> [ReviewEffect] {
    let isOn = terminal.graphics == nil
    if isOn, case .impossible(let reason) = terminal.offer {
      let cells = keyMap.key(.nextCells)
      message = Message(.news, "No exact pixels: \(reason). \(cells) draws finer cells.")
      return []
    }
    terminal.isGraphicsChosen = true
    message = Message(
      .news,
      isOn
        ? "Images in the terminal's own pixels; \(keyMap.key(.togglePixels)) goes back to cells."
        : "Images in cells; \(keyMap.key(.togglePixels)) draws the terminal's own pixels.")
    return [.keep(.pixels(isOn))]
  }
}
