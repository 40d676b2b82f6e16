import DiffEngine
import Pixels

/// Finds the nearest colour in a fixed palette, by ΔE2000.
package struct Quantiser: Sendable {
  private struct Choice: Sendable {
    let indices: [Int32]
    let colours: [Pixel]

    init(_ indices: some Sequence<Int32>) {
      self.indices = Array(indices)
      colours = self.indices.map { Pixel(rgb: Quantiser.colour(of: $0)) }
    }
  }

  private let palette: Choice
  /// The greys, in small palettes: among eight colours, the nearest to a grey can be one with a
  /// hue.
  private let greys: Choice
  /// The brighter half of the colours that have a hue.
  private let hues: Choice
  private var found: [UInt32: Int32] = [:]

  package init(_ level: ColourLevel) {
    let indices: Range<Int32> =
      switch level {
      case .ansi8: 0..<8
      case .ansi16: 0..<16
      // Every terminal has its own colours for 0 to 15.
      case .indexed256: 16..<256
      case .mono, .trueColour: 0..<0
      }
    palette = Choice(indices)
    let few = level <= .ansi16 ? Array(indices) : []
    greys = Choice(few.filter { Self.isGrey(Self.colour(of: $0)) })
    hues = Choice(few.suffix(8).filter { !Self.isGrey(Self.colour(of: $0)) })
  }

  private static func isGrey(_ colour: UInt32) -> Bool {
    colour & 255 == colour >> 8 & 255 && colour & 255 == colour >> 16
  }

  /// Returns the palette index nearest to 0xRRGGBB; the lowest if several are equally near.
  ///
  /// - Precondition: The level has a palette.
  package mutating func nearest(_ colour: UInt32) -> Int32 {
    if let known = found[colour] { return known }
    let choice = Self.isGrey(colour) && !greys.indices.isEmpty ? greys : palette
    let index = Self.nearest(Pixel(rgb: colour), among: choice)
    found[colour] = index
    return index
  }

  /// Returns the nearest of the palette's bright hues, which stand out from images drawn in greys;
  /// nil for colours with hardly any hue.
  ///
  /// - Precondition: The level has 8 or 16 colours.
  package func nearestHue(_ colour: UInt32) -> Int32? {
    guard Lab(Pixel(rgb: colour)).vividHue != nil else { return nil }
    return Self.nearest(Pixel(rgb: colour), among: hues)
  }

  private static func nearest(_ colour: Pixel, among choice: Choice) -> Int32 {
    let distances = deltaE2000(from: colour, to: choice.colours)
    let limit = (distances.min() ?? 0) + 2 * paletteDistanceError
    let closest = distances.indices.filter { distances[$0] <= limit }
    guard closest.count > 1 else { return choice.indices[closest[0]] }
    // These are too close for the fast formula to decide.
    let exact = closest.map { deltaE(colour, choice.colours[$0], formula: .ciede2000) }
    return choice.indices[closest[exact.firstIndex(of: exact.min()!)!]]
  }

  // MARK: - The palette

  /// Returns the colour of an index in the 256-colour palette, as xterm defines it.
  package static func colour(of index: Int32) -> UInt32 {
    if index < 16 { return ansi[Int(index)] }
    if index >= 232 { return UInt32(8 + 10 * (index - 232)) * 0x01_0101 }
    let cube = index - 16
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    return levels[Int(cube / 36)] << 16 | levels[Int(cube / 6 % 6)] << 8 | levels[Int(cube % 6)]
  }

  private static let ansi: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
}

extension Pixel {
  /// The opaque colour 0xRRGGBB.
  package init(rgb: UInt32) {
    self.init(UInt8(rgb >> 16 & 255), UInt8(rgb >> 8 & 255), UInt8(rgb & 255), 255)
  }
}

/// The lightness L* of 0xRRGGBB, 0 to 100.
package func lightness(_ colour: UInt32) -> Double { Lab(Pixel(rgb: colour)).l }
