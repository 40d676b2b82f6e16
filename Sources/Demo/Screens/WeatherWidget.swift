import PNGCodec

/// A large home-screen widget: round corners and a shadow on transparent ground.
struct WeatherWidget: Screen {
  enum Sky { case sunny, rain, storm }

  var sky = Sky.sunny
  /// The lower end of the sky's gradient.
  var horizon: Colour?
  var bolt = Colour(hex: 0xFFD60A)

  /// The widget at its own size.
  func drawn() -> PixelImage { drawn(364, 382, ground: Colour()) }

  func draw(on canvas: inout Canvas) {
    let frame = canvas.frame.inset(by: 24)
    let shape = RoundedRectangle(frame, radius: 34)
    canvas.shadow(
      RoundedRectangle(frame.moved(y: 5), radius: 34), blur: 18, Colour.black.opacity(0.4))
    canvas.fill(shape, .vertical(zenith, horizon ?? usualHorizon, in: frame))
    scene(on: &canvas, frame)
    canvas.write(.bold("Porto", size: 15), x: frame.x + 24, y: frame.y + 26, .white)
    canvas.write(
      TextLine(temperature, size: 54, weight: 0.08), x: frame.x + 22, y: frame.y + 56, .white)
    canvas.write(
      TextLine(words, size: 12), x: frame.x + 24, y: frame.y + 130, Colour.white.opacity(0.9))
    hours(on: &canvas, Frame(frame.x + 18, frame.maxY - 116, frame.width - 36, 96))
  }

  private var zenith: Colour {
    switch sky {
    case .sunny: Colour(hex: 0x1E7BE0)
    case .rain: Colour(hex: 0x44566C)
    case .storm: Colour(hex: 0x231942)
    }
  }

  private var usualHorizon: Colour {
    switch sky {
    case .sunny: Colour(hex: 0x8FD0FF)
    case .rain: Colour(hex: 0x8FA3B8)
    case .storm: Colour(hex: 0x6A4C93)
    }
  }

  private var temperature: String {
    switch sky {
    case .sunny: "24°"
    case .rain: "15°"
    case .storm: "18°"
    }
  }

  private var words: String {
    switch sky {
    case .sunny: "Mostly sunny"
    case .rain: "Steady rain"
    case .storm: "Thunderstorm"
    }
  }

  private func scene(on canvas: inout Canvas, _ frame: Frame) {
    let centre = Point(frame.maxX - 82, frame.y + 84)
    switch sky {
    case .sunny:
      let sun = Circle(centre.x, centre.y, radius: 40)
      canvas.shadow(sun, blur: 24, Colour(hex: 0xFFE27A, alpha: 0.7))
      canvas.fill(sun, .vertical(Colour(hex: 0xFFE566), Colour(hex: 0xFFB300), in: sun.bounds))
      cloud(on: &canvas, centre + Point(-22, 34), .white)
    case .rain:
      cloud(on: &canvas, centre, Colour(hex: 0xE4ECF5))
      for (dx, dy) in [(-30, 34), (-6, 40), (18, 34), (-18, 56), (8, 60)] as [(Float, Float)] {
        let drop = centre + Point(dx, dy)
        canvas.fill(Segment(drop, drop + Point(-5, 13), width: 5), Colour(hex: 0x6FC3FF))
      }
    case .storm:
      cloud(on: &canvas, centre, Colour(hex: 0xB9A7D6))
      let corners: [Point] = [
        Point(4, 22), Point(-22, 60), Point(-5, 60), Point(-13, 90), Point(20, 48), Point(3, 48),
        Point(18, 22),
      ]
      canvas.fill(Polygon(corners.map { $0 + centre }), bolt)
    }
  }

  private func cloud(on canvas: inout Canvas, _ centre: Point, _ colour: Colour) {
    for (dx, dy, radius) in [(-26, 6, 20), (0, -8, 28), (28, 6, 20)] as [(Float, Float, Float)] {
      canvas.fill(Circle(centre.x + dx, centre.y + dy, radius: radius), colour)
    }
    canvas.fill(RoundedRectangle(Frame(centre.x - 44, centre.y + 2, 90, 24), radius: 12), colour)
  }

  private func hours(on canvas: inout Canvas, _ frame: Frame) {
    canvas.fill(RoundedRectangle(frame, radius: 20), Colour.white.opacity(0.22))
    let temperatures = ["21", "23", "24", "24", "22"]
    for (index, text) in temperatures.enumerated() {
      let x = frame.x + frame.width * (Float(index) + 0.5) / 5
      canvas.write(
        TextLine("\(10 + 2 * index)", size: 10), x: x, y: frame.y + 14, .white, alignment: .centre)
      let colour = sky == .sunny ? Colour(hex: 0xFFD84D) : Colour(hex: 0xCFE6FF)
      canvas.fill(Circle(x, frame.y + 46, radius: 9), colour)
      canvas.write(
        .bold(text + "°", size: 12), x: x + 2, y: frame.y + 68, .white, alignment: .centre)
    }
  }
}
