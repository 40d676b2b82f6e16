/// The stops of a knob, in order: axes and distances go by them.
package struct KnobScale: Sendable {
  package let stops: [Double]

  package static let deltaE = KnobScale(from: 0, to: 100) { Strategy.steppedDeltaE($0, 1) }

  /// The stops of cluster sizes, as far as landscapes keep them and one beyond.
  package static let clusterSize = KnobScale(from: 1, to: Double(SizeTable.sizeLimit)) {
    Double(Strategy.stepped(Int($0), 1, from: 1, to: .max))
  }

  private init(from first: Double, to last: Double, next: (Double) -> Double) {
    var stops = [first]
    while let stop = stops.last, stop < last { stops.append(next(stop)) }
    self.stops = stops
  }

  /// Returns the number of turns of the knob from its first stop to a value.
  func place(_ value: Double) -> Double {
    let next = max(stops.firstIndex { $0 > value } ?? stops.count - 1, 1)
    let (low, high) = (stops[next - 1], stops[next])
    return Double(next - 1) + (value - low) / (high - low)
  }
}
