/// The settings that may be turned: ΔE in tenths, cluster sizes, both or neither.
struct TuningPlane: Sendable {
  let hasSteps: Bool
  let hasSizes: Bool

  /// Creates the plane of a kind; nil for kinds that no landscape holds.
  init?(_ kind: Strategy.Kind) {
    guard [.naive, .cluster, .perceptual, .combined].contains(kind) else { return nil }
    hasSteps = kind.parameters.contains(.deltaE)
    hasSizes = kind.parameters.contains(.clusterSize)
  }

  var sizes: ClosedRange<Int> { 1...(hasSizes ? SizeTable.sizeLimit : 1) }
  var stepCount: Int { hasSteps ? DeltaESteps.stepCount : 1 }

  /// Returns the mismatches of a pair.
  func count(_ landscape: Landscape, step: Int, size: Int) -> Int {
    hasSteps
      ? landscape.count(step: step, clusterSize: size) : landscape.byteCount(clusterSize: size)
  }

  /// Calls `body` with the counts of a pair, for each range of steps that shares them, up to the
  /// last that has any.
  func forEachRow(of landscape: Landscape, _ body: (Range<Int>, SettingTable.Row) -> Void) {
    if hasSteps {
      landscape.rows.forEachRow(body)
    } else if landscape.differing > 0 {
      body(0..<1, landscape.byteRow)
    }
  }

  /// Returns the counts of a pair at one step.
  func row(of landscape: Landscape, step: Int) -> SettingTable.Row {
    hasSteps ? landscape.rows.row(step: step) : landscape.byteRow
  }

  /// The steps that the knob stops at, in tenths of ΔE.
  var knobSteps: [Int] {
    hasSteps ? KnobScale.deltaE.stops.map { Int(($0 * 10).rounded()) } : [0]
  }

  /// Returns the place of a step on its axis, in turns of the knob.
  static func place(step: Int) -> Double { places[step] }

  private static let places = (0..<DeltaESteps.stepCount).map {
    KnobScale.deltaE.place(DeltaESteps.deltaE($0))
  }

  static func place(size: Int) -> Double { KnobScale.clusterSize.place(Double(size)) }
}

extension Strategy.Kind {
  /// The kinds of which every setting is known from one pass over a pair.
  package static let tunable = allCases.filter { TuningPlane($0) != nil }
}
