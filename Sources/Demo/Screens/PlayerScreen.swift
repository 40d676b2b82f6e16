/// The music player, whole or as a bar.
struct PlayerScreen: Screen {
  var showsRepeat = true
  private let accent = Colour(hex: 0xFF375F)

  func draw(on canvas: inout Canvas) {
    let ground = canvas.frame
    canvas.fill(
      RoundedRectangle(ground), .vertical(Colour(hex: 0x2B1055), Colour(hex: 0x120A24), in: ground))
    canvas.statusBar(.white)
    canvas.write(
      TextLine("Now playing", size: 11), x: canvas.width / 2, y: 64, Colour.white.opacity(0.6),
      alignment: .centre)
    artwork(on: &canvas, Frame(36, 104, canvas.width - 72, canvas.width - 72))
    let left: Float = 36
    canvas.write(.bold("Night train home", size: 19), x: left, y: 456, .white)
    canvas.write(TextLine("The Lanterns", size: 13), x: left, y: 490, Colour.white.opacity(0.65))
    heart(on: &canvas, Point(canvas.width - 52, 472))
    scrubber(on: &canvas, Frame(left, 540, canvas.width - 2 * left, 6))
    controls(on: &canvas, Point(canvas.width / 2, 640))
    canvas.homeIndicator(.white)
  }

  /// The cover: a sun over hills, in bands that survive any scale.
  private func artwork(on canvas: inout Canvas, _ frame: Frame) {
    let shape = RoundedRectangle(frame, radius: 26)
    canvas.shadow(
      RoundedRectangle(frame.moved(y: 12), radius: 26), blur: 30, Colour.black.opacity(0.5))
    canvas.fill(shape, .vertical(Colour(hex: 0xFF9A5A), Colour(hex: 0xD6266B), in: frame))
    let sun = Circle(frame.middle.x, frame.middle.y - 14, radius: 88)
    canvas.fill(sun, .vertical(Colour(hex: 0xFFF07A), Colour(hex: 0xFF7A3D), in: sun.bounds))
    for band in 0..<4 {
      let below = 14 + Float(band) * 19
      // As wide as the sun is there.
      let half = (sun.radius * sun.radius - below * below).squareRoot()
      let place = Frame(sun.centre.x - half, sun.centre.y + below, 2 * half, 4 + 2 * Float(band))
      canvas.fill(RoundedRectangle(place), Colour(hex: 0xE84A64))
    }
    let hills = Frame(frame.x, frame.maxY - 82, frame.width, 82)
    canvas.fill(RoundedRectangle(hills, radius: 26), Colour(hex: 0x3B0F5C))
    for (x, y) in [(62, 92), (150, 112), (252, 98)] as [(Float, Float)] {
      let peak = Polygon([
        Point(frame.x + x - 56, frame.maxY - 60), Point(frame.x + x, frame.maxY - y - 34),
        Point(frame.x + x + 56, frame.maxY - 60),
      ])
      canvas.fill(peak, Colour(hex: 0x3B0F5C))
    }
  }

  private func heart(on canvas: inout Canvas, _ centre: Point) {
    canvas.fill(Circle(centre.x - 6, centre.y - 4, radius: 7.4), accent)
    canvas.fill(Circle(centre.x + 6, centre.y - 4, radius: 7.4), accent)
    let tip = [
      centre + Point(-12.6, -0.8), centre + Point(0, -6), centre + Point(12.6, -0.8),
      centre + Point(0, 13),
    ]
    canvas.fill(Polygon(tip), accent)
  }

  private func scrubber(on canvas: inout Canvas, _ frame: Frame) {
    canvas.fill(RoundedRectangle(frame, radius: 3), Colour.white.opacity(0.22))
    let played = Frame(frame.x, frame.y, frame.width * 0.4, frame.height)
    canvas.fill(RoundedRectangle(played, radius: 3), accent)
    canvas.fill(Circle(played.maxX, frame.middle.y, radius: 9), .white)
    let faint = Colour.white.opacity(0.6)
    canvas.write(TextLine("1:32", size: 9.5), x: frame.x, y: frame.y + 20, faint)
    canvas.write(
      TextLine("-2:18", size: 9.5), x: frame.maxX, y: frame.y + 20, faint, alignment: .trailing)
  }

