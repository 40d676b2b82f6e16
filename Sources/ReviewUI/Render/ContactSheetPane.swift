import Base
import Catalog
import DiffEngine
import Pixels
import Review

/// Draws every case of the list: its pictures, with its list entry below them.
func drawContactSheet(_ state: ReviewState, on canvas: inout CellCanvas) {
  let cases = state.present.list.unfolded
  guard !cases.isEmpty else {
    let key = state.keyMap.key(.unfoldAll)
    canvas.write(
      state.items.isEmpty || state.listed.isEmpty
        ? "No case is listed." : "Every case is folded away; \(key) shows them.",
      .dim, in: state.layout.images.inset(by: 1))
    return
  }
  drawTiles(cases, state.contactSheet, top: state.sheet.top, state: state, on: &canvas)
}

func drawTiles(
  _ cases: [Int], _ sheet: ContactSheet, top: Int, state: ReviewState, on canvas: inout CellCanvas
) {
  let (list, tiles) = (state.present.list, sheet.tiles(cases.count, top: top))
  guard let first = tiles.first?.rank, let last = tiles.last?.rank else { return }
  // Consider the neighbouring cases too: otherwise a page of "extra-small" and "extra-large" would
  // shorten them to "small" and "large", which are the names of other cases.
  let near = max(first - 24, 0)..<min(last + 25, cases.count)
  let names = withoutSharedWords(
    cases[near].map { state.name(of: $0, below: list.sections(of: $0).last) }
  )[(first - near.lowerBound)...].prefix(tiles.count)
  let counts = tiles.map { state.mismatchCount(state.items[cases[$0.rank]]) }
  let widths = zip(tiles, counts).map { $0.caption.width - 5 - displayWidth(of: $1) }
  let shown = cutApart(Array(names), widths: widths)
  for (place, tile) in tiles.enumerated() {
    let index = cases[tile.rank]
    let isSelected = index == state.selection
    let words: Role = isSelected ? .selected : .dim
    if isSelected { canvas.fill(tile.rect, Cell(.space, .selected)) }
    drawThumbnail(index, state: state, in: tile.picture, words: words, on: &canvas)
    drawItem(index, shown[place], count: counts[place], state: state, in: tile.caption, on: &canvas)
  }
}

/// Draws a case on a tile: its picture once that is ready, the first changed lines of a text, or
/// the reason why there is neither.
func drawThumbnail(
  _ index: Int, state: ReviewState, in picture: GridRect, words: Role, on canvas: inout CellCanvas
) {
  let item = state.items[index]
  if case .texts(let facts) = item.reading {
    return drawChangedLines(facts.difference, words, in: picture, on: &canvas)
  }
  let size = PixelSize(width: 1, height: 2)
  guard state.thumbnailRequest(index, halves: size, isWhole: false) != nil else {
    return drawParagraph(sheetWords(item), words, in: picture, on: &canvas)
  }
  guard let thumbnail = state.thumbnail(index) else {
    return canvas.write("drawing …", words, in: picture)
  }
  var rect = picture
  for (request, picture) in thumbnail.pictures {
    drawPicture(picture, PictureInk(request, state, isOverlaid: false), in: rect, on: &canvas)
    if let box = thumbnail.box { drawTornEdges(of: box, request, in: rect, on: &canvas) }
    // The second of a pair goes below the first or beside it.
    if picture.grid.columns < rect.width {
      rect = rect.dropping(picture.grid.columns + 1)
    } else {
      // Until its own picture is ready, a case may have one that was drawn for a larger area.
      let rows = picture.grid.rows / 2 + 1
      rect = GridRect(
        column: rect.column, row: rect.row + rows, width: rect.width, height: rect.height - rows)
    }
  }
}

/// Returns the words shown on a tile instead of a picture.
private func sheetWords(_ item: ReviewItem) -> String {
  switch item.reading {
  case .pending: "reading …"
  case .failed(let reason): printable(reason)
  case .images: ""
  case .texts: "text snapshot"
  case .oneSided: printable(item.snapshot.obstacle ?? "text snapshot")
  }
}
