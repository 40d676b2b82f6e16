import PNGCodec

/// What one pass adds up for a region.
package struct RegionSums {
  package let box: PixelBox
  private var content = ContentKey()
  private var outline = ContentKey()
  private var count = 0
  private var edgeBefore = 0
  private var edgeAfter = 0
  private var weight = 0
  private var before = SIMD4<Int>()
  private var after = SIMD4<Int>()

  package init(box: PixelBox) { self.box = box }

  /// Takes note of a run's place before its pixels are added.
  ///
  /// - Parameter missing: 0 where both images have the run's pixels.
  package mutating func begin(_ run: ChangeRegions.Run, missing: UInt64) {
    let place = UInt64(run.row - box.y) << 32 | UInt64(run.columns.lowerBound - box.x)
    outline.add(place)
    outline.add(UInt64(run.columns.count))
    content.add(place | missing << 62)
    content.add(UInt64(run.columns.count))
    count += run.columns.count
  }

  package mutating func add(_ stretch: PixelStretch) {
    content = stretch.content
    weight += stretch.weight
    before &+= SIMD4<Int>(truncatingIfNeeded: stretch.before)
    after &+= SIMD4<Int>(truncatingIfNeeded: stretch.after)
  }

  /// Compares the end of a run with the unchanged pixel next to it.
  package mutating func addEdge(_ before: Pixel, _ after: Pixel, _ neighbour: Pixel) {
    edgeBefore += distance(before, neighbour)
    edgeAfter += distance(after, neighbour)
  }

  /// Where the next stretch continues.
  package var stretch: PixelStretch { PixelStretch(content: content) }

  /// The key of the very pixels before and after.
  package var key: ContentKey {
    var key = content
    key.add(UInt64(box.width) << 32 | UInt64(box.height))
    return key
  }

  package func shape(_ grid: ChangeGrid) -> RegionShape {
    RegionShape(
      width: box.width, height: box.height, count: count, columns: grid.columns, rows: grid.rows,
      cells: grid.means, before: mean(before), after: mean(after),
      edge: RegionEdge(before: edgeBefore, after: edgeAfter), outline: outline)
  }

  private func mean(_ sum: SIMD4<Int>) -> Pixel { Pixel(truncatingIfNeeded: sum / max(weight, 1)) }
}

/// A stretch of a run within one cell: sums small enough for the widest lanes of the processor.
package struct PixelStretch {
  package var content: ContentKey
  /// Of every pixel's largest channel change.
  package var weight = 0
  package var largest: Int32 = 0
  package var brighter = 0
  package var change = SIMD4<Int32>()
  /// Pixels times their weight. A stretch is at most `limit` long, or these would overflow.
  package var before = SIMD4<UInt32>()
  package var after = SIMD4<UInt32>()

  package static let limit = 4096

  package init(content: ContentKey) { self.content = content }

  /// Adds as many pixels side by side, all of which changed alike.
  @inline(__always)
  package mutating func add(_ before: Pixel, _ after: Pixel, count: Int) {
    let pair = pairBits(before, after)
    content.add(pair ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15)
    let difference =
      SIMD4<Int16>(truncatingIfNeeded: after) &- SIMD4<Int16>(truncatingIfNeeded: before)
    let strength = distance(before, after)
    weight &+= strength &* count
    largest = max(largest, Int32(truncatingIfNeeded: strength))
    brighter &+= difference.wrappedSum() > 0 ? count : 0
    // Two bytes multiplied fit in 16 bits.
    let scale = UInt16(truncatingIfNeeded: strength)
    let old = SIMD4<UInt16>(truncatingIfNeeded: before) &* scale
    let new = SIMD4<UInt16>(truncatingIfNeeded: after) &* scale
    // Adding is quicker than multiplying by one.
    for _ in 0..<count {
      change &+= SIMD4<Int32>(truncatingIfNeeded: difference)
      self.before &+= SIMD4<UInt32>(truncatingIfNeeded: old)
      self.after &+= SIMD4<UInt32>(truncatingIfNeeded: new)
    }
  }
}
