import PNGCodec
import Pixels

/// A screen of the demo's imaginary app.
protocol Screen {
  func draw(on canvas: inout Canvas)
}

extension Screen {
  /// The screen at a size in points, on an opaque ground by default.
  func drawn(_ width: Int, _ height: Int, scale: Int = 1, ground: Colour = .white) -> PixelImage {
    var canvas = Canvas(width: width, height: height, scale: scale, ground: ground)
    draw(on: &canvas)
    return canvas.image()
  }
}

/// The colours that differ between light and dark mode.
struct Palette {
  var ground: Colour
  var card: Colour
  var text: Colour
  var faint: Colour
  var line: Colour

  static let light = Palette(
    ground: Colour(hex: 0xF2F2F7), card: .white, text: Colour(hex: 0x1C1C1E),
    faint: Colour(hex: 0x8E8E93), line: Colour(hex: 0xE1E1E6))
  static let dark = Palette(
    ground: .black, card: Colour(hex: 0x1C1C1E), text: .white,
    faint: Colour(hex: 0x98989F), line: Colour(hex: 0x3A3A3C))
}

extension Canvas {
  /// The clock, the signal and the battery along the top edge.
  mutating func statusBar(_ colour: Colour) {
    write(.bold("9:41", size: 12), x: 34, y: 20, colour)
    for bar in 0..<4 {
      let tall = 4 + 2.6 * Float(bar)
      let place = Frame(width - 92 + 5 * Float(bar), 32 - tall, 3.4, tall)
      fill(RoundedRectangle(place, radius: 1), colour)
    }
    let battery = Frame(width - 62, 20, 27, 13)
    stroke(RoundedRectangle(battery, radius: 4), width: 1.2, colour.opacity(0.5))
    fill(RoundedRectangle(Frame(battery.x + 2, 22, 19, 9), radius: 2.5), colour)
    fill(
      RoundedRectangle(Frame(battery.maxX + 1.6, 24.4, 1.8, 4.4), radius: 0.9), colour.opacity(0.5))
  }

  /// The bar at the lower edge that replaces the home button.
  mutating func homeIndicator(_ colour: Colour) {
    fill(RoundedRectangle(Frame(width / 2 - 67, height - 13, 134, 5), radius: 2.5), colour)
  }

  /// A rounded rectangle that casts a soft shadow `lift` points below itself.
  mutating func raised(
    _ frame: Frame, radius: Float, _ ink: Ink, lift: Float, blur: Float, darkness: Float
  ) {
    let shadowed = RoundedRectangle(frame.moved(y: lift), radius: radius)
    shadow(shadowed, blur: blur, Colour.black.opacity(darkness))
    fill(RoundedRectangle(frame, radius: radius), ink)
  }

  mutating func toggle(x: Float, y: Float, isOn: Bool, off: Colour) {
    let track = Frame(x, y, 50, 30)
    fill(RoundedRectangle(track, radius: 15), isOn ? Colour(hex: 0x34C759) : off)
    let knob = Circle(isOn ? x + 35 : x + 15, y + 15, radius: 13)
    shadow(
      Circle(knob.centre.x, knob.centre.y + 1.5, radius: 13), blur: 4, Colour.black.opacity(0.25))
    fill(knob, .white)
  }

  mutating func chevron(x: Float, y: Float, _ colour: Colour) {
    fill(Path([Point(x, y - 5), Point(x + 5, y), Point(x, y + 5)], width: 2.2), colour)
  }

  /// Draws a friendly face.
  mutating func avatar(_ x: Float, _ y: Float, radius: Float, _ first: Colour, _ second: Colour) {
    let disc = Circle(x, y, radius: radius)
    fill(disc, .vertical(first, second, in: disc.bounds))
    fill(Circle(x, y - radius * 0.2, radius: radius * 0.34), Colour.white.opacity(0.95))
    let shoulders = Frame(x - radius * 0.56, y + radius * 0.24, radius * 1.12, radius * 0.5)
    fill(RoundedRectangle(shoulders, radius: radius * 0.25), Colour.white.opacity(0.95))
  }
}
