/// A point whose coordinates differ from those of like points by at most the tolerance.
struct NearPoint: Hashable, Sendable {
  private let coordinates: SIMD8<Int16>
  private let tolerance: Int16

  init(_ first: SIMD4<Int32> = SIMD4(), _ second: SIMD4<Int32> = SIMD4(), tolerance: Int = 1) {
    coordinates = SIMD8<Int16>(clamping: SIMD8(lowHalf: first, highHalf: second))
    self.tolerance = Int16(tolerance)
  }

  fileprivate func isNear(_ other: Self) -> Bool {
    // Comparing vectors would take ten times as long.
    let offset = coordinates &- other.coordinates
    return pointwiseMax(offset, 0 &- offset).max() <= tolerance
  }

  /// Two numbers that differ by at most one between like points.
  fileprivate var cells: SIMD2<Int> {
    func cell(_ half: SIMD4<Int16>) -> Int {
      let sum = Int(SIMD4<Int32>(truncatingIfNeeded: half).wrappedSum())
      return (sum + 4 * (1 << 15)) / (4 * Int(tolerance) + 1)
    }
    return SIMD2(cell(coordinates.lowHalf), cell(coordinates.highHalf))
  }
}

/// Numbers that are found by an equal trait and a near point. If traits are equal by accident, more
/// are found.
struct NearTable: Sendable {
  private struct Place: Hashable {
    var trait: Int
    var cells: SIMD2<Int>
  }

  private var entries: [Place: [(number: Int, point: NearPoint)]] = [:]

  mutating func add(_ number: Int, _ trait: some Hashable, _ point: NearPoint) {
    let place = Place(trait: trait.hashValue, cells: point.cells)
    entries[place, default: []].append((number, point))
  }

  func forEach(near point: NearPoint, _ trait: some Hashable, _ body: (_ number: Int) -> Void) {
    var place = Place(trait: trait.hashValue, cells: SIMD2())
    for x in -1...1 {
      for y in -1...1 {
        place.cells = point.cells &+ SIMD2(x, y)
        for entry in entries[place] ?? [] where point.isNear(entry.point) { body(entry.number) }
      }
    }
  }
}
