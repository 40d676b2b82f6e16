/// Red, green, blue and alpha from 0 to 1, with straight alpha and sRGB-encoded values.
package typealias Colour = SIMD4<Float>

extension SIMD4<Float> {
  /// A colour in designers' notation: `Colour(hex: 0x0A84FF)`.
  package init(hex: UInt32, alpha: Float = 1) {
    self.init(
      Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255, alpha)
  }

  package static let white = Colour(hex: 0xFFFFFF)
  package static let black = Colour(hex: 0x000000)

  package func opacity(_ alpha: Float) -> Colour { Colour(x, y, z, w * alpha) }

  package func mixed(with other: Colour, _ share: Float) -> Colour { self + (other - self) * share }
}

/// The fill of a shape.
package enum Ink {
  case solid(Colour)
  /// A gradient from the first colour at the first point to the second colour at the second point.
  case gradient(Colour, Point, Colour, Point)

  package static func vertical(_ top: Colour, _ bottom: Colour, in frame: Frame) -> Ink {
    .gradient(top, Point(0, frame.y), bottom, Point(0, frame.maxY))
  }

  /// Returns a gradient from the top left of a frame to its bottom right.
  package static func diagonal(_ first: Colour, _ second: Colour, in frame: Frame) -> Ink {
    .gradient(first, Point(frame.x, frame.y), second, Point(frame.maxX, frame.maxY))
  }

  package func colour(at point: Point) -> Colour {
    switch self {
    case .solid(let colour): return colour
    case .gradient(let first, let start, let second, let end):
      let along = end - start
      let share = dot(point - start, along) / dot(along, along)
      return first.mixed(with: second, min(max(share, 0), 1))
    }
  }
}
