import Pixels
import ReviewUI

/// Converts cells to the form that curses draws, at one colour level.
package struct Painter {
  package struct Colours: Equatable, Sendable {
    package var level: ColourLevel
    package var pairs: Int
    /// True if -1, the terminal's own colour, can be used in a pair.
    package var hasDefaults: Bool

    package init(level: ColourLevel, pairs: Int, hasDefaults: Bool) {
      self.level = level
      self.pairs = pairs
      self.hasDefaults = hasDefaults
    }
  }

  package typealias Define = (_ pair: Int32, _ foreground: Int32, _ background: Int32) -> Void

  let level: ColourLevel
  let theme: Theme
  private let ownColours: (foreground: UInt32, background: UInt32)
  private let isUTF8: Bool
  private let usesDefaults: Bool
  private let availablePairs: Int
  private var pairs: PairTable
  private var inks: [UInt64: Int32] = [:]
  private var quantiser: Quantiser
  private let define: Define
  /// True if the pairs ran out, which makes everything painted since wrong.
  package private(set) var isExhausted = false

  package init(_ colours: Colours, theme: Theme, isUTF8: Bool, define: @escaping Define) {
    level = colours.level
    self.theme = theme
    ownColours = theme.ownColours
    self.isUTF8 = isUTF8
    self.define = define
    usesDefaults = colours.hasDefaults
    availablePairs = colours.pairs
    pairs = Self.table(colours.pairs, usesDefaults)
    quantiser = Quantiser(colours.level)
  }

  /// The number of pair numbers to use on a screen with this many cells.
  ///
  /// There are a million numbers, but curses keeps the pairs in a tree, in which the cost of a new
  /// pair grows: 1.2 µs among a million, 0.5 µs among 32,768. Room for two images allows blinking
  /// between them without new pairs.
  package func pairCount(cells: Int) -> Int { min(availablePairs, max(32_768, 2 * cells + 8192)) }

  /// Forgets all pairs and uses numbers below `count` from now on, as curses already does.
  package mutating func reset(count: Int) {
    pairs = Self.table(count, usesDefaults)
    inks = [:]
    isExhausted = false
  }

  /// True if painting this many cells could need more new pairs than are left.
  package func mayExhaust(_ cells: Int) -> Bool { cells > pairs.room }

  private static func table(_ count: Int, _ usesDefaults: Bool) -> PairTable {
    PairTable(count: count, seed: usesDefaults ? (-1, -1) : (7, 0))
  }

  /// True if a no-break space is drawn as a blank with its background colour.
  var hasFirmEnds: Bool { isUTF8 && level > .mono }

  /// True if a background differs from that of plain text.
  func isColoured(_ ground: Paint) -> Bool {
    ground.role.map { theme[$0].background != theme[.plain].background } ?? true
  }

  package mutating func paint(_ cell: Cell, column: Int, row: Int) -> PaintedCell {
    if level == .mono { return MonoPainter(theme: theme, isUTF8: isUTF8).paint(cell, column, row) }
    if !isUTF8 && cell.glyph.base >= 0x7F { return paintASCII(cell) }
    return PaintedCell(cell.glyph, attributes(cell), pair: pair(cell.foreground, cell.background))
  }

  private mutating func attributes(_ cell: Cell) -> TextAttributes {
    let own = cell.foreground.role.map { theme[$0].attributes } ?? []
    return cell.background == .role(.selected) && losesSelection ? own.union(.reverse) : own
  }

  /// True if, with few colours, the selected row has the same background as the others.
  private lazy var losesSelection =
    level <= .ansi16
    && shown(index(.role(.selected), isForeground: false), isForeground: false)
      == shown(index(.role(.plain), isForeground: false), isForeground: false)

  /// Paints a cell without UTF-8; the two halves are mixed to one colour.
  private mutating func paintASCII(_ cell: Cell) -> PaintedCell {
    guard cell.glyph.isHalfBlock else {
      return PaintedCell(
        cell.glyph.ascii, attributes(cell), pair: pair(cell.foreground, cell.background))
    }
    // A mark must stay visible in the mix.
    if let mark = [cell.foreground, cell.background].first(where: { $0.rgb == nil || $0.isEvidence }
    ) {
      return PaintedCell(.space, pair: pair(mark, mark))
    }
    let mixed = Self.mix(cell.foreground.rgb ?? 0, cell.background.rgb ?? 0)
    return PaintedCell(.space, pair: pair(mixed, mixed))
  }

  private static func mix(_ first: UInt32, _ second: UInt32) -> Paint {
    func channel(_ shift: UInt32) -> UInt8 {
      let (one, other): (UInt32, UInt32) = (first >> shift & 255, second >> shift & 255)
      return UInt8((one + other) / 2)
    }
    return .rgb(channel(16), channel(8), channel(0))
  }

  // MARK: - Colours

  /// The theme's colour for mismatches, for images that are not drawn in cells.
  package var mark: Pixel { theme.markColour(.changed) ?? Pixel(255, 0, 255, 255) }

  /// The background of plain text, for images that must not be transparent.
  package var ground: Pixel {
    if case .rgb(let colour) = theme[.plain].background {
      Pixel(rgb: colour)
    } else {
      Pixel(rgb: ownColours.background)
    }
  }

  /// Returns a cell as text with its colours and attributes, for output that bypasses curses.
  ///
  /// - Precondition: Colours are exact.
  mutating func sequence(_ cell: Cell) -> String {
    func colour(_ ground: Int, _ value: Int32) -> String {
      guard value >= 0 else { return "\(ground)9" }
      return "\(ground)8;2;\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"
    }
    let codes = attributes(cell).codes
    let front = colour(3, index(ofText: cell.foreground, on: cell.background))
    let back = colour(4, index(cell.background, isForeground: false))
    let marks = [cell.glyph.base, cell.glyph.firstMark, cell.glyph.secondMark].filter { $0 > 0 }
    let text = String(String.UnicodeScalarView(marks.compactMap(Unicode.Scalar.init)))
    return "\u{1B}[0;" + codes.map { "\($0);" }.joined() + front + ";" + back + "m" + text
  }

  private mutating func pair(_ foreground: Paint, _ background: Paint) -> Int32 {
    let key = UInt64(foreground.raw) << 32 | UInt64(background.raw)
    if let known = inks[key] { return known }
    let number = newPair(foreground, background)
    if !isExhausted { inks[key] = number }
    return number
  }

  private mutating func newPair(_ foreground: Paint, _ background: Paint) -> Int32 {
    let front = index(ofText: foreground, on: background)
    let back = index(background, isForeground: false)
    switch pairs.lookup(front, back) {
    case .known(let number): return number
    case .fresh(let number):
      define(number, front, back)
      return number
    case .full:
      isExhausted = true
      return 0
    }
  }

  private mutating func index(ofText foreground: Paint, on background: Paint) -> Int32 {
    guard let front = foreground.role else { return index(foreground, isForeground: true) }
    guard let back = background.role else {
      let own = index(foreground, isForeground: true)
      // A coarse palette can give a mark the same colour as the image below it.
      guard level <= .ansi16, own == index(background, isForeground: false) else { return own }
      return own == 7 || own == 15 ? 0 : 7
    }
    let theme = theme
    let colour = theme.textColour(front, on: back) { colour, isForeground in
      shown(index(colour, isForeground: isForeground), isForeground: isForeground)
    }
    return index(colour, isForeground: true)
  }

  /// Returns the colour, 0xRRGGBB, that an index shows. With 16 colours or fewer, the terminal's
  /// own colours count as the nearest ones of the palette.
  private mutating func shown(_ index: Int32, isForeground: Bool) -> UInt32 {
    if index < 0 {
      let own = isForeground ? ownColours.foreground : ownColours.background
      return level <= .ansi16 ? Quantiser.colour(of: quantiser.nearest(own)) : own
    }
    return level == .trueColour ? UInt32(index) : Quantiser.colour(of: index)
  }

  private mutating func index(_ paint: Paint, isForeground: Bool) -> Int32 {
    guard let role = paint.role else {
      let colour = paint.rgb ?? 0
      return paint.isEvidence && level <= .ansi16
        ? quantiser.nearestHue(colour) ?? index(.role(.changed), isForeground: isForeground)
        : index(.rgb(colour), isForeground: isForeground)
    }
    let style = theme[role]
    return index(isForeground ? style.foreground : style.background, isForeground: isForeground)
  }

  private mutating func index(_ colour: ThemeColour, isForeground: Bool) -> Int32 {
    switch colour {
    case .terminal: return usesDefaults ? -1 : isForeground ? 7 : 0
    case .rgb(let value): return level == .trueColour ? Int32(value) : quantiser.nearest(value)
    }
  }
}
