import DiffEngine
import Pixels

extension [RegionFinding] {
  /// Returns the findings with moved content as findings of its own, in regions that are unnamed or
  /// in which something appeared or vanished. Other unnamed regions are taken apart.
  ///
  /// - Parameter runs: The runs of each region.
  func findingMoves(_ runs: [[LabelledRun]], _ overlay: Overlay, margin: Int) -> Self {
    let open = indices.filter {
      self[$0].source != nil && !self[$0].isLeftover
        && self[$0].extent.pixels <= RegionPixels.sampleLimit
        && (self[$0].kind.isUnnamed || self[$0].kind.isElement)
    }
    guard !open.isEmpty else { return self }
    let slots = PairSlots()
    var batch = PairBatch(capacity: 1024)
    let regions = open.map { index -> (pixels: RegionPixels, ground: Pixel?) in
      let own = self[index]
      let pixels = RegionPixels(own.extent, runs[own.source ?? 0], overlay, slots)
      return (pixels, own.kind.ground ?? overlay.ground(of: own.extent.box, margin: margin))
    }
    let moved = MovedContent(regions, overlay)
    var findings = moved?.parts.map { RegionFinding($0, overlay, slots, &batch) } ?? []
    var replaced: Set<Int?> = []
    for (place, index) in open.enumerated() {
      let own = self[index]
      let parts =
        if let moved, moved.isTouched[place] {
          own.findings(of: moved.left[place], overlay, margin, slots, &batch)
        } else {
          own.findingsApart(regions[place].pixels, overlay, margin, slots, &batch)
        }
      guard let parts else { continue }
      findings += parts
      replaced.insert(own.source)
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
      .form(on: nil, isText: extent.isLikeText)
    self.init(
      extent: extent, kind: .moved(ChangeKind.Offset(part.shift)),
      maxDeltaE: pixels.maxDeltaE(&batch), elements: part.hasArrived ? [extent.box] : [],
      modes: pixels.modes, patch: pixels.patch, form: form == .text ? .text : .other)
    isProven = part.isProven
  }

  /// True if neither the kind nor the shapes say what happened.
  private var isNameless: Bool { kind.isUnnamed && shape.redrawing == nil }

  /// The longest side of an element, such as an icon, that is not taken apart.
  private static var largestWhole: Int { 192 }
  /// The maximum number of parts, and the share of the reach by which they are joined.
  private static let (partLimit, reachShare) = (24, 3)

  /// Returns what happened to the parts of a region without a name, if at least half of it then has
  /// one: a text above a line, each changed in its own way. Parts of something that took another
  /// shape also appear or vanish, so only lines and boxes may.
  fileprivate func findingsApart(
    _ pixels: RegionPixels, _ overlay: Overlay, _ margin: Int, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch
  ) -> [RegionFinding]? {
    guard isNameless, form != .text, max(extent.box.width, extent.box.height) > Self.largestWhole,
      case let parts = ChangeRegions(
        pixels.mask(in: extent.box), reach: max(1, margin / Self.reachShare)),
      2...Self.partLimit ~= parts.boxes.count
    else { return nil }
    let found = Self.findings(of: parts, in: extent.box, overlay, slots, &batch) {
      let classifier = RegionClassifier(overlay: overlay, pixels: $1, margin: margin)
      return Self.findings($0, classifier, slots, &$2)
    }
    let left = found.reduce(0) { $0 + ($1.isNameless ? $1.extent.pixels : 0) }
    let isSound = found.allSatisfy { !$0.kind.isElement || [.line, .bar, .fill].contains($0.form) }
    return isSound && 2 * left <= extent.pixels ? found : nil
  }

  /// Returns what is left of a region without its moved content.
  fileprivate func findings(
    of places: [SIMD2<Int>], _ overlay: Overlay, _ margin: Int, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch
  ) -> [RegionFinding] {
    let box = extent.box
    var mask = ChangeMask(width: box.width, height: box.height)
    for place in places { mask[place.x - box.x, place.y - box.y] = true }
    guard mask.count > 0 else { return [] }
    let regions = ChangeRegions(mask)
    if mask.count <= Self.leftLimits.total, regions.largestCluster <= Self.leftLimits.cluster {
      return []
    }
    return Self.findings(of: regions, in: box, overlay, slots, &batch) { extent, pixels, batch in
      let classifier = RegionClassifier(overlay: overlay, pixels: pixels, margin: margin)
      return Self.findings(extent, classifier, slots, &batch)
    }
  }
}
