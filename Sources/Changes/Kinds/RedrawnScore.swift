import DiffEngine
import Pixels

/// The distance of a region from the same shapes, redrawn: by another renderer, with edges at other
/// parts of a pixel.
///
/// Each glyph of either side is looked for in the other within a pixel of its place, with both
/// smoothed over 2 x 2 pixels, in colour. The score is that of the worst glyph: the largest
/// difference at its best place, relative to the glyph's contrast. No share is too small. Measured
/// on glyphs of nine upgrades, a score of up to 0.25 admits 5 of 1,207 glyphs that are different,
/// cut off, gone or mirrored. It does not detect a glyph that is bolder or moved by a pixel.
struct RedrawnScore {
  private(set) var shape = ShapeChange()

  /// The maximum score at which a region shows the same shapes.
  static let same: Float = 0.25
  /// The score up to which the shapes look the same, so that the picture must decide.
  static let alike: Float = 0.53
  /// The same maximum for regions without a ground, in which even different shapes score low.
  static let alikeAnywhere: Float = 0.4

  /// The least score of shapes that each moved by themselves, such as letters on a curve.
  private static let apart: Float = 0.3
  /// How far each of them may be from the rest, in half pixels, and how much more or less of them
  /// there may be, in per cent.
  private static let (apartReach, apartShare): (Int, Float) = (12, 15)

  private static let areaLimit = 200_000
  private static let margin = 4
  /// If this many pixels changed like all pixels around them, more than edges changed.
  private static let flatLimit = 64

  /// - Parameters:
  ///   - ground: The colour on which the region lies.
  ///   - inks: The ink of each side, if all of the region is one ink that took another colour.
  ///   - isOneInk: True if all of the region is one ink in one colour.
  init(
    _ pixels: RegionPixels, _ overlay: Overlay, on ground: Pixel, inks: ChangeKind.ColourChange?,
    isOneInk: Bool
  ) {
    let area = pixels.box.grown(by: Self.margin, width: overlay.width, height: overlay.height)
    guard pixels.step == 1, area.width * area.height <= Self.areaLimit else { return }
    let changed = pixels.mask(in: area)
    let before = GlyphField(overlay.reference, area, on: ground, ink: inks?.from)
    let after = GlyphField(overlay.actual, area, on: ground, ink: inks?.to)
    var value: Float?
    if inks != nil || Self.hasOnlyEdges(pixels, overlay) {
      value = Self.score(before, after, changed, movedBy: SIMD2())
    }
    if value.map({ $0 <= Self.same }) != true {
      let offset = pixels.likelyShift(in: overlay) ?? SIMD2()
      if offset != SIMD2(), let score = Self.score(before, after, changed, movedBy: offset),
        score < value ?? .infinity
      {
        value = score
        shape.offset = ChangeKind.Offset(offset)
      } else if value == nil, isOneInk {
        value = Self.scoreApart(before, after, changed, movedBy: offset)
      }
    }
    shape.redrawing = value
  }

  /// Returns the score of shapes that were each redrawn by itself; nil if they became others.
  private static func scoreApart(
    _ before: GlyphField, _ after: GlyphField, _ changed: ChangeMask, movedBy offset: SIMD2<Int>
  ) -> Float? {
    guard before.hasAmount(of: after, within: apartShare) else { return nil }
    return score(
      before, after, changed, movedBy: offset, reach: apartReach, past: before.still(changed)
    ).map { max($0, apart) }
  }

  /// 0 to `alike`; nil if the region does not qualify or is too large.
  var value: Float? { shape.redrawing }

  /// True if hardly any pixel changed like all pixels around it.
  private static func hasOnlyEdges(_ pixels: RegionPixels, _ overlay: Overlay) -> Bool {
    let isAsked = pixels.pairs.map { distance($0.before, $0.after) >= 3 }
    return pixels.flatCounts(of: isAsked, in: overlay).reduce(0, +) < flatLimit
  }

  private static func score(
    _ before: GlyphField, _ after: GlyphField, _ changed: ChangeMask, movedBy offset: SIMD2<Int>,
    reach: Int = 2, past still: ChangeMask? = nil
  ) -> Float? {
    let contrast = max(before.contrast, after.contrast, 16)
    let search = GlyphSearch(reach: reach, still: still)
    guard let old = before.worst(in: after, contrast, changed, movedBy: offset, search),
      let new = after.worst(in: before, contrast, changed, movedBy: 0 &- offset, search)
    else { return nil }
    var rest: Float = 0
    changed.forEachMarked { x, y in
      guard !old.seen[x, y], !new.seen[x, y] else { return }
      rest = max(rest, before.difference(from: after, x, y) / max(contrast, 32))
    }
    let score = max(old.score, new.score, rest)
    return score <= alike ? score : nil
  }
}
