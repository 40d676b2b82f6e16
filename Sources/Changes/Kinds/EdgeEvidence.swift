import DiffEngine
import Pixels

/// The evidence on whether noise explains a region's changes.
struct EdgeEvidence {
  /// True if no pixel is outside the span of its neighbours, before or after: edges moved by a
  /// pixel at most.
  var isNudged = true
  /// True if, in addition, no pixel changed by more than half of the contrast around it and no
  /// straight edge got a step: edges moved by at most half a pixel.
  var isNoise = true
  /// True if every changed pixel has contrast around it.
  var isAtEdges = true
  var maxDeltaE: Float = 0
  /// The number of changed pixels, while `isNudged`.
  private var pixels = 0
  /// The numbers of pixels that changed like all of their neighbours, and like a square of four
  /// pixels, while `isNudged`.
  private var (flat, squares) = (0, 0)
  /// The number of changed pixels without contrast around them, and the sum of their changes.
  private var (plain, drift) = (0, SIMD4<Int32>())

  /// The minimum number of like pixels that make a change one of colour, even a faint one.
  private static let shade = 32
  /// The number of such pixels that a region needs to be part of one.
  private static let leastShade = 4
  /// The minimum number of pixels without contrast, and their mean change in levels, that make it
  /// one of colour under noise.
  private static let (leastPlain, leastDrift) = (256, 3)
  /// If at least one in this many pixels is in squares, dithering does not explain them.
  private static let squareShare = 8

  /// The change of a straight edge that is due to rounding, in levels.
  fileprivate static let rounding = 2

  /// The ΔE that counts as invisible.
  static let invisible: Float = 2

  /// Adds the evidence of another part of the region.
  fileprivate mutating func merge(_ other: EdgeEvidence) {
    isNudged = isNudged && other.isNudged
    isNoise = isNoise && other.isNoise
    isAtEdges = isAtEdges && other.isAtEdges
    maxDeltaE = max(maxDeltaE, other.maxDeltaE)
    pixels += other.pixels
    flat += other.flat
    squares += other.squares
    plain += other.plain
    drift &+= other.drift
  }

  /// True if a plain ground took another shade, although noise hides that its pixels are alike.
  private var hasDrifted: Bool {
    plain >= Self.leastPlain && largest(drift) >= Self.leastDrift * plain
  }

  /// The number of pixels that changed as one.
  private var shaded: Int { Self.squareShare * squares >= pixels ? squares : flat }

  /// Rules out noise if the regions together contain a shade: a new rasterisation changes edges,
  /// and hardly two neighbours by as much.
  fileprivate static func ruleOutShades(_ regions: inout [EdgeEvidence]) {
    for index in regions.indices where regions[index].hasDrifted { regions[index].ruleOut() }
    let shades = regions.map { $0.isNudged && $0.shaded >= leastShade ? $0.shaded : 0 }
    guard shades.reduce(0, +) >= shade else { return }
    for index in regions.indices where shades[index] > 0 { regions[index].ruleOut() }
  }

  /// Records that neither noise nor moved edges explain the region.
  fileprivate mutating func ruleOut() { (isNudged, isNoise) = (false, false) }

  fileprivate mutating func add(_ count: Int) { pixels += count }

  /// Records the change of a pixel without contrast around it.
  fileprivate mutating func addPlain(_ before: Pixel, _ after: Pixel) {
    isAtEdges = false
    plain += 1
    drift &+= SIMD4(truncatingIfNeeded: after) &- SIMD4(truncatingIfNeeded: before)
  }

  /// Records that a pixel changed like those of its square, or like all of its neighbours.
  fileprivate mutating func addSquare(isFlat: Bool) {
    squares += 1
    guard isFlat else { return }
    flat += 1
    if flat >= Self.shade { ruleOut() }
  }
}

/// Goes over the changed pixels of a pair and finds out how far noise explains each region.
///
/// A new rasterisation moves edges by parts of a pixel: each pixel is then a mixture of what was
/// around it, so it stays within the span of its 3 x 3 neighbours, channel by channel. This must
/// hold in both directions, because a hairline that vanished leaves pixels that its old neighbours
/// span. An edge that moves by s of a pixel changes pixels by s of its contrast. A straight edge
/// moves as a whole: if a part of it was cut off, there is a step. A region is left once a pixel
/// rules out both.
struct EvidenceScan: ~Copyable {
  private var regions: [EdgeEvidence]
  private var window: RowWindow
  private var pairs: PairBatch
  /// The parts of changes that are outside the spans.
  private var rests: PairBatch
  /// The region of each such pixel, and the indices of its two pairs in `rests`.
  private var outside: [(region: Int, forth: Int, back: Int)] = []
  private var doubts: [(doubt: Doubt, pair: Int)] = []

  /// The number of doubtful pixels to measure at once.
  private static let doubtLimit = 16

  /// A pixel that only its ΔE can decide.
  private struct Doubt {
    var region: Int
    var x: Int
    var clues: EdgeClues
  }

