/// The stops of a knob, in order, which define its axis and distances on it.
package struct KnobScale: Sendable {
  package let stops: [Double]

  package static let deltaE = KnobScale(from: 0, to: 100) { Strategy.steppedDeltaE($0, 1) }

  /// The stops of cluster sizes, up to the first beyond the sizes that landscapes cover.
  package static let clusterSize = KnobScale(from: 1, to: Double(SizeTable.sizeLimit)) {
    Double(Strategy.stepped(Int($0), 1, from: 1, to: .max))
  }

  private init(from first: Double, to last: Double, next: (Double) -> Double) {
    var stops = [first]
    while let stop = stops.last, stop < last { stops.append(next(stop)) }
    self.stops = stops
  }

  /// Returns the position of a value, in turns of the knob from its first stop.
  func place(_ value: Double) -> Double {
    let next = max(stops.firstIndex { $0 > value } ?? stops.count - 1, 1)
    let (low, high) = (stops[next - 1], stops[next])
    return Double(next - 1) + (value - low) / (high - low)
  }
}
