import ReviewUI
import Terminal
import Testing

/// The legibility of every text on every ground, in the painter's colours.
struct ContrastTests {
  /// Every text on every ground: more than the renderers put together, and so none is forgotten.
  @Test(arguments: Theme.builtInNames, [ColourLevel.trueColour, .indexed256, .ansi16])
  func `every role can be read on the ground of every other`(
    _ name: String, _ level: ColourLevel
  ) throws {
    let theme = try Theme.named(name)
    for hasDefaults in [true, false] where hasDefaults || level == .ansi16 {
      let pairs = Pairs()
      var quantiser = Quantiser(level)
      if !hasDefaults { pairs.colours[0] = [7, 0] }
      var painter = pairs.painter(level, theme, pairs: 1 << 15, defaults: hasDefaults)
      for text in Role.allCases {
        for ground in Role.allCases where !isMark(text, on: ground, theme) {
          let cell = Cell(Glyph("x"), foreground: .role(text), background: .role(ground))
          let pair = painter.paint(cell, column: 0, row: 0).pair
          let colours = pairs.colours[pair] ?? [-1, -1]
          let own = [theme.ownColours.foreground, theme.ownColours.background].map {
            level == .ansi16 ? Quantiser.colour(of: quantiser.nearest($0)) : $0
          }
          let seen = zip(colours, own).map {
            $0 < 0 ? $1 : level == .trueColour ? UInt32($0) : Quantiser.colour(of: $0)
          }
          let ratio = contrast(seen[0], seen[1])
          #expect(ratio >= 4.5, "\(text) on \(ground): \(ratio)")
        }
      }
    }
  }

  /// A mark on an image is one colour and no text.
  private func isMark(_ text: Role, on ground: Role, _ theme: Theme) -> Bool {
    text == ground && theme[text].foreground == theme[text].background
      && theme[text].foreground != .terminal
  }

  @Test(arguments: Theme.builtInNames)
  func `without colours no role is drawn as its ground`(_ name: String) throws {
    var painter = Pairs().painter(.mono, try Theme.named(name), pairs: 0, defaults: false)
    for text in Role.allCases {
      for ground in Role.allCases {
        let cell = Cell(Glyph("x"), foreground: .role(text), background: .role(ground))
        let painted = painter.paint(cell, column: 0, row: 0)
        #expect(painted.glyph == Glyph("x") && painted.pair == 0)
        #expect(!painted.attributes.contains(.dim))
      }
    }
  }

  @Test(arguments: ["dark", "light", "colour-blind"])
  func `verdicts and decisions keep their colour where they are drawn`(_ name: String) throws {
    let theme = try Theme.named(name)
    let roles: [Role] = [
      .match, .mismatch, .sizeMismatch, .unreadable, .accepted, .rejected, .tolerated, .marked,
      .group, .warning, .key, .mode,
    ]
    for role in roles {
      for ground in [Role.plain, .statusLine, .selected] {
        let own = theme.ownColours
        let colour = theme.textColour(role, on: ground) { colour, isForeground in
          if case .rgb(let value) = colour {
            value
          } else {
            isForeground ? own.foreground : own.background
          }
        }
        #expect(colour == theme[role].foreground, "\(role) on \(ground)")
      }
    }
  }

  @Test func `a theme of one's own cannot hide a text`() throws {
    let theme = try Theme(
      parsing: """
        [roles]
        plain = { fg = "#FFFFFF", bg = "#FFFFFF" }
        hint = { fg = "#777777", bg = "#808080" }
        """, file: "my.toml")
    func colour(_ role: Role, on ground: Role) -> ThemeColour {
      theme.textColour(role, on: ground) { colour, _ in
        if case .rgb(let value) = colour { value } else { 0 }
      }
    }
    #expect(colour(.bold, on: .plain) == .rgb(0))
    #expect(colour(.hint, on: .hint) == .rgb(0))
  }

  @Test func `contrast is that of WCAG`() {
    #expect(contrast(0, 0xFFFFFF) == 21)
    #expect(contrast(0x777777, 0x777777) == 1)
    #expect(abs(contrast(0x767676, 0xFFFFFF) - 4.54) < 0.01)
  }
}
