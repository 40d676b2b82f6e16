/// A month with its events above today's agenda, or the agenda alone when the screen is wide.
struct CalendarScreen: Screen {
  /// Days with an event, each with the colour of its mark.
  static let events: [Int: UInt32] = [
    3: 0x0A84FF, 7: 0x34C759, 8: 0xFF9500, 12: 0xFF2D55, 14: 0x0A84FF, 17: 0xAF52DE,
    21: 0xFF9500, 23: 0xFF2D55, 26: 0x34C759, 29: 0x0A84FF,
  ]

  var events = CalendarScreen.events
  private let palette = Palette.light

  func draw(on canvas: inout Canvas) {
    if canvas.width > canvas.height { return agenda(on: &canvas, top: 60) }
    let header = Frame(0, 0, canvas.width, 112)
    canvas.fill(
      RoundedRectangle(header), .diagonal(Colour(hex: 0xFF2D55), Colour(hex: 0xFF8A3C), in: header))
    canvas.statusBar(.white)
    canvas.write(.bold("November", size: 25), x: 22, y: 66, .white)
    canvas.write(
      TextLine("2026", size: 25, weight: 0.1), x: canvas.width - 22, y: 66, .white,
      alignment: .trailing)
    let side = (canvas.width - 32) / 7
    for (index, day) in ["M", "T", "W", "T", "F", "S", "S"].enumerated() {
      let x = 16 + (Float(index) + 0.5) * side
      canvas.write(.bold(day, size: 10), x: x, y: 128, palette.faint, alignment: .centre)
    }
    for day in 1...30 {
      // 1 November 2026 is a Sunday.
      let place = day + 5
      let x = 16 + (Float(place % 7) + 0.5) * side
      self.day(day, on: &canvas, x: x, y: 160 + Float(place / 7) * 58, isWeekend: place % 7 > 4)
    }
    agenda(on: &canvas, top: 520)
    canvas.homeIndicator(palette.text)
  }

  private func day(_ day: Int, on canvas: inout Canvas, x: Float, y: Float, isWeekend: Bool) {
    let isToday = day == 21
    if isToday { canvas.fill(Circle(x, y + 7, radius: 20), Colour(hex: 0xFF3B30)) }
    let colour = isToday ? .white : isWeekend ? palette.faint : palette.text
    canvas.write(.bold("\(day)", size: 14), x: x, y: y, colour, alignment: .centre)
    guard let tint = events[day] else { return }
    canvas.fill(RoundedRectangle(Frame(x - 15, y + 29, 30, 9), radius: 4.5), Colour(hex: tint))
  }

  private func agenda(on canvas: inout Canvas, top: Float) {
    canvas.fill(RoundedRectangle(Frame(0, top - 14, canvas.width, canvas.height)), palette.ground)
    let rows: [(String, String, UInt32)] = [
      ("Design review", "09:30 – 10:15", 0x0A84FF), ("Lunch with Ines", "12:30 – 13:30", 0xFF9500),
      ("Swimming", "18:00 – 19:00", 0x34C759),
    ]
    for (index, (title, time, hex)) in rows.enumerated() {
      let frame = Frame(16, top + 10 + Float(index) * 88, canvas.width - 32, 76)
      let tint = Colour(hex: hex)
      let ink = Ink.vertical(tint.mixed(with: .white, 0.12), tint, in: frame)
      canvas.raised(frame, radius: 16, ink, lift: 3, blur: 8, darkness: 0.12)
      canvas.write(.bold(title, size: 15), x: frame.x + 20, y: frame.y + 19, .white)
      canvas.write(TextLine(time, size: 11), x: frame.x + 20, y: frame.y + 46, .white)
    }
  }
}
