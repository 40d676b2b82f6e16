import ReviewUI
import Terminal
import Testing

@Suite struct CellGridEndsTests {
  private let picture = Paint.rgb(1, 2, 3)

  private func ends(_ row: [Cell]) -> [Glyph] {
    var grid = CellGrid(Size(columns: row.count, rows: 1))
    for (column, cell) in row.enumerated() { grid[column, 0] = cell }
    return grid.withFirmEnds { $0 != .role(.plain) }.cells.map(\.glyph)
  }

  @Test func `the last coloured blank of a row is firm, the others stay blanks`() {
    let coloured = Cell(foreground: picture, background: picture)
    #expect(ends([coloured, coloured, Cell()]) == [.space, .noBreakSpace, .space])
    #expect(ends([coloured, Cell(Glyph("x")), Cell()]) == [.space, Glyph("x"), .space])
    #expect(ends([Cell(Glyph("x")), coloured]) == [Glyph("x"), .noBreakSpace])
    #expect(ends([Cell(), Cell()]) == [.space, .space])
  }

  @Test func `a grid of nothing stays one`() {
    for size in [Size(columns: 0, rows: 3), Size(columns: 3, rows: 0)] {
      #expect(CellGrid(size).withFirmEnds { _ in true } == CellGrid(size))
    }
  }
}
