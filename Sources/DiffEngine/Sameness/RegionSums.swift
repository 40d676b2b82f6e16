import PNGCodec

/// What one pass adds up for a region.
struct RegionSums {
  let box: PixelBox
  private var content = ContentKey()
  private var outline = ContentKey()
  private var count = 0
  private var edgeBefore = 0
  private var edgeAfter = 0
  private var weight = 0
  private var before = SIMD4<Int>()
  private var after = SIMD4<Int>()

  /// Sets two numbers of a word apart.
  private static let spread: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(box: PixelBox) { self.box = box }

  /// Takes note of a run's place before its pixels are added.
  ///
  /// - Parameter missing: 0 where both images have the run's pixels.
  mutating func begin(_ run: LabelledRun, missing: UInt64) {
    let place = UInt64(run.row - box.y) << 32 | UInt64(run.columns.lowerBound - box.x)
    let word = place ^ UInt64(run.columns.count) &* Self.spread
    outline.add(word)
    content.add(word ^ missing << 62)
    count += run.columns.count
  }

  mutating func add(_ stretch: PixelStretch) {
    let colours = UInt64(stretch.before.wrappedSum()) << 32 ^ UInt64(stretch.after.wrappedSum())
    content.add(stretch.key ^ colours &* Self.spread)
    weight += stretch.weight
    before &+= stretch.before
    after &+= stretch.after
  }

  /// Compares the end of a run with the unchanged pixel next to it.
  mutating func addEdge(_ before: Pixel, _ after: Pixel, _ neighbour: Pixel) {
    edgeBefore += distance(before, neighbour)
    edgeAfter += distance(after, neighbour)
  }

  /// The key of the very pixels before and after.
  var key: ContentKey {
    var key = content
    key.add(UInt64(box.width) << 32 | UInt64(box.height))
    return key
  }

  func shape(_ grid: ChangeGrid) -> RegionShape {
    RegionShape(
      width: box.width, height: box.height, count: count, columns: grid.columns, rows: grid.rows,
      cells: grid.means, before: mean(before), after: mean(after),
      edge: RegionEdge(before: edgeBefore, after: edgeAfter), outline: outline)
  }

  private func mean(_ sum: SIMD4<Int>) -> Pixel { Pixel(truncatingIfNeeded: sum / max(weight, 1)) }
}
