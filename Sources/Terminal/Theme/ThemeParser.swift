import ReviewUI
import Settings

extension Theme {
  /// Parses a theme from the text of a TOML file.
  ///
  /// - Parameters:
  ///   - text: The text of a theme file, like those in `themes/`.
  ///   - file: The file's path, for messages.
  package init(parsing text: String, file: String) throws(SettingsError) {
    let table = try SettingsTable(parsing: text, file: file)
    try table.allow(only: ["name", "base", "[colors]", "[roles]"])
    let base = try table["base"].map(Self.base)
    self = base ?? Theme(name: file)
    name = table["name"]?.text ?? file
    var colours: [String: ThemeColour] = [:]
    for (name, setting) in try table.section("colors")?.entries ?? [] {
      colours[name] = try ThemeColour(setting, [:])
    }
    if let section = try table.section("roles") {
      try fill(from: section, colours, hasBase: base != nil)
    }
  }

  private static func base(_ setting: Setting) throws(SettingsError) -> Theme {
    if let theme = setting.text.flatMap(BuiltInThemes.theme) { return theme }
    throw setting.error("base must be one of \(builtInNames.joined(separator: ", ")).")
  }

  private mutating func fill(
    from section: SettingsTable, _ colours: [String: ThemeColour], hasBase: Bool
  ) throws(SettingsError) {
    let roles = Set(Role.allCases.map { "\($0)" })
    if let (name, setting) = section.entries.first(where: { !roles.contains($0.key) }) {
      throw setting.error("unknown role \"\(name)\". themes/dark.toml has them all.")
    }
    if let plain = section["plain"] {
      self[.plain] = try CellStyle(plain, of: "plain", colours, plain: CellStyle())
    }
    for role in Role.allCases where role != .plain {
      if let setting = section["\(role)"] {
        self[role] = try CellStyle(setting, of: "\(role)", colours, plain: self[.plain])
      } else if !hasBase {
        self[role] = self[.plain]
      }
    }
  }
}

extension ThemeColour {
  /// - Parameter names: The names that [colors] defines.
  fileprivate init(_ setting: Setting, _ names: [String: ThemeColour]) throws(SettingsError) {
    guard let text = setting.text else {
      throw setting.error("a colour must be in quotes, such as \"#7AA2F7\".")
    }
    let digits = text.dropFirst()
    if text == "terminal" {
      self = .terminal
    } else if let known = names[text] {
      self = known
    } else if text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    {
      self = .rgb(number)
    } else {
      throw setting.error(
        "\(setting.shown) is not a colour. Allowed: \"#RRGGBB\", \"terminal\", "
          + "or a name from [colors].")
    }
  }
}

extension CellStyle {
  fileprivate init(
    _ setting: Setting, of role: String, _ colours: [String: ThemeColour], plain: CellStyle
  ) throws(SettingsError) {
    guard let table = setting.table else {
      throw setting.error("\(role) must be a table, such as { fg = \"#7AA2F7\", bold = true }.")
    }
    try table.allow(only: ["fg", "bg"] + TextAttributes.all.map(\.name))
    self.init(plain.foreground, on: plain.background)
    if let colour = table["fg"] { foreground = try ThemeColour(colour, colours) }
    if let colour = table["bg"] { background = try ThemeColour(colour, colours) }
    for (name, value, _) in TextAttributes.all {
      guard let setting = table[name] else { continue }
      guard let isOn = setting.flag else { throw setting.error("\(name) must be true or false.") }
      if isOn { attributes.insert(value) }
    }
  }
}
