import Changes
import DiffEngine
import Pixels

extension ReviewState {
  /// Requests for the pictures in the panes of the current screen.
  package var pictureRequests: [PictureRequest] {
    guard canvas != nil, view != .all, !isTooSmall else { return [] }
    let mark = isOverlaid ? terminal.graphics?.mark : nil
    return zip(paneSources, imagePanes).compactMap { source, pane in
      region(in: pane).flatMap { request(source, $0, pane.halves, mark: mark) }
    } + closeUpRequests
  }

  var closeUpRequests: [PictureRequest] {
    guard let closeUps else { return [] }
    return closeUps.slots.flatMap { slot in
      let halves = PixelSize(width: slot.pictures[0].width, height: slot.pictures[0].height * 2)
      // A region that is larger than the picture is cut, but not in its words.
      let boxes = slot.indices.map { index in
        slot.region.holds(regions[index].box) ? regions[index].box : regions[index].heart
      }
      return closeUpSources.compactMap { source in
        var picture = request(source, slot.region, halves)
        picture?.closeUp = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
        return picture
      }
    }
  }

  /// Returns a request for a part of the case on screen, drawn in `halves` half cells.
  private func request(
    _ source: PictureRequest.Source, _ region: PixelRegion, _ halves: PixelSize, mark: Pixel? = nil
  ) -> PictureRequest? {
    guard let current else { return nil }
    var request = PictureRequest(
      item: selection, revision: current.revision, source: source, region: region, samples: halves,
      detail: terminal.graphics.map {
        .init(size: samples(halves), mark: mark, ground: $0.ground)
      },
      ground: ground, marks: strategy(of: current), ignoring: current.areas,
      evidence: terminal.evidence)
    request.isAligned = alignment != nil
    // Only shrunk images use `cells`: enlarged pixels stay exact, and differences are pooled.
    if terminal.graphics == nil, region.width > Double(halves.width), !source.isDifference {
      request.cells = cells
    }
    return request
  }

  package var comparisonRequest: ComparisonRequest? {
    guard current?.isPair == true else { return nil }
    return comparisonRequest(selection, strategy)
  }

  func comparisonRequest(_ item: Int, _ strategy: Strategy) -> ComparisonRequest {
    ComparisonRequest(
      item: item, revision: items[item].revision, strategy: strategy,
      ignoring: items[item].areas)
  }

  var regionsRequest: ComparisonRequest? {
    var request = comparisonRequest
    request?.isAligned = alignment != nil
    return request
  }

  /// Returns everything that is missing on screen; nil if all of it is already requested.
  mutating func newlyWanted() -> Wanted? {
    let requests = pictureRequests
    forgetPictures(keeping: requests)
    var wanted = Wanted(pictures: requests.filter { drawn.pictures[$0] == nil })
    wanted.thumbnails = missingThumbnails()
    if let request = inspectionRequest, drawn.inspection?.request != request {
      wanted.inspection = request
    }
    if let request = comparisonRequest, drawn.comparison?.request != request {
      wanted.comparison = request
    }
    if let request = regionsRequest, drawn.regions?.request != request {
      wanted.regions = request
    }
    let isAsked =
      wanted.pictures.allSatisfy(requested.pictures.contains)
      && wanted.thumbnails.allSatisfy(requested.thumbnails.contains)
      && (wanted.comparison == nil || wanted.comparison == requested.comparison)
      && (wanted.regions == nil || wanted.regions == requested.regions)
      && (wanted.inspection == nil || wanted.inspection == requested.inspection)
    guard !isAsked else { return nil }
    wanted.neighbours = neighbours
    wanted.surveys =
      [selection].filter(items.indices.contains).map(surveyRequest)
      + wanted.neighbours.map { surveyRequest($0.item) }
    requested = wanted
    return wanted
  }

  /// True if the screen will soon show more.
  package var isAwaitingPictures: Bool {
    requested.pictures.contains { drawn.pictures[$0] == nil }
      || requested.regions.map { $0 != drawn.regions?.request } ?? false
  }

  private var neighbours: [ComparisonRequest] {
    let listed = overview.list.cases
    let place = overview.list.rank(of: selection)
    guard listed.indices.contains(place), listed[place] == selection else { return [] }
    return [place + 1, place - 1].filter(listed.indices.contains).map { measureRequest(listed[$0]) }
  }

  /// Drops pictures except those on screen, their stand-ins until they are drawn, and the last few
  /// for flipping back and forth.
  private mutating func forgetPictures(keeping requests: [PictureRequest]) {
    let most = max(24, 3 * requests.count)
    guard drawn.pictures.count > most else { return }
    let sizes = imagePanes.map(\.halves)
    drawn.pictures = drawn.pictures.filter { request, _ in
      requests.contains(request) || request.item == selection && sizes.contains(request.samples)
    }
    if drawn.pictures.count > most {
      drawn.pictures = drawn.pictures.filter { requests.contains($0.key) }
    }
  }

  /// Returns the picture for a request or, until it is drawn, the nearest one of the same pane.
  package func picture(for request: PictureRequest) -> Picture? {
    if let exact = drawn.pictures[request] { return exact }
    return drawn.pictures.first { $0.key.isAlike(request) }?.value
  }

  /// Stores a picture and drops its stand-ins, which are now outdated.
  mutating func keep(_ picture: Picture, for request: PictureRequest) {
    let present = pictureRequests
    drawn.pictures = drawn.pictures.filter { !$0.key.isAlike(request) || present.contains($0.key) }
    var picture = picture
    if picture.png != nil {
      terminal.lastImage = terminal.lastImage % 0xFFFFFF + 1
      picture.number = terminal.lastImage
    }
    drawn.pictures[request] = picture
  }

  package var isTooSmall: Bool { size != terminalSize }
}

extension PictureRequest {
  /// True if the picture of one request may stand in for that of the other.
  fileprivate func isAlike(_ other: PictureRequest) -> Bool {
    item == other.item && revision == other.revision && isAligned == other.isAligned
      && samples == other.samples
      && region == other.region && detail?.size == other.detail?.size
      && source.isAlike(other.source)
  }
}

extension PictureRequest.Source {
  fileprivate var isDifference: Bool { if case .difference = self { true } else { false } }

  fileprivate func isAlike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.side(let first), .side(let second)): first == second
    case (.difference(let first, _), .difference(let second, _)): first == second
    case (.swipe, .swipe), (.onion, .onion), (.recorded, .recorded): true
    default: false
    }
  }
}
