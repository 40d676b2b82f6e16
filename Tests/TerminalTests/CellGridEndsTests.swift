import DiffEngine
import ReviewUI
import Terminal
import Testing

struct CellGridEndsTests {
  private func ends(_ row: [Cell]) -> [Cell] {
    var grid = CellGrid(GridSize(columns: row.count, rows: 1))
    for (column, cell) in row.enumerated() { grid[column, 0] = cell }
    return grid.withFirmEnds { $0 != .role(.plain) }.cells
  }

  @Test func `the last coloured blank of a row is firm, the others stay blanks`() {
    let bar = Cell(.space, .statusLine)
    let firm = Cell(.noBreakSpace, .statusLine)
    let text = Cell(Glyph("x"))
    #expect(ends([bar, bar, Cell()]) == [bar, firm, Cell()])
    #expect(ends([bar, text, Cell()]) == [bar, text, Cell()])
    #expect(ends([text, bar]) == [text, firm])
    #expect(ends([Cell(), Cell()]) == [Cell(), Cell()])
  }

  @Test func `an image ends in two equal halves`() {
    let colour = Paint.rgb(1, 2, 3)
    let pixel = Cell.halves(top: colour, bottom: colour)
    let firm = Cell(.upperHalf, foreground: colour, background: colour)
    #expect(ends([pixel, pixel, Cell()]) == [pixel, firm, Cell()])
  }

  @Test func `a grid of nothing stays one`() {
    for size in [GridSize(columns: 0, rows: 3), GridSize(columns: 3, rows: 0)] {
      #expect(CellGrid(size).withFirmEnds { _ in true } == CellGrid(size))
    }
  }
}
