/// A conversation, or the empty inbox.
struct ChatScreen: Screen {
  /// The colour of the user's own messages.
  var bubble = Colour(hex: 0x0A7CFF)

  private let messages: [(String, Bool)] = [
    ("Are we still on for six?", false), ("Yes! Bring the big map", true),
    ("And the good coffee", true), ("Done. See you at the", false), ("north gate", false),
    ("On my way", true),
  ]

  func draw(on canvas: inout Canvas) {
    let palette = Palette.light
    canvas.fill(RoundedRectangle(canvas.frame), .white)
    canvas.fill(RoundedRectangle(Frame(0, 0, canvas.width, 118)), palette.ground)
    canvas.statusBar(palette.text)
    canvas.write(TextLine("‹", size: 16, weight: 0.2), x: 22, y: 72, bubble)
    canvas.avatar(74, 82, radius: 24, Colour(hex: 0xFFB86B), Colour(hex: 0xFF5E7E))
    canvas.write(.bold("Ines Duarte", size: 15), x: 112, y: 68, palette.text)
    canvas.write(TextLine("online", size: 10), x: 112, y: 92, Colour(hex: 0x34A853))
    var y: Float = 146
    for (text, isOwn) in messages {
      bubble(text, isOwn: isOwn, y: y, on: &canvas, palette)
      y += 66
    }
    field(on: &canvas, palette)
    canvas.homeIndicator(palette.text)
  }

  private func bubble(
    _ text: String, isOwn: Bool, y: Float, on canvas: inout Canvas, _ palette: Palette
  ) {
    let line = TextLine(text, size: 13, weight: 0.14)
    let width = line.width + 40
    let frame = Frame(isOwn ? canvas.width - 18 - width : 18, y, width, 50)
    canvas.fill(RoundedRectangle(frame, radius: 25), isOwn ? bubble : Colour(hex: 0xE9E9EE))
    let corner = isOwn ? Frame(frame.maxX - 25, y + 25, 25, 25) : Frame(frame.x, y + 25, 25, 25)
    canvas.fill(RoundedRectangle(corner, radius: 6), isOwn ? bubble : Colour(hex: 0xE9E9EE))
    canvas.write(line, x: frame.x + 20, y: y + 18, isOwn ? .white : palette.text)
  }

  private func field(on canvas: inout Canvas, _ palette: Palette) {
    let frame = Frame(16, canvas.height - 92, canvas.width - 84, 46)
    canvas.stroke(RoundedRectangle(frame, radius: 23), width: 1.5, palette.line)
    canvas.write(TextLine("Message", size: 12.5), x: frame.x + 20, y: frame.y + 17, palette.faint)
    let send = Point(canvas.width - 40, frame.middle.y)
    canvas.fill(Circle(send.x, send.y, radius: 22), bubble)
    canvas.fill(
      Path([send + Point(-8, 0), send + Point(0, -8), send + Point(8, 0)], width: 3.4), .white)
    canvas.fill(Segment(send + Point(0, -7), send + Point(0, 9), width: 3.4), .white)
  }
}

/// The bar of tabs with the number of unread messages.
struct TabBar: Screen {
  var unread: String?

  func draw(on canvas: inout Canvas) {
    let palette = Palette.light
    canvas.fill(RoundedRectangle(canvas.frame), .white)
    canvas.fill(RoundedRectangle(Frame(0, 0, canvas.width, 1)), palette.line)
    let tabs: [(String, UInt32)] = [
      ("Today", 0x8E8E93), ("Chats", 0x0A7CFF), ("Music", 0x8E8E93), ("More", 0x8E8E93),
    ]
    for (index, tab) in tabs.enumerated() {
      let x = canvas.width * (Float(index) + 0.5) / 4
      let colour = Colour(hex: tab.1)
      let icon = Frame(x - 16, 14, 32, 28)
      canvas.fill(RoundedRectangle(icon, radius: index == 2 ? 14 : 9), colour)
      canvas.write(TextLine(tab.0, size: 9), x: x, y: 52, colour, alignment: .centre)
      guard index == 1, let unread else { continue }
      canvas.fill(Circle(x + 17, 16, radius: 13), .white)
      canvas.fill(Circle(x + 17, 16, radius: 11), Colour(hex: 0xFF3B30))
      canvas.write(.bold(unread, size: 10), x: x + 17, y: 11, .white, alignment: .centre)
    }
  }
}

/// The inbox when all is read: the case of the demo in which nothing changed.
struct EmptyInbox: Screen {
  func draw(on canvas: inout Canvas) {
    let palette = Palette.light
    canvas.fill(RoundedRectangle(canvas.frame), palette.ground)
    let centre = canvas.frame.middle
    canvas.fill(Circle(centre.x, centre.y - 40, radius: 62), Colour(hex: 0xDDE9FF))
    let tick = [Point(-26, -40), Point(-7, -20), Point(28, -60)]
    canvas.fill(Path(tick.map { $0 + centre }, width: 11), Colour(hex: 0x0A7CFF))
    canvas.write(
      .bold("All caught up", size: 18), x: centre.x, y: centre.y + 48, palette.text,
      alignment: .centre)
  }
}
