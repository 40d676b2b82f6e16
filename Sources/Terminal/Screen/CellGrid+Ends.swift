import ReviewUI

extension CellGrid {
  /// The same picture, but no row ends in a coloured blank: the last one is two equal halves in an
  /// image, and a no-break space elsewhere.
  ///
  /// What copies a screen as text, `tmux capture-pane` first of all, drops the blanks at the end of
  /// a line, and their colours with them: bars would end early, and images too.
  ///
  /// - Parameter isColoured: Whether a ground is any other than the terminal's own.
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
  /// A blank that looks the same and is none.
  fileprivate var firm: Cell {
    background.rgb == nil
      ? Cell(.noBreakSpace, foreground: foreground, background: background)
      : Cell(.upperHalf, foreground: background, background: background)
  }
}
