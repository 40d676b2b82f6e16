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
    var open = indices.filter { self[$0].source != nil && self[$0].kind.isElement }
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
