import DiffEngine
import Pixels

/// A change of shapes that none of the named kinds describes.
package struct ShapeChange: Hashable, Sendable, Codable {
  /// The distance of the worst region from the same shapes redrawn; nil if one is not redrawn.
  var redrawing: Float?
  /// The offset by which redrawn shapes also moved; nil if it is not the same for all.
  var offset: ChangeKind.Offset?
  /// The colours of the shapes, if their only ink took another.
  var inks: ChangeKind.ColourChange?

  /// True if most of a box changed and hardly any of the colours before are there after: something
  /// else is in its place.
  private(set) var hasOtherColours = false
  /// True if its pixels have nearly the colours that they had, at other places.
  private(set) var keepsColours = false
  /// The colours that many of its pixels had and have.
  private(set) var colours: ChangeKind.ColourChange?
  /// True if more than half of its pixels had and have these.
  private(set) var areMost = false
  /// The colours of which there is less and more, if no other words say what became of its colours.
  private(set) var balance = ColourBalance()
  /// True if it shows the same shapes in other colours.
  private(set) var isRecoloured = false
  /// The distance within which the colours of both sides are in the other, if that is so near that
  /// only outlines can have moved.
  private(set) var reach: Int?
  /// The offset at which most of the region is in the other picture, the same for all.
  private(set) var shift: ChangeKind.Offset?

  init(redrawing: Float? = nil) { self.redrawing = redrawing }

  /// The minimum side of a picture; a line of other colours is the edge of something else.
  private static let leastSide = 8

  /// The maximum share of the colours that went if content was arranged anew, in per cent.
  private static let lostShare = 40
  /// The minimum number of pixels for each colour if colours say what is shown.
  private static let colourShare = 8

  /// Says of content without a name what became of its colours.
  ///
  /// - Parameter ground: The colour on which the region lies, if it is known.
  mutating func addColours(of pixels: RegionPixels, in overlay: Overlay, on ground: Pixel?) {
    let counts = pixels.colourLosses
    let shaded = pixels.pairs.reduce(0) {
      $0 + (largest($1.change) <= RegionPixels.shade ? $1.count : 0)
    }
    let lost = counts.values.reduce(0) { $0 + max($1, 0) }
    let areOthers = 2 * lost > pixels.count
    // Two photographs of one subject have the same colours, too.
    keepsColours =
      100 * (lost + shaded) <= Self.lostShare * pixels.count
      && Self.colourShare * counts.count <= pixels.count
    let isMost = 2 * pixels.step * pixels.count >= pixels.box.width * pixels.box.height
    hasOtherColours = isMost && areOthers
    let isPicture = min(pixels.box.width, pixels.box.height) >= Self.leastSide
    let others = ground.map(pixels.groundShare) ?? 0
    if isPicture, others <= RegionPixels.mostGround {
      isRecoloured = pixels.isRecoloured(
        in: overlay, areOthers: areOthers, mayMove: others > RegionPixels.leastGround)
    }
  }

  /// Says by how much content without a name moved that is mostly there in the other picture, or
  /// which colours it had and has.
  ///
  /// - Parameter least: The minimum share of pixels with these colours, in per cent.
  mutating func addShift(of pixels: RegionPixels, in overlay: Overlay, least: Int) {
    shift = pixels.shift(in: overlay).map(ChangeKind.Offset.init)
    if shift == nil { reach = pixels.reach(in: overlay) }
    guard shift == nil, reach == nil, !keepsColours else { return }
    if let main = pixels.mainChange(least: least) {
      (colours, areMost) = (main.colours, main.isMost)
    } else {
      balance = pixels.colourBalance
    }
  }

  /// The distance by which outlines moved at most, if they mostly moved.
  private var distance: Int? { shift.map { Int(max(abs($0.dx), abs($0.dy))) } ?? reach }

  /// How most of it moved; nil if something else is said of it.
  var move: MainMove? {
    guard redrawing == nil else { return nil }
    return shift.map(MainMove.content)
      ?? (isRecoloured ? nil : reach.map { .outlines(upTo: $0) })
  }

  mutating func join(_ other: Self) {
    isRecoloured = isRecoloured && other.isRecoloured
    hasOtherColours = hasOtherColours && other.hasOtherColours
    reach = distance.flatMap { own in other.distance.map { max(own, $0) } }
    if shift != other.shift { shift = nil }
    keepsColours = keepsColours && other.keepsColours
    areMost = areMost && other.areMost
    if colours != other.colours { colours = nil }
    if balance != other.balance { balance = ColourBalance() }
    if offset != other.offset { offset = nil }
    redrawing = redrawing.flatMap { own in other.redrawing.map { max(own, $0) } }
  }

  /// True if both are described by the same words, apart from distances.
  func hasWords(of other: Self) -> Bool {
    (redrawing == nil) == (other.redrawing == nil) && inks == other.inks
      && (shift == nil) == (other.shift == nil)
      && isRecoloured == other.isRecoloured && keepsColours == other.keepsColours
  }
}

/// The colours of which a change left less and made more.
struct ColourBalance: Hashable, Codable {
  var less: Pixel?
  var more: Pixel?

