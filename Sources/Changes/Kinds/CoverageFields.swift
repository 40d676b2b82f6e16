import DiffEngine
import Pixels

/// The coverage of an ink, before and after, over the box of a region and what is near it.
struct CoverageFields {
  let area: PixelBox
  private let levelTolerance: Float
  private let inks: (before: Coverage, after: Coverage)
  let before: [Float]
  let after: [Float]

  /// Larger boxes are not looked at as closely: no ink is as large.
  private static let areaLimit = 300_000
  /// The most that a coverage may lie outside of what the other's 3 x 3 pixels span.
  private static let tolerance: Float = 0.2
  /// The span below which one of them has no edge, and the same limit there.
  private static let flat: Float = 0.1
  private static let flatTolerance: Float = 0.1
  /// The same limit where neither has an edge that could have moved, and what it is in levels: a
  /// shade of two is seen.
  private static let levelTolerance: Float = 0.02
  private static let levels: Float = 1.5
  /// The most that a colour may be off what its coverage makes it, in levels.
  private static let tintTolerance: Float = 5
  /// The most pixels that may be off: more would show, however large the region.
  private static let offLimit = 24
  /// The most pixels that may be off side by side.
  private static let clusterLimit = 3
  /// The excess above which a pixel belongs to another change, even if only a few pixels have it.
  private static let foreign: Float = 0.5
  private static let foreignLimit = 8
  /// The share of a change that may be left once a shift explains it.
  private static let shiftRest: Float = 0.125

  /// - Returns: nil where an ink is missing or the box too large.
  init?(_ ink: InkOnGround, _ overlay: Overlay, _ box: PixelBox, margin: Int) {
    let area = box.grown(by: margin, width: overlay.width, height: overlay.height)
    guard let first = ink.before, let second = ink.after,
      area.width * area.height <= Self.areaLimit
    else { return nil }
    self.area = area
    let contrast = max(distance(first, ink.ground), distance(second, ink.ground))
    levelTolerance = min(Self.levelTolerance, Self.levels / Float(max(1, contrast)))
    inks = (Coverage(of: first, on: ink.ground), Coverage(of: second, on: ink.ground))
    before = Self.field(inks.before, overlay.reference, area)
    after = Self.field(inks.after, overlay.actual, area)
  }

  private static func field(
    _ coverage: Coverage, _ image: PixelImage, _ area: PixelBox
  ) -> [Float] {
    image.withRows { rows in
      var field: [Float] = []
      field.reserveCapacity(area.width * area.height)
      for y in area.y..<area.y + area.height {
        let row = rows[y]
        var (last, value) = (row[area.x], coverage(premultiplied(row[area.x])))
        for x in area.x..<area.x + area.width {
          if row[x].bits != last.bits { (last, value) = (row[x], coverage(premultiplied(row[x]))) }
          field.append(value)
        }
      }
      return field
    }
  }

  /// True if both are one shape that was rasterised twice: at most edges jitter.
  func areOneShape(_ pixels: RegionPixels) -> Bool {
    let allowed = min(pixels.count / 100, Self.offLimit)
    var (off, foreign): ([SIMD2<Int>], Int) = ([], 0)
    let isNear = pixels.allSatisfy { place, pair in
      let place = place &- SIMD2(area.x, area.y)
      let (excess, isLevel) = excess(at: place)
      let isTinted = isLevel && hasOtherTint(pair)
      guard excess > 0 || isTinted else { return true }
      off.append(place)
      if isLevel || excess > Self.foreign { foreign += pixels.step }
      return off.count <= allowed && foreign <= Self.foreignLimit
    }
    return isNear && !haveCluster(off)
  }

  /// True if places are so close together that they are a part of a letter, and no jitter.
  private func haveCluster(_ places: [SIMD2<Int>]) -> Bool {
    guard places.count > Self.clusterLimit else { return false }
    var mask = ChangeMask(width: area.width, height: area.height)
    for place in places { mask[place.x, place.y] = true }
    return ChangeRegions(mask).largestCluster > Self.clusterLimit
  }

  /// True if a pixel changed by what no coverage explains.
  private func hasOtherTint(_ pair: ColourPair) -> Bool {
    let change = inks.after.rest(pair.after) - inks.before.rest(pair.before)
    return largest(change) > Self.tintTolerance
  }

  /// Returns the excess of a place's coverages over what is tolerated, and true if neither has an
  /// edge there.
  private func excess(at place: SIMD2<Int>) -> (excess: Float, isLevel: Bool) {
    let old = value(before, place)
    let new = value(after, place)
    let (low, high) = span(before, place)
    let (otherLow, otherHigh) = span(after, place)
    let (wide, narrow) = (
      max(high - low, otherHigh - otherLow), min(high - low, otherHigh - otherLow)
    )
    if wide < Self.flat { return (abs(new - old) - levelTolerance, true) }
    let outside = max(max(low - new, new - high), max(otherLow - old, old - otherHigh))
    return (outside - (narrow < Self.flat ? Self.flatTolerance : Self.tolerance), false)
  }

  /// True if a shift by a pixel explains nearly all that changed, as where text was set anew.
  var isShifted: Bool {
    let places = (0..<area.height).flatMap { y in (0..<area.width).map { SIMD2($0, y) } }
      .filter { abs(value(after, $0) - value(before, $0)) > Self.flat }
    func change(_ shift: SIMD2<Int>) -> Float {
      places.reduce(0) { $0 + abs(value(after, $1) - value(before, $1 &- shift)) }
    }
    let most = Self.shiftRest * change(SIMD2())
    return (-1...1).contains { y in (-1...1).contains { x in change(SIMD2(x, y)) <= most } }
  }

  private func value(_ field: [Float], _ place: SIMD2<Int>) -> Float {
    let x = min(max(place.x, 0), area.width - 1)
    let y = min(max(place.y, 0), area.height - 1)
    return field[y * area.width + x]
  }

  func span(_ field: [Float], _ place: SIMD2<Int>) -> (low: Float, high: Float) {
    var (low, high) = (Float.infinity, -Float.infinity)
    if place.x > 0, place.y > 0, place.x + 1 < area.width, place.y + 1 < area.height {
      for row in place.y - 1...place.y + 1 {
        let middle = row &* area.width &+ place.x
        let (left, right) = (field[middle &- 1], field[middle &+ 1])
        low = min(min(low, left), min(field[middle], right))
        high = max(max(high, left), max(field[middle], right))
      }
      return (low, high)
    }
    for dy in -1...1 {
      for dx in -1...1 {
        let other = value(field, place &+ SIMD2(dx, dy))
        (low, high) = (min(low, other), max(high, other))
      }
    }
    return (low, high)
  }
}