  private func controls(on canvas: inout Canvas, _ centre: Point) {
    canvas.fill(Circle(centre.x, centre.y, radius: 38), .white)
    let dark = Colour(hex: 0x2B1055)
    for dx in [Float(-9), 9] {
      canvas.fill(
        RoundedRectangle(Frame(centre.x + dx - 5, centre.y - 15, 10, 30), radius: 3), dark)
    }
    for side in [Float(-1), 1] {
      let tip = centre + Point(side * 100, 0)
      for step in [Float(0), 16] {
        let x = tip.x - side * step
        let arrow = [
          Point(x, centre.y), Point(x - side * 17, centre.y - 13),
          Point(x - side * 17, centre.y + 13),
        ]
        canvas.fill(Polygon(arrow), .white)
      }
    }
    shuffle(on: &canvas, centre + Point(-146, 0))
    if showsRepeat { repeatSign(on: &canvas, centre + Point(146, 0)) }
  }

  private func shuffle(on canvas: inout Canvas, _ centre: Point) {
    let colour = Colour.white.opacity(0.7)
    for side in [Float(-1), 1] {
      let line = [
        Point(-12, 7 * side), Point(-4, 7 * side), Point(5, -7 * side), Point(12, -7 * side),
      ]
      canvas.fill(Path(line.map { $0 + centre }, width: 3), colour)
    }
  }

  private func repeatSign(on canvas: inout Canvas, _ centre: Point) {
    let colour = accent
    canvas.stroke(
      RoundedRectangle(Frame(centre.x - 13, centre.y - 8, 26, 16), radius: 8), width: 3, colour)
    let arrow = [Point(-3, -14), Point(5, -8), Point(-3, -2)]
    canvas.fill(Polygon(arrow.map { $0 + centre }), colour)
  }
}

/// The player's bar above the tabs.
struct MiniPlayer: Screen {
  var title = "Night train home"

  func draw(on canvas: inout Canvas) {
    canvas.fill(RoundedRectangle(canvas.frame), Colour(hex: 0xF2F2F7))
    let frame = canvas.frame.inset(by: 10)
    canvas.shadow(
      RoundedRectangle(frame.moved(y: 2), radius: 18), blur: 8, Colour.black.opacity(0.18))
    canvas.fill(RoundedRectangle(frame, radius: 18), .white)
    let cover = Frame(frame.x + 10, frame.y + 10, frame.height - 20, frame.height - 20)
    canvas.fill(
      RoundedRectangle(cover, radius: 10),
      .vertical(Colour(hex: 0xFF9A5A), Colour(hex: 0xD6266B), in: cover))
    canvas.fill(Circle(cover.middle.x, cover.middle.y, radius: 13), Colour(hex: 0xFFE97A))
    canvas.write(.bold(title, size: 13), x: cover.maxX + 14, y: frame.y + 22, Colour(hex: 0x1C1C1E))
    canvas.write(
      TextLine("The Lanterns", size: 10), x: cover.maxX + 14, y: frame.y + 46, Colour(hex: 0x8E8E93)
    )
    let play = Point(frame.maxX - 38, frame.middle.y)
    canvas.fill(
      Polygon([play + Point(-9, -13), play + Point(14, 0), play + Point(-9, 13)]),
      Colour(hex: 0xFF375F))
  }
}

/// The equaliser, in landscape.
struct EqualizerScreen: Screen {
  /// Where the bars lie against the pixels, in points: what another renderer rounds differently.
  var offset: Float = 0

  func draw(on canvas: inout Canvas) {
    let ground = canvas.frame
    canvas.fill(
      RoundedRectangle(ground), .diagonal(Colour(hex: 0x0B132B), Colour(hex: 0x1C2F5A), in: ground))
    canvas.write(.bold("Equalizer", size: 18), x: 56, y: 34, .white)
    canvas.write(
      TextLine("Late night", size: 12), x: canvas.width - 56, y: 38, Colour(hex: 0x5BE7C4),
      alignment: .trailing)
    let levels: [Float] = [0.42, 0.66, 0.84, 0.58, 0.36, 0.5, 0.72, 0.92, 0.7, 0.46]
    let room = (canvas.width - 112) / Float(levels.count)
    let bands = ["32", "64", "125", "250", "500", "1k", "2k", "4k", "8k", "16k"]
    for (index, level) in levels.enumerated() {
      let track = Frame(56 + Float(index) * room + room * 0.2 + offset, 84, room * 0.6, 232)
      canvas.fill(RoundedRectangle(track, radius: 14), Colour.white.opacity(0.1))
      let bar = Frame(track.x, track.maxY - track.height * level, track.width, track.height * level)
      canvas.fill(
        RoundedRectangle(bar, radius: 14),
        .vertical(Colour(hex: 0x5BE7C4), Colour(hex: 0x3A7BFF), in: track))
      canvas.write(
        TextLine(bands[index], size: 9), x: track.middle.x, y: 332, Colour.white.opacity(0.7),
        alignment: .centre)
    }
  }
}
