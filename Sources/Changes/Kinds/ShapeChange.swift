import DiffEngine

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

  mutating func join(_ other: Self) {
    if offset != other.offset { offset = nil }
    if sizes != other.sizes { sizes = nil }
    redrawing = redrawing.flatMap { own in other.redrawing.map { max(own, $0) } }
  }

  /// True if both are described by the same words, apart from distances.
  func hasWords(of other: Self) -> Bool {
    (redrawing == nil) == (other.redrawing == nil) && inks == other.inks
  }
}
