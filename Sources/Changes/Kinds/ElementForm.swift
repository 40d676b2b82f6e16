import DiffEngine
import Pixels

/// The form of a region as a person sees it, by how its changed pixels lie in its box.
package enum ElementForm: Hashable, Sendable, Codable {
  case text
  /// A frame along all four sides.
  case border
  case line
  case bar
  /// A box of one colour.
  case fill
  /// A part of something larger that is of the same colour: nothing came or went, but something
  /// grew or shrank.
  case part
  case other

  /// The noun for the form; nil if there is none.
  package var noun: String? {
    switch self {
    case .text: "text"
    case .border: "border"
    case .line: "line"
    case .bar: "bar"
    case .fill: "fill"
    case .part, .other: nil
    }
  }
}

extension RegionPixels {
  /// The maximum deviation of a pixel from the colour of its side, in levels.
  private static let colourTolerance = 16

  /// Returns the most common colour of a side, and the share of pixels with it, in per cent.
  @inline(__always)
  func mainColour(_ side: (ColourPair) -> Pixel) -> (colour: Pixel, share: Int) {
    var counts = ColourCounts()
    for pair in pairs { counts.add(side(pair), count: pair.count) }
    let (colour, tolerance) = (counts.median, Self.colourTolerance)
    let near = pairs.reduce(0) { $0 + (distance(side($1), colour) <= tolerance ? $1.count : 0) }
    return (colour, 100 * near / max(1, count))
  }

  /// True if nearly all pixels of a side have one colour.
  @inline(__always)
  func isOneColour(_ side: (ColourPair) -> Pixel) -> Bool { mainColour(side).share >= 90 }

  /// The minimum length of a straight edge, in pixels, and its change, in levels.
  private static let (leastEdge, leastStep) = (12, 65)

  /// True if pixels in a straight line all changed alike and clearly: an edge that was moved to a
  /// whole pixel. Rendering noise hardly does that.
  var hasStraightEdge: Bool {
    let isAsked = pairs.map { distance($0.before, $0.after) >= Self.leastStep }
    // The pair and the length of the upright line that ends at each column.
    var lines: [Int32: (pair: UInt32, y: Int32, length: Int)] = [:]
    for stretch in stretches where isAsked[Int(stretch.pair)] {
      if stretch.count >= Self.leastEdge { return true }
      for x in stretch.x..<stretch.x + stretch.count {
        let line = lines[x] ?? (stretch.pair, stretch.y, 0)
        let isLonger = line.pair == stretch.pair && line.y == stretch.y - 1
        let length = isLonger ? line.length + 1 : 1
        if length >= Self.leastEdge { return true }
        lines[x] = (stretch.pair, stretch.y, length)
      }
    }
    return false
  }

  /// True if nearly all pixels became brighter, or nearly all darker: a redrawn edge loses on one
  /// side what it gains on the other.
  var isOneWay: Bool {
    var (gained, lost): (Float, Float) = (0, 0)
    for pair in pairs {
      let change = pair.change.sum() * Float(pair.count)
      if change > 0 { gained += change } else { lost -= change }
    }
    return 10 * min(gained, lost) < max(gained, lost)
  }
}

extension RegionClassifier {
  /// The minimum number of strokes of a text, and of pixels in each.
  private static let (leastStrokes, leastStroke) = (3, 3)
  /// An element thicker than a stroke that fills this share of its box, in per cent, is a box.
  private static let boxShare = 85
  private static let thickestStroke = 4
  private static let thickestBorder = 12
  /// The maximum deviation of a pixel from the colour of an ink or a ground, in levels.
  private static let colourTolerance = 8
  /// At least one in this many unchanged pixels around a part has its colour.
  private static let partShare = 4

  /// - Parameter isText: True if the region's runs look like text.
  func form(isText: Bool) -> ElementForm {
    let box = pixels.box
    let (least, most) = (min(box.width, box.height), max(box.width, box.height))
    let isFilled = 10 * pixels.step * pixels.count >= 9 * box.width * box.height
    if isFilled {
      if least <= 4 { return most >= 8 * least ? .line : .other }
      guard pixels.isOneColour({ $0.before }), pixels.isOneColour({ $0.after }) else {
        return .other
      }
      return most >= 4 * least ? .bar : .fill
    }
    if isFrame { return .border }
    return isText && hasStrokes ? .text : .other
  }

