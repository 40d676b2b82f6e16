import PNGCodec

/// What some pixels of a region were, and what they became; premultiplied.
struct ColourPair {
  let before: Pixel
  let after: Pixel
  /// How many pixels, where nearly all are counted together.
  fileprivate(set) var count = 0

  var change: SIMD4<Float> { SIMD4<Float>(after) - SIMD4<Float>(before) }
}

/// The changed pixels of a region: all, or those of every fourth row.
///
/// Most changes turn a few colours into a few others, so what has no place is asked of each pair of
/// colours, once.
struct RegionPixels {
  private(set) var box = PixelBox(x: 0, y: 0, width: 0, height: 0)
  /// Of how many rows one was taken.
  private(set) var step = 1
  private(set) var pairs: [ColourPair] = []
  private(set) var stretches: [Stretch] = []
  private(set) var count = 0
  /// Where a pair was seen last, by its hash: right only if it stands there.
  private var seen = [UInt32](repeating: 0, count: 1 << RegionPixels.seenBits)

  /// Pixels side by side that changed alike.
  struct Stretch {
    let x: Int32
    let y: Int32
    fileprivate(set) var count: Int32
    /// Where their colours stand in `pairs`.
    let pair: UInt32
  }

  private static let seenBits = 12

  /// Regions of more pixels are told by a part of them.
  private static let sampleLimit = 250_000
  private static let measuredLimit = 65_536

  /// Takes the pixels of one region in place of those of another.
  ///
  /// - Parameter runs: Of the region; with pixels that did not change where too much did to join it.
  mutating func take(_ extent: RegionExtent, _ runs: [ChangeRegions.Run], _ overlay: Overlay) {
    box = extent.box
    step = extent.pixels > Self.sampleLimit ? 4 : 1
    pairs.removeAll(keepingCapacity: true)
    stretches.removeAll(keepingCapacity: true)
    count = 0
    overlay.reference.withRows { first in
      overlay.actual.withRows { second in
        for run in runs where (run.row - box.y) % step == 0 {
          take(run, first[run.row], second[run.row])
        }
      }
    }
  }

  private mutating func take(_ run: ChangeRegions.Run, _ row: PixelRow, _ other: PixelRow) {
    forEachEqual(run.columns, row, other) { old, new, columns in
      add(premultiplied(old), premultiplied(new), columns, run.row)
    }
  }

  private mutating func add(_ before: Pixel, _ after: Pixel, _ columns: Range<Int>, _ row: Int) {
    guard before.bits != after.bits else { return }
    let pair = index(of: before, after)
    pairs[Int(pair)].count += columns.count
    count += columns.count
    let last = stretches.count - 1
    let (x, y) = (Int32(columns.lowerBound), Int32(row))
    if last >= 0, stretches[last].precedes(x, y, pair) {
      stretches[last].count += Int32(columns.count)
    } else {
      stretches.append(Stretch(x: x, y: y, count: Int32(columns.count), pair: pair))
    }
  }

  private mutating func index(of before: Pixel, _ after: Pixel) -> UInt32 {
    let key = pairBits(before, after)
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - Self.seenBits))
    let known = seen[slot]
    if known < pairs.count, pairs[Int(known)].before.bits == before.bits,
      pairs[Int(known)].after.bits == after.bits
    {
      return known
    }
    seen[slot] = UInt32(pairs.count)
    pairs.append(ColourPair(before: before, after: after))
    return seen[slot]
  }

  /// Calls `body` with one pixel of so many, from the first on, until it returns false.
  ///
  /// - Returns: Whether it never did.
  @inline(__always)
  func allSatisfy(
    oneIn step: Int = 1, _ body: (_ place: SIMD2<Int>, _ pair: ColourPair) -> Bool
  ) -> Bool {
    var next: Int32 = 0
    for stretch in stretches {
      while next < stretch.count {
        let place = SIMD2(Int(stretch.x &+ next), Int(stretch.y))
        guard body(place, pairs[Int(stretch.pair)]) else { return false }
        next &+= Int32(truncatingIfNeeded: step)
      }
      next &-= stretch.count
    }
    return true
  }

  /// One pixel in so many is at most `limit` of them.
  func step(to limit: Int) -> Int { max(1, (count + limit - 1) / limit) }

  /// The largest ΔE, or change of alpha in per cent where that is more; of some of the pairs where
  /// they are very many.
  func maxDeltaE() -> Float {
    let capacity = 1024
    var batch = PairBatch(capacity: capacity)
    var result: Float = 0
    let step = max(1, pairs.count / Self.measuredLimit)
    for index in stride(from: 0, to: pairs.count, by: step) {
      let pair = pairs[index]
      let bound = Float(distance(pair.before, pair.after)) * mostDeltaEPerLevel
      if bound > result, batch.add(pair.before, pair.after) == capacity - 1 {
        batch.measureAll()
        result = max(result, batch.largest)
        batch.removeAll()
      }
    }
    batch.measureAll()
    return max(result, batch.largest)
  }
}

extension RegionPixels.Stretch {
  /// Whether what starts at a place goes on with it.
  fileprivate func precedes(_ x: Int32, _ y: Int32, _ pair: UInt32) -> Bool {
    self.pair == pair && self.y == y && self.x + count == x
  }
}
