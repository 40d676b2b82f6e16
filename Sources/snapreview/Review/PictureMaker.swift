import Catalog
import Changes
import DiffEngine
import PNGCodec
import Pixels
import Review
import ReviewUI

/// Draws the images that the panes request, from decoded pairs; used by all workers at once.
package final class PictureMaker: Sendable {
  private struct Loaded: Sendable {
    var snapshot: SnapshotCase
    var key: CaseKey
    var pair: LoadedPair
    var areas: IgnoredAreas

    func compared(by strategy: Strategy) -> ComparedKey {
      ComparedKey(key: key, strategy: strategy, areas: areas)
    }
  }

  private struct ComparedKey: Hashable, Sendable {
    var key: CaseKey
    var strategy: Strategy
    var areas: IgnoredAreas
  }

  private struct DifferenceKey: Hashable, Sendable {
    var compared: ComparedKey
    var style: DifferenceStyle
    var colours: EvidenceColours
  }

  private struct Compared: Sendable {
    var comparison: Comparison
    var mask: ChangeMask
    var ignored: ChangeMask?
  }

  private let loader: PairLoader
  private let compared = OnceCache<ComparedKey, Compared?>(limit: 32 << 20)
  private let differences = OnceCache<DifferenceKey, PixelImage>(limit: 24 << 20)
  /// Each region takes 64 bytes.
  private let located = OnceCache<ComparedKey, [ChangeRegion]>(limit: 1 << 20)
  private let maps = OnceCache<ComparedKey, ChangeMap>(limit: 16 << 20)

  /// The grounds of the last pairs; each counts as one byte of the limit.
  private let grounds = OnceCache<CaseKey, Ground?>(limit: 256)

  package init(loader: PairLoader) { self.loader = loader }

  // These all return nil if a file cannot be read, or can no longer be read.

  /// Returns the outcome with its boxes.
  package func comparison(_ snapshot: SnapshotCase, _ request: ComparisonRequest) -> Comparison? {
    load(snapshot, request).flatMap { loaded in
      guard loaded.pair.mask != nil || loaded.pair.both != nil else { return nil }
      return compare(loaded, request.strategy)?.comparison ?? Comparison(verdict: .unreadable)
    }
  }

  package func picture(_ snapshot: SnapshotCase, _ request: PictureRequest) -> Picture? {
    load(snapshot, request).flatMap { picture($0, request) }
  }

  private func picture(_ loaded: Loaded, _ request: PictureRequest) -> Picture? {
    guard let grid = grid(loaded, request, .halves(request)) else { return nil }
    let mask = compare(loaded, request.marks)?.mask
    return Picture(
      grid: grid, changed: mask.map(Sampling.halves(request).marks) ?? [],
      png: request.detail.flatMap { png(loaded, request, $0, mask) },
      fitted: request.cells == .halves ? nil : fitted(loaded, request),
      ground: clearestGround(loaded).map { request.ground ?? $0 })
  }

  private func fitted(
    _ loaded: Loaded, _ request: PictureRequest
  ) -> (cells: [FittedCell], shape: CellShape)? {
    grid(loaded, request, .cells(request)).map { ($0.cells(request.cells), request.cells) }
  }

  /// Returns the image in the terminal's own pixels, as a file.
  private func png(
    _ loaded: Loaded, _ request: PictureRequest, _ detail: PictureRequest.Detail,
    _ mask: ChangeMask?
  ) -> [UInt8]? {
    let sampling = Sampling.pixels(request, detail.size)
    guard var grid = grid(loaded, request, sampling) else { return nil }
    if let mark = detail.mark, let mask {
      grid = grid.painted { $0.paint(sampling.marks(mask), with: mark) }
    }
    let pixels = detail.ground.map { ground in
      grid.samples.map { $0.w == 0 ? ground : $0 }
    }
    return try? PNG.encode(
      PixelImage(width: grid.columns, height: grid.rows, pixels: pixels ?? grid.samples))
  }

  /// Returns the values of both files at and around one pixel.
  package func inspection(_ snapshot: SnapshotCase, _ request: InspectionRequest) -> Inspection? {
    (load(snapshot, request)?.pair).map {
      Inspection($0.reference, $0.actual, request, unknown: $0.mask?.mask)
    }
  }

  /// Returns the regions of the strategy's mismatches, the largest change first.
  package func regions(_ snapshot: SnapshotCase, _ request: ComparisonRequest) -> [ChangeRegion]? {
    load(snapshot, request).flatMap { regions($0, request.strategy) }
  }

  private func regions(_ loaded: Loaded, _ strategy: Strategy) -> [ChangeRegion]? {
    guard let mask = compare(loaded, strategy)?.mask else { return nil }
    return located.value(loaded.compared(by: strategy)) {
      64 * $0.count
    } make: {
      guard let (reference, actual) = loaded.pair.both else { return mask.regions() }
      if loaded.pair.isRescaled { return [] }
      // If the heights are equal, something moved, and showing that is more useful than showing the
      // rows that made room.
      let isLonger = loaded.pair.alignment == nil && reference.height != actual.height
      let rows = isLonger ? loader.movedRows(loaded.pair, loaded.key) : nil
      let formula = strategy.formula
      let regions =
        rows.map { mask.regions(reference, actual, formula: formula, moves: RowMoves($0)) }
        ?? mask.regions(reference, actual, formula: formula)
      return map(loaded, strategy).map { regions.centred(by: $0, on: [reference, actual]) }
        ?? regions
    }
  }

  /// Prepares the results that are requested first when a case is shown.
  package func prepare(_ snapshot: SnapshotCase, _ request: ComparisonRequest) {
    guard let loaded = load(snapshot, request) else { return }
    _ = map(loaded, request.strategy)
    _ = regions(loaded, request.strategy)
    _ = loader.movedRows(loaded.pair, loaded.key)
  }

  /// Returns the rows that were inserted or deleted; nil if there are none.
  package func movedRows(_ snapshot: SnapshotCase, _ request: ComparisonRequest) -> RowAlignment? {
    var request = request
    request.isAligned = false
    return load(snapshot, request).flatMap { loader.movedRows($0.pair, $0.key) }
  }

  /// Returns a thumbnail: the region that changed most on both sides, or one image of the whole.
  package func thumbnail(_ snapshot: SnapshotCase, _ request: ThumbnailRequest) -> Thumbnail? {
    // Hundreds are drawn in passing, so they must not evict the case on screen.
    guard let loaded = load(snapshot, request, isKept: false) else { return nil }
    let sizes = [loaded.pair.reference, loaded.pair.actual].compactMap { $0?.size }
    let change = request.isWhole || sizes.count < 2 ? nil : regions(loaded, request.strategy)?.first
    let requests = request.pictures(of: loaded.pair, sizes, around: change)
    return requests.isEmpty
      ? nil
      : Thumbnail(
        box: change?.box, requests.compactMap { one in picture(loaded, one).map { (one, $0) } })
  }

  private func load(
    _ snapshot: SnapshotCase, _ request: some CaseRequest, isKept: Bool = true
  ) -> Loaded? {
    let key = CaseKey(request)
    return (try? loader.load(snapshot, key, isKept: isKept).get()).map {
      Loaded(snapshot: snapshot, key: key, pair: $0, areas: request.areas)
    }
  }

  private func compare(_ loaded: Loaded, _ strategy: Strategy) -> Compared? {
    guard loaded.pair.mask != nil || loaded.pair.both != nil else { return nil }
    return compared.value(loaded.compared(by: strategy)) {
      $0.map { $0.mask.width * $0.mask.height / 8 } ?? 0
    } make: {
      var areas = loaded.areas
      let (comparison, mask): (Comparison, ChangeMask)
      if let difference = loaded.pair.mask {
        (comparison, mask) = difference.judge(strategy, ignoring: areas)
      } else {
        guard
          let (reference, actual) = try? loader.compared(loaded.snapshot, loaded.pair, by: strategy)
        else { return nil }
        areas = loaded.pair.alignment?.aligned(areas, width: reference.width) ?? areas
        (comparison, mask) = DiffEngine.compare(
          reference, actual, strategy: strategy, ignoring: areas)
      }
      return Compared(
        comparison: comparison, mask: mask,
        ignored: areas.mask(width: mask.width, height: mask.height))
    }
  }

  /// Returns the image, with ignored areas hatched.
  private func grid(
    _ loaded: Loaded, _ request: PictureRequest, _ sampling: Sampling
  ) -> SampleGrid? {
    var grid = plainGrid(loaded, request, sampling)
    if !loaded.areas.isEmpty, let ignored = compare(loaded, request.marks)?.ignored {
      grid = grid?.painted { $0.hatch(sampling.marks(ignored), every: 4) }
    }
    guard let box = request.closeUp else { return grid }
    return grid.map { sampling.uncut($0, loaded.pair, around: box) }
  }

  private func plainGrid(
    _ loaded: Loaded, _ request: PictureRequest, _ sampling: Sampling
  ) -> SampleGrid? {
    let pair = loaded.pair
    let ground = request.ground ?? clearestGround(loaded) ?? .white
    let sampled = { (image: PixelImage?) in image.map { sampling.samples($0, ground) } }
    let actual = {
      let grid = sampled(pair.actual)
      guard let mask = pair.mask else { return grid }
      let stripes = UnknownStripes(request.evidence.tintScale)
      return grid?.painted { $0.stripe(sampling.marks(mask.mask), stripes) }
    }
    switch request.source {
    case .side(.reference): return sampled(pair.reference)
    case .side(.actual): return actual()
    case .swipe(let edge):
      return combine(sampled(pair.reference), actual()) { column, first, second in
        Double(column) < edge * Double(sampling.size.width) ? first : second
      }
    case .onion(let opacity):
      return combine(sampled(pair.reference), actual()) { _, first, second in
        blend(first, second, opacity)
      }
    case .difference(let style, let strategy):
      return difference(style, strategy, loaded, sampling, ground, request.evidence)
    case .recorded:
      guard pair.room?.holdsOthers != false else { return nil }
      return sampled(loaded.snapshot.difference.flatMap { try? PNG.decode(contentsOf: $0) })
    }
  }

  /// Returns the ground on which the change is most visible; nil if the images are opaque.
  private func clearestGround(_ loaded: Loaded) -> Ground? {
    let pair = loaded.pair
    guard let reference = pair.reference ?? pair.actual, let actual = pair.actual ?? pair.reference
    else { return .checkerboard }
    return grounds.value(loaded.key, cost: { _ in 1 }, make: { Ground.clearest(reference, actual) })
  }

  /// Difference and heat are pooled by maximum, while highlight and tint are drawn over the
  /// samples, so that a single differing pixel stays visible at every scale.
  private func difference(
    _ style: DifferenceStyle, _ strategy: Strategy, _ loaded: Loaded, _ sampling: Sampling,
    _ ground: Ground, _ colours: EvidenceColours
  ) -> SampleGrid? {
    guard let reference = loaded.pair.reference, let actual = loaded.pair.actual else { return nil }
    switch style.shown(isMasked: loaded.pair.mask != nil) {
    case .highlight, .boxes:
      guard let (result, mask) = compare(loaded, strategy).map({ ($0.comparison, $0.mask) })
      else { return nil }
      return sampling.samples(actual, ground).painted { painter in
        guard style == .boxes else {
          return painter.paint(sampling.marks(mask), with: colours.highlight)
        }
        for cluster in result.clusters.boxes {
          painter.frame(cluster.box, in: colours.boxes, of: sampling.region)
        }
      }
    case .tint:
      guard let map = map(loaded, strategy) else { return nil }
      return sampling.samples(actual, ground).tinted(sampling.changes(map), colours.tintScale)
    case .difference, .dodge, .amplify, .heat:
      let compared = loaded.compared(by: strategy)
      let image = differences.value(
        DifferenceKey(compared: compared, style: style, colours: colours)
      ) {
        4 * $0.pixelCount
      } make: {
        // The hatching is drawn on the samples, not on the image that they come from.
        differenceImage(style, reference, actual, strategy: strategy, colours: colours)
      }
      return style == .amplify ? sampling.furthest(image) : sampling.largest(image)
    }
  }

  private func map(_ loaded: Loaded, _ strategy: Strategy) -> ChangeMap? {
    guard let reference = loaded.pair.reference, let actual = loaded.pair.actual,
      let mask = compare(loaded, strategy)?.mask
    else { return nil }
    return maps.value(loaded.compared(by: strategy)) { _ in
      mask.width * mask.height
    } make: {
      loaded.pair.mask?.map(of: mask)
        ?? ChangeMap(reference, actual, mask: mask, formula: strategy.formula)
    }
  }
}

extension CaseKey {
  package init(_ request: some CaseRequest) {
    self.init(item: request.item, revision: request.revision, isAligned: request.isAligned)
  }
}
