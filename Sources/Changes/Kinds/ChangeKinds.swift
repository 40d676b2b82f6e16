import DiffEngine

/// The changes of a case: its sizes, and the kinds of all its regions.
package struct ChangeKinds: Hashable, Sendable, Codable {
  package let size: SizeRelation
  /// Rows that only one image has, if they explain most of what changed; nil if they do not.
  package let rows: RowMoves?
  /// The kinds of change except noise, those with the most pixels first.
  package let tallies: [KindTally]
  /// The regions with the most pixels, at most `regionLimit`.
  package let regions: [KindRegion]
  package let regionCount: Int
  package let noise: NoiseLevel?
  /// True if the changes are scattered pixels that only statistics show to be noise; see
  /// `NoiseStatistics`.
  package let isScattered: Bool
  /// The colours that became others.
  package let palette: ChangePalette
  /// The size of the aligned images; nil if nothing was aligned.
  let imageSize: SIMD2<Int>?

  /// True if no other change can be like this one, as far as the kinds show.
  package var isUnlike: Bool { isScattered || tallies.contains { $0.isUnlike } }

  /// True if every change has a name that explains all of it.
  package var isProven: Bool { tallies.allSatisfy { !$0.isUnnamed } }

  /// True if, in addition, nothing stayed in place beside what moved.
  var isExplained: Bool {
    isProven && !tallies.contains { $0.kind.offset != nil && $0.isToldByPixels }
  }

  private static let regionLimit = 48

  /// Finds the kinds in two images of one size.
  ///
  /// - Parameters:
  ///   - mask: The mask of the overlay's differing bytes.
  ///   - regions: The regions of the mask.
  ///   - isScattered: True if all of the change is known to be noise.
  package init(
    ofOneSize overlay: Overlay, _ mask: ChangeMask, _ regions: ChangeRegions, isScattered: Bool
  ) {
    let findings = RegionFinding.findings(overlay, mask, regions)
    let unnamed = findings.filter { !$0.isLeftover && ($0.kind.isUnnamed || $0.isStrongPart) }
      .reduce(0) { $0 + $1.extent.pixels }
    // Named changes need no look at all rows, and rows must leave less than the unnamed ones.
    let alignment =
      unnamed > 0 && !isScattered ? RowAlignment(overlay.reference, overlay.actual) : nil
    let rows = alignment.flatMap { $0.mismatches(overlay) <= unnamed ? RowMoves($0) : nil }
    self.init(size: .same, rows: rows, findings, overlay, isScattered: isScattered)
  }

  /// - Parameters:
  ///   - all: The findings of every region.
  ///   - overlay: The images of one size that the regions lie in; nil if there are none.
  ///   - isScattered: True if all of the change is known to be noise.
  init(
    size: SizeRelation, rows: RowMoves? = nil, _ all: [RegionFinding], _ overlay: Overlay? = nil,
    isScattered: Bool = false
  ) {
    (self.size, self.isScattered) = (size, isScattered)
    let ordered = all.sorted { $0.isOrdered(before: $1) }
    let strongest = RegionFinding.strongest(of: ordered)
    var tallies = isScattered ? [] : KindTally.tallies(of: ordered, first: strongest)
    if size == .same, let overlay { KindTally.findStanding(&tallies, in: overlay) }
    self.tallies = tallies
    // Findings beside the rows of a larger image say more than the number of differing rows.
    self.rows = size == .same || tallies.isEmpty ? rows : nil
    imageSize = overlay.map { SIMD2($0.width, $0.height) }
    noise = NoiseLevel(isScattered ? ordered : ordered.filter { $0.kind == .noise })
    palette = ChangePalette(
      ordered.filter { $0.kind != .noise }.map { ($0.modes, $0.extent.pixels) })
    let shown = [strongest].compactMap(\.self) + ordered.indices.filter { $0 != strongest }
    self.regions = shown.prefix(Self.regionLimit).map { ordered[$0].region(placedBy: size) }
    regionCount = all.count
  }

  /// Compares content below inserted rows with its counterpart. The regions of a rescaled picture
  /// say nothing.
  package init(ofOtherSizes overlay: Overlay) {
    let (size, aligned) = SizeRelation.find(overlay)
    switch size {
    case .rescaled(let factor):
      self.init(size: size, RegionFinding.leftovers(overlay, rescaledBy: factor))
    case .same, .cut:
      let mask = aligned.byteMask()
      let regions = ChangeRegions(mask)
      self.init(
        size: size, rows: RowAlignment(overlay.reference, overlay.actual).map(RowMoves.init),
        RegionFinding.findings(aligned, mask, size.isPlaced ? regions : regions.atMost(1)),
        aligned)
    }
  }
}

