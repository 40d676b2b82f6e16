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
  /// The change below which most pixels only took another shade, in levels.
  private static let leastStep = 24

  /// Says of content without a name what became of its colours.
  mutating func addColours(of pixels: RegionPixels) {
    // A box holds the shapes of one ink, not of several.
    sizes = nil
    // How many pixels more have each colour before than after.
    var counts = [Int32](repeating: 0, count: 1 << 12)
    func place(_ colour: Pixel) -> Int {
      Int(colour.x >> 4) << 8 | Int(colour.y >> 4) << 4 | Int(colour.z >> 4)
    }
    for pair in pixels.pairs {
      counts[place(pair.before)] += Int32(truncatingIfNeeded: pair.count)
      counts[place(pair.after)] -= Int32(truncatingIfNeeded: pair.count)
    }
    let gone = counts.reduce(0) { $0 + Int(max($1, 0)) }
    let isMost = 2 * pixels.step * pixels.count >= pixels.box.width * pixels.box.height
    hasOtherColours = isMost && 2 * gone > pixels.count
    if let most = pixels.pairs.max(by: { $0.count < $1.count }),
      100 * most.count >= Self.mostShare * pixels.count,
      distance(most.before, most.after) >= Self.leastStep
    {
      mostly = ChangeKind.ColourChange(from: most.before, to: most.after)
    }
  }

  mutating func join(_ other: Self) {
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
