import DiffEngine
import Pixels

/// Determines what happened to a region that noise does not explain: the first kind that fits.
struct RegionClassifier {
  let overlay: Overlay
  let pixels: RegionPixels
  /// The distance around the region within which to look for its ground.
  let margin: Int
  /// True to look for copies of changed text; each kind of text costs a look at all pixels.
  var findsCopies = false
  /// The change of the colour around the region, if that changed as well; it is the only ground.
  var changedGround: ChangeKind.ColourChange?

  /// The maximum deviation of a colour that is still the ground, in levels.
  private static let groundTolerance = 6
  /// The maximum difference between two inks that count as one, in levels.
  private static let inkTolerance = 12
  /// Inks that differ by more are two, however thin the strokes from which they were read.
  private static let otherInk = 48
  /// The change of faint specks, in levels.
  private static let faint: Float = 32
  /// A recolouring leaves at most one in this many pixels, which are then named beside it.
  private static let leftShare = 10
  /// The minimum change of a plain ink's colour that makes it another ink, in levels.
  private static let leastShade = 2

  /// A region's kind, and the pixels that it does not explain.
  struct Result {
    var kind: ChangeKind
    var leftover: ChangeRegions?
    var form = ElementForm.other
    var shape = ShapeChange()
    /// The inks of a region with several, each with its own colours.
    var palette: PaletteFit?
  }

  /// - Parameter isText: True if the region's runs look like text.
  func classify(isText: Bool) -> Result {
    let ground = ground
    let fit = InkFit(pixels, overlay).flatMap { areEdges($0.colours) ? nil : $0 }
    // A region that fills the picture is itself a ground: nothing around shows if it came or went.
    let around = isGround ? nil : ground
    var kind = fit.map { self.kind(of: $0.colours, on: around) } ?? kind(on: ground)
    if kind.isElement, let around {
      kind = InkOnGround(ground: around, pixels).comingOrGoing(pixels) ?? kind
    }
    if kind == .replaced || kind == .reshaped, isGround || ground != nil,
      let palette = PaletteFit(pixels, overlay, on: around)
    {
      let left = leftover(recolouring: palette.inks, on: around)
      if (left?.pixels ?? 0) * Self.leftShare <= pixels.count {
        return Result(kind: .recoloured(palette.inks[0]), leftover: left, palette: palette)
      }
    }
    var result = Result(kind: kind, form: form(isText: isText))
    if result.form != .text, isPart(kind) { result.form = .part }
    addEvidence(on: ground, isOneInk: fit != nil, to: &result)
    addRedrawing(on: ground, to: &result)
    if result.shape.redrawing == nil {
      if result.kind == .replaced { result.shape.addColours(of: pixels, in: overlay, on: ground) }
      if result.kind.isUnnamed {
        // Of one ink in another shape, some always became its ground.
        result.shape.addShift(of: pixels, in: overlay, least: result.kind == .replaced ? 25 : 51)
      }
    }
    return result
  }

  /// Finds out whether an unnamed change, or one with other colours only at edges, is the same
  /// shape redrawn.
  private func addRedrawing(on ground: Pixel?, to result: inout Result) {
    switch result.kind {
    case .reshaped, .replaced: break
    case .recoloured(let colours) where !colours.isPlain: break
    default: return
    }
    let inks =
      result.kind == .replaced
      ? ground.flatMap { InkOnGround(ground: $0, pixels).recolouring(pixels) } : nil
    // On a picture or a gradient, any colour of it tells glyphs apart well enough; only faint specks
    // are like everything there.
    let plain = ground ?? changedGround?.to
    guard plain != nil || pixels.pairs.contains(where: { largest($0.change) > Self.faint }),
      let ground = plain ?? overlay.ground(of: pixels.box, margin: margin, share: 0)
    else { return }
    let score = RedrawnScore(
      pixels, overlay, on: ground, inks: inks,
      isOneInk: (result.kind == .reshaped || result.form == .text) && plain != nil)
    guard plain != nil || score.value ?? 1 <= RedrawnScore.alikeAnywhere else { return }
    result.shape = score.shape
    result.shape.inks = score.value.flatMap { _ in inks }
    if result.kind.isUnnamed, score.value.map({ $0 <= RedrawnScore.same }) == true {
      result.kind = .redrawn
    }
  }