extension EdgeEvidence {
  /// The minimum ΔE and number of pixels at which the direction of changed edges is examined.
  private static let strong: Float = 5
  private static let strongPixels = 12

  /// True if edges changed so much that they are noise only if they changed in both directions: a
  /// border that grows on all sides is not noise. Text is often rendered a little bolder.
  fileprivate func isStrong(_ extent: RegionExtent) -> Bool {
    maxDeltaE > Self.strong && extent.pixels >= Self.strongPixels && !extent.isLikeText
  }
}

extension RegionFinding {
  /// If noise does not explain more regions than this, they become one, because nobody can tell
  /// then what belongs together.
  static let sourceLimit = 400
  /// The maximum number of regions of a case whose copies are looked for.
  private static let copiedLimit = 8
  /// The work of finding out what happened to a pixel, in comparisons of a pixel.
  private static let comparisons = 64

  /// Finds out what happened to every region, on all cores.
  ///
  /// - Parameters:
  ///   - mask: The mask of the overlay's differing bytes; its images are of one size.
  ///   - regions: The regions of the mask.
  static func findings(
    _ overlay: Overlay, _ mask: ChangeMask, _ regions: ChangeRegions
  ) -> [RegionFinding] {
    guard mask.count > 0 else { return [] }
    let evidence = EvidenceScan.evidence(overlay, regions, pixels: mask.count)
    // Noise may have any number of specks, so each is judged by itself.
    guard evidence.count(where: { !$0.isNudged }) <= sourceLimit else {
      return findings(overlay, mask, regions.atMost(sourceLimit))
    }
    let extents = RegionExtent.extents(of: regions, mask)
    let isNoise = extents.indices.map {
      evidence[$0].isNoise && !evidence[$0].isStrong(extents[$0])
    }
    let runs = regions.runsByRegion { !isNoise[$0] }
    // The largest come first, so that the last thread to finish does not get one.
    let order = extents.indices.sorted { extents[$0].pixels > extents[$1].pixels }
    let work = mask.count * comparisons
    return forEachBand(of: extents.count, pixels: work, perCore: 8) {
      let slots = PairSlots()
      var batch = PairBatch(capacity: 1024)
      return order[$0].flatMap { index -> [RegionFinding] in
        let (extent, evidence) = (extents[index], evidence[index])
        if isNoise[index] { return [RegionFinding(extent, .init(kind: .noise), evidence)] }
        let pixels = RegionPixels(extent, runs[index], overlay, slots)
        let classifier = RegionClassifier(
          overlay: overlay, pixels: pixels, margin: max(2, regions.reach),
          findsCopies: extents.count <= copiedLimit)
        if evidence.isNudged {
          let isNoise =
            evidence.isNoise && !pixels.isOneWay && !pixels.hasStraightEdge
          let result =
            isNoise ? .init(kind: .noise) : classifier.nudged(isText: extent.isLikeText)
          let patch = isNoise ? nil : pixels.patch
          var finding = RegionFinding(extent, result, evidence, patch: patch)
          // Edges that moved by a whole pixel may be those of something that moved.
          finding.source = isNoise ? nil : index
          return [finding]
        }
        var found = findingsByStrength(extent, classifier, slots, &batch)
        // Pixels that a kind leaves, or that stand out, go with their region if that has moved.
        if found.dropFirst().allSatisfy({ $0.isLeftover || $0.isStrongPart }) {
          for place in found.indices { found[place].source = index }
        }
        return found
      }
    }.flatMap { $0 }.findingMoves(runs, overlay, margin: max(2, regions.reach))
  }

  /// Finds out what happened to the pixels of a classifier. Pixels that stand out are examined
  /// separately.
  private static func findingsByStrength(
    _ extent: RegionExtent, _ classifier: RegionClassifier, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch
  ) -> [RegionFinding] {
    guard let strong = StrongParts(classifier.pixels) else {
      return findings(extent, classifier, slots, &batch)
    }
    let overlay = classifier.overlay
    let rest = RegionClassifier(overlay: overlay, pixels: strong.rest, margin: classifier.margin)
    let parts = findings(of: strong.parts, in: extent.box, overlay, slots, &batch) {
      let part = RegionClassifier(
        overlay: overlay, pixels: $1, margin: 0, changedGround: strong.ground)
      return findings($0, part, slots, &$2)
    }
    return findings(RegionExtent(strong.rest), rest, slots, &batch)
      + parts.map {
        var part = $0
        part.isStrongPart = true
        return part
      }
  }

