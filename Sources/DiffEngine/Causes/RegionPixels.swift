import PNGCodec

/// The changed pixels of a region, premultiplied: all, or those of every fourth row.
struct RegionPixels {
  private(set) var box = PixelBox(x: 0, y: 0, width: 0, height: 0)
  /// Of how many rows one was taken.
  private(set) var step = 1
  private(set) var places: [SIMD2<Int32>] = []
  private(set) var before: [Pixel] = []
  private(set) var after: [Pixel] = []

  var count: Int { before.count }

  /// Regions of more pixels are told by a part of them.
  private static let sampleLimit = 250_000
  private static let measuredLimit = 65_536

  /// Takes the pixels of one region in place of those of another.
  ///
  /// - Parameter runs: Of the region; with pixels that did not change where too much did to join it.
  mutating func take(_ extent: RegionExtent, _ runs: [ChangeRegions.Run], _ overlay: Overlay) {
    box = extent.box
    step = extent.pixels > Self.sampleLimit ? 4 : 1
    places.removeAll(keepingCapacity: true)
    before.removeAll(keepingCapacity: true)
    after.removeAll(keepingCapacity: true)
    overlay.reference.withRows { first in
      overlay.actual.withRows { second in
        for run in runs where (run.row - box.y) % step == 0 {
          let (row, other) = (first[run.row], second[run.row])
          for x in run.columns {
            let (old, new) = (premultiplied(row[x]), premultiplied(other[x]))
            if old.bits != new.bits { add(old, new, x, run.row) }
          }
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ before: Pixel, _ after: Pixel, _ x: Int, _ y: Int) {
    places.append(SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y)))
    self.before.append(before)
    self.after.append(after)
  }

  /// About `limit` of the pixels, evenly spread.
  func sample(_ limit: Int) -> StrideTo<Int> {
    stride(from: 0, to: count, by: max(1, (count + limit - 1) / limit))
  }

  /// The largest ΔE, or change of alpha in per cent where that is more; of some of the pixels where
  /// they are very many.
  func maxDeltaE() -> Float {
    let capacity = 1024
    var batch = PairBatch(capacity: capacity)
    var seen = PairSet()
    var result: Float = 0
    for index in sample(Self.measuredLimit) {
      let (first, second) = (before[index], after[index])
      let bound = Float(distance(first, second)) * mostDeltaEPerLevel
      guard bound > result, seen.insert(first, second) else { continue }
      if batch.add(first, second) == capacity - 1 {
        batch.measureAll()
        result = max(result, batch.largest)
        batch.removeAll()
      }
    }
    batch.measureAll()
    return max(result, batch.largest)
  }
}

/// Remembers the pairs seen last: those of a real change repeat.
private struct PairSet: ~Copyable {
  private static let slots = 2048
  private let keys = Scratch<UInt64>(repeating: 0, count: slots)

  /// Whether the pair is new, or was forgotten.
  mutating func insert(_ first: Pixel, _ second: Pixel) -> Bool {
    // No pair of different colours has the key 0.
    let key = UInt64(first.bits) << 32 | UInt64(second.bits)
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 53)
    if keys[slot] == key { return false }
    keys[slot] = key
    return true
  }
}