  /// True if the region reaches three sides of the picture and covers most of it.
  var isGround: Bool {
    let box = pixels.box
    guard 4 * box.width * box.height >= 3 * overlay.width * overlay.height else { return false }
    return [
      box.x == 0, box.y == 0, box.x + box.width == overlay.width,
      box.y + box.height == overlay.height,
    ].count(where: \.self) >= 3
  }

  private var ground: Pixel? {
    changedGround == nil ? overlay.ground(of: pixels.box, margin: margin) : nil
  }

  /// Adds the pixels that the region's kind does not explain.
  private func addEvidence(on ground: Pixel?, isOneInk: Bool, to result: inout Result) {
    switch result.kind {
    case .recoloured(let colours) where isOneInk || colours.isPlain:
      result.leftover = leftover(recolouring: [colours], on: ground)
    case .appeared(let colours):
      result.leftover = leftover(leaving: colours.from) { $0.before }
    case .vanished(let colours):
      result.leftover = leftover(leaving: colours.to) { $0.after }
    default: break
    }
  }

  /// Returns the result for a region with only edges that moved by at most a pixel.
  func nudged(isText: Bool) -> Result {
    Result(
      kind: .nudged, form: form(isText: isText), shape: ShapeChange(redrawing: 0))
  }

  private func kind(on ground: Pixel?) -> ChangeKind {
    guard let ground else { return .replaced }
    let ink = InkOnGround(ground: ground, pixels)
    return ink.comingOrGoing(pixels) ?? shape(of: ink) ?? .replaced
  }

  /// The recolouring of a box or a fill beside a larger one; nil if something else happened, too.
  var plainRecolouring: ChangeKind? {
    guard let fit = InkFit(pixels, overlay), fit.colours.isPlain else { return nil }
    let kind = kind(of: fit.colours, on: ground)
    if case .recoloured = kind { return kind }
    return nil
  }

  /// Returns `recoloured`, or `appeared` or `vanished` if the ink had or has its ground's colour.
  private func kind(of colours: ChangeKind.ColourChange, on ground: Pixel?) -> ChangeKind {
    let old = ground ?? changedGround?.from
    let new = ground ?? changedGround?.to
    guard let old, let new else { return .recoloured(colours) }
    let wasGround = distance(colours.from, old) <= Self.groundTolerance
    let isGround = distance(colours.to, new) <= Self.groundTolerance
    if wasGround == isGround { return .recoloured(colours) }
    return wasGround ? .appeared(colours) : .vanished(colours)
  }

  /// Returns what happened to an ink on its ground, if all colours are mixtures of both.
  private func shape(of ink: InkOnGround) -> ChangeKind? {
    guard let before = ink.before, let after = ink.after, ink.explains(pixels) else { return nil }
    var change = ChangeKind.ColourChange(from: before, to: after)
    change.isPlain = change.strength >= Self.leastShade && pixels.isFlat(change, in: overlay)
    if change.isPlain || change.strength > Self.inkTolerance && !areEdges(change) {
      let left = leftover(recolouring: [change], on: ink.ground)?.pixels ?? 0
      // Pixels that are left on a plain ground are reported beside it.
      if left == 0 || change.isPlain && Self.leftShare * left <= pixels.count {
        return .recoloured(change)
      }
    }
    // Another shape in a clearly different ink is a different element, and so is a fill in a
    // fainter one.
    return change.strength > Self.otherInk || ink.hasFill(pixels, overlay) ? nil : .reshaped
  }
}

extension ChangeKind.Offset {
  init(_ shift: SIMD2<Int>) { self.init(dx: Double(shift.x), dy: Double(shift.y)) }
}
