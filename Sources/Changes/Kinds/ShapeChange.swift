import DiffEngine
import Pixels

/// A change of shapes that none of the named kinds describes.
package struct ShapeChange: Hashable, Sendable, Codable {
  /// The distance of the worst region from the same shapes redrawn; nil if one is not redrawn.
  var redrawing: Float?
  /// The offset by which the shapes also moved or, failing that, the offset of the box that holds
  /// the same amount of them; nil if it is not the same for all.
  var offset: ChangeKind.Offset?
  /// The sizes before and after of the box that holds them; nil if they are not known, are the
  /// same, or differ between regions.
  var sizes: [SIMD2<Int>]?
  /// The colours of the shapes, if their only ink took another.
  var inks: ChangeKind.ColourChange?

  /// True if most of a box changed and hardly any of the colours before are there after: something
  /// else is in its place.
  private(set) var hasOtherColours = false
  /// True if it seems to be the same picture in other colours.
  private(set) var isRecoloured = false
  /// What most of its pixels became, if it has no other name.
  private(set) var mostly: ChangeKind.ColourChange?

  /// The difference of two sizes or places that is due to how edges are drawn, in pixels.
  private static let tolerance = 1

  init(redrawing: Float? = nil) { self.redrawing = redrawing }

  /// - Parameters:
  ///   - before: The box of the shapes before, if there were any.
  ///   - after: The box after, in the same coordinates.
  ///   - haveAmount: True if there is about as much of them.
  init(_ before: PixelBox?, _ after: PixelBox?, haveAmount: Bool) {
    guard let before, let after else { return }
    let (old, new) = (SIMD2(before.width, before.height), SIMD2(after.width, after.height))
    let step = SIMD2(after.x - before.x, after.y - before.y)
    func isAny(_ steps: SIMD2<Int>) -> Bool { max(abs(steps.x), abs(steps.y)) > Self.tolerance }
    if isAny(new &- old) {
      sizes = [old, new]
    } else if haveAmount, isAny(step) {
      offset = ChangeKind.Offset(step)
    }
  }

  /// The share of all pixels that have the same colours, in per cent.
  private static let mostShare = 60
  /// The minimum side of a picture; a line of other colours is the edge of something else.
  private static let leastSide = 8
  /// The change below which most pixels only took another shade, in levels.
  private static let leastStep = 24

  /// Says of content without a name what became of its colours.
  mutating func addColours(of pixels: RegionPixels) {
    // A box holds the shapes of one ink, not of several.
    sizes = nil
    // How many pixels more have each colour before than after.
    var counts = [Int32](repeating: 0, count: 1 << 12)
    for pair in pixels.pairs {
      counts[Self.place(pair.before)] += Int32(truncatingIfNeeded: pair.count)
      counts[Self.place(pair.after)] -= Int32(truncatingIfNeeded: pair.count)
    }
    let gone = counts.reduce(0) { $0 + Int(max($1, 0)) }
    let isMost = 2 * pixels.step * pixels.count >= pixels.box.width * pixels.box.height
    hasOtherColours = isMost && 2 * gone > pixels.count
    isRecoloured =
      hasOtherColours && min(pixels.box.width, pixels.box.height) >= Self.leastSide
      && (pixels.follows({ $0.before }, { $0.after })
        || pixels.follows({ $0.after }, { $0.before }))
    if let most = pixels.pairs.max(by: { $0.count < $1.count }),
      100 * most.count >= Self.mostShare * pixels.count,
      distance(most.before, most.after) >= Self.leastStep
    {
      mostly = ChangeKind.ColourChange(from: most.before, to: most.after)
    }
  }

  /// The place of a colour among 4,096.
  fileprivate static func place(_ colour: Pixel) -> Int {
    Int(colour.x >> 4) << 8 | Int(colour.y >> 4) << 4 | Int(colour.z >> 4)
  }

  mutating func join(_ other: Self) {
    isRecoloured = isRecoloured && other.isRecoloured
    hasOtherColours = hasOtherColours && other.hasOtherColours
    if mostly != other.mostly { mostly = nil }
    if offset != other.offset { offset = nil }
    if sizes != other.sizes { sizes = nil }
    redrawing = redrawing.flatMap { own in other.redrawing.map { max(own, $0) } }
  }

  /// True if both are described by the same words, apart from distances.
  func hasWords(of other: Self) -> Bool {
    (redrawing == nil) == (other.redrawing == nil) && inks == other.inks
  }
}

extension RegionPixels {
  /// The minimum number of colours on each side, and of pixels of each, in per cent.
  private static let (leastColours, colourShare) = (3, 4)
  /// The minimum number of pixels of a colour that tells anything.
  private static let leastTold = 8
  /// The share of the pixels that follow, in per cent, and how far each may be off, in levels.
  private static let (followShare, followTolerance) = (95, 40)

  /// True if both sides have several colours, and a pixel's colour on one tells that on the other.
  fileprivate func follows(_ side: (ColourPair) -> Pixel, _ other: (ColourPair) -> Pixel) -> Bool {
    var sums = [Int: (sum: SIMD4<Int>, count: Int)]()
    var counts = [Int: Int]()
    for pair in pairs {
      let its = SIMD4<Int>(truncatingIfNeeded: other(pair)) &* pair.count
      let own = sums[ShapeChange.place(side(pair))] ?? (SIMD4(), 0)
      sums[ShapeChange.place(side(pair))] = (own.sum &+ its, own.count + pair.count)
      counts[ShapeChange.place(other(pair)), default: 0] += pair.count
    }
    func isMain(_ number: Int) -> Bool { 100 * number >= Self.colourShare * count }
    guard sums.values.count(where: { isMain($0.count) }) >= Self.leastColours,
      counts.values.count(where: isMain) >= Self.leastColours
    else { return false }
    let near = pairs.reduce(0) { near, pair in
      guard let own = sums[ShapeChange.place(side(pair))], own.count >= Self.leastTold
      else { return near }
      let mean = Pixel(truncatingIfNeeded: own.sum / own.count)
      return near + (distance(other(pair), mean) <= Self.followTolerance ? pair.count : 0)
    }
    return 100 * near >= Self.followShare * count
  }
}
