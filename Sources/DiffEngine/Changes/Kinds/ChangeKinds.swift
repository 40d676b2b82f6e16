import PNGCodec

/// What happened to a case: its sizes, and the kinds of all its regions.
package struct ChangeKinds: Hashable, Sendable {
  package let size: SizeRelation
  /// Rows that only one image has, where they explain most of what changed; nil where there are none.
  package let rows: RowMoves?
  /// The kinds that differ, those of the most pixels first; noise is not among them.
  package let tallies: [KindTally]
  /// The regions of the most pixels, at most `regionLimit`.
  package let regions: [KindRegion]
  /// All of them.
  package let regionCount: Int
  /// What noise there is; nil where there is none.
  package let noise: NoiseLevel?
  /// Noise aside, the same colours shine through more or less.
  package let isAlphaOnly: Bool
  /// Scattered pixels that only statistics tell to be noise; see `NoiseStatistics`.
  package let isScattered: Bool
  /// True if a colour became another, and elsewhere the other way round.
  package let hasReversal: Bool

  /// Which colours became which.
  package let palette: ChangePalette

  /// True if something happened that nothing can be like, as far as kinds tell.
  package var isUnnamed: Bool {
    isScattered || tallies.contains { $0.isUnnamed && $0.patches == nil }
  }

  private static let regionLimit = 48

  /// - Parameters:
  ///   - mask: Of the differing bytes of the overlay, whose images are of one size.
  ///   - regions: Of the mask.
  ///   - isScattered: Whether all of it is known to be noise.
  package init(
    size: SizeRelation, rows: RowMoves? = nil, _ overlay: Overlay, _ mask: ChangeMask,
    _ regions: ChangeRegions, isScattered: Bool
  ) {
    let findings = RegionFinding.findings(overlay, mask, regions)
    self.init(size: size, rows: rows, findings, isScattered: isScattered)
  }

  /// Tells them of two images of one size; the parameters are those of the initialiser above.
  init(
    ofOneSize overlay: Overlay, _ mask: ChangeMask, _ regions: ChangeRegions, isScattered: Bool
  ) {
    let findings = RegionFinding.findings(overlay, mask, regions)
    // What has a name needs no look at all rows.
    let isUnnamed = findings.contains { $0.kind == .replaced || $0.kind == .reshaped }
    self.init(
      size: .same, rows: isUnnamed && !isScattered ? overlay.rowMoves : nil, findings,
      isScattered: isScattered)
  }

  /// - Parameters:
  ///   - all: Of every region.
  ///   - isScattered: Whether all of it is known to be noise.
  init(
    size: SizeRelation, rows: RowMoves? = nil, _ all: [RegionFinding], isScattered: Bool
  ) {
    (self.size, self.isScattered) = (size, isScattered)
    let ordered = all.sorted { $0.isOrdered(before: $1) }
    tallies = isScattered ? [] : KindTally.tallies(of: ordered)
    // What is left beside the rows of a larger image says more than how many others differ.
    self.rows = size == .same || tallies.isEmpty ? rows : nil
    hasReversal = KindTally.haveReversal(tallies)
    noise = NoiseLevel(isScattered ? ordered : ordered.filter { $0.kind == .noise })
    palette = ChangePalette(
      ordered.filter { $0.kind != .noise }.map { ($0.modes, $0.extent.pixels) })
    isAlphaOnly = !tallies.isEmpty && ordered.allSatisfy(\.isAlphaOnly)
    self.regions = ordered.prefix(Self.regionLimit).map { $0.region(placedBy: size) }
    regionCount = all.count
  }

  /// Compares what lies below inserted rows with its own counterpart. The regions of a picture that was
  /// rescaled say nothing.
  package init(ofOtherSizes overlay: Overlay) {
    let (size, aligned) = SizeRelation.find(overlay)
    var mask = ChangeMask(width: 1, height: 1)
    if case .cut = size { mask = aligned.byteMask() }
    self.init(
      size: size, rows: overlay.rowMoves, aligned, mask, ChangeRegions(mask), isScattered: false)
  }
}

extension Overlay {
  fileprivate var rowMoves: RowMoves? { RowAlignment(reference, actual).map(RowMoves.init) }
}

extension RegionFinding {
  /// More regions than this that noise does not explain are taken for one: what belongs together is then
  /// unknowable.
  private static let sourceLimit = 400
  /// The number of times the work of comparing a pixel it is to find out what happened to it.
  private static let comparisons = 64

  /// Finds out what happened to every region, on all cores.
  ///
  /// - Parameters:
  ///   - mask: Of the differing bytes of the overlay, whose images are of one size.
  ///   - regions: Of the mask.
  static func findings(
    _ overlay: Overlay, _ mask: ChangeMask, _ regions: ChangeRegions
  ) -> [RegionFinding] {
    guard mask.count > 0 else { return [] }
    let evidence = EvidenceScan.evidence(overlay, regions, pixels: mask.count)
    // Specks of noise are as many as they like: each is told by itself.
    guard evidence.count(where: { !$0.isNudged }) <= sourceLimit else {
      return findings(overlay, mask, regions.atMost(sourceLimit))
    }
    let extents = RegionExtent.extents(of: regions, mask)
    let runs = regions.runsByRegion { !evidence[$0].isNudged }
    // The largest first, or the last thread to finish may have it.
    let order = extents.indices.sorted { extents[$0].pixels > extents[$1].pixels }
    let work = mask.count * comparisons
    return forEachBand(of: extents.count, pixels: work, perCore: 8) {
      let slots = PairSlots()
      var batch = PairBatch(capacity: 1024)
      return order[$0].map { index in
        let (extent, evidence) = (extents[index], evidence[index])
        if evidence.isNudged { return RegionFinding(extent, evidence) }
        let pixels = RegionPixels(extent, runs[index], overlay, slots)
        let classifier = RegionClassifier(
          overlay: overlay, pixels: pixels, margin: max(2, regions.reach))
        return RegionFinding(extent, classifier.kind(), pixels, &batch)
      }
    }.flatMap { $0 }
  }

  /// Of what noise explains, or edges that moved.
  fileprivate init(_ extent: RegionExtent, _ evidence: EdgeEvidence) {
    self.init(
      extent: extent, kind: evidence.isNoise ? .noise : .nudged, maxDeltaE: evidence.maxDeltaE,
      isAtEdges: evidence.isAtEdges)
  }

  /// Of anything else.
  fileprivate init(
    _ extent: RegionExtent, _ kind: ChangeKind, _ pixels: RegionPixels, _ batch: inout PairBatch
  ) {
    self.init(
      extent: extent, kind: kind, maxDeltaE: pixels.maxDeltaE(&batch),
      isAlphaOnly: pixels.isAlphaOnly, modes: pixels.modes,
      patch: kind == .reshaped || kind == .replaced ? pixels.patch : nil)
  }
}
