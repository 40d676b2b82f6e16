import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// The loupe of `x`.
struct LoupeTests {
  @Test func `the loupe reads the file at its pixel and moves by keys`() {
    var state = review()
    let wishes = state.type("x").wishes
    let start = state.loupe!
    #expect(wishes.first?.inspection?.point == start)
    #expect(state.after("l", "x", read: \.loupe) == [PixelPoint(x: start.x + 1, y: start.y), nil])
  }

  @Test func `the loupe opens at the change: the chosen one, else the largest in sight`() {
    var state = review(dots: [3])
    let request = state.comparisonRequest!
    let found = [(x: 13, y: 14), (x: 2, y: 3)].map { place in
      ChangeRegion(
        box: PixelBox(x: place.x - 2, y: place.y - 2, width: 5, height: 4), mismatched: 4,
        deltaESum: 9, maxDeltaE: 9, peak: PixelPoint(x: place.x, y: place.y))
    }
    // Not known yet: it goes there as soon as it is.
    state.type("x")
    #expect(state.loupe == PixelPoint(x: 8, y: 8))
    _ = state.reduce(.located(request, found, movedRows: nil))
    #expect(state.loupe == PixelPoint(x: 13, y: 14))
    #expect(state.after("]", "]", read: \.loupe) == [found[0].peak, found[1].peak])
    #expect(state.after("x", "x", read: \.loupe) == [nil, found[1].peak])
    // Where it was moved to, it stays.
    state.type("xxh")
    _ = state.reduce(.located(request, found, movedRows: nil))
    #expect(state.loupe == PixelPoint(x: 1, y: 3))
  }

  @Test func `the loupe opens at what is seen of a part of the image`() {
    var state = review(dots: [3])
    let request = state.comparisonRequest!
    let found = [0, 15].map { place in
      ChangeRegion(
        box: PixelBox(x: place, y: place, width: 1, height: 1), mismatched: 1, deltaESum: 9,
        maxDeltaE: 9)
    }
    _ = state.reduce(.located(request, found, movedRows: nil))
    state.type("<tab>+++++")
    state.type(String(repeating: "l", count: 20) + String(repeating: "j", count: 20))
    state.type("x")
    #expect(state.loupe == PixelPoint(x: 15, y: 15))
  }

  @Test func `when the loupe is put away, keys go where they went before`() {
    var state = review()
    #expect(state.after("x<esc>j", "xxj", read: \.selection) == [1, 2])
    state.type("<tab>x<esc>j")
    #expect(state.selection == 2 && state.focus == .image)
  }

  @Test func `the loupe follows the mouse, over the images only`() {
    var state = review(size: GridSize(columns: 100, rows: 30))
    func cross(after kind: MouseEvent.Action, _ column: Int, _ row: Int) -> Bool {
      state.mouse(kind, column, row)
      return render(state)[column, row].glyph == Glyph("╋")
    }
    #expect(!cross(after: .move, 34, 4))
    state.type("x")
    #expect(cross(after: .move, 34, 4))
    #expect(cross(after: .move, 40, 6))
    #expect(cross(after: .press, 52, 5))
    // Beside the images it stays where it was.
    let there = state.loupe
    #expect(!cross(after: .move, 3, 3))
    #expect(state.loupe == there)
  }

  @Test func `what lies around the pixel ends at the image's edge`() {
    let request = InspectionRequest(
      item: 0, revision: 0, point: PixelPoint(x: 0, y: 2), radius: 1)
    let inspection = Inspection(dotted([]), dotted([(x: 1, y: 2)]), request)
    let (white, black) = (Pixel(255, 255, 255, 255), Pixel(0, 0, 0, 255))
    #expect(inspection.actualAround == [nil, white, white, nil, white, black, nil, white, white])
    #expect(inspection.referenceAround[5] == white)
    #expect(inspection.reference == white && inspection.deltaE[.ciede2000] == 0)
  }
}
