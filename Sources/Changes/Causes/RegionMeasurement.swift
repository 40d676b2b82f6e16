import DiffEngine

/// The result of one pass over the changed pixels: keys and sums of every region.
package struct RegionMeasurement {
  private let sums: [RegionSums]

  package init(_ overlay: Overlay, _ mask: ChangeMask, _ regions: ChangeRegions) {
    let cuts = overlay.cuts
    let parts = overlay.withRows { first, second in
      forEachBand(of: regions.runs.count, pixels: mask.count) { band in
        var sums = RegionSums.sums(of: regions)
        regions.forEachRun(in: band, cutAt: cuts) { run in
          sums[run.label].add(run, RunPixels(overlay, run, first, second))
        }
        return sums
      }
    }
    sums = parts.dropFirst().reduce(into: parts[0]) { all, part in
      for region in all.indices { all[region].merge(part[region]) }
    }
  }

  /// The keys of the exact pixels of each region, before and after.
  package var keys: [ContentKey] { sums.map(\.key) }
  /// The largest change of any channel, 0 to 255.
  package var largest: Int { sums.reduce(0) { max($0, $1.largest) } }
  /// The sum of every pixel's largest channel change.
  package var sum: Int { sums.reduce(0) { $0 + $1.weight } }
  /// The number of pixels whose channels gained more than they lost.
  package var brighter: Int { sums.reduce(0) { $0 + $1.brighter } }
}

extension Overlay {
  /// The columns at which one image ends before the other, in rising order.
  fileprivate var cuts: [Int] {
    sharedWidth == width ? [] : [sharedWidth]
  }
}
