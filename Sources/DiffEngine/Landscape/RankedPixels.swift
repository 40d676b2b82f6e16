/// The differing pixels of a pair, by how many of the landscape's limits they are above.
struct RankedPixels {
  /// Places among the links of `GrowingComponents`; rank by rank, the lowest first.
  private(set) var places: [Int32]
  /// Where each rank begins in `places`; one more at the end.
  private(set) var starts: [Int]
  private(set) var maxDeltaE = 0.0

  init(_ overlay: Overlay, _ formula: Strategy.Formula) {
    var unordered: [Int32] = []
    var ranks: [UInt16] = []
    var distance = ColourDistance(formula)
    let width = overlay.width
    var largest = 0.0
    DeltaESteps.limits.withUnsafeBufferPointer { limits in
      overlay.forEachDifference { x, y, first, second in
        let deltaE = distance(first, second)
        let rank = DeltaESteps.rank(deltaE, limits)
        largest = max(largest, deltaE)
        guard rank > 0 else { return }
        unordered.append(GrowingComponents.place(x, y, width: width))
        ranks.append(UInt16(truncatingIfNeeded: rank))
      }
    }
    maxDeltaE = largest
    for (x, y) in overlay.unsharedPlaces() {
      unordered.append(GrowingComponents.place(x, y, width: width))
      ranks.append(UInt16(DeltaESteps.limits.count))
    }
    (places, starts) = RankedPixels.sorted(unordered, ranks)
  }

  /// A counting sort: there are few ranks and many pixels.
  private static func sorted(_ unordered: [Int32], _ ranks: [UInt16]) -> ([Int32], [Int]) {
    var starts = [Int](repeating: 0, count: DeltaESteps.limits.count + 2)
    for rank in ranks { starts[Int(rank) + 1] += 1 }
    for rank in 1..<starts.count { starts[rank] += starts[rank - 1] }
    var next = starts
    var places = [Int32](repeating: 0, count: unordered.count)
    for index in unordered.indices {
      let rank = Int(ranks[index])
      places[next[rank]] = unordered[index]
      next[rank] += 1
    }
    return (places, starts)
  }

  /// The pixels that are above exactly `rank` limits.
  subscript(rank: Int) -> ArraySlice<Int32> { places[starts[rank]..<starts[rank + 1]] }
}

extension Overlay {
  /// The places that only one of the two images has.
  fileprivate func unsharedPlaces() -> [(x: Int, y: Int)] {
    guard !sameSize else { return [] }
    var words = [UInt64](repeating: 0, count: (width + 63) / 64 * height)
    markUnshared(in: &words)
    var places: [(x: Int, y: Int)] = []
    ChangeMask(width: width, height: height, words: words).forEachMarked { x, y in
      places.append((x, y))
    }
    return places
  }
}
