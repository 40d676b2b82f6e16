#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Finds the nearest colour of a fixed palette, by distance in CIELAB.
package struct Quantiser: Sendable {
  private let palette: [(index: Int32, lab: SIMD3<Float>)]
  private var found = ColourMap()

  package init(_ level: ColourLevel) {
    let indices: [Int32] =
      switch level {
      case .ansi8: Array(0..<8)
      case .ansi16: Array(0..<16)
      // 0 to 15 look different in every terminal's own scheme.
      default: Array(16..<256)
      }
    palette = indices.map { ($0, Self.lab(Self.colour(of: $0))) }
  }

  /// The palette index nearest to 0xRRGGBB.
  package mutating func nearest(_ colour: UInt32) -> Int32 {
    if let known = found[UInt64(colour)] { return known }
    let index = search(colour)
    found.insert(UInt64(colour), index)
    return index
  }

  private func search(_ colour: UInt32) -> Int32 {
    let wanted = Self.lab(colour)
    var best: (index: Int32, distance: Float) = (0, .infinity)
    for entry in palette {
      let difference = entry.lab - wanted
      let distance = (difference * difference).sum()
      if distance < best.distance { best = (entry.index, distance) }
    }
    return best.index
  }

  /// What an index of the 256-colour palette looks like, as xterm defines it.
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

  /// CIELAB under D65 of a colour in sRGB.
  package static func lab(_ colour: UInt32) -> SIMD3<Float> {
    let red = linear(colour >> 16 & 255)
    let green = linear(colour >> 8 & 255)
    let blue = linear(colour & 255)
    let x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    let y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    let z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    let (fx, fy, fz) = (curve(x), curve(y), curve(z))
    return SIMD3(116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
  }

  private static func linear(_ byte: UInt32) -> Float {
    let value = Float(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func curve(_ t: Float) -> Float {
    t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
  }
}
