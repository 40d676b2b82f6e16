import DiffEngine
import Foundation
import Pixels
import ReviewUI
import Settings
import Terminal
import TestSupport
import Testing

struct ThemeTests {
  private static let names = Theme.builtInNames

  private func parse(_ text: String) throws(SettingsError) -> Theme {
    try Theme(parsing: text, file: "my.toml")
  }

  private func message(_ text: String) -> String { complaint { try parse(text) } ?? "" }

  // MARK: - The built-in ones

  @Test func `every file in themes is in the program`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../themes")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(Self.names.map { $0 + ".toml" }))
    for (name, text) in BuiltInThemes.texts {
      let file = folder.appendingPathComponent(name + ".toml")
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
  }

  @Test(arguments: names)
  func `every role is there, with a sentence`(_ name: String) {
    let lines = (BuiltInThemes.texts.first { $0.name == name }?.text ?? "").split(separator: "\n")
    for role in Role.allCases {
      let index = lines.firstIndex { $0.hasPrefix("\(role) = ") }
      #expect(index.map { lines[$0 - 1].hasPrefix("# ") } == true, "\(role)")
    }
  }

  @Test(arguments: names)
  func `a name finds it`(_ name: String) throws { #expect(try Theme.named(name).name == name) }

  @Test func `both spellings of colour are understood`() throws {
    #expect(try Theme.named("color-blind") == Theme.named("colour-blind"))
  }

  /// Other pairs, at 4.5:1: `ContrastTests`.
  @Test func `high contrast is 7:1 for every text on its own ground`() throws {
    let theme = try Theme.named("high-contrast")
    let marks: [Role] = [.changed, .gutter, .clusterOutline, .tint, .highlight, .boxes, .heat]
    for role in Role.allCases where !marks.contains(role) {
      let (text, ground) = (theme[role].foreground, theme[role].background)
      #expect(contrast(Self.value(text, 0), Self.value(ground, 0)) >= 7, "\(role)")
    }
  }

  @Test(arguments: names)
  func `marks on images have one colour`(_ name: String) throws {
    let theme = try Theme.named(name)
    for role in [Role.changed, .gutter, .clusterOutline, .highlight, .boxes] {
      #expect(theme[role].foreground == theme[role].background)
      #expect(theme[role].foreground != .terminal)
    }
  }

  /// Machado, Oliveira and Fernandes (2009), severity 1, linear RGB, row by row.
  private static let blindness: [(name: String, matrix: [Double])] = [
    (
      "protanopia",
      [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998]
    ),
    (
      "deuteranopia",
      [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881]
    ),
    (
      "tritanopia",
      [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900]
    ),
  ]

  @Test func `the colour-blind theme parts verdicts and decisions for every kind of blindness`()
    throws
  {
    let theme = try Theme.named("colour-blind")
    let pairs: [(Role, Role)] = [
      (.match, .mismatch), (.accepted, .rejected), (.accepted, .tolerated),
      (.rejected, .tolerated), (.mismatch, .sizeMismatch), (.match, .sizeMismatch),
    ]
    for (name, matrix) in Self.blindness {
      for (first, second) in pairs {
        let seen = [first, second].map {
          Lab(Pixel(rgb: Self.seen(Self.value(theme[$0].foreground, 0), matrix)))
        }
        #expect(deltaE76(seen[0], seen[1]) > 20, "\(name): \(first) and \(second)")
      }
    }
  }

  private static func value(_ colour: ThemeColour, _ own: UInt32) -> UInt32 {
    if case .rgb(let value) = colour { value } else { own }
  }

  private static func linear(_ colour: UInt32) -> [Double] {
    [16, 8, 0].map { shift in
      let value = Double(colour >> UInt32(shift) & 255) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  private static func seen(_ colour: UInt32, _ matrix: [Double]) -> UInt32 {
    let parts = linear(colour)
    return (0..<3).reduce(0) { result, row in
      let sum = (0..<3).reduce(0) { $0 + matrix[row * 3 + $1] * parts[$1] }
      let light = min(max(sum, 0), 1)
      let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      return result << 8 | UInt32((value * 255).rounded())
    }
  }

  // MARK: - One's own

  @Test func `a theme names what it changes and takes the rest from its base`() throws {
    let theme = try parse(
      """
      name = "mine"
      base = "light"
      [colors]
      sea = "#006994"
      [roles]
      title = { fg = "sea", italic = true, bold = false }
      """)
    #expect(theme.name == "mine")
    #expect(theme[.title] == CellStyle(.rgb(0x006994), on: .rgb(0xFFFFFF), .italic))
    #expect(theme[.match] == Theme.light[.match])
  }

  @Test func `what a role leaves out it takes from plain`() throws {
    let theme = try parse(
      "[roles]\nplain = { fg = \"#FFFFFF\", bg = \"#000000\" }\nkey = { fg = \"terminal\" }")
    #expect(theme[.key] == CellStyle(.terminal, on: .rgb(0)))
    #expect(theme[.hint] == CellStyle(.rgb(0xFFFFFF), on: .rgb(0)))
  }

  @Test(arguments: [
    ("[roles]\n\nfoo = {}", "my.toml:3: unknown role \"foo\". themes/dark.toml has them all."),
    (
      "colours = {}",
      "my.toml:1: unknown key \"colours\". Did you mean \"colors\"? Allowed: name, base, [colors], [roles]."
    ),
    (
      "[roles]\nkey = { fg = \"blue\" }",
      "my.toml:2: \"blue\" is not a colour. Allowed: \"#RRGGBB\", \"terminal\", or a name from "
        + "[colors]."
    ),
    (
      "[roles]\nkey = { fg = \"#12345\" }",
      "my.toml:2: \"#12345\" is not a colour. Allowed: \"#RRGGBB\", \"terminal\", or a name from "
        + "[colors]."
    ),
    ("[roles]\nkey = { bold = 1 }", "my.toml:2: bold must be true or false."),
    (
      "[roles]\nkey = { color = 1 }",
      "my.toml:2: unknown key \"color\". Allowed: fg, bg, bold, dim, italic, underline, reverse."
    ),
    (
      "[roles]\nkey = 3",
      "my.toml:2: key must be a table, such as { fg = \"#7AA2F7\", bold = true }."
    ),
    ("[colors]\nx = 3", "my.toml:2: a colour must be in quotes, such as \"#7AA2F7\"."),
    ("base = \"none\"", "my.toml:1: base must be one of dark, light, high-contrast, colour-blind."),
    ("roles = 1", "my.toml:1: \"roles\" must be a table: [roles]."),
  ])
  func `what is wrong is told with its line`(_ text: String, _ expected: String) {
    #expect(message(text) == expected)
  }

  @Test func `what is not TOML is told with its line`() {
    #expect(message("[roles]\nkey = = 1").hasPrefix("my.toml:2: not TOML: "))
  }

  @Test func `an unknown name lists the known ones`() {
    #expect(
      complaint { try Theme.named("no-such-theme") }
        == "theme \"no-such-theme\": there is none. Known: dark, light, high-contrast, "
        + "colour-blind, or the path of a TOML file.")
    #expect(complaint { try Theme.named("drak") }?.contains("Did you mean \"dark\"?") == true)
    #expect(complaint { try Theme.named("./no-such.toml") }?.contains("no-such.toml") == true)
  }
}
