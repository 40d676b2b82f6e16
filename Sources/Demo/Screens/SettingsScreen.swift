/// A list of settings in light or dark mode.
struct SettingsScreen: Screen {
  var palette = Palette.light

  /// True to show one more row, which makes the screen 58 points taller.
  var showsPrivacy = false

  /// A row of the list; `isOn` is nil for a row that leads to another screen instead of a switch.
  private typealias Row = (title: String, tint: UInt32, isOn: Bool?)

  private var groups: [[Row]] {
    [
      [
        ("Airplane mode", 0xFF9500, false), ("Wi-Fi", 0x0A84FF, true),
        ("Bluetooth", 0x5E5CE6, true),
      ],
      [("Notifications", 0xFF3B30, nil), ("Sounds", 0xFF2D55, nil), ("Focus", 0xAF52DE, nil)]
        + (showsPrivacy ? [("Privacy", 0x0A84FF, nil)] : []) + [("Screen time", 0x30B0C7, nil)],
    ]
  }

  func draw(on canvas: inout Canvas) {
    canvas.fill(RoundedRectangle(canvas.frame), palette.ground)
    canvas.statusBar(palette.text)
    canvas.write(.bold("Settings", size: 25), x: 22, y: 70, palette.text)
    profile(on: &canvas, Frame(16, 120, canvas.width - 32, 92))
    var y: Float = 236
    for group in groups {
      let frame = Frame(16, y, canvas.width - 32, Float(group.count) * 58)
      canvas.fill(RoundedRectangle(frame, radius: 16), palette.card)
      for (index, row) in group.enumerated() {
        let place = Frame(frame.x, y + Float(index) * 58, frame.width, 58)
        draw(row, on: &canvas, place, isLast: index == group.count - 1)
      }
      y = frame.maxY + 26
    }
    let version = TextLine("Version 4.2 (1187)", size: 9.5)
    canvas.write(version, x: canvas.width / 2, y: y + 6, palette.faint, alignment: .centre)
    canvas.homeIndicator(palette.text)
  }

  private func profile(on canvas: inout Canvas, _ frame: Frame) {
    canvas.fill(RoundedRectangle(frame, radius: 16), palette.card)
    canvas.avatar(
      frame.x + 50, frame.middle.y, radius: 32, Colour(hex: 0x64D2FF), Colour(hex: 0x0A6CFF))
    canvas.write(.bold("Ada Marlow", size: 15), x: frame.x + 100, y: frame.y + 27, palette.text)
    canvas.write(
      TextLine("Account, cloud, payments", size: 10), x: frame.x + 100, y: frame.y + 55,
      palette.faint)
    canvas.chevron(x: frame.maxX - 22, y: frame.middle.y, palette.faint)
  }

  private func draw(_ row: Row, on canvas: inout Canvas, _ frame: Frame, isLast: Bool) {
    let tile = Frame(frame.x + 14, frame.y + 13, 32, 32)
    canvas.fill(RoundedRectangle(tile, radius: 9), Colour(hex: row.tint))
    canvas.fill(Circle(tile.middle.x, tile.middle.y, radius: 7), Colour.white.opacity(0.95))
    canvas.fill(Circle(tile.middle.x, tile.middle.y, radius: 3), Colour(hex: row.tint))
    canvas.write(
      TextLine(row.title, size: 13, weight: 0.14), x: tile.maxX + 16, y: frame.y + 22, palette.text)
    if let isOn = row.isOn {
      canvas.toggle(x: frame.maxX - 64, y: frame.y + 14, isOn: isOn, off: palette.line)
    } else {
      canvas.chevron(x: frame.maxX - 22, y: frame.middle.y, palette.faint)
    }
    guard !isLast else { return }
    let line = Frame(tile.maxX + 16, frame.maxY - 1, frame.maxX - tile.maxX - 16, 1)
    canvas.fill(RoundedRectangle(line), palette.line)
  }
}
