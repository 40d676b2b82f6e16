import DiffEngine
import Pixels

/// The places at which to look for a glyph.
struct GlyphSearch {
  /// The shifts to try, in half pixels, the shortest first.
  let shifts: [SIMD2<Int>]
  /// Pixels to skip, because they belong to the ground that a glyph moved over; nil if there are
  /// none.
  let still: ChangeMask?

  init(reach: Int, still: ChangeMask?) {
    shifts = (-reach...reach).flatMap { y in (-reach...reach).map { SIMD2($0, y) } }
      .sorted { ($0 &* $0).wrappedSum() < ($1 &* $1).wrappedSum() }
    self.still = still
  }

  func isHidden(_ place: SIMD2<Int>) -> Bool {
    guard let still, place.x >= 0, place.y >= 0, place.x < still.width, place.y < still.height
    else { return false }
    return still[place.x, place.y]
  }
}

/// One side of a region, as glyphs on a ground.
struct GlyphField {
  let width: Int
  let height: Int
  /// The largest distance of a pixel from the ground, in levels.
  let contrast: Float
  private let pixels: [SIMD4<Float>]
  /// How far each pixel stands out from the ground, in levels.
  private let levels: [Float]

  private static let inkShare: Float = 0.25
  /// The minimum share of the contrast at which a pixel is not ground.
  private static let faint: Float = 0.06
  /// At least one in this many pixels of a glyph must show something.
  private static let leastSeen = 4
  /// The side of the squares into which large glyphs are cut, and the margin around each.
  private static let tile = 16
  private static let reach = 2
  /// The minimum contrast of a glyph, in levels.
  private static let leastContrast: Float = 32

  /// - Parameter ink: The only ink, to take each pixel as the coverage with it; nil to take colours.
  init(_ image: PixelImage, _ area: PixelBox, on ground: Pixel, ink: Pixel? = nil) {
    (width, height) = (area.width, area.height)
    let coverage = ink.map { Coverage(of: $0, on: ground) }
    let ground = coverage == nil ? SIMD4<Float>(ground) : SIMD4()
    var (pixels, levels): ([SIMD4<Float>], [Float]) = ([], [])
    pixels.reserveCapacity(area.width * area.height)
    levels.reserveCapacity(area.width * area.height)
    image.withRows { rows in
      for y in area.y..<area.y + area.height {
        let row = rows[y]
        for x in area.x..<area.x + area.width {
          let colour = premultiplied(row[x])
          // What is no mixture of ink and ground differs from every mixture.
          let pixel =
            coverage.map { SIMD4(255 * $0(colour), largest($0.rest(colour)), 0, 0) }
            ?? SIMD4<Float>(colour)
          pixels.append(pixel)
          levels.append(largest(pixel - ground))
        }
      }
    }
    (self.pixels, self.levels) = (pixels, levels)
    contrast = levels.max() ?? 0
  }

  func difference(from other: Self, _ x: Int, _ y: Int) -> Float {
    largest(pixels[y * width + x] - other.pixels[y * width + x])
  }

  /// Returns the score of the worst glyph of this side that contains a changed pixel, and all
  /// places examined for it; nil once one is not a redrawn glyph.
  func worst(
    in other: Self, _ contrast: Float, _ changed: ChangeMask, movedBy offset: SIMD2<Int>,
    _ search: GlyphSearch
  ) -> (score: Float, seen: ChangeMask)? {
    let runs = inkRuns(contrast)
    var labels = [Int](repeating: -1, count: levels.count)
    for run in runs { for x in run.columns { labels[run.row * width + x] = run.label } }
    var (score, seen): (Float, ChangeMask) = (0, ChangeMask(width: width, height: height))
    for tile in tiles(runs, changed) {
      let box = tile.box.grown(by: Self.reach, width: width, height: height)
      var places: [SIMD2<Int>] = []
      for y in box.y..<box.y + box.height {
        for x in box.x..<box.x + box.width {
          let label = labels[y * width + x]
          guard label < 0 || label == tile.label else { continue }
          places.append(SIMD2(x, y))
          seen[x, y] = true
        }
      }
      score = max(
        score,
        leastDifference(from: other, at: places, movedBy: offset, search, unlessBelow: score))
      guard score <= RedrawnScore.alike else { return nil }
    }
    return (score, seen)
  }

