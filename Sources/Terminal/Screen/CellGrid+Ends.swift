package import ReviewUI

extension CellGrid {
  /// The same picture, the last coloured blank of every row being a no-break space.
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
      if let end, self[end, row].glyph == .space { result[end, row].glyph = .noBreakSpace }
    }
    return result
  }
}
