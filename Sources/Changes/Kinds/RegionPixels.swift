import DiffEngine
import Pixels

/// A pair of colours of a region's pixels, before and after, premultiplied.
struct ColourPair {
  let before: Pixel
  let after: Pixel
  /// The number of pixels with these colours; a few pairs of colours have a second entry.
  fileprivate(set) var count = 0

  var change: SIMD4<Float> { SIMD4<Float>(after) - SIMD4<Float>(before) }
}

/// The changed pixels of a region: all, or those of every fourth row, and of the rows between them the
/// pixels whose colours the others lack, such as those of a thin line.
///
/// Most changes turn a few colours into a few others, so questions that do not depend on a place
/// are asked once for each pair of colours.
struct RegionPixels {
  let box: PixelBox
  /// The distance between the rows that were taken.
  let step: Int
  let pairs: [ColourPair]
  let stretches: [Stretch]
  let count: Int

  /// Adjacent pixels of a row that changed alike.
  struct Stretch {
    let x: Int32
    let y: Int32
    fileprivate(set) var count: Int32
    let pair: UInt32
  }

  /// The maximum number of pixels of a region that is taken as a whole.
  static let sampleLimit = 250_000
  private static let measuredLimit = 65_536

  /// - Parameters:
  ///   - runs: The runs of the region, with unchanged pixels if there was too much to join.
  ///   - slots: Scratch memory for this initialiser.
  init(
    _ extent: RegionExtent, _ runs: [LabelledRun], _ overlay: Overlay, _ slots: borrowing PairSlots
  ) {
    let step = extent.pixels > Self.sampleLimit ? 4 : 1
    (box, self.step) = (extent.box, step)
    let taken = runs.lazy.filter { ($0.row - extent.box.y) % step == 0 }
    let limit = taken.reduce(0) { $0 + $1.columns.count }
    var gathered = GatheredPairs(limit: limit)
    overlay.withRows { first, second in
      for run in taken { gathered.add(run, first[run.row], second[run.row], slots) }
      guard step > 1, gathered.isFlat else { return }
      gathered.endSample()
      for run in runs where (run.row - extent.box.y) % step != 0 {
        gathered.add(run, first[run.row], second[run.row], slots)
      }
      gathered.sortStretches()
    }
    (pairs, stretches, count) = (gathered.pairs, gathered.stretches, gathered.count)
  }

  /// Creates the pixels of some of the pairs of colours.
  init(_ all: RegionPixels, where isTaken: (Int) -> Bool) {
    var places = [UInt32?](repeating: nil, count: all.pairs.count)
    var (pairs, stretches): ([ColourPair], [Stretch]) = ([], [])
    for (index, pair) in all.pairs.enumerated() where isTaken(index) {
      places[index] = UInt32(pairs.count)
      pairs.append(pair)
    }
    var box: PixelBox?
    for stretch in all.stretches {
      guard let pair = places[Int(stretch.pair)] else { continue }
      stretches.append(Stretch(x: stretch.x, y: stretch.y, count: stretch.count, pair: pair))
      let own = PixelBox(
        x: Int(stretch.x), y: Int(stretch.y), width: Int(stretch.count), height: 1)
      box = box?.union(own) ?? own
    }
    (self.pairs, self.stretches, step) = (pairs, stretches, all.step)
    self.box = box ?? all.box
    count = pairs.reduce(0) { $0 + $1.count }
  }

  /// Calls `body` with one pixel in every `step`, from the first on, until it returns false.
  ///
  /// - Returns: True if `body` never returned false.
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

  /// Returns the smallest step that selects at most `limit` pixels.
  func step(to limit: Int) -> Int { max(1, (count + limit - 1) / limit) }

  /// Returns the largest ΔE, or change of alpha in per cent if that is larger; of a sample if there
  /// are very many pairs.
  func maxDeltaE(_ batch: inout PairBatch) -> Float {
    let step = max(1, pairs.count / Self.measuredLimit)
    return batch.largest(
      of: stride(from: 0, to: pairs.count, by: step).lazy.map {
        (pairs[$0].before, pairs[$0].after)
      })
  }
}

extension RegionPixels.Stretch {
  /// True if pixels that start at a place continue this stretch.
  fileprivate func precedes(_ x: Int32, _ y: Int32, _ pair: UInt32) -> Bool {
    self.pair == pair && self.y == y && self.x + count == x
  }
}

/// The last known index of a colour pair, by hash. It may be stale; check the entry before using
/// it.
struct PairSlots: ~Copyable {
  fileprivate let places = Scratch<UInt32>(repeating: 0, count: 1 << bits)

  private static let bits = 12

  fileprivate static func slot(_ pair: UInt64) -> Int {
    Int(truncatingIfNeeded: (pair &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}

/// The pixels of a region while they are being taken.
private struct GatheredPairs {
  private(set) var pairs: [ColourPair] = []
  private(set) var stretches: [RegionPixels.Stretch] = []
  private(set) var count = 0
  /// The pairs of the rows that were taken whole, once all of these are here; else empty.
  private var sampled: Set<UInt64> = []

  /// True if most pixels have the colours of their neighbours, as in no photograph.
  var isFlat: Bool { 8 * stretches.count <= count }

  /// Takes only pixels of other colours from now on.
  mutating func endSample() { sampled = Set(pairs.map { pairBits($0.before, $0.after) }) }

  mutating func sortStretches() { stretches.sort { ($0.y, $0.x) < ($1.y, $1.x) } }

  /// - Parameter limit: The maximum number of pixels to take.
  init(limit: Int) {
    pairs.reserveCapacity(limit)
    stretches.reserveCapacity(limit)
  }

  mutating func add(
    _ run: LabelledRun, _ row: PixelRow, _ other: PixelRow, _ slots: borrowing PairSlots
  ) {
    forEachEqual(run.columns, row, other) { old, new, columns in
      let (before, after) = (premultiplied(old), premultiplied(new))
      guard before.bits != after.bits,
        sampled.isEmpty || !sampled.contains(pairBits(before, after))
      else { return }
      let pair = index(of: before, after, slots)
      pairs[pair].count &+= columns.count
      count &+= columns.count
      add(columns, run.row, UInt32(truncatingIfNeeded: pair))
    }
  }

  private mutating func add(_ columns: Range<Int>, _ row: Int, _ pair: UInt32) {
    let (x, y) = (Int32(truncatingIfNeeded: columns.lowerBound), Int32(truncatingIfNeeded: row))
    let length = Int32(truncatingIfNeeded: columns.count)
    if stretches.last?.precedes(x, y, pair) == true {
      stretches[stretches.count &- 1].count &+= length
    } else {
      stretches.append(RegionPixels.Stretch(x: x, y: y, count: length, pair: pair))
    }
  }

  private mutating func index(
    of before: Pixel, _ after: Pixel, _ slots: borrowing PairSlots
  ) -> Int {
    let slot = PairSlots.slot(pairBits(before, after))
    let known = Int(slots.places[slot])
    if known < pairs.count, pairs[known].before.bits == before.bits,
      pairs[known].after.bits == after.bits
    {
      return known
    }
    slots.places[slot] = UInt32(truncatingIfNeeded: pairs.count)
    pairs.append(ColourPair(before: before, after: after))
    return pairs.count &- 1
  }
}
