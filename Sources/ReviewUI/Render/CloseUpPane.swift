import Base
import DiffEngine
import Pixels

/// The regions that change most, beside the whole image.
func drawCloseUps(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let closeUps = state.closeUps, let first = closeUps.slots.first,
    let last = closeUps.slots.last
  else { return }
  canvas.fill(closeUps.rect, Cell(.space, .plain))
  let count = Wording.grouped(state.regions.count)
  canvas.write(
    fitting(
      [
        [
          TextRun(" close-ups ", .title),
          TextRun(
            first == last
              ? "region \(first.index + 1) of \(count)"
              : "regions \(first.index + 1) to \(last.index + 1) of \(count)", .dim),
        ], [TextRun(" close-ups", .title)],
      ], width: closeUps.rect.width), in: closeUps.rect.line(0))
  let requests = state.closeUpRequests
  for (place, slot) in closeUps.slots.enumerated() {
    for (rect, request) in zip(slot.pictures, requests[(place * slot.pictures.count)...]) {
      guard let picture = state.picture(for: request) else {
        canvas.write("drawing …", .dim, in: rect)
        continue
      }
      drawPicture(picture, PictureInk(request, state, isOverlaid: false), in: rect, on: &canvas)
      drawTornEdges(of: state.regions[slot.index].box, request, in: rect, on: &canvas)
    }
    let isChosen = slot.index == state.chosenRegion
    canvas.write(
      fitting(captions(slot, state.regions[slot.index]), width: slot.caption.width),
      isChosen ? .group : .dim, in: slot.caption)
  }
}

/// "1  1,123 px, ΔE up to 100, shown 1:4"
private func captions(_ slot: CloseUps.Slot, _ region: ChangeRegion) -> [String] {
  let pixels = "\(slot.index + 1)  \(Wording.grouped(region.mismatched)) px"
  // Transparent pixels that only one image has differ by no ΔE.
  let deltaE =
    region.maxDeltaE > 0 ? "\(pixels), ΔE up to \(Wording.trimmed(region.maxDeltaE))" : pixels
  let scale =
    slot.scale >= 1 ? "\(Int(slot.scale)):1" : "1:\(Wording.trimmed(1 / slot.scale))"
  return ["\(deltaE), shown \(scale)", deltaE, pixels]
}

/// Perforates the left and right edges of a close-up beyond which the change goes on.
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