  /// Computes the evidence of each region, on all cores.
  ///
  /// - Parameter pixels: The number of changed pixels.
  static func evidence(
    _ overlay: Overlay, _ regions: ChangeRegions, pixels: Int
  ) -> [EdgeEvidence] {
    let parts = overlay.withRows { before, after in
      forEachBand(of: regions.runs.count, pixels: pixels) {
        EvidenceScan(RowWindow(overlay, before, after), regions, $0).regions
      }
    }
    var all = parts[0]
    for part in parts.dropFirst() {
      for index in all.indices { all[index].merge(part[index]) }
    }
    EdgeEvidence.ruleOutShades(&all)
    return all
  }

  private init(_ window: consuming RowWindow, _ regions: ChangeRegions, _ range: Range<Int>) {
    self.regions = [EdgeEvidence](repeating: EdgeEvidence(), count: regions.boxes.count)
    pairs = PairBatch(capacity: window.width)
    rests = PairBatch(capacity: 2 * window.width)
    self.window = window
    var start = range.lowerBound
    while start < range.upperBound {
      let row = regions.runs[start].row
      var end = start
      while end < range.upperBound, regions.runs[end].row == row { end += 1 }
      scan(regions.runs[start..<end], row)
      start = end
    }
  }

  private mutating func scan(_ runs: ArraySlice<LabelledRun>, _ row: Int) {
    measure(runs, row)
    for run in runs where regions[run.label].isNudged { examine(run) }
    settle()
  }

  private mutating func measure(_ runs: ArraySlice<LabelledRun>, _ row: Int) {
    var span: Range<Int>?
    for run in runs where regions[run.label].isNudged {
      if let open = span, run.columns.lowerBound - open.upperBound < 32 {
        span = open.lowerBound..<run.columns.upperBound
        continue
      }
      if let span { window.measure(span) } else { window.move(to: row) }
      span = run.columns
    }
    if let span { window.measure(span) }
  }

  private mutating func examine(_ run: LabelledRun) {
    var region = regions[run.label]
    region.add(run.columns.count)
    defer { regions[run.label] = region }
    let row = window.evidence
    for x in run.columns where row.strength(x) > 0 {
      let clues = row.clues(x)
      if clues.contains(.foreign) { return region.ruleOut() }
      if clues.contains(.square) {
        region.addSquare(isFlat: clues.contains(.flat))
        if !region.isNudged { return }
      }
      if clues.contains(.plain) { region.addPlain(window.before(x), window.after(x)) }
      if clues.contains(.edge), region.isNoise, row.strength(x) > EdgeEvidence.rounding,
        window.isTorn(x)
      {
        region.isNoise = false
      }
      let bound = Float(row.strength(x)) * mostDeltaEPerLevel
      guard clues.areDoubtful || bound > region.maxDeltaE else { continue }
      leave(Doubt(region: run.label, x: x, clues: clues), &region)
      if !region.isNudged { return }
    }
  }

  /// Queues a pixel to be measured with others; soon, because new colours recur in their row.
  private mutating func leave(_ doubt: Doubt, _ region: inout EdgeEvidence) {
    doubts.append((doubt, pairs.add(window.before(doubt.x), window.after(doubt.x))))
    guard doubts.count == Self.doubtLimit else { return }
    regions[doubt.region] = region
    settle()
    region = regions[doubt.region]
  }

  @inline(__always)
  private mutating func take(_ deltaE: Float, of doubt: Doubt, _ region: inout EdgeEvidence) {
    if deltaE > region.maxDeltaE { region.maxDeltaE = deltaE }
    guard deltaE > EdgeEvidence.invisible else { return }
    if doubt.clues.contains(.steep) { region.isNoise = false }
    if doubt.clues.contains(.outside) { addRests(of: doubt) }
  }

  /// Measures the pixels that the row left in doubt.
  private mutating func settle() {
    if !doubts.isEmpty {
      pairs.measureAll()
      for (doubt, pair) in doubts {
        var region = regions[doubt.region]
        take(pairs[pair], of: doubt, &region)
        regions[doubt.region] = region
      }
      doubts.removeAll(keepingCapacity: true)
      pairs.removeAll()
    }
    settleRests()
  }

  /// Queues the part of a pixel outside the spans to be measured, in both directions.
  private mutating func addRests(of doubt: Doubt) {
    let forth = rests.add(window.clampedAfter(doubt.x), window.after(doubt.x))
    let back = rests.add(window.clampedBefore(doubt.x), window.before(doubt.x))
    outside.append((doubt.region, forth, back))
  }

  private mutating func settleRests() {
    guard !outside.isEmpty else { return }
    rests.measureAll()
    for (region, forth, back) in outside
    where max(rests[forth], rests[back]) > EdgeEvidence.invisible { regions[region].ruleOut() }
    rests.removeAll()
    outside.removeAll(keepingCapacity: true)
  }
}
