import DiffEngine
import ReviewUI

extension CellGrid {
  /// Returns a grid with the same look in which no row ends in a coloured blank: the last one
  /// becomes two equal halves in an image and a no-break space elsewhere.
  ///
  /// Programs that copy a screen as text, above all `tmux capture-pane`, drop trailing blanks along
  /// with their colours, so bars and images would end early.
  ///
  /// - Parameter isColoured: Returns true if a background is not the terminal's own.
  package func withFirmEnds(_ isColoured: (Paint) -> Bool) -> CellGrid {
    var result = self
    for row in 0..<size.rows {
      let end = (0..<size.columns).last {
        self[$0, row].glyph != .space || isColoured(self[$0, row].background)
      }
      if let end, self[end, row].glyph == .space { result[end, row] = self[end, row].firm }
    }
    return result
  }
}

extension Cell {
  /// A cell that looks like this blank but holds another character.
  fileprivate var firm: Cell {
    background.rgb == nil
      ? Cell(.noBreakSpace, foreground: foreground, background: background)
      : Cell(.upperHalf, foreground: background, background: background)
  }
}
