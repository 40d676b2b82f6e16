import Pixels
import ReviewUI
import Terminal
import TestSupport
import Testing

/// The colours that curses would have been given, by pair number.
final class Pairs {
  var colours: [Int32: [Int32]] = [:]

  func painter(
    _ level: ColourLevel, _ theme: Theme = .dark, pairs count: Int = 1 << 16, defaults: Bool = true,
    isUTF8: Bool = true
  ) -> Painter {
    Painter(.init(level: level, pairs: count, hasDefaults: defaults), theme: theme, isUTF8: isUTF8)
    { self.colours[$0] = [$1, $2] }
  }
}

struct PainterTests {
  private let pairs = Pairs()

  private func painter(
    _ level: ColourLevel, pairs count: Int = 1 << 16, defaults: Bool = true, isUTF8: Bool = true
  ) -> Painter {
    pairs.painter(level, pairs: count, defaults: defaults, isUTF8: isUTF8)
  }

  private func colours(_ cell: Cell, _ painter: inout Painter) -> [Int32]? {
    pairs.colours[painter.paint(cell, column: 0, row: 0).pair]
  }

  @Test(
    arguments: [
      (Cell.halves(top: .rgb(0, 0, 1), bottom: .rgb(255, 254, 253)), [1, 0xFFFEFD], []),
      (Cell(Glyph("x"), .statusValue), [0xE8EDF5, 0x1F242C], .bold),
      (
        Cell(Glyph("x"), foreground: .role(.mismatch), background: .role(.selected)),
        [0xF58487, 0x262E3E], []
      ),
      (
        Cell(Glyph("x"), foreground: .role(.bold), background: .role(.statusLine)),
        [0xD3D9E2, 0x1F242C], .bold
      ),
    ] as [(Cell, [Int32], TextAttributes)])
  func `true colours are exact, and each half may come from a role of its own`(
    _ cell: Cell, _ colours: [Int32], _ attributes: TextAttributes
  ) {
    var painter = painter(.trueColour)
    let painted = painter.paint(cell, column: 0, row: 0)
    #expect(pairs.colours[painted.pair] == colours)
    #expect(painted.attributes == attributes)
  }

  @Test func `plain text stands on the theme's own ground`() {
    var painter = painter(.trueColour)
    #expect(colours(Cell(Glyph("x")), &painter) == [0xD3D9E2, 0x16181D])
    #expect(painter.ground == Pixel(rgb: 0x16181D))
  }

  @Test(arguments: ColourLevel.allCases)
  func `the levels of the landscape are told apart`(_ level: ColourLevel) {
    var painter = painter(level)
    let seen = LandscapeLevels.cells.map { cell -> [Int32] in
      let painted = painter.paint(cell, column: 0, row: 0)
      let colours = pairs.colours[painted.pair] ?? [0, 1]
      return [colours[1], colours[0] == colours[1] ? 32 : Int32(painted.glyph.base)]
    }
    #expect(Set(seen).count == LandscapeLevels.cells.count)
  }

  @Test func `marks look the same in either half`() {
    var painter = painter(.trueColour)
    let top = Cell.halves(top: .role(.changed), bottom: .rgb(1, 2, 3))
    let bottom = Cell.halves(top: .rgb(1, 2, 3), bottom: .role(.changed))
    #expect(colours(top, &painter)?.first == colours(bottom, &painter)?.last)
  }

  @Test func `text never has the colour of its ground`() {
    for level in [ColourLevel.ansi8, .ansi16] {
      var painter = painter(level, pairs: 1 << 10, defaults: false)
      for foreground in Role.allCases {
        for background in [Role.plain, .selected, .statusLine, .prompt] {
          guard Theme.dark[foreground].foreground != Theme.dark[background].background else {
            continue
          }
          let cell = Cell(Glyph("x"), foreground: .role(foreground), background: .role(background))
          let pair = painter.paint(cell, column: 0, row: 0).pair
          let colours = pairs.colours[pair] ?? [7, 0]
          #expect(colours[0] != colours[1], "\(foreground) on \(background)")
        }
      }
    }
  }