  /// Finds out what happened to the pixels of a classifier, and finds the unexplained ones.
  static func findings(
    _ extent: RegionExtent, _ classifier: RegionClassifier, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch
  ) -> [RegionFinding] {
    let (overlay, pixels) = (classifier.overlay, classifier.pixels)
    let result = classifier.classify(isText: extent.isLikeText)
    let left = result.leftover.map { left in
      findings(of: left, in: pixels.box, overlay, slots, &batch) { extent, pixels, batch in
        if case .recoloured(let colours) = result.kind {
          let other = RegionClassifier(
            overlay: overlay, pixels: pixels, margin: 0, changedGround: colours)
          if let kind = other.plainRecolouring {
            return [RegionFinding(extent, .init(kind: kind), pixels, &batch)]
          }
        }
        var finding = RegionFinding(extent, .init(kind: .replaced), pixels, &batch)
        finding.isLeftover = true
        return [finding]
      }
    }
    if let palette = result.palette {
      return inks(palette, pixels, overlay, &batch) + (left ?? [])
    }
    var finding = RegionFinding(extent, result, pixels, &batch)
    if classifier.findsCopies { finding.findCopies(pixels, overlay) }
    return [finding] + (left ?? [])
  }

  /// Returns each ink of a region as a finding of its own.
  private static func inks(
    _ palette: PaletteFit, _ pixels: RegionPixels, _ overlay: Overlay, _ batch: inout PairBatch
  ) -> [RegionFinding] {
    palette.inks.indices.map { ink in
      let own = RegionPixels(pixels) { palette.owners[$0] == ink }
      let extent = RegionExtent(own)
      let classifier = RegionClassifier(overlay: overlay, pixels: own, margin: 0)
      let form = classifier.form(isText: extent.isLikeText)
      return RegionFinding(
        extent, .init(kind: .recoloured(palette.inks[ink]), form: form), own, &batch)
    }
  }

  /// Returns the findings about parts of a region.
  ///
  /// - Parameter parts: The parts, in pixels of the region's box.
  static func findings(
    of parts: ChangeRegions, in box: PixelBox, _ overlay: Overlay, _ slots: borrowing PairSlots,
    _ batch: inout PairBatch,
    _ find: (RegionExtent, RegionPixels, inout PairBatch) -> [RegionFinding]
  ) -> [RegionFinding] {
    let runs = parts.runsByRegion { _ in true }
    return parts.boxes.indices.flatMap { index -> [RegionFinding] in
      let runs = runs[index].map { run in
        LabelledRun(
          row: run.row + box.y,
          columns: run.columns.lowerBound + box.x..<run.columns.upperBound + box.x, label: 0)
      }
      var own = parts.boxes[index]
      (own.x, own.y) = (own.x + box.x, own.y + box.y)
      let extent = RegionExtent(
        box: own, pixels: runs.reduce(0) { $0 + $1.columns.count }, runs: runs.count)
      return find(extent, RegionPixels(extent, runs, overlay, slots), &batch)
    }
  }

  /// Creates the finding of a region that noise or moved edges explain.
  fileprivate init(
    _ extent: RegionExtent, _ result: RegionClassifier.Result, _ evidence: EdgeEvidence,
    patch: ContentKey? = nil
  ) {
    self.init(
      extent: extent, kind: result.kind, maxDeltaE: evidence.maxDeltaE, elements: [extent.box],
      isAtEdges: evidence.isAtEdges, patch: patch, form: result.form, shape: result.shape)
  }

  /// Creates the finding of any other region.
  fileprivate init(
    _ extent: RegionExtent, _ result: RegionClassifier.Result, _ pixels: RegionPixels,
    _ batch: inout PairBatch
  ) {
    self.init(
      extent: extent, kind: result.kind, maxDeltaE: pixels.maxDeltaE(&batch),
      elements: result.kind.colours != nil && !extent.isLikeText ? pixels.elements : [extent.box],
      modes: pixels.modes,
      patch: result.kind.isUnnamed || result.kind.isElement ? pixels.patch : nil,
      form: result.form, shape: result.shape)
    if kind.isUnnamed { sketch = pixels.sketch }
  }
}
