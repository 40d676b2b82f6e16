/// The differing pixels of a pair, ranked by how many of the landscape's limits they exceed.
struct RankedPixels {
  /// The mask of all of them, and of the pixels that only one image has.
  let mask: ChangeMask
  /// The row-major indices of the pixels in order of rank, lowest first.
  private(set) var places: [UInt32]
  /// The start of each rank in `places`, with one more entry at the end.
  private(set) var starts: [Int]
  let maxDeltaE: Double

  init(_ overlay: Overlay, _ formula: Strategy.Formula) {
    let (mask, bands) = overlay.mask { rows, mask in
      RankedBand(overlay, formula, rows, mask)
    }
    self.mask = mask
    maxDeltaE = bands.map(\.largest.value).max() ?? 0
    var unordered = bands.flatMap(\.places)
    var ranks = bands.flatMap(\.ranks)
    overlay.unshared?.forEachMarked { x, y in
      unordered.append(UInt32(y * overlay.width + x))
      ranks.append(UInt16(DeltaESteps.limits.count))
    }
    (places, starts) = RankedPixels.sorted(unordered, ranks)
  }

  /// A counting sort, since there are few ranks and many pixels.
  private static func sorted(_ unordered: [UInt32], _ ranks: [UInt16]) -> ([UInt32], [Int]) {
    var starts = [Int](repeating: 0, count: DeltaESteps.limits.count + 2)
    for rank in ranks { starts[Int(rank) + 1] += 1 }
    for rank in 1..<starts.count { starts[rank] += starts[rank - 1] }
    var next = starts
    var places = [UInt32](repeating: 0, count: unordered.count)
    for (place, rank) in zip(unordered, ranks) {
      places[next[Int(rank)]] = place
      next[Int(rank)] &+= 1
    }
    return (places, starts)
  }

  /// The pixels that exceed exactly `rank` limits.
  subscript(rank: Int) -> ArraySlice<UInt32> { places[starts[rank]..<starts[rank + 1]] }
}

/// The differing pixels of some rows.
private struct RankedBand: Sendable {
  private(set) var places: [UInt32] = []
  private(set) var ranks: [UInt16] = []
  private(set) var largest = LargestDeltaE()

  init(_ overlay: Overlay, _ formula: Strategy.Formula, _ rows: Range<Int>, _ mask: MaskRows) {
    var scan = DistanceScan(formula, width: overlay.sharedWidth)
    let width = overlay.width
    overlay.forEachDifferingRow(in: rows) { row in
      scan.forEachSample(of: row) { sample, scan in
        largest.add(sample, &scan)
        let rank = DeltaESteps.clearRank(sample.deltaE) ?? DeltaESteps.rank(scan.exact(sample))
        guard rank > 0 else { return }
        mask[row.y].mark(sample.x)
        places.append(UInt32(truncatingIfNeeded: row.y &* width &+ sample.x))
        ranks.append(UInt16(truncatingIfNeeded: rank))
      }
    }
  }
}