  /// Returns what stands out from the ground but did not change, and the pixels around it.
  func still(_ changed: ChangeMask) -> ChangeMask {
    var still = ChangeMask(width: width, height: height)
    for (place, level) in levels.enumerated() where level > Self.faint * contrast {
      let (x, y) = (place % width, place / width)
      if !changed[x, y] { still[x, y] = true }
    }
    return still.dilated(by: 1)
  }

  /// True if both sides have as much ink, within some per cent.
  func hasAmount(of other: Self, within share: Float) -> Bool {
    let (own, its) = (levels.reduce(0, +), other.levels.reduce(0, +))
    return 100 * abs(own - its) <= share * max(own, its)
  }

  /// Returns the ink, each run with the number of its glyph.
  private func inkRuns(_ contrast: Float) -> [LabelledRun] {
    var ink = ChangeMask(width: width, height: height)
    for (place, level) in levels.enumerated() where level > Self.inkShare * contrast {
      ink[place % width, place / width] = true
    }
    return ink.count > 0 ? LabelledRuns(Components(ink)).runs : []
  }

  /// Returns the glyphs that contain a changed pixel; large ones as squares.
  private func tiles(
    _ runs: [LabelledRun], _ changed: ChangeMask
  ) -> [(box: PixelBox, label: Int)] {
    var tiles: [SIMD3<Int>: (box: PixelBox, hasChange: Bool)] = [:]
    for run in runs {
      for start in stride(from: run.columns.lowerBound, to: run.columns.upperBound, by: Self.tile) {
        let columns = start..<min(start + Self.tile, run.columns.upperBound)
        let key = SIMD3(run.label, start / Self.tile, run.row / Self.tile)
        let own = PixelBox(x: start, y: run.row, width: columns.count, height: 1)
        let hasChange = changed.count(row: run.row, in: columns) > 0
        let known = tiles[key]
        tiles[key] = (known?.box.union(own) ?? own, known?.hasChange == true || hasChange)
      }
    }
    return tiles.filter(\.value.hasChange).map { ($0.value.box, $0.key.x) }
  }

  /// Returns the largest difference at some places that the best shift of the other side leaves,
  /// relative to the contrast there; or any value below a score that others already have.
  private func leastDifference(
    from other: Self, at places: [SIMD2<Int>], movedBy offset: SIMD2<Int>,
    _ search: GlyphSearch, unlessBelow score: Float
  ) -> Float {
    let contrast = places.reduce(Self.leastContrast) {
      max($0, max(levels[$1.y * width + $1.x], other.levels[$1.y * width + $1.x]))
    }
    let own = places.filter { !search.isHidden($0) }.map { ($0, smooth($0 &* 2)) }
    guard Self.leastSeen * own.count >= places.count else { return .infinity }
    var least = Float.infinity
    for shift in search.shifts where least > score * contrast {
      var most: Float = 0
      for (place, colour) in own {
        let there = place &+ offset
        if search.still != nil, search.isHidden(there &+ shift / 2) { continue }
        most = max(most, largest(other.smooth(there &* 2 &+ shift) - colour))
        if most >= least { break }
      }
      least = min(least, most)
    }
    return least / contrast
  }

  /// Returns the mean of the 2 x 2 pixels whose top left is at a place, in half pixels.
  private func smooth(_ place: SIMD2<Int>) -> SIMD4<Float> {
    let (x, y) = (place.x >> 1, place.y >> 1)
    // The places of three columns and rows; the image ends with its last pixels.
    let columns = SIMD4(x, x &+ 1, x &+ 2, 0).clamped(
      lowerBound: .zero, upperBound: .init(repeating: width - 1))
    let rows =
      SIMD4(y, y &+ 1, y &+ 2, 0).clamped(
        lowerBound: .zero, upperBound: .init(repeating: height - 1)) &* width
    func sum(_ row: Int) -> SIMD4<Float> {
      let (first, second) = (pixels[row &+ columns.x], pixels[row &+ columns.y])
      return place.x & 1 == 0
        ? 2 * (first + second) : first + 2 * second + pixels[row &+ columns.z]
    }
    let (first, second) = (sum(rows.x), sum(rows.y))
    return place.y & 1 == 0
      ? (first + second) / 8 : (first + 2 * second + sum(rows.z)) / 16
  }
}
