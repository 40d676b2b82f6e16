import Base
import Changes
import DiffEngine
import Pixels

/// Draws the regions that change most, beside the whole image.
func drawCloseUps(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let closeUps = state.closeUps, !closeUps.slots.isEmpty else { return }
  canvas.fill(closeUps.rect, Cell(.space, .plain))
  let count = Wording.grouped(state.regions.count)
  let shown = closeUps.slots.flatMap(\.indices).sorted()
  let isRun = shown[shown.count - 1] - shown[0] == shown.count - 1
  let words =
    shown.count == 1
    ? "region \(shown[0] + 1) of \(count)"
    : isRun
      ? "regions \(shown[0] + 1) to \(shown[shown.count - 1] + 1) of \(count)"
      : "\(Wording.grouped(shown.count)) of \(count) regions"
  canvas.write(
    fitting(
      [
        [TextRun(" close-ups ", .title), TextRun(words, .dim)], [TextRun(" close-ups", .title)],
      ], width: closeUps.rect.width), in: closeUps.rect.line(0))
  let requests = state.closeUpRequests
  for (place, slot) in closeUps.slots.enumerated() {
    for (rect, request) in zip(slot.pictures, requests[(place * slot.pictures.count)...]) {
      guard let picture = state.picture(for: request) else {
        canvas.write("drawing …", .dim, in: rect)
        continue
      }
      drawPicture(picture, PictureInk(request, state, isOverlaid: false), in: rect, on: &canvas)
      drawTornEdges(of: state.regions[slot.indices[0]].box, request, in: rect, on: &canvas)
    }
    let isChosen = state.chosenRegion.map(slot.indices.contains) ?? false
    canvas.write(
      fitting(
        captions(slot, slot.indices.map { state.regions[$0] }, state),
        width: slot.caption.width),
      isChosen ? .group : .dim, in: slot.caption)
  }
}

/// Returns "1  1,123 px, ΔE ≤ 100, shown 1:4" for one region or several close together.
private func captions(
  _ slot: CloseUps.Slot, _ regions: [ChangeRegion], _ state: ReviewState
) -> [String] {
  let ranks = slot.indices.map { Wording.grouped($0 + 1) }
  let rank =
    ranks.count <= 2
    ? ranks.joined(separator: " and ") : "\(ranks[0]) and \(Wording.grouped(ranks.count - 1)) more"
  let pixels = "\(Wording.grouped(regions.reduce(0) { $0 + $1.mismatched })) px"
  // A transparent pixel that only one image has counts as different, but has no ΔE.
  let most = regions.map(\.maxDeltaE).max() ?? 0
  let deltaE = most > 0 ? "\(pixels), ΔE ≤ \(Wording.upTo(most))" : pixels
  let scale = slot.scale >= 1 ? "\(Int(slot.scale)):1" : "1:\(Wording.trimmed(1 / slot.scale))"
  let places = state.placesWords(in: regions)
  return ["\(places)\(deltaE), shown \(scale)", "\(deltaE), shown \(scale)", deltaE, pixels]
    .map { "\(rank)  \($0)" }
}

/// Perforates the left and right edges of a close-up if the change continues beyond them.
func drawTornEdges(
  of box: PixelBox, _ request: PictureRequest, in rect: GridRect, on canvas: inout CellCanvas
) {
  let (region, width) = (request.region, request.samples.width)
  let rows = rect.row..<rect.row + min(rect.height, request.samples.height / 2)
  func tear(_ column: Int) {
    guard column < rect.width else { return }
    for row in rows where row % 2 == 0 { canvas.grid[rect.column + column, row] = Cell() }
  }
  if Double(box.x) < region.x - 0.5 { tear(0) }
  if Double(box.x + box.width) > region.x + region.width + 0.5 { tear(width - 1) }
}
