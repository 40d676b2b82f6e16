/// The order at a coffee bar, with its pay button.
struct CheckoutScreen: Screen {
  /// How far above its place the button sits, in points.
  var buttonLift: Float = 0

  private struct Item {
    var name: String
    var detail: String
    var price: String
    var tint: Colour
    var cup: Colour
  }

  private static let items = [
    Item(
      name: "Flat white", detail: "Oat milk, large", price: "$4.80",
      tint: Colour(hex: 0xFFE3C4), cup: Colour(hex: 0xB5652B)),
    Item(
      name: "Matcha", detail: "Iced, medium", price: "$5.20",
      tint: Colour(hex: 0xDDF3C8), cup: Colour(hex: 0x5B9A34)),
    Item(
      name: "Berry tart", detail: "With cream", price: "$4.50",
      tint: Colour(hex: 0xFFD3DE), cup: Colour(hex: 0xD22F61)),
  ]

  func draw(on canvas: inout Canvas) {
    let palette = Palette.light
    let margin: Float = canvas.width > 600 ? 90 : 20
    let column = Frame(margin, 0, canvas.width - 2 * margin, canvas.height)
    canvas.fill(RoundedRectangle(canvas.frame), palette.ground)
    header(on: &canvas, column)
    var y: Float = canvas.height < 700 ? 122 : 150
    for item in Self.items {
      card(item, on: &canvas, Frame(column.x, y, column.width, 88), palette)
      y += 100
    }
    totals(on: &canvas, Frame(column.x, y + 10, column.width, 100), palette)
    let place = Frame(column.x, canvas.height - 96 - buttonLift, column.width, 58)
    let ink = Ink.diagonal(Colour(hex: 0xFF8A1F), Colour(hex: 0xF0411E), in: place)
    canvas.button("Pay $14.50", in: place, ink)
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
    canvas.write(
      .bold("3", size: 14), x: column.maxX - 18, y: low - 38, .white, alignment: .centre)
  }

  private func card(_ item: Item, on canvas: inout Canvas, _ frame: Frame, _ palette: Palette) {
    let shape = RoundedRectangle(frame, radius: 18)
    canvas.shadow(
      RoundedRectangle(frame.moved(y: 3), radius: 18), blur: 10, Colour.black.opacity(0.1))
    canvas.fill(shape, palette.card)
    let tile = Frame(frame.x + 12, frame.y + 12, 64, 64)
    canvas.fill(RoundedRectangle(tile, radius: 14), item.tint)
    let cup = Frame(tile.x + 16, tile.y + 22, 28, 28)
    canvas.stroke(Circle(cup.maxX + 1, cup.middle.y - 3, radius: 7), width: 4, item.cup)
    canvas.fill(RoundedRectangle(cup, radius: 8), item.cup)
    canvas.fill(RoundedRectangle(Frame(cup.x, cup.y, cup.width, 10), radius: 4), item.cup)
    for steam in [Float(7), 14, 21] {
      let x = cup.x + steam
      canvas.fill(
        Segment(Point(x, tile.y + 10), Point(x, tile.y + 16), width: 3), item.cup.opacity(0.5))
    }
    canvas.write(.bold(item.name, size: 14), x: tile.maxX + 16, y: frame.y + 24, palette.text)
    canvas.write(
      TextLine(item.detail, size: 10.5), x: tile.maxX + 16, y: frame.y + 50, palette.faint)
    canvas.write(
      .bold(item.price, size: 13), x: frame.maxX - 18, y: frame.y + 37, palette.text,
      alignment: .trailing)
  }

  private func totals(on canvas: inout Canvas, _ frame: Frame, _ palette: Palette) {
    let rows = [("Subtotal", "$14.50"), ("Loyalty", "-$0.00"), ("Total", "$14.50")]
    for (index, row) in rows.enumerated() {
      let isTotal = index == rows.count - 1
      let y = frame.y + Float(index) * 30 + (isTotal ? 8 : 0)
      let size: Float = isTotal ? 15 : 12
      let weight: Float = isTotal ? 0.19 : 0.13
      let colour = isTotal ? palette.text : palette.faint
      canvas.write(TextLine(row.0, size: size, weight: weight), x: frame.x + 4, y: y, colour)
      canvas.write(
        TextLine(row.1, size: size, weight: weight), x: frame.maxX - 4, y: y, colour,
        alignment: .trailing)
    }
    canvas.fill(RoundedRectangle(Frame(frame.x, frame.y + 54, frame.width, 1.5)), palette.line)
  }
}
