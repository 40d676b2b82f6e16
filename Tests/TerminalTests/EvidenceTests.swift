import DiffEngine
import Pixels
import ReviewUI
import Settings
import Terminal
import Testing

/// The colours of differences, from the theme to the terminal.
struct EvidenceTests {
  @Test func `highlight is AFSnapshotTesting's green, in every theme but the colour-blind one`()
    throws
  {
    for name in Theme.builtInNames {
      let green = try Theme.named(name).evidence.highlight == Pixel(0, 255, 0, 255)
      #expect(green == (name != "colour-blind"))
    }
    #expect(EvidenceColours.standard.highlight == Pixel(0, 255, 0, 255))
  }

  /// The terminal may say that it is light after the screen has been drawn.
  @Test func `dark and light have the same evidence`() {
    #expect(Theme.dark.evidence == .standard)
    #expect(Theme.light.evidence == .standard)
  }

  @Test func `a theme sets the hue of tint, the frames and the scale of heat`() throws {
    let theme = try Theme(
      parsing: """
        base = "dark"
        [roles]
        tint = { fg = "#0000FF" }
        boxes = { fg = "#112233", bg = "#112233" }
        heat = { fg = "#FFFFFF", bg = "#202020" }
        """, file: "my.toml")
    let evidence = theme.evidence
    #expect(abs(evidence.tint - -53.7) < 0.5)
    #expect(evidence.boxes == Pixel(0x11, 0x22, 0x33, 255))
    #expect(evidence.heat.colour(100) == Pixel(255, 255, 255, 255))
    #expect(evidence.heat.colour(0) == Pixel(0, 0, 0, 255))
    #expect(evidence.heat.colour(0.0001) == Pixel(32, 32, 32, 255))
  }

  @Test func `a grey has no hue: tint stays as it is`() throws {
    let theme = try Theme(parsing: "[roles]\ntint = { fg = \"#808080\" }", file: "my.toml")
    #expect(theme.evidence.tint == EvidenceColours.standard.tint)
  }

  /// No colour of it is red, which some people cannot tell from green.
  @Test func `the colour-blind theme's heat rises in lightness, from blue to yellow`() throws {
    let heat = try Theme.named("colour-blind").evidence.heat
    let colours = [0.01, 1, 5, 20, 50, 100].map { Lab(heat.colour($0)) }
    for (fainter, stronger) in zip(colours, colours.dropFirst()) { #expect(fainter.l < stronger.l) }
    #expect(colours[0].b < -20 && colours[5].b > 20)
    #expect(colours.allSatisfy { $0.a < 20 })
  }

  // MARK: - Few colours

  @Test(arguments: [ColourLevel.ansi8, .ansi16])
  func `of few colours a change has a hue and an image in greys has none`(_ level: ColourLevel)
    throws
  {
    for name in Theme.builtInNames {
      let (pairs, theme) = (Pairs(), try Theme.named(name))
      var painter = pairs.painter(level, theme, pairs: 256)
      let inks = stride(from: 0.0, through: 100, by: 5).flatMap { deltaE in
        [TintScale(hue: theme.evidence.tint).ink(deltaE)]
          + [theme.evidence.heat.colour(deltaE), Pixel(1, 1, 1, 255), Pixel(255, 255, 255, 255)]
      }
      for ink in inks {
        for grey in UInt8.min...UInt8.max {
          let cell = Cell.halves(top: .evidence(ink), bottom: .rgb(grey, grey, grey))
          let pair = try #require(pairs.colours[painter.paint(cell, column: 0, row: 0).pair])
          #expect(pair[0] != pair[1] && ![0, 7, 8, 15].contains(pair[0]))
        }
      }
    }
  }

  @Test func `with many colours evidence is exactly what the engine drew`() {
    let pairs = Pairs()
    var painter = pairs.painter(.trueColour, pairs: 256)
    let cell = Cell.halves(top: .evidence(Pixel(1, 2, 3, 255)), bottom: .rgb(4, 5, 6))
    #expect(pairs.colours[painter.paint(cell, column: 0, row: 0).pair] == [0x010203, 0x040506])
  }

  @Test func `without colours evidence is a glyph`() {
    var painter = Pairs().painter(.mono, pairs: 0, defaults: false)
    for image in [Paint.rgb(0, 0, 0), .rgb(255, 255, 255), .role(.plain)] {
      let cell = Cell.halves(top: image, bottom: .evidence(Pixel(255, 255, 255, 255)))
      #expect(painter.paint(cell, column: 0, row: 0).glyph == Glyph("#"))
    }
  }
}
