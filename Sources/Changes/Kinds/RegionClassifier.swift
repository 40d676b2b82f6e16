import DiffEngine
import Pixels

/// Tells what happened to a region that noise does not explain: the first kind that fits.
struct RegionClassifier {
  let overlay: Overlay
  let pixels: RegionPixels
  /// The distance around the region within which its ground is looked for.
  let margin: Int
  /// True if copies of text that went or was recoloured are looked for: each costs a look at all pixels.
  var findsCopies = false
  /// What became of the colour around the region, where that changed as well; there is no other ground.
  var changedGround: ChangeKind.ColourChange?

  /// The most that a colour may be off the ground and still be the ground, in levels.
  private static let groundTolerance = 6
  /// The most that two inks may differ and still be one, in levels.
  private static let inkTolerance = 12
  /// Inks that differ by more are two, however thin the strokes that they were read from.
  private static let otherInk = 48
  /// The least by which a plain ink's colour must change to be another, in levels.
  private static let leastShade = 2

  /// A region's kind, and what it does not explain.
  struct Result {
    var kind: ChangeKind
    var leftover: ChangeRegions?
    var form = ElementForm.other
    /// How far it is from the same shapes drawn anew; nil where that is out of the question.
    var redrawing: Float?
    /// How far those shapes moved besides.
    var offset = SIMD2<Int>()
    /// The inks of a region of several, each with a colour of its own.
    var palette: PaletteFit?
  }

  /// - Parameter isText: True if the region's runs look like text.
  func classify(isText: Bool) -> Result {
    let ground = ground
    let fit = InkFit(pixels, overlay)
    // What fills the picture is a ground itself: nothing around it says that it came or went.
    let around = isGround ? nil : ground
    var kind = fit.map { self.kind(of: $0.colours, on: around) } ?? kind(on: ground)
    if kind.isElement, let around {
      kind = InkOnGround(ground: around, pixels).comingOrGoing(pixels) ?? kind
    }
    if kind == .replaced || kind == .reshaped, isGround || ground != nil,
      let palette = PaletteFit(pixels, overlay, on: around),
      leftover(recolouring: palette.inks, on: around) == nil
    {
      return Result(kind: .recoloured(palette.inks[0]), palette: palette)
    }
    var result = Result(kind: kind, form: form(on: ground, isText: isText))
    addEvidence(on: ground, isOneInk: fit != nil, to: &result)
    if let ground { addRedrawing(on: ground, to: &result) }
    return result
  }

  /// Finds out whether what has no name, or other colours at edges only, is the same shape drawn
  /// anew.
  private func addRedrawing(on ground: Pixel, to result: inout Result) {
    switch result.kind {
    case .reshaped, .replaced: break
    case .recoloured(let colours) where !colours.isPlain: break
    default: return
    }
    let score = RedrawnScore(pixels, overlay, on: ground, isText: result.form == .text)
    (result.redrawing, result.offset) = (score.value, score.offset)
    if result.kind.isUnnamed, score.value.map({ $0 <= RedrawnScore.same }) == true {
      result.kind = .redrawn
    }
  }

  /// True if the region reaches three sides of the picture and most of it.
  private var isGround: Bool {
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

  /// Adds what the region's kind does not explain.
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

  /// What has nothing but edges that moved by at most a pixel.
  func nudged(isText: Bool) -> Result {
    Result(kind: .nudged, form: form(on: ground, isText: isText), redrawing: 0)
  }

  private func kind(on ground: Pixel?) -> ChangeKind {
    guard let ground else { return .replaced }
    let ink = InkOnGround(ground: ground, pixels)
    return ink.comingOrGoing(pixels) ?? shape(of: ink) ?? .replaced
  }

  /// The recolouring of a box or a fill beside a larger one; nil if that is not all.
  var plainRecolouring: ChangeKind? {
    guard let fit = InkFit(pixels, overlay), fit.colours.isPlain else { return nil }
    let kind = kind(of: fit.colours, on: ground)
    if case .recoloured = kind { return kind }
    return nil
  }

  /// A recoloured ink; or one that came or went, where it had or has the colour of its ground.
  private func kind(of colours: ChangeKind.ColourChange, on ground: Pixel?) -> ChangeKind {
    let old = ground ?? changedGround?.from
    let new = ground ?? changedGround?.to
    guard let old, let new else { return .recoloured(colours) }
    let wasGround = distance(colours.from, old) <= Self.groundTolerance
    let isGround = distance(colours.to, new) <= Self.groundTolerance
    if wasGround == isGround { return .recoloured(colours) }
    return wasGround ? .appeared(colours) : .vanished(colours)
  }

  /// Returns what happened to an ink on its ground, where all colours are mixtures of both.
  private func shape(of ink: InkOnGround) -> ChangeKind? {
    guard let before = ink.before, let after = ink.after, ink.explains(pixels) else { return nil }
    var change = ChangeKind.ColourChange(from: before, to: after)
    change.isPlain = change.strength >= Self.leastShade && pixels.isFlat(change, in: overlay)
    if change.isPlain || change.strength > Self.inkTolerance {
      let left = leftover(recolouring: [change], on: ink.ground)?.pixels ?? 0
      // What is left on a plain ground is said beside it.
      if left == 0 || change.isPlain && 10 * left <= pixels.count { return .recoloured(change) }
    }
    // Another shape in plainly another ink is another thing.
    return change.strength > Self.otherInk ? nil : .reshaped
  }
}

extension ChangeKind.Offset {
  init(_ shift: SIMD2<Int>) { self.init(dx: Double(shift.x), dy: Double(shift.y)) }
}
