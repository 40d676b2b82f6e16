/// A large home-screen widget: round corners and a shadow on a transparent background.
struct WeatherWidget: Screen {
  var zenith: Colour
  var horizon: Colour
  var temperature: String
  var words: String
  var cloud: Colour
  var hasSun = false
  var hasRain = false
  var bolt: Colour?

  static let sunny = WeatherWidget(
    zenith: Colour(hex: 0x1E7BE0), horizon: Colour(hex: 0x8FD0FF), temperature: "24°",
    words: "Mostly sunny", cloud: .white, hasSun: true)
  static let rain = WeatherWidget(
    zenith: Colour(hex: 0x44566C), horizon: Colour(hex: 0x8FA3B8), temperature: "15°",
    words: "Steady rain", cloud: Colour(hex: 0xE4ECF5), hasRain: true)
  static let storm = WeatherWidget(
    zenith: Colour(hex: 0x231942), horizon: Colour(hex: 0x6A4C93), temperature: "18°",
    words: "Thunderstorm", cloud: Colour(hex: 0xB9A7D6), bolt: Colour(hex: 0xFFD60A))

  func draw(on canvas: inout Canvas) {
    let frame = canvas.frame.inset(by: 24)
    canvas.raised(
      frame, radius: 34, .vertical(zenith, horizon, in: frame), lift: 5, blur: 18, darkness: 0.4)
    sky(on: &canvas, Point(frame.maxX - 82, frame.y + 84))
    canvas.write(.bold("Porto", size: 15), x: frame.x + 24, y: frame.y + 26, .white)
    canvas.write(
      TextLine(temperature, size: 54, weight: 0.08), x: frame.x + 22, y: frame.y + 56, .white)
    canvas.write(
      TextLine(words, size: 12), x: frame.x + 24, y: frame.y + 130, Colour.white.opacity(0.9))
    hours(on: &canvas, Frame(frame.x + 18, frame.maxY - 116, frame.width - 36, 96))
  }

  private func sky(on canvas: inout Canvas, _ centre: Point) {
    if hasSun {
      let sun = Circle(centre.x, centre.y, radius: 40)
      canvas.shadow(sun, blur: 24, Colour(hex: 0xFFE27A, alpha: 0.7))
      canvas.fill(sun, .vertical(Colour(hex: 0xFFE566), Colour(hex: 0xFFB300), in: sun.bounds))
    }
    let middle = hasSun ? centre + Point(-22, 34) : centre
    for (dx, dy, radius) in [(-26, 6, 20), (0, -8, 28), (28, 6, 20)] as [(Float, Float, Float)] {
      canvas.fill(Circle(middle.x + dx, middle.y + dy, radius: radius), cloud)
    }
    canvas.fill(RoundedRectangle(Frame(middle.x - 44, middle.y + 2, 90, 24), radius: 12), cloud)
    let drops = [Point(-30, 34), Point(-6, 40), Point(18, 34), Point(-18, 56), Point(8, 60)]
    for drop in hasRain ? drops.map({ $0 + centre }) : [] {
      canvas.fill(Segment(drop, drop + Point(-5, 13), width: 5), Colour(hex: 0x6FC3FF))
    }
    guard let bolt else { return }
    let corners = [
      Point(4, 22), Point(-22, 60), Point(-5, 60), Point(-13, 90), Point(20, 48), Point(3, 48),
      Point(18, 22),
    ]
    canvas.fill(Polygon(corners.map { $0 + centre }), bolt)
  }

  private func hours(on canvas: inout Canvas, _ frame: Frame) {
    canvas.fill(RoundedRectangle(frame, radius: 20), Colour.white.opacity(0.22))
    for (index, text) in ["21°", "23°", "24°", "24°", "22°"].enumerated() {
      let x = frame.x + frame.width * (Float(index) + 0.5) / 5
      canvas.write(
        TextLine("\(10 + 2 * index)", size: 10), x: x, y: frame.y + 14, .white, alignment: .centre)
      let colour = hasSun ? Colour(hex: 0xFFD84D) : Colour(hex: 0xCFE6FF)
      canvas.fill(Circle(x, frame.y + 46, radius: 9), colour)
      canvas.write(.bold(text, size: 12), x: x + 2, y: frame.y + 68, .white, alignment: .centre)
    }
  }
}
