import DiffEngine
import Pixels

extension [RegionFinding] {
  /// Returns the findings with moved content as findings of its own, in regions that are unnamed, in
  /// which something appeared or vanished, or whose edges moved.
  ///
  /// - Parameter runs: The runs of each region.
  func findingMoves(_ runs: [[LabelledRun]], _ overlay: Overlay, margin: Int) -> Self {
    let open = indices.filter {
      self[$0].source != nil && !self[$0].isLeftover && !self[$0].isStrongPart
        && self[$0].extent.pixels <= RegionPixels.sampleLimit
        && (self[$0].kind.isUnnamed || self[$0].kind.isElement || self[$0].kind == .nudged)
    }
    guard !open.isEmpty else { return self }
    let slots = PairSlots()
    var batch = PairBatch(capacity: 1024)
    let regions = open.map { index -> (pixels: RegionPixels, ground: Pixel?) in
      let own = self[index]
      let all = filter { $0.source == own.source }.map(\.extent)
      let extent = RegionExtent(
        box: all.reduce(own.extent.box) { $0.union($1.box) },
        pixels: all.reduce(0) { $0 + $1.pixels })
      let pixels = RegionPixels(extent, runs[own.source ?? 0], overlay, slots)
      return (pixels, own.kind.ground ?? overlay.ground(of: extent.box, margin: margin))
    }
    guard let moved = MovedContent(regions, overlay) else { return self }
    var findings = moved.parts.map { RegionFinding($0, overlay, slots, &batch) }
    var replaced: Set<Int?> = []
    for (place, index) in open.enumerated() where moved.isTouched[place] {
      findings += RegionFinding.findings(
        of: moved.left[place], in: regions[place].pixels.box, overlay, margin, slots, &batch)
      replaced.insert(self[index].source)
    }
    return filter { $0.source == nil || !replaced.contains($0.source) } + findings
  }
}

extension RegionFinding {
  /// The maximum number of pixels that a move leaves, in a cluster and in total.
  private static var leftLimits: (cluster: Int, total: Int) { (4, 12) }

  fileprivate init(
    _ part: MovedContent.Part, _ overlay: Overlay, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch
  ) {
    var extent = RegionExtent(
      box: part.box, pixels: part.runs.reduce(0) { $0 + $1.columns.count }, runs: part.runs.count)
    extent.longestRun = part.runs.map(\.columns.count).max() ?? 0
    let pixels = RegionPixels(extent, part.runs, overlay, slots)
    let form = RegionClassifier(overlay: overlay, pixels: pixels, margin: 0)
      .form(isText: extent.isLikeText)
    self.init(
      extent: extent, kind: .moved(ChangeKind.Offset(part.shift)),
      maxDeltaE: pixels.maxDeltaE(&batch), elements: part.arrived > 0 ? [extent.box] : [],
      modes: pixels.modes, patch: pixels.patch, form: form == .text ? .text : .other)
    isProven = part.isProven
  }

  /// Returns what is left of a region without its moved content.
  fileprivate static func findings(
    of places: [SIMD2<Int>], in box: PixelBox, _ overlay: Overlay, _ margin: Int,
    _ slots: borrowing PairSlots, _ batch: inout PairBatch
  ) -> [RegionFinding] {
    var mask = ChangeMask(width: box.width, height: box.height)
    for place in places { mask[place.x - box.x, place.y - box.y] = true }
    guard mask.count > 0 else { return [] }
    let regions = ChangeRegions(mask)
    if mask.count <= Self.leftLimits.total, regions.largestCluster <= Self.leftLimits.cluster {
      return []
    }
    return findings(of: regions, in: box, overlay, slots, &batch) { extent, pixels, batch in
      let classifier = RegionClassifier(overlay: overlay, pixels: pixels, margin: margin)
      return findings(extent, classifier, slots, &batch)
    }
  }
}