  /// "less yellow, more white"; nil if neither is known.
  var words: String? {
    let parts = [less.map { "less " + colourName($0) }, more.map { "more " + colourName($0) }]
      .compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// The distance by which most of what changed moved.
enum MainMove: Hashable {
  case content(ChangeKind.Offset)
  case outlines(upTo: Int)

  /// - Parameter noun: What the content is called.
  func words(of noun: String) -> String {
    switch self {
    case .content(let offset): "\(noun) mostly moved \(offset.words)"
    case .outlines(let reach): "outlines mostly moved by up to \(reach) px"
    }
  }
}

extension RegionPixels {
  /// The change of a pixel that may only be another shade, in levels.
  fileprivate static let shade: Float = 12

  /// How many pixels more had each colour than have it, in steps of 16 levels and without those that
  /// only took another shade.
  fileprivate var colourLosses: [Pixel: Int] {
    pairs.reduce(into: [:]) { counts, pair in
      guard largest(pair.change) > Self.shade else { return }
      counts[pair.before & 0xF0, default: 0] += pair.count
      counts[pair.after & 0xF0, default: 0] -= pair.count
    }
  }

  /// The minimum share of the pixels that a colour lost or won, in per cent.
  private static let balanceShare = 15

  /// The colours that lost most pixels and won most.
  fileprivate var colourBalance: ColourBalance {
    let losses = colourLosses.sorted { ($1.value, $0.key.bits) < ($0.value, $1.key.bits) }
    func colour(_ loss: (key: Pixel, value: Int)?, _ side: (ColourPair) -> Pixel) -> Pixel? {
      guard let loss, 100 * abs(loss.value) >= Self.balanceShare * count else { return nil }
      return pairs.filter { side($0) & 0xF0 == loss.key }.max { $0.count < $1.count }.map(side)
    }
    return ColourBalance(
      less: colour(losses.first) { $0.before }, more: colour(losses.last) { $0.after })
  }

  /// The maximum deviation of a colour that counts as another's, in levels.
  private static let mainTolerance = 4

  /// Returns the colours that most pixels had and have, and whether these are more than half; nil
  /// if they are fewer than some per cent.
  fileprivate func mainChange(
    least: Int
  ) -> (colours: ChangeKind.ColourChange, isMost: Bool)? {
    guard let most = pairs.max(by: { $0.count < $1.count }),
      distance(most.before, most.after) > Self.mainTolerance
    else { return nil }
    let like = pairs.reduce(0) { like, pair in
      let isLike =
        distance(pair.before, most.before) <= Self.mainTolerance
        && distance(pair.after, most.after) <= Self.mainTolerance
      return like + (isLike ? pair.count : 0)
    }
    guard 100 * like >= least * count else { return nil }
    return (ChangeKind.ColourChange(from: most.before, to: most.after), 2 * like > count)
  }

  /// The maximum deviation of a pixel that is still ground, in levels.
  private static let groundTolerance = 8
  /// The share of the pixels that were ground or became it up to which shapes may have taken other
  /// colours only, and up to which they certainly stayed in place, in per cent.
  fileprivate static let (mostGround, leastGround) = (60, 30)

  /// The share of the pixels that were ground on one side only, as those of lines at other places
  /// are, in per cent.
  fileprivate func groundShare(_ ground: Pixel) -> Int {
    let others = pairs.reduce(0) { others, pair in
      let wasGround = distance(pair.before, ground) <= Self.groundTolerance
      let isGround = distance(pair.after, ground) <= Self.groundTolerance
      return others + (wasGround == isGround ? 0 : pair.count)
    }
    return 100 * others / max(1, count)
  }

  /// The contrast between two pixels that is an edge, and that may still be one, in levels.
  private static let (edge, faintEdge) = (24, 8)
  /// The share of the edges of each side that the other has, too, in per cent: 57 in maps that took a
  /// palette of fewer colours, but 40 in charts that were laid out anew. The more edges there are, the
  /// more coincide; thin lines, which have hardly anything else, must keep nearly all.
  private static let (edgeShare, stillShare, lineShare) = (50, 75, 90)

  /// At least one in this many pixels is at an edge if edges say what a region shows, and at most
  /// this share of them is: a photograph has edges everywhere, in per cent.
  private static let (leastEdges, mostEdges) = (40, 175)
  private static let edgeSample = 20_000

  /// True if colours changed and the edges between them stayed.
  ///
  /// - Parameters:
  ///   - areOthers: True if most of the colours before are not there after.
  ///   - mayMove: True if many pixels were ground on one side only.
  fileprivate func isRecoloured(
    in overlay: Overlay, areOthers: Bool, mayMove: Bool
  ) -> Bool {
    var (edges, kept, all, seen) = (SIMD2<Int>(), SIMD2<Int>(), 0, 0)
    overlay.withRows { before, after in
      _ = allSatisfy(oneIn: step(to: Self.edgeSample)) { place, pair in
        seen += 1
        for step in [SIMD2(1, 0), SIMD2(0, 1)] {
          let (x, y) = (place.x + step.x, place.y + step.y)
          guard x < overlay.width, y < overlay.height else { continue }
          let old = distance(pair.before, premultiplied(before[y][x]))
          let new = distance(pair.after, premultiplied(after[y][x]))
          all += max(old, new) >= Self.faintEdge ? 1 : 0
          edges &+= SIMD2(old >= Self.edge ? 1 : 0, new >= Self.edge ? 1 : 0)
          kept &+= SIMD2(
            old >= Self.edge && new >= Self.faintEdge ? 1 : 0,
            new >= Self.edge && old >= Self.faintEdge ? 1 : 0)
        }
        return true
      }
    }
    let share =
      all > seen && mayMove
      ? Self.lineShare : min(max(Self.edgeShare, 20 + 75 * all / seen), Self.stillShare)
    guard 100 * kept.x >= share * edges.x, 100 * kept.y >= share * edges.y else { return false }
    let hasEdges = Self.leastEdges * edges.max() >= seen && 100 * all <= Self.mostEdges * seen
    return areOthers && hasEdges || isOneWay
  }
}
