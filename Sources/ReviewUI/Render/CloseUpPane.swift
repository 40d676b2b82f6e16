import Catalog
import DiffEngine

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
    for (rect, request) in zip([slot.reference, slot.actual], requests[(2 * place)...]) {
      guard let picture = state.picture(for: request) else {
        canvas.write("drawing …", .dim, in: rect)
        continue
      }
      drawPicture(picture, PictureInk(request, state, isOverlaid: false), in: rect, on: &canvas)
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
