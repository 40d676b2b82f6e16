import DiffEngine
import Foundation
import ReviewUI
import Terminal
import Testing

struct InlineImageTests {
  private let size = GridSize(columns: 12, rows: 6)
  /// Over four columns and three rows from (3, 1) on.
  private let image = TerminalImage(
    number: 7, png: [1, 2, 3], cells: GridSize(columns: 4, rows: 3))
  private var place: ImagePlace {
    ImagePlace(number: 7, rect: GridRect(column: 3, row: 1, width: 4, height: 3))
  }

  private func grid(_ change: (inout CellGrid) -> Void = { _ in }) -> CellGrid {
    var grid = CellGrid(size)
    for row in 0..<3 {
      for column in 0..<4 {
        grid[3 + column, 1 + row] = ImagePlaceholder.cell(
          image: 7, column: column, row: row, background: .role(.plain))
      }
    }
    change(&grid)
    return grid
  }

  private func isStale(_ old: CellGrid?, _ new: CellGrid, shown: [ImagePlace]? = nil) -> Bool {
    !InlineImages.stale([place], shown: shown ?? [place], from: old, to: new).isEmpty
  }

  @Test func `the sequence says where it ends and how large it is`() {
    #expect(
      InlineImages.sequence(image)
        == "\u{1B}]1337;File=inline=1;width=4;height=3;preserveAspectRatio=0;doNotMoveCursor=1"
        + ";size=3:AQID\u{07}")
  }

  @Test func `an image stands where its cells are, even if the first ones are covered`() {
    #expect(InlineImages.places(of: [image], in: grid()) == [place])
    let covered = grid {
      for column in 3..<7 { $0[column, 1] = Cell(Glyph("x")) }
    }
    #expect(InlineImages.places(of: [image], in: covered) == [place])
    #expect(InlineImages.places(of: [image], in: CellGrid(size)).isEmpty)
    #expect(InlineImages.places(of: [], in: grid()).isEmpty)
  }

  @Test func `it is sent where it is new, and where all is sent`() {
    #expect(isStale(grid(), grid(), shown: []))
    #expect(isStale(nil, grid()))
    #expect(!isStale(grid(), grid()))
  }

  @Test func `cells beside it, over it and under it leave it alone`() {
    for (column, row) in [(0, 2), (11, 2), (4, 0), (4, 4)] {
      #expect(!isStale(grid(), grid { $0[column, row] = Cell(Glyph("x")) }))
    }
    // What opens on it, and what changes there.
    let letter = { (glyph: Unicode.Scalar) in grid { $0[4, 2] = Cell(Glyph(glyph)) } }
    #expect(!isStale(grid(), letter("a")))
    #expect(!isStale(letter("a"), letter("b")))
  }

  @Test func `a cell that gives it free, and changes on both sides of it, touch it`() {
    #expect(isStale(grid { $0[4, 2] = Cell(Glyph("x")) }, grid()))
    let both = grid {
      $0[0, 2] = Cell(Glyph("x"))
      $0[11, 2] = Cell(Glyph("x"))
    }
    #expect(isStale(grid(), both))
  }
}
