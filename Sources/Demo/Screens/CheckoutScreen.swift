/// The order at a coffee bar, with its pay button.
struct CheckoutScreen: Screen {
  /// The number of points by which the button sits too high.
  var buttonLift: Float = 0
  var showsTotal = true

  private static let items: [(name: String, detail: String, price: String, UInt32, cup: UInt32)] = [
    ("Flat white", "Oat milk, large", "$4.80", 0xFFE3C4, 0xB5652B),
    ("Matcha", "Iced, medium", "$5.20", 0xDDF3C8, 0x5B9A34),
    ("Berry tart", "With cream", "$4.50", 0xFFD3DE, 0xD22F61),
  ]

  private let palette = Palette.light

  func draw(on canvas: inout Canvas) {
    let margin: Float = canvas.width > 600 ? 90 : 20
    let column = Frame(margin, 0, canvas.width - 2 * margin, canvas.height)
    canvas.fill(RoundedRectangle(canvas.frame), palette.ground)
    header(on: &canvas, column)
    var y: Float = canvas.height < 700 ? 122 : 150
    for index in Self.items.indices {
      card(index, on: &canvas, Frame(column.x, y, column.width, 88))
      y += 100
    }
    totals(on: &canvas, Frame(column.x, y + 10, column.width, 100))
    let place = Frame(column.x, canvas.height - 96 - buttonLift, column.width, 58)
    let ink = Ink.diagonal(Colour(hex: 0xFF8A1F), Colour(hex: 0xF0411E), in: place)
    canvas.raised(place, radius: 18, ink, lift: 5, blur: 12, darkness: 0.22)
    canvas.write(
      .bold("Pay $14.50", size: 15), x: place.middle.x, y: place.middle.y - 7.5, .white,
      alignment: .centre)
    canvas.homeIndicator(palette.text)
  }

  private func header(on canvas: inout Canvas, _ column: Frame) {
    let low: Float = canvas.height < 700 ? 106 : 132
    let band = Frame(0, 0, canvas.width, low)
    canvas.fill(
      RoundedRectangle(band), .diagonal(Colour(hex: 0x5B2A12), Colour(hex: 0x9A5526), in: band))
    canvas.statusBar(.white)
    canvas.write(.bold("Your order", size: 22), x: column.x, y: low - 42, .white)
    canvas.fill(Circle(column.maxX - 18, low - 31, radius: 18), Colour(hex: 0xFF8A1F))
    canvas.write(.bold("3", size: 14), x: column.maxX - 18, y: low - 38, .white, alignment: .centre)
  }

  private func card(_ index: Int, on canvas: inout Canvas, _ frame: Frame) {
    let (name, detail, price, tint, cupHex) = Self.items[index]
    canvas.raised(frame, radius: 18, .solid(palette.card), lift: 3, blur: 10, darkness: 0.1)
    let tile = Frame(frame.x + 12, frame.y + 12, 64, 64)
    canvas.fill(RoundedRectangle(tile, radius: 14), Colour(hex: tint))
    let (cup, colour) = (Frame(tile.x + 16, tile.y + 22, 28, 28), Colour(hex: cupHex))
    canvas.stroke(Circle(cup.maxX + 1, cup.middle.y - 3, radius: 7), width: 4, colour)
    canvas.fill(RoundedRectangle(cup, radius: 8), colour)
    for steam in [Float(7), 14, 21] {
      let top = Point(cup.x + steam, tile.y + 10)
      canvas.fill(Segment(top, top + Point(0, 6), width: 3), colour.opacity(0.5))
    }
    canvas.write(.bold(name, size: 14), x: tile.maxX + 16, y: frame.y + 24, palette.text)
    canvas.write(TextLine(detail, size: 10.5), x: tile.maxX + 16, y: frame.y + 50, palette.faint)
    canvas.write(
      .bold(price, size: 13), x: frame.maxX - 18, y: frame.y + 37, palette.text,
      alignment: .trailing)
  }

  private func totals(on canvas: inout Canvas, _ frame: Frame) {
    var rows: [(String, String, y: Float, size: Float, weight: Float, Colour)] = [
      ("Subtotal", "$14.50", 0, 12, 0.13, palette.faint),
      ("Loyalty", "-$0.00", 30, 12, 0.13, palette.faint),
      ("Total", "$14.50", 68, 15, 0.19, palette.text),
    ]
    if !showsTotal { rows.removeLast() }
    for (title, sum, y, size, weight, colour) in rows {
      func line(_ text: String) -> TextLine { TextLine(text, size: size, weight: weight) }
      canvas.write(line(title), x: frame.x + 4, y: frame.y + y, colour)
      canvas.write(line(sum), x: frame.maxX - 4, y: frame.y + y, colour, alignment: .trailing)
    }
    canvas.fill(RoundedRectangle(Frame(frame.x, frame.y + 54, frame.width, 1.5)), palette.line)
  }
}
