import DiffEngine
import Pixels

extension [RegionFinding] {
  /// More regions that came or went than this are not compared with each other.
  private static var pairLimit: Int { 32 }

  /// The findings with those that came and those that went, of the same pixels, as one that moved: two
  /// regions, where its old place and its new one are apart.
  ///
  /// - Parameter runs: The runs of each region.
  func joiningMoves(_ runs: [[LabelledRun]], _ overlay: Overlay) -> Self {
    let hasLeftover = Set(lazy.filter(\.isLeftover).compactMap(\.source))
    var open = indices.filter {
      self[$0].kind.isElement && self[$0].source.map { !hasLeftover.contains($0) } == true
    }
    guard 2...Self.pairLimit ~= open.count else { return self }
    let slots = PairSlots()
    var batch = PairBatch(capacity: 1024)
    var findings = self
    var joined: Set<Int> = []
    while let first = open.popLast() {
      let match = open.lazy.compactMap { second -> (Int, RegionFinding)? in
        self[first].moved(to: self[second], runs, overlay, slots, &batch).map { (second, $0) }
      }.first
      guard let (second, moved) = match else { continue }
      open.removeAll { $0 == second }
      joined.insert(second)
      findings[first] = moved
    }
    return findings.indices.filter { !joined.contains($0) }.map { findings[$0] }
  }
}

extension RegionFinding {
  /// Returns what moved from one of two regions to the other; nil if they are not two places of the
  /// same pixels.
  fileprivate func moved(
    to other: Self, _ runs: [[LabelledRun]], _ overlay: Overlay, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch
  ) -> RegionFinding? {
    guard let (from, to, ground) = places(with: other), let source, let its = other.source
    else { return nil }
    let both = (runs[source] + runs[its]).sorted {
      ($0.row, $0.columns.lowerBound) < ($1.row, $1.columns.lowerBound)
    }
    let whole = RegionExtent(
      box: from.union(to), pixels: extent.pixels + other.extent.pixels, runs: both.count)
    let pixels = RegionPixels(whole, both, overlay, slots)
    let search = ShiftSearch(overlay: overlay, pixels: pixels)
    guard let shift = search.shift(on: ground, orBy: SIMD2(to.x - from.x, to.y - from.y)),
      Leftover(overlay, pixels).after(moving: shift, on: ground) == nil
    else { return nil }
    return RegionFinding(
      extent: whole, kind: .moved(ChangeKind.Offset(shift)), maxDeltaE: pixels.maxDeltaE(&batch),
      elements: [whole.box], modes: pixels.modes, form: form == other.form ? form : .other)
  }

  /// The old and the new place and their ground; nil if an ink did not go from one of two boxes of one
  /// size and come to the other.
  private func places(with other: Self) -> (from: PixelBox, to: PixelBox, ground: Pixel)? {
    let (own, its) = (extent.box, other.extent.box)
    guard let colours = kind.colours, let others = other.kind.colours,
      colours.isReverse(of: others),
      abs(own.width - its.width) <= 1, abs(own.height - its.height) <= 1
    else { return nil }
    if case .vanished = kind { return (own, its, colours.to) }
    return (its, own, colours.from)
  }
}

extension [RegionFinding] {
  /// The findings with what moved as findings of its own, where regions have no name or something came
  /// or went in them.
  ///
  /// - Parameter runs: The runs of each region.
  func findingMoves(_ runs: [[LabelledRun]], _ overlay: Overlay, margin: Int) -> Self {
    let open = indices.filter {
      self[$0].source != nil && !self[$0].isLeftover && !self[$0].isRedrawn
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
    guard let moved = MovedContent(regions, overlay) else { return self }
    var findings = moved.parts.map { RegionFinding($0, overlay, slots, &batch) }
    for (place, index) in open.enumerated() where moved.isTouched[place] {
      findings += self[index].findings(of: moved.left[place], overlay, margin, slots, &batch)
    }
    let replaced = Set(open.indices.filter { moved.isTouched[$0] }.map { self[open[$0]].source })
    return filter { $0.source == nil || !replaced.contains($0.source) } + findings
  }
}

extension ChangeKind {
  /// The colour that something came to, or went from.
  fileprivate var ground: Pixel? {
    switch self {
    case .appeared(let colours): colours.from
    case .vanished(let colours): colours.to
    default: nil
    }
  }
}

extension RegionFinding {
  /// The most pixels of a cluster that a move leaves, and in all.
  private static var leftLimits: (cluster: Int, total: Int) { (4, 12) }

  fileprivate init(
    _ part: MovedContent.Part, _ overlay: Overlay, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch
  ) {
    var extent = RegionExtent(
      box: part.box, pixels: part.runs.reduce(0) { $0 + $1.columns.count }, runs: part.runs.count)
    extent.longestRun = part.runs.map(\.columns.count).max() ?? 0
    let pixels = RegionPixels(extent, part.runs, overlay, slots)
    self.init(
      extent: extent, kind: .moved(ChangeKind.Offset(part.shift)),
      maxDeltaE: pixels.maxDeltaE(&batch), elements: part.hasArrived ? [extent.box] : [],
      modes: pixels.modes, form: extent.isLikeText ? .text : .other)
  }

  /// What is left of a region once what moved is taken away.
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
