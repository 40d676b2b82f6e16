import PNGCodec

/// What noise explains of a region's changes.
struct EdgeEvidence {
  /// No pixel lies outside of what its neighbours spanned before or span now: at most, edges moved
  /// by a pixel.
  var isNudged = true
  /// And none changed by more than half of the contrast around it, nor did a straight edge get a
  /// step: edges moved by at most half a pixel.
  var isNoise = true
  /// Every changed pixel has contrast around it.
  var isAtEdges = true
  /// The largest ΔE while `isNudged`.
  var maxDeltaE: Float = 0

  /// The ΔE that counts as none.
  static let invisible: Float = 2
  /// Levels that no colour is near enough to be worth a measurement.
  fileprivate static let levelLimit = 12
  /// What quantisation and rounding add to a change, in levels.
  fileprivate static let slack = 8
  /// Levels of contrast that make an edge.
  fileprivate static let edge = 16

  /// Something else happened here.
  fileprivate mutating func ruleOut() { (isNudged, isNoise) = (false, false) }

  fileprivate mutating func take(_ deltaE: Float, isSteep: Bool) {
    maxDeltaE = max(maxDeltaE, deltaE)
    if isSteep, deltaE > Self.invisible { isNoise = false }
  }
}

/// Goes over the changed pixels of a pair and finds out what noise explains of each region.
///
/// Rasterising anew moves edges by parts of a pixel: each pixel is then a mixture of what was around
/// it, so it stays within the span of its 3 x 3 neighbours, channel by channel. It must be
/// taken both ways, for a hairline that vanished leaves pixels that its old neighbours span. And an
/// edge that moves by s of a pixel changes pixels by s of its contrast. A straight edge moves as a
/// whole: where a part of it was cut off there is a step. A region is left as soon as a pixel of it
/// rules out both.
struct EvidenceScan: ~Copyable {
  private(set) var regions: [EdgeEvidence]
  private var window: RowWindow
  private var pairs: PairBatch
  /// What the spans do not explain.
  private var rests: PairBatch
  /// The region of each such pixel, and where what is left of it stands, one way and the other.
  private var outside: [(region: Int, forth: Int, back: Int)] = []
  private var doubts: [(doubt: Doubt, pair: Int)] = []

  /// A pixel that only ΔE tells of.
  private struct Doubt {
    var region: Int
    var x: Int
    /// The spans do not explain all of it.
    var isOutside: Bool
    /// It changed by more than half of the contrast.
    var isSteep: Bool
  }

  init(_ overlay: Overlay, _ regions: ChangeRegions) {
    self.regions = [EdgeEvidence](repeating: EdgeEvidence(), count: regions.boxes.count)
    window = RowWindow(overlay)
    pairs = PairBatch(capacity: overlay.width)
    rests = PairBatch(capacity: 2 * overlay.width)
    var start = 0
    while start < regions.runs.count {
      let row = regions.runs[start].row
      var end = start
      while end < regions.runs.count, regions.runs[end].row == row { end += 1 }
      scan(regions.runs[start..<end], row)
      start = end
    }
  }

  private mutating func scan(_ runs: ArraySlice<ChangeRegions.Run>, _ row: Int) {
    measure(runs, row)
    for run in runs where regions[run.region].isNudged { examine(run) }
    settle()
  }

  /// Measures what is still open of a row; near runs at once.
  private mutating func measure(_ runs: ArraySlice<ChangeRegions.Run>, _ row: Int) {
    var span: Range<Int>?
    for run in runs where regions[run.region].isNudged {
      if let open = span, run.columns.lowerBound - open.upperBound < 32 {
        span = open.lowerBound..<run.columns.upperBound
        continue
      }
      if let span { window.measure(span) } else { window.move(to: row) }
      span = run.columns
    }
    if let span { window.measure(span) }
  }

  private mutating func examine(_ run: ChangeRegions.Run) {
    var region = regions[run.region]
    defer { regions[run.region] = region }
    for x in run.columns where window.strength[x] > 0 {
      let strength = Int(window.strength[x])
      let (rest, contrast) = (Int(window.rest[x]), Int(window.contrast[x]))
      if rest > EdgeEvidence.levelLimit { return region.ruleOut() }
      if contrast < EdgeEvidence.edge { region.isAtEdges = false }
      // Of a faint edge the slack would leave nothing.
      let slack = min(EdgeEvidence.slack, contrast / 4)
      let isSteep = 2 * (strength - slack) > max(contrast, 1)
      if strength > 1, contrast > 2, region.isNoise, window.isTorn(x) { region.isNoise = false }
      let bound = Float(strength) * mostDeltaEPerLevel
      guard rest > 1 || isSteep || bound > region.maxDeltaE else { continue }
      let (before, after) = (window.before(x), window.after(x))
      let doubt = Doubt(region: run.region, x: x, isOutside: rest > 1, isSteep: isSteep)
      if let deltaE = pairs.distance(of: before, after) {
        region.take(deltaE, isSteep: isSteep)
        if doubt.isOutside, deltaE > EdgeEvidence.invisible { addRests(of: doubt) }
      } else {
        doubts.append((doubt, pairs.add(before, after)))
      }
    }
  }

  /// Measures what the row left in doubt.
  private mutating func settle() {
    if !doubts.isEmpty {
      pairs.measureAll()
      for (doubt, pair) in doubts {
        regions[doubt.region].take(pairs[pair], isSteep: doubt.isSteep)
        if doubt.isOutside, pairs[pair] > EdgeEvidence.invisible { addRests(of: doubt) }
      }
      doubts.removeAll(keepingCapacity: true)
      pairs.removeAll()
    }
    settleRests()
  }

  /// Has what the spans leave of a pixel measured, both ways.
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
