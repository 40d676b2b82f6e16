/// A month with its events, or a week beside the clock when the screen is wide.
struct CalendarScreen: Screen {
  /// Days with an event, each with the colour of its dot.
  static let events: [Int: UInt32] = [
    3: 0x0A84FF, 7: 0x34C759, 8: 0xFF9500, 12: 0xFF2D55, 14: 0x0A84FF, 17: 0xAF52DE,
    21: 0xFF9500, 23: 0xFF2D55, 26: 0x34C759, 29: 0x0A84FF,
  ]

  var events = CalendarScreen.events
  private let red = Colour(hex: 0xFF3B30)
  private let palette = Palette.light
  private let weekdays = ["M", "T", "W", "T", "F", "S", "S"]

  func draw(on canvas: inout Canvas) {
    canvas.fill(RoundedRectangle(canvas.frame), .white)
    if canvas.width > canvas.height { week(on: &canvas) } else { month(on: &canvas) }
  }

  private func month(on canvas: inout Canvas) {
    let header = Frame(0, 0, canvas.width, 112)
    canvas.fill(
      RoundedRectangle(header), .diagonal(Colour(hex: 0xFF2D55), Colour(hex: 0xFF8A3C), in: header))
    canvas.statusBar(.white)
    canvas.write(.bold("November", size: 25), x: 22, y: 66, .white)
    canvas.write(
      TextLine("2026", size: 25, weight: 0.1), x: canvas.width - 22, y: 66, .white,
      alignment: .trailing)
    let side = (canvas.width - 32) / 7
    for (index, day) in weekdays.enumerated() {
      let x = 16 + (Float(index) + 0.5) * side
      canvas.write(.bold(day, size: 10), x: x, y: 128, palette.faint, alignment: .centre)
    }
    for day in 1...30 {
      // The first of November 2026 is a Sunday.
      let place = day + 5
      let x = 16 + (Float(place % 7) + 0.5) * side
      let y = 160 + Float(place / 7) * 58
      self.day(day, on: &canvas, x: x, y: y, isWeekend: place % 7 > 4)
    }
    agenda(on: &canvas, top: 520)
    canvas.homeIndicator(palette.text)
  }

  private func day(_ day: Int, on canvas: inout Canvas, x: Float, y: Float, isWeekend: Bool) {
    let isToday = day == 21
    if isToday { canvas.fill(Circle(x, y + 7, radius: 20), red) }
    let colour = isToday ? .white : isWeekend ? palette.faint : palette.text
    canvas.write(.bold("\(day)", size: 14), x: x, y: y, colour, alignment: .centre)
    guard let tint = events[day] else { return }
    let mark = Frame(x - 15, y + 29, 30, 9)
    canvas.fill(RoundedRectangle(mark, radius: 4.5), Colour(hex: tint))
  }

  private func agenda(on canvas: inout Canvas, top: Float) {
    canvas.fill(
      RoundedRectangle(Frame(0, top - 14, canvas.width, canvas.height)), palette.ground)
    let rows: [(String, String, UInt32)] = [
      ("Design review", "09:30 – 10:15", 0x0A84FF), ("Lunch with Ines", "12:30 – 13:30", 0xFF9500),
      ("Swimming", "18:00 – 19:00", 0x34C759),
    ]
    for (index, row) in rows.enumerated() {
      let frame = Frame(16, top + 10 + Float(index) * 88, canvas.width - 32, 76)
      event(row.0, row.1, Colour(hex: row.2), on: &canvas, frame)
    }
  }

  private func event(
    _ title: String, _ time: String, _ tint: Colour, on canvas: inout Canvas, _ frame: Frame
  ) {
    let shape = RoundedRectangle(frame, radius: 16)
    canvas.shadow(
      RoundedRectangle(frame.moved(y: 3), radius: 16), blur: 8, Colour.black.opacity(0.12))
    canvas.fill(shape, .vertical(tint.mixed(with: .white, 0.12), tint, in: frame))
    canvas.write(.bold(title, size: 15), x: frame.x + 20, y: frame.y + 19, .white)
    canvas.write(TextLine(time, size: 11), x: frame.x + 20, y: frame.y + 46, .white)
  }

  private func week(on canvas: inout Canvas) {
    let left: Float = 74
    let side = (canvas.width - left - 24) / 7
    for (index, day) in weekdays.enumerated() {
      let x = left + (Float(index) + 0.5) * side
      let isToday = index == 5
      if isToday { canvas.fill(Circle(x, 50, radius: 16), red) }
      canvas.write(TextLine(day, size: 9), x: x, y: 14, palette.faint, alignment: .centre)
      canvas.write(
        .bold("\(16 + index)", size: 12), x: x, y: 44, isToday ? .white : palette.text,
        alignment: .centre)
    }
    for hour in 0..<7 {
      let y = 86 + Float(hour) * 44
      canvas.write(
        TextLine("\(8 + 2 * hour):00", size: 9), x: left - 12, y: y - 4, palette.faint,
        alignment: .trailing)
      canvas.fill(RoundedRectangle(Frame(left, y, canvas.width - left - 24, 1)), palette.line)
    }
    for (day, start, length, tint) in Self.blocks {
      let frame = Frame(left + Float(day) * side + 3, 86 + start * 22, side - 6, length * 22)
      canvas.fill(RoundedRectangle(frame, radius: 8), Colour(hex: tint).opacity(0.85))
      canvas.write(.bold("Plan", size: 9), x: frame.x + 9, y: frame.y + 9, .white)
    }
  }

  private static let blocks: [(Int, Float, Float, UInt32)] = [
    (0, 1, 3, 0x0A84FF), (0, 6, 2, 0x34C759), (1, 3, 4, 0xAF52DE), (2, 0, 2, 0xFF9500),
    (2, 5, 5, 0x0A84FF), (3, 2, 2, 0xFF2D55), (4, 1, 6, 0x30B0C7), (5, 4, 3, 0xFF9500),
    (6, 7, 3, 0x34C759), (3, 8, 3, 0x5E5CE6),
  ]
}
