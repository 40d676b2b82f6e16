import PNGCodec
import Pixels

/// A drawing surface measured in points, with `scale` pixels to a point.
///
/// It uses only additions, products, quotients and square roots, which every machine rounds alike,
/// so the same calls produce the same bytes everywhere.
package struct Canvas {
  package let width: Float
  package let height: Float
  package let scale: Float
  private let columns: Int
  private let rows: Int
  /// Premultiplied, row-major.
  private var pixels: [Colour]

  package init(width: Int, height: Int, scale: Int = 1, ground: Colour = .white) {
    self.width = Float(width)
    self.height = Float(height)
    self.scale = Float(scale)
    columns = width * scale
    rows = height * scale
    pixels = Array(repeating: Canvas.premultiplied(ground), count: columns * rows)
  }

  package var frame: Frame { Frame(0, 0, width, height) }

  package mutating func fill(_ shape: some Shape, _ ink: Ink) {
    paint(shape, ink, reach: 0) { distance in min(max(0.5 - distance, 0), 1) }
  }

  package mutating func fill(_ shape: some Shape, _ colour: Colour) { fill(shape, .solid(colour)) }

  /// Draws a line of `width` points centred on the edge of a shape.
  package mutating func stroke(_ shape: some Shape, width: Float, _ colour: Colour) {
    let half = width / 2 * scale
    paint(shape, .solid(colour), reach: width) { distance in
      min(max(half + 0.5 - abs(distance), 0), 1)
    }
  }

  /// Draws a soft shadow that reaches `blur` points beyond the shape.
  package mutating func shadow(_ shape: some Shape, blur: Float, _ colour: Colour) {
    let reach = blur * scale
    paint(shape, .solid(colour), reach: blur) { distance in
      let share = min(max((reach - distance) / (2 * reach), 0), 1)
      return share * share * (3 - 2 * share)
    }
  }

  /// The finished picture, with straight alpha.
  package func image() -> PixelImage {
    PixelImage(
      width: columns, height: rows,
      pixels: pixels.map { colour in
        guard colour.w > 0 else { return Pixel() }
        let rgb = colour / colour.w
        return Pixel(rounding: Colour(rgb.x, rgb.y, rgb.z, colour.w))
      })
  }

  private mutating func paint(
    _ shape: some Shape, _ ink: Ink, reach: Float, coverage: (Float) -> Float
  ) {
    let box = shape.bounds.inset(by: -reach - 1)
    let left = max(Int((box.x * scale).rounded(.down)), 0)
    let right = min(Int((box.maxX * scale).rounded(.up)), columns)
    let top = max(Int((box.y * scale).rounded(.down)), 0)
    let bottom = min(Int((box.maxY * scale).rounded(.up)), rows)
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      for column in left..<right {
        let point = Point(Float(column) + 0.5, Float(row) + 0.5) / scale
        let share = coverage(shape.distance(to: point) * scale)
        guard share > 0 else { continue }
        let source = Canvas.premultiplied(ink.colour(at: point)) * share
        let index = row * columns + column
        pixels[index] = source + pixels[index] * (1 - source.w)
      }
    }
  }

  private static func premultiplied(_ colour: Colour) -> Colour {
    Colour(colour.x * colour.w, colour.y * colour.w, colour.z * colour.w, colour.w)
  }
}

extension SIMD4<UInt8> {
  /// Rounds to the nearest 8-bit values.
  fileprivate init(rounding colour: Colour) {
    // Scalar by scalar, because the vector's own conversion is forty times slower.
    func nearest(_ value: Float) -> UInt8 { UInt8(Swift.min(Swift.max(value, 0), 1) * 255 + 0.5) }
    self.init(nearest(colour.x), nearest(colour.y), nearest(colour.z), nearest(colour.w))
  }
}
