import Catalog
import DiffEngine
import Pixels
import Review

/// The contact sheet of the cases in the list that are not folded away.
extension ReviewState {
  var contactSheet: ContactSheet { ContactSheet(sheet, in: layout.images) }

  /// Returns a request for the picture on a tile; nil if the case has no picture.
  func thumbnailRequest(_ index: Int, halves: PixelSize, isWhole: Bool) -> ThumbnailRequest? {
    let item = items[index]
    switch item.reading {
    case .images where item.isPair: break
    case .pending where item.snapshot.content == .image: break
    case .oneSided(let facts) where facts.size != nil: break
    default: return nil
    }
    return ThumbnailRequest(
      item: index, revision: item.revision, strategy: strategy(of: item), ignoring: item.areas,
      samples: halves, isWhole: isWhole, ground: ground, evidence: terminal.evidence)
  }

  /// Returns the thumbnail of a case, or its last one until the new one is ready.
  func thumbnail(_ index: Int) -> Thumbnail? { drawn.thumbnails[index]?.thumbnail }

  /// Requests for the tiles in sight, then for one more page to be ready for scrolling.
  package var thumbnailRequests: [ThumbnailRequest] {
    if isTooSmall { return [] }
    if view == .all { return requests(overview.list.unfolded, top: sheet.top, contactSheet) }
    guard let sheet = memberSheet else { return entryRequests }
    let strip = requests(stripItems, top: question?.top ?? 0, sheet)
    // A case has one thumbnail: if requested in two sizes, each would evict the other forever.
    let shown = Set(strip.map(\.item))
    return strip + entryRequests.filter { !shown.contains($0.item) }
  }

  /// - Parameter pages: The number of pages, from the first row on.
  func requests(
    _ cases: [Int], top: Int, pages: Int = 2, _ layout: ContactSheet
  ) -> [ThumbnailRequest] {
    let first = min(top * layout.columns, cases.count)
    return cases[first...].prefix(pages * layout.columns * layout.rows).compactMap {
      thumbnailRequest($0, halves: layout.halves, isWhole: sheet.isWhole)
    }
  }

  mutating func missingThumbnails() -> [ThumbnailRequest] {
    let requests = thumbnailRequests
    forgetThumbnails(keeping: requests.count)
    return requests.filter { drawn.thumbnails[$0.item]?.request != $0 }
  }

  /// Drops thumbnails far from the selection. At a few kilobytes each, thousands may stay in
  /// memory, but not hundreds of thousands.
  private mutating func forgetThumbnails(keeping count: Int) {
    guard drawn.thumbnails.count > max(8_192, 2 * count) else { return }
    let rank = overview.list.rank(of: selection, in: overview.list.unfolded)
    let near = Set(overview.list.unfolded[max(rank - count, 0)...].prefix(2 * count))
    drawn.thumbnails = drawn.thumbnails.filter { near.contains($0.key) }
  }

  mutating func moveInSheet(x: Int, y: Int) {
    refresh()
    let rank = overview.list.rank(of: selection, in: overview.list.unfolded)
    selectInSheet(rank + x + y * contactSheet.columns, isNear: y != 0)
  }

  /// - Parameter isNear: True if a position after the last case, in its row, selects that case.
  private mutating func selectInSheet(_ rank: Int, isNear: Bool) {
    let cases = overview.list.unfolded
    if cases.indices.contains(rank) {
      select(cases[rank])
    } else if isNear, rank > 0, let last = cases.last,
      rank / contactSheet.columns == (cases.count - 1) / contactSheet.columns
    {
      select(last)
    }
  }

  mutating func keepSelectionInSheet() {
    guard view == .all else { return }
    let layout = contactSheet
    let (rank, count) = (
      overview.list.rank(of: selection, in: overview.list.unfolded), overview.list.unfolded.count
    )
    let row = rank / layout.columns
    sheet.top = min(max(sheet.top, row - layout.rows + 1), row)
    sheet.top = max(min(sheet.top, (count - 1) / layout.columns - layout.rows + 1), 0)
  }

  /// Selects the clicked case, or opens it if it is already selected.
  mutating func pointAtSheet(_ mouse: MouseEvent) -> [ReviewEffect] {
    switch mouse.kind {
    case .wheelDown: moveInSheet(x: 0, y: 1)
    case .wheelUp: moveInSheet(x: 0, y: -1)
    case .press:
      focus = .image
      refresh()
      let before = selection
      let rank = contactSheet.rank(column: mouse.column, row: mouse.row, top: sheet.top)
      guard overview.list.unfolded.indices.contains(rank) else { break }
      select(overview.list.unfolded[rank])
      if selection == before { view = .triple }
    case .drag, .release, .move: break
    }
    return []
  }
}
