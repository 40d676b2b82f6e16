/// Whether cells are alike: each within a tolerance, and nearly all of the change in common.
package struct CellComparison {
  /// The most that a channel's mean may be off, in levels of 0 to 255.
  private let tolerance: Double
  private var areWithin = true
  private var apart = 0
  private var total = 0

  /// - Parameter cellSide: In pixels. The smaller a cell, the more a shifted edge tells in it.
  package init(cellSide: Double) { tolerance = min(64, 6 + 160 / cellSide) }

  package var areAlike: Bool { areWithin && Double(apart) <= 0.2 * Double(total) }

  package mutating func add(_ cells: [SIMD4<Int8>], _ others: [SIMD4<Int8>]) {
    guard areWithin else { return }
    for (first, second) in zip(cells, others) {
      let first = SIMD4<Int32>(truncatingIfNeeded: first)
      let second = SIMD4<Int32>(truncatingIfNeeded: second)
      let off = magnitude(first &- second)
      if Double(2 * off.max()) > tolerance { areWithin = false }
      apart += Int(off.wrappedSum())
      total += Int(pointwiseMax(magnitude(first), magnitude(second)).wrappedSum())
    }
  }

  private func magnitude(_ values: SIMD4<Int32>) -> SIMD4<Int32> {
    pointwiseMax(values, 0 &- values)
  }
}
