import ReviewUI

/// Decides what is drawn in the columns of a row. The terminal's idea of a glyph's width is not
/// always the layout's, and a glyph must never shift its neighbours.
package struct RowComposer {
  /// Returns the number of columns that curses gives a scalar; -1 if it cannot draw it.
  let width: (UInt32) -> Int32

  package init(width: @escaping (UInt32) -> Int32) { self.width = width }

  /// Returns the glyph that is drawn for a cell and the number of columns that it takes.
  ///
  /// - Parameters:
  ///   - glyph: The cell's glyph.
  ///   - next: The glyph to its right; nil at the end of the row.
  package func resolve(_ glyph: Glyph, next: Glyph?) -> (glyph: Glyph, columns: Int) {
    // Half blocks and plain text.
    if glyph.base == 0x2580 || (0x20..<0x7F).contains(glyph.base) { return (glyph, 1) }
    // A right half without its left half, or a control character.
    if glyph.base < 0x20 { return (.space, 1) }
    let isPaired = next == .continuation
    switch (width(glyph.base), isPaired) {
    case (1, false): return (glyph, 1)
    case (2, true): return (glyph, 2)
    // The right half becomes a space by the rule above.
    case (1, true): return (glyph, 1)
    default: return (Glyph("?"), 1)
    }
  }

  /// Calls `put` with the columns that must be sent, from left to right.
  ///
  /// - Parameter old: The row as it is on the screen; nil if it is unknown.
  package static func changedRuns(
    _ old: ArraySlice<Cell>?, _ new: ArraySlice<Cell>, _ put: (Range<Int>) -> Void
  ) {
    guard let old else { return put(0..<new.count) }
    var runs: [Range<Int>] = []
    var start: Int?
    for offset in 0..<new.count {
      let (before, after) = (old[old.startIndex + offset], new[new.startIndex + offset])
      if before == after {
        if let from = start { runs.append(from..<offset) }
        start = nil
        continue
      }
      // A change in a double-width character affects its neighbours, too.
      if before.glyph == .continuation || after.glyph == .continuation { return put(0..<new.count) }
      start = start ?? offset
    }
    if let from = start { runs.append(from..<new.count) }
    runs.forEach(put)
  }
}