  /// True if the pixels form several strokes, like letters, and not the rim of one element with
  /// some specks, or the boxes of a chart.
  private var hasStrokes: Bool {
    let strokes = LabelledRuns(Components(pixels.mask(in: pixels.box))).clusters
      .filter { $0.pixels >= Self.leastStroke }
    let boxes = strokes.count {
      100 * $0.pixels >= Self.boxShare * $0.box.width * $0.box.height
        && min($0.box.width, $0.box.height) > Self.thickestStroke
    }
    // Letters differ; the bars of a waveform or the dashes of a line do not.
    let sizes = strokes.reduce(into: [:]) {
      $0[SIMD3($1.box.width, $1.box.height, $1.pixels), default: 0] += 1
    }
    guard 2 * (sizes.values.max() ?? 0) <= strokes.count, areLevel(strokes.map(\.box))
    else { return false }
    let (all, largest) = strokes.reduce((0, 0)) { ($0.0 + $1.pixels, max($0.1, $1.pixels)) }
    return strokes.count - boxes >= Self.leastStrokes && 8 * largest < 7 * all
  }

  /// The height of a line of text, in heights of its tall strokes.
  private static let tallestLine = 3

  /// True if strokes stand in a line, unlike the dashes of a curve and the rims of dots.
  private func areLevel(_ strokes: [PixelBox]) -> Bool {
    let heights = strokes.map(\.height).sorted()
    let tall = heights.isEmpty ? 0 : heights[heights.count * 3 / 4]
    return pixels.box.height <= Self.tallestLine * tall
  }

  /// True if what appeared or vanished goes on beside the region, or if the region is all there is.
  func isPart(_ kind: ChangeKind) -> Bool {
    guard let ink = kind.ink, let ground = kind.ground else { return false }
    if isGround { return true }
    var (inks, grounds) = (0, 0)
    forEachBeside { colour in
      if distance(colour, ink) <= Self.colourTolerance { inks += 1 }
      if distance(colour, ground) <= Self.colourTolerance { grounds += 1 }
    }
    return Self.partShare * inks >= inks + grounds && inks > 0
  }

  /// The minimum contrast of an edge, in levels.
  private static let leastContrast = 24

  /// True if only edges took other colours: right beside them are, unchanged, the two colours of
  /// which theirs are mixtures.
  func areEdges(_ colours: ChangeKind.ColourChange) -> Bool {
    // So many pixels are not edges alone.
    if colours.isPlain || pixels.step > 1 { return false }
    var counts: [Pixel: Int] = [:]
    forEachBeside { counts[$0, default: 0] += 1 }
    let common = counts.filter { Self.partShare * $0.value >= pixels.count }
      .sorted { ($1.value, $0.key.bits) < ($0.value, $1.key.bits) }.map(\.key)
    guard let first = common.first,
      let other = common.first(where: { distance($0, first) >= Self.leastContrast })
    else { return false }
    let line = Coverage(of: other, on: first)
    return [colours.from, colours.to].allSatisfy { 0...1 ~= line($0) && line.holds($0) }
  }

  /// Calls `body` with the colour of each unchanged pixel beside a changed one.
  private func forEachBeside(_ body: (Pixel) -> Void) {
    let area = pixels.box.grown(by: 1, width: overlay.width, height: overlay.height)
    let mask = pixels.mask(in: area)
    overlay.withRows { before, after in
      mask.dilated(by: 1).forEachMarked { x, y in
        let (old, new) = (before[y + area.y][x + area.x], after[y + area.y][x + area.x])
        if !mask[x, y], old.bits == new.bits { body(premultiplied(old)) }
      }
    }
  }

  /// True if the pixels form a frame.
  private var isFrame: Bool {
    let box = pixels.box
    guard min(box.width, box.height) >= 8 else { return false }
    // The numbers of pixels near a side, and at each side.
    let thickest = min(Self.thickestBorder, (min(box.width, box.height) - 1) / 4)
    var (rim, sides) = (0, SIMD4<Int>())
    _ = pixels.allSatisfy { place, _ in
      let (left, top) = (place.x - box.x, place.y - box.y)
      let (right, bottom) = (box.width - 1 - left, box.height - 1 - top)
      rim += min(min(left, right), min(top, bottom)) < thickest ? 1 : 0
      sides &+= SIMD4(
        left == 0 ? 1 : 0, right == 0 ? 1 : 0, top == 0 ? 1 : 0, bottom == 0 ? 1 : 0)
      return true
    }
    let lengths = SIMD4(box.height, box.height, box.width, box.width)
    return all(10 &* sides .>= 6 &* lengths) && 20 * (pixels.count - rim) <= pixels.count
  }
}
