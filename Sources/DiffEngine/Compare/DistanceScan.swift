import Pixels

/// Computes the ΔE of differing pixels row by row, with the vectorised kernel.
///
/// Like `perceptual` and `combined`, it premultiplies and ignores alpha. A value is within `error`
/// of the reference implementation; if a decision depends on less, use `exact`.
package struct DistanceScan: ~Copyable {
  /// The maximum deviation from the reference implementation: twice the maximum found among a
  /// million random pairs and all pairs of a coarse grid.
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
  ///   - width: The width of the widest row.
  ///   - light: The interpretation of 8-bit values.
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

  /// Measures a row, and calls `body` for every pixel whose premultiplied colours differ.
  @inline(__always)
  package mutating func forEachSample(
    of row: DifferingRow, _ body: (Sample, inout DistanceScan) -> Void
  ) {
    let count = gather(row)
    measure(first, second, count: count, formula, light: light, into: distances)
    // Exactly `count` elements were gathered.
    for index in 0..<count {
      var deltaE = unsafe min(Double(distances[unchecked: index]), limit)
      if deltaE < 0 { deltaE = exact(index) }
      let x = unsafe Int(columns[unchecked: index])
      body(Sample(x: x, deltaE: deltaE, index: index), &self)
    }
  }

  /// Returns the ΔE of a sample of the current row by the reference implementation.
  package mutating func exact(_ sample: Sample) -> Double { exact(sample.index) }

  private mutating func exact(_ index: Int) -> Double {
    reference.ofPremultiplied(first[index], second[index])
  }

  private func gather(_ row: DifferingRow) -> Int {
    precondition(row.width <= width, "a row is no wider than the widest")
    var count = 0
    row.forEachDifferentPixel { x, before, after in
      let (left, right) = (premultiplied(before), premultiplied(after))
      // `count` is less than x + 1, so it is in range.
      unsafe columns[unchecked: count] = Int32(truncatingIfNeeded: x)
      unsafe first[unchecked: count] = left
      unsafe second[unchecked: count] = right
      // A change of alpha alone is no difference in colour; the next pixel overwrites it.
      if left.x != right.x || left.y != right.y || left.z != right.z { count &+= 1 }
    }
    return count
  }
}

/// The largest ΔE so far, according to the reference implementation.
package struct LargestDeltaE: Sendable {
  package private(set) var value = 0.0

  package init() {}

  @inline(__always)
  package mutating func add(_ sample: DistanceScan.Sample, _ scan: inout DistanceScan) {
    // Skips samples that cannot be larger.
    if sample.deltaE + DistanceScan.error > value { value = max(value, scan.exact(sample)) }
  }

  package mutating func add(_ other: LargestDeltaE) { value = max(value, other.value) }
}
