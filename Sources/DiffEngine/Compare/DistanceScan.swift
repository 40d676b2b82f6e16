import Pixels

/// ΔE of the differing pixels of rows, by the vectorised kernel.
///
/// As `perceptual` and `combined` see them: premultiplied, alpha ignored. A value is within
/// `error` of the reference implementation; where a decision depends on less, `exact` makes it.
package struct DistanceScan: ~Copyable {
  /// The largest distance of a value from the reference implementation: twice what a million random
  /// pairs and all pairs of a coarse grid show.
  package static let error = 0.0006

  private let formula: Strategy.Formula
  private let light: [Float]
  private let limit: Double
  private let width: Int
  private let columns: Scratch<Int32>
  private let first: Scratch<Pixel>
  private let second: Scratch<Pixel>
  private let distances: Scratch<Float>
  private var reference: ColourDistance

  /// - Parameters:
  ///   - width: The widest row.
  ///   - light: The meaning of 8-bit values.
  package init(_ formula: Strategy.Formula, width: Int, light: Light = .decoded) {
    self.formula = formula
    self.light = light.table
    limit = light.limit
    self.width = width
    columns = Scratch(repeating: 0, count: width)
    first = Scratch(repeating: Pixel(), count: width)
    second = Scratch(repeating: Pixel(), count: width)
    distances = Scratch(repeating: 0, count: width)
    reference = ColourDistance(formula, light)
  }

  /// A pixel whose premultiplied colours differ.
  package struct Sample {
    package let x: Int
    /// Within `error` of the true ΔE.
    package let deltaE: Double
    fileprivate let index: Int
  }

  /// Measures a row, and calls `body` with every pixel whose premultiplied colours differ.
  @inline(__always)
  package mutating func forEachSample(
    of row: DifferingRow, _ body: (Sample, inout DistanceScan) -> Void
  ) {
    let count = gather(row)
    measure(first, second, count: count, formula, light: light, into: distances)
    // As many as were gathered are there.
    for index in 0..<count {
      var deltaE = unsafe min(Double(distances[unchecked: index]), limit)
      if deltaE < 0 { deltaE = exact(index) }
      let x = unsafe Int(columns[unchecked: index])
      body(Sample(x: x, deltaE: deltaE, index: index), &self)
    }
  }

  /// The ΔE of a sample of the present row by the reference implementation.
  package mutating func exact(_ sample: Sample) -> Double { exact(sample.index) }

  private mutating func exact(_ index: Int) -> Double {
    reference.ofPremultiplied(first[index], second[index])
  }

  private func gather(_ row: DifferingRow) -> Int {
    precondition(row.width <= width, "a row is no wider than the widest")
    var count = 0
    row.forEachDifferentPixel { x, before, after in
      let (left, right) = (premultiplied(before), premultiplied(after))
      // Less than x + 1.
      unsafe columns[unchecked: count] = Int32(truncatingIfNeeded: x)
      unsafe first[unchecked: count] = left
      unsafe second[unchecked: count] = right
      // Alpha alone is no difference of colour: the next pixel takes this place.
      if left.x != right.x || left.y != right.y || left.z != right.z { count &+= 1 }
    }
    return count
  }
}

/// The largest ΔE so far, by the reference implementation.
package struct LargestDeltaE: Sendable {
  package private(set) var value = 0.0

  package init() {}

  @inline(__always)
  package mutating func add(_ sample: DistanceScan.Sample, _ scan: inout DistanceScan) {
    // What cannot be larger is not looked at again.
    if sample.deltaE + DistanceScan.error > value { value = max(value, scan.exact(sample)) }
  }

  package mutating func add(_ other: LargestDeltaE) { value = max(value, other.value) }
}
