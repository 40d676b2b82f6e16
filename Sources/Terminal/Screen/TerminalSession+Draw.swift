internal import CNcurses
import DiffEngine
import ReviewUI

extension TerminalSession {
  /// Shows a frame by sending the changed cells in one update.
  ///
  /// If the grid's size differs from the terminal's, the grid is clipped or padded with blanks.
  ///
  /// - Parameter images: The images shown by the cells of `ImagePlaceholder` in the grid.
  package func draw(_ grid: CellGrid, images: [TerminalImage] = []) {
    guard isOpen, !isGone else { return }
    give(images)
    let grid = painter.hasFirmEnds ? grid.withFirmEnds(painter.isColoured) : grid
    let old = shown?.size == grid.size ? shown : nil
    let changes = old.map { Self.countChanges($0, grid) } ?? grid.cells.count
    guard changes > 0 || needsRefresh else { return }
    if old == nil { snap_erase() }
    if painter.mayExhaust(changes), colourLevel >= .indexed256, changes * 2 > grid.cells.count {
      // Do it now rather than in the middle, as nearly everything is sent anyway.
      resetPairs()
      put(grid, over: nil)
    } else {
      put(grid, over: old)
    }
    refresh(and: inlineImages(images, from: sendsAll ? nil : old, to: grid))
    shown = grid
  }

  private static func countChanges(_ old: CellGrid, _ new: CellGrid) -> Int {
    zip(old.cells, new.cells).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }

  /// Restarts the pair numbers; the next refresh sends every cell again.
  func resetPairs() {
    guard colourLevel > .mono else { return }
    // With few numbers, none is spent on making room.
    let makesRoom = colourLevel >= .indexed256
    let count = painter.pairCount(cells: size.columns * size.rows)
    snap_reset_pairs(makesRoom ? Int32(count) : 0)
    sendsAll = true
    painter.reset(count: makesRoom ? count - 1 : count)
  }

  /// Switches to another theme.
  package func use(_ theme: Theme) {
    guard isOpen else { return }
    painter = Self.painter(colours, theme, isUTF8: isUTF8)
    resetPairs()
    needsRefresh = true
    guard let grid = shown else { return }
    shown = nil
    draw(grid, images: shownImages)
  }

  static func painter(_ colours: Painter.Colours, _ theme: Theme, isUTF8: Bool) -> Painter {
    Painter(colours, theme: theme, isUTF8: isUTF8) { pair, front, back in
      _ = snap_define_pair(pair, front, back)
    }
  }

  /// Makes the next `draw` send everything, after another program wrote on the screen.
  package func redrawAll() {
    guard isOpen else { return }
    forgetImages()
    snap_redraw_all()
    (needsRefresh, sendsAll) = (true, true)
  }

  /// - Parameter images: The sequences to send after the cells, in the same update.
  private func refresh(and images: String) {
    let bytes = Array(images.utf8)
    unsafe snap_refresh(hasUpdates, bytes, bytes.count)
    (needsRefresh, sendsAll) = (false, false)
  }

  private func put(_ grid: CellGrid, over old: CellGrid?) {
    putRows(grid, over: old)
    guard painter.isExhausted else { return }
    // The pairs on the screen lose their colours, so everything is put again.
    resetPairs()
    putRows(grid, over: nil)
  }

  private func putRows(_ grid: CellGrid, over old: CellGrid?) {
    let columns = min(grid.size.columns, size.columns)
    let rows = min(grid.size.rows, size.rows)
    guard columns > 0, rows > 0 else { return }
    for row in 0..<rows {
      let start = row * grid.size.columns
      let cells = start..<(start + columns)
      RowComposer.changedRuns(old?.cells[cells], grid.cells[cells]) { run in
        put(grid.cells[cells], run, row: row)
      }
    }
  }

  private func put(_ cells: ArraySlice<Cell>, _ run: Range<Int>, row: Int) {
    let composer = RowComposer(width: snap_width)
    var painted: [snap_cell] = []
    painted.reserveCapacity(run.count)
    var column = run.lowerBound
    while column < run.upperBound {
      var cell = cells[cells.startIndex + column]
      // Uses a no-break space, as curses may clear trailing blanks of a line and everything after
      // them.
      if imageProtocol == .iterm, cell.isImagePlaceholder {
        cell = Cell(.noBreakSpace, foreground: cell.background, background: cell.background)
      }
      let next = column + 1 < cells.count ? cells[cells.startIndex + column + 1].glyph : nil
      let drawn = composer.resolve(cell.glyph, next: next)
      cell.glyph = drawn.glyph
      painted.append(snap_cell(painter.paint(cell, column: column, row: row)))
      column += drawn.columns
    }
    unsafe snap_put(Int32(row), Int32(run.lowerBound), painted, painted.count)
  }
}

extension snap_cell {
  fileprivate init(_ cell: PaintedCell) {
    self.init(
      text: (cell.glyph.base, cell.glyph.firstMark, cell.glyph.secondMark),
      attributes: cell.attributes.rawValue, pair: cell.pair)
  }
}
