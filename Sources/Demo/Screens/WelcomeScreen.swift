/// The first screen that a new user sees.
struct WelcomeScreen: Screen {
  /// Height of the notice at the top; the screen grows by it.
  var notice: Float = 0

  func draw(on canvas: inout Canvas) {
    let ground = canvas.frame
    canvas.fill(
      RoundedRectangle(ground), .vertical(Colour(hex: 0x3A1C8F), Colour(hex: 0xFF6FA3), in: ground))
    stars(on: &canvas)
    canvas.statusBar(.white)
    if notice > 0 { drawNotice(on: &canvas) }
    planet(on: &canvas, Point(canvas.width / 2, 290 + notice))
    let centre = canvas.width / 2
    canvas.write(
      .bold("Chart your day", size: 26), x: centre, y: 500 + notice, .white, alignment: .centre)
    for (index, line) in ["One place for plans, people", "and everything in orbit."].enumerated() {
      canvas.write(
        TextLine(line, size: 12.5), x: centre, y: 554 + notice + 24 * Float(index),
        Colour.white.opacity(0.85), alignment: .centre)
    }
    for dot in 0..<3 {
      let colour = dot == 0 ? Colour.white : Colour.white.opacity(0.4)
      canvas.fill(Circle(centre - 20 + 20 * Float(dot), 640 + notice, radius: 4.5), colour)
    }
    let place = Frame(32, canvas.height - 130, canvas.width - 64, 60)
    canvas.button("Get started", in: place, .solid(.white), labelColour: Colour(hex: 0x5B2AB8))
    canvas.homeIndicator(.white)
  }

  private func drawNotice(on canvas: inout Canvas) {
    let frame = Frame(16, 46, canvas.width - 32, notice - 6)
    canvas.fill(RoundedRectangle(frame, radius: 12), Colour(hex: 0xFFD60A))
    canvas.write(
      .bold("New: share a plan with a friend", size: 10), x: frame.middle.x, y: frame.middle.y - 5,
      Colour(hex: 0x3A1C8F), alignment: .centre)
  }

  private func planet(on canvas: inout Canvas, _ centre: Point) {
    let body = Circle(centre.x, centre.y, radius: 104)
    canvas.shadow(body, blur: 46, Colour(hex: 0xFFB36B, alpha: 0.55))
    canvas.fill(body, .diagonal(Colour(hex: 0xFFD36E), Colour(hex: 0xF0563F), in: body.bounds))
    let craters: [(Float, Float, Float)] = [
      (-42, -30, 22), (30, -52, 13), (46, 26, 27), (-22, 50, 16),
    ]
    for (dx, dy, radius) in craters {
      canvas.fill(
        Circle(centre.x + dx, centre.y + dy, radius: radius), Colour(hex: 0xC93B3B, alpha: 0.35))
    }
    let ring = Segment(centre + Point(-150, 46), centre + Point(150, -46), width: 11)
    canvas.fill(ring, Colour(hex: 0x7FE7FF))
    let moon = Circle(centre.x + 132, centre.y - 104, radius: 20)
    canvas.fill(moon, .vertical(.white, Colour(hex: 0xB8C6FF), in: moon.bounds))
  }

  private func stars(on canvas: inout Canvas) {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<46 {
      let x = Float(random.next(Int(canvas.width)))
      let y = Float(60 + random.next(420)) + notice
      let radius = 0.8 + Float(random.next(12)) / 8
      canvas.fill(Circle(x, y, radius: radius), Colour.white.opacity(0.75))
    }
  }
}
