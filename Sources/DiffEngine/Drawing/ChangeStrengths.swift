import Pixels

/// The strength of the change in every marked pixel of a pair, row by row from the left.
///
/// It is the ΔE of the premultiplied colours, or the change of alpha in per cent if that is more,
/// and never 0. Pixels that only one image has are compared with transparent black.
@usableFromInline
package struct ChangeStrengths: Sendable {
  /// The bands from the top down, each with the strengths of its rows.
  package let bands: [Band]

  /// The strength of pixels that a strategy marks although neither colour nor alpha differ, which
  /// happens when it compares codes.
  static let floor: Float = 0.01

  package struct Band: Sendable {
    package let rows: Range<Int>
    package fileprivate(set) var stretches: [Stretch] = []
    package fileprivate(set) var largest: Float = 0
  }

  /// Adjacent marked pixels, in one row or in consecutive rows, with the same strength.
  @usableFromInline
  package struct Stretch: Sendable {
    @usableFromInline var length: Int32
    @usableFromInline var strength: Float
  }

  package var largest: Float { bands.lazy.map(\.largest).max() ?? 0 }

  package init(_ mask: ChangeMask, _ overlay: Overlay, _ formula: Strategy.Formula) {
    bands = forEachBand(of: mask.height, pixels: mask.count) { rows in
      var band = Band(rows: rows)
      var scan = StretchScan(overlay, formula)
      for y in rows { scan.append(row: y, of: mask, to: &band) }
      return band
    }
  }

  /// Gives all marked pixels of a mask the same strength.
  package init(_ mask: ChangeMask, all strength: Float) {
    var band = Band(rows: 0..<mask.height, largest: strength)
    band.stretches = [Stretch(length: Int32(mask.count), strength: strength)]
    bands = [band]
  }

  /// The median strength of the marked pixels.
  package var median: Float {
    var stretches = bands.flatMap { band in
      // A sample of a few thousand stretches is enough.
      stride(from: 0, to: band.stretches.count, by: band.stretches.count / 1024 + 1)
        .map { band.stretches[$0] }
    }
    stretches.sort { $0.strength < $1.strength }
    var rest = stretches.reduce(0) { $0 + Int($1.length) } / 2
    return stretches.first { stretch in
      rest -= Int(stretch.length)
      return rest < 0
    }?.strength ?? 0
  }
}

extension ChangeStrengths {
  /// Returns the pixels of the measured mask whose strength exceeds a limit.
  package func mask(of whole: ChangeMask, above limit: Float) -> ChangeMask {
    var words = [UInt64](repeating: 0, count: whole.words.count)
    MaskRows.lend(&words, stride: whole.stride) { rows in
      forEachStretch(of: whole) { columns, y, strength in
        if strength > limit { for x in columns { rows[y].mark(x) } }
      }
    }
    return ChangeMask(width: whole.width, height: whole.height, words: words)
  }

  /// Calls `body` for the marked pixels of the mask that was measured, with adjacent pixels of
  /// equal strength together. It uses several cores if that pays, but never two for one row.
  @inline(__always)
  func forEachStretch(
    of mask: ChangeMask,
    _ body: @Sendable (_ columns: Range<Int>, _ y: Int, _ strength: Float) -> Void
  ) {
    _ = forEachBand(of: bands.count, pixels: mask.count) { range in
      for band in bands[range] {
        var cursor = StrengthCursor(band)
        for y in band.rows {
          mask.forEachRun(row: y) { columns in
            var x = columns.lowerBound
            cursor.take(columns.count) { strength, count in
              body(x..<x &+ count, y, strength)
              x &+= count
            }
          }
        }
      }
    }
  }
}

/// Measures the marked pixels row by row.
///
/// Repeated adjacent pairs, which occur wherever a flat area changed, are measured once.
private struct StretchScan: ~Copyable {
  private let overlay: Overlay
  private let formula: Strategy.Formula
  private let first: Scratch<Pixel>
  private let second: Scratch<Pixel>
  private let lengths: Scratch<Int32>
  private let distances: Scratch<Float>
  private var exact: ColourDistance

  init(_ overlay: Overlay, _ formula: Strategy.Formula) {
    (self.overlay, self.formula) = (overlay, formula)
    first = Scratch(repeating: Pixel(), count: overlay.width)
    second = Scratch(repeating: Pixel(), count: overlay.width)
    lengths = Scratch(repeating: 0, count: overlay.width)
    distances = Scratch(repeating: 0, count: overlay.width)
    exact = ColourDistance(formula)
  }

  mutating func append(row y: Int, of mask: ChangeMask, to band: inout ChangeStrengths.Band) {
    let count = gather(y, mask)
    guard count > 0 else { return }
    measure(first, second, count: count, formula, light: SRGB.linearFloat, into: distances)
    for index in 0..<count {
      let (before, after) = (first[index], second[index])
      var distance = distances[index]
      if distance < 0 { distance = Float(exact.ofPremultiplied(before, after)) }
      let alpha = Float(max(before.w, after.w) - min(before.w, after.w)) / 2.55
      let strength = max(distance, alpha, ChangeStrengths.floor)
      band.largest = max(band.largest, strength)
      band.stretches.append(.init(length: lengths[index], strength: strength))
    }
  }

  /// Collects the pairs of a row that differ from the previous pair.
  private func gather(_ y: Int, _ mask: ChangeMask) -> Int {
    var count = 0
    var (lastBefore, lastAfter) = (Pixel(), Pixel())
    overlay.withRows { reference, actual in
      mask.forEachMarked(row: y) { x in
        let before = overlay.reference.holds(x, y) ? reference[y][x] : Pixel()
        let after = overlay.actual.holds(x, y) ? actual[y][x] : Pixel()
        if count > 0, before.bits == lastBefore.bits, after.bits == lastAfter.bits {
          lengths[count &- 1] &+= 1
          return
        }
        (lastBefore, lastAfter) = (before, after)
        first[count] = premultiplied(before)
        second[count] = premultiplied(after)
        lengths[count] = 1
        count &+= 1
      }
    }
    return count
  }
}

extension PixelImage {
  @inline(__always)
  fileprivate func holds(_ x: Int, _ y: Int) -> Bool { x < width && y < height }
}

/// Iterates over the strengths of a band, from its first pixel on.
@usableFromInline
package struct StrengthCursor {
  @usableFromInline let stretches: [ChangeStrengths.Stretch]
  @usableFromInline var index = 0
  /// The number of pixels of the current stretch that were already consumed.
  @usableFromInline var used: Int32 = 0

  package init(_ band: ChangeStrengths.Band) { stretches = band.stretches }

  /// Calls `body` with the strengths of the next `count` pixels, and the number of pixels with
  /// each.
  @inlinable @inline(__always)
  package mutating func take(_ count: Int, _ body: (_ strength: Float, _ count: Int) -> Void) {
    var rest = Int32(truncatingIfNeeded: count)
    while rest > 0 {
      let stretch = stretches[index]
      let part = min(rest, stretch.length &- used)
      body(stretch.strength, Int(part))
      rest &-= part
      used &+= part
      if used == stretch.length { (index, used) = (index &+ 1, 0) }
    }
  }
}
