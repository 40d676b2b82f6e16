/// The bar of tabs, with the number of unread messages on one of them.
struct TabBar: Screen {
  var unread: String?
  var showsMusic = true
  /// The offset of the icons from whole points; another renderer antialiases their edges
  /// differently.
  var offset: Float = 0

  private static let tabs: [(String, UInt32)] = [
    ("Today", 0x8E8E93), ("Chats", 0x0A7CFF), ("Music", 0xFF375F), ("More", 0x8E8E93),
  ]

  func draw(on canvas: inout Canvas) {
    canvas.fill(RoundedRectangle(Frame(0, 0, canvas.width, 1)), Palette.light.line)
    for (index, tab) in Self.tabs.enumerated() where showsMusic || index != 2 {
      let x = canvas.width * (Float(index) + 0.5) / 4
      let colour = Colour(hex: tab.1)
      let icon = Frame(x - 16 + offset, 14 + offset, 32, 28)
      canvas.fill(RoundedRectangle(icon, radius: index == 2 ? 14 : 9), colour)
      canvas.write(TextLine(tab.0, size: 9), x: x, y: 52, colour, alignment: .centre)
      guard index == 1, let unread else { continue }
      canvas.fill(Circle(x + 17, 16, radius: 13), .white)
      canvas.fill(Circle(x + 17, 16, radius: 11), Colour(hex: 0xFF3B30))
      canvas.write(.bold(unread, size: 10), x: x + 17, y: 11, .white, alignment: .centre)
    }
  }
}
