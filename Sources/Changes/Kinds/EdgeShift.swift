import DiffEngine
import Pixels

/// How far the edges of an ink moved, by less than a pixel or so.
package struct EdgeShift: Hashable, Sendable, Codable {
  package let offset: ChangeKind.Offset
  /// The excess of pixels that became brighter over those that became darker, -1 to 1: near 0 where
  /// a shape moved, far from it where a shape grew or shrank.
  package let balance: Double
  /// The ink that stood out from the ground; nil where there is no such ground.
  package let ink: Pixel?
  /// The most that changed in a square of ten pixels a side, as pixels that went from ground to ink:
  /// a letter that became another changes more than all that are rasterised anew.
  package let peak: Double

  /// The most that two shifts may differ, in pixels, and their balances.
  static let tolerance = 0.35
  private static let balanceTolerance = 0.5
  /// The same of their peaks: as a share of the larger one, and in pixels.
  private static let peakShare = 0.35
  private static let peakTolerance = 0.5

  /// True if the other has the same distance, direction and ink.
  package func isLike(_ other: Self) -> Bool {
    guard abs(offset.dx - other.offset.dx) <= Self.tolerance,
      abs(offset.dy - other.offset.dy) <= Self.tolerance,
      abs(balance - other.balance) <= Self.balanceTolerance,
      abs(peak - other.peak) <= Self.peakTolerance + Self.peakShare * max(peak, other.peak)
    else { return false }
    switch (ink, other.ink) {
    case (nil, nil): return true
    case (let first?, let second?):
      return distance(first, second) <= ChangeKind.ColourChange.tolerance
    default: return false
    }
  }
}

extension EdgeShift {
  /// Measures the shift by the least squares of what the slopes of a region explain of its changes:
  /// an edge that moves by s changes a pixel by s times the slope there.
  init(_ pixels: RegionPixels, _ overlay: Overlay, ground: Pixel?) {
    let channel = Self.channel(pixels)
    var (across, down, both) = (0.0, 0.0, 0.0)
    var (alongAcross, alongDown) = (0.0, 0.0)
    var (sum, total) = (0.0, 0.0)
    overlay.withRows { before, after in
      func value(_ rows: PixelRows, _ x: Int, _ y: Int) -> Double {
        let (x, y) = (min(max(x, 0), overlay.width - 1), min(max(y, 0), overlay.height - 1))
        return Double(premultiplied(rows[y][x])[channel])
      }
      func slope(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Double {
        (value(before, x + dx, y + dy) - value(before, x - dx, y - dy)
          + value(after, x + dx, y + dy) - value(after, x - dx, y - dy)) / 4
      }
      _ = pixels.allSatisfy(oneIn: pixels.step(to: Self.sampleLimit)) { place, pair in
        let change = Double(pair.after[channel]) - Double(pair.before[channel])
        let (gx, gy) = (slope(place.x, place.y, 1, 0), slope(place.x, place.y, 0, 1))
        across += gx * gx
        down += gy * gy
        both += gx * gy
        alongAcross += change * gx
        alongDown += change * gy
        sum += change
        total += abs(change)
        return true
      }
    }
    // A little weight on staying: along an edge nothing tells how far it moved.
    let ridge = 0.02 * (across + down) + 1
    across += ridge
    down += ridge
    let determinant = across * down - both * both
    offset = ChangeKind.Offset(
      dx: -(down * alongAcross - both * alongDown) / determinant,
      dy: -(across * alongDown - both * alongAcross) / determinant)
    balance = total > 0 ? sum / total : 0
    ink = ground.flatMap { ground in
      let ink = InkOnGround(ground: ground, pixels)
      return ink.after ?? ink.before
    }
    let contrast = ink.flatMap { ink in ground.map { distance(ink, $0) } } ?? 255
    let changes = ChangePeak(pixels) { pair in
      let change = pair.change[channel]
      return change * change
    }
    peak = Double(pixels.step) * Double(changes.value) / Double(max(1, contrast * contrast))
  }

  private static let sampleLimit = 4096

  private static func channel(_ pixels: RegionPixels) -> Int {
    var sums = SIMD4<Float>()
    for pair in pixels.pairs {
      let change = pair.change
      sums += (change * change) * Float(pair.count)
    }
    return (0..<4).max { sums[$0] < sums[$1] } ?? 0
  }
}