  @Test func `of few colours the selected row still stands out`() {
    for level in [ColourLevel.ansi8, .ansi16] {
      var painter = painter(level)
      let row = Cell(Glyph("x"), foreground: .role(.mismatch), background: .role(.selected))
      #expect(painter.paint(row, column: 0, row: 0).attributes.contains(.reverse))
      let plain = painter.paint(Cell(Glyph("x"), .statusLine), column: 0, row: 0)
      #expect(!plain.attributes.contains(.reverse))
    }
    var painter = painter(.trueColour)
    #expect(painter.paint(Cell(.space, .selected), column: 0, row: 0).attributes == [])
  }

  @Test func `eight colours are enough for any picture with 64 pairs`() {
    var painter = painter(.ansi8, pairs: 64, defaults: false)
    var random = SplitMix(seed: 3)
    for _ in 0..<5000 {
      let value = random.next(1 << 24)
      let top = Paint.rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
      let cell = Cell.halves(top: top, bottom: .rgb(UInt8(random.next(256)), 128, 0))
      _ = painter.paint(cell, column: 0, row: 0)
    }
    #expect(!painter.isExhausted)
  }

  @Test func `more combinations than numbers are noticed, and forgotten on a reset`() {
    var painter = painter(.trueColour, pairs: 4)
    for value in UInt8(0)..<4 {
      _ = painter.paint(.halves(top: .rgb(value, 0, 0), bottom: .rgb(0, 1, 0)), column: 0, row: 0)
    }
    #expect(painter.isExhausted)
    painter.reset(count: 100)
    #expect(!painter.isExhausted)
    let cell = Cell.halves(top: .rgb(3, 0, 0), bottom: .rgb(0, 1, 0))
    #expect(colours(cell, &painter) == [0x030000, 0x000100])
  }

  // MARK: - ASCII

  @Test func `without UTF-8 everything drawn is ASCII`() {
    for level in [ColourLevel.trueColour, .mono] {
      var painter = painter(level, isUTF8: false)
      for value in UInt32(0x20)...0x3000 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let painted = painter.paint(Cell(Glyph(scalar), .title), column: 0, row: 0)
        #expect(painted.glyph.base < 0x7F)
      }
    }
  }

  @Test func `without UTF-8 a cell shows both halves mixed, and a mark is not lost`() {
    var painter = painter(.trueColour, isUTF8: false)
    let mixed = Cell.halves(top: .rgb(100, 0, 10), bottom: .rgb(200, 0, 30))
    #expect(colours(mixed, &painter) == [0x960014, 0x960014])
    let marked = Cell.halves(top: .rgb(100, 0, 10), bottom: .role(.changed))
    #expect(colours(marked, &painter) == [0xFF4FD8, 0xFF4FD8])
  }

  // MARK: - Mono

  @Test func `without colours, pictures are shapes`() {
    var painter = painter(.mono)
    let (white, black) = (Paint.rgb(255, 255, 255), Paint.rgb(0, 0, 0))
    func drawn(_ top: Paint, _ bottom: Paint) -> PaintedCell {
      painter.paint(.halves(top: top, bottom: bottom), column: 1, row: 1)
    }
    #expect(drawn(white, white) == PaintedCell(.space, .reverse))
    #expect(drawn(black, black) == PaintedCell(.space))
    #expect(drawn(white, black) == PaintedCell(Glyph("▀")))
    #expect(drawn(black, white) == PaintedCell(Glyph("▄")))
    #expect(drawn(.role(.changed), black).glyph == Glyph("#"))
    #expect(drawn(black, .role(.changed)).glyph == Glyph("#"))
  }

  @Test func `without colours, the selection still stands out`() {
    var painter = painter(.mono)
    let selected = painter.paint(Cell(Glyph("x"), .selected), column: 0, row: 0)
    #expect(selected.attributes.contains(.reverse))
    #expect(selected.pair == 0)
    let plain = painter.paint(Cell(Glyph("x")), column: 0, row: 0)
    #expect(!plain.attributes.contains(.reverse))
  }

  @Test func `grey comes out as a share of lit halves`() {
    var painter = painter(.mono)
    let grey = Paint.rgb(119, 119, 119)  // lightness 50
    var lit = 0
    for row in 0..<8 {
      for column in 0..<8 {
        let cell = painter.paint(.halves(top: grey, bottom: grey), column: column, row: row)
        lit += cell.attributes.contains(.reverse) ? 2 : cell.glyph == .space ? 0 : 1
      }
    }
    #expect(lit == 64)
  }
}
