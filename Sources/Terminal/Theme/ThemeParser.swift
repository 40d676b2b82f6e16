internal import Catalog
internal import ReviewUI
internal import TOMLKit

/// What is wrong with a theme: one sentence, with file and line where there is one.
public struct ThemeError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Theme {
  /// Reads a theme from the text of a TOML file.
  ///
  /// - Parameters:
  ///   - text: As the files in `themes/` have it.
  ///   - file: Its path, for messages.
  public init(parsing text: String, file: String) throws(ThemeError) {
    self = try ThemeParser(text: text, file: file).parse()
  }
}

struct ThemeParser {
  let text: String
  let file: String

  func parse() throws(ThemeError) -> Theme {
    let table = try parseTOML()
    // The values point into the table.
    return try withExtendedLifetime(table) { () throws(ThemeError) in
      try check(table, allowed: ["name", "base", "colors", "roles"])
      let name = table["name"]?.string ?? file
      let base = try base(table["base"])
      let colours = try colours(table["colors"])
      var theme = base ?? Theme(name: name)
      theme.name = name
      try fill(&theme, from: table["roles"], colours, hasBase: base != nil)
      return theme
    }
  }

  private func parseTOML() throws(ThemeError) -> TOMLTable {
    do throws(TOMLText.Fault) {
      return try TOMLText.table(text)
    } catch {
      throw ThemeError("\(file)\(error.line.map { ":\($0)" } ?? ""): \(error.words)")
    }
  }

  private func base(_ value: (any TOMLValueConvertible)?) throws(ThemeError) -> Theme? {
    guard let value else { return nil }
    if let name = value.string, let theme = BuiltInThemes.theme(name) { return theme }
    throw error("base", "base must be one of \(Theme.builtInNames.joined(separator: ", ")).")
  }

  // MARK: - Colours

  private func colours(
    _ value: (any TOMLValueConvertible)?
  ) throws(ThemeError) -> [String: ThemeColour] {
    guard let value else { return [:] }
    guard let table = value.table else { throw error("colors", "colors must be a table.") }
    var colours: [String: ThemeColour] = [:]
    for name in table.keys.sorted() {
      colours[name] = try colour(table[name], of: name, [:])
    }
    return colours
  }

  private func colour(
    _ value: (any TOMLValueConvertible)?, of key: String, _ names: [String: ThemeColour]
  ) throws(ThemeError) -> ThemeColour {
    guard let text = value?.string else {
      throw error(key, "a colour must be in quotes, such as \"#7AA2F7\".")
    }
    if text == "terminal" { return .terminal }
    if let known = names[text] { return known }
    let digits = text.dropFirst()
    if text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    {
      return .rgb(number)
    }
    throw error(
      key,
      "\"\(printable(text))\" is not a colour. Allowed: \"#RRGGBB\", \"terminal\", "
        + "or a name from [colors].")
  }

  // MARK: - Roles

  private static let attributes: [(name: String, value: TextAttributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]

  private func fill(
    _ theme: inout Theme, from value: (any TOMLValueConvertible)?,
    _ colours: [String: ThemeColour], hasBase: Bool
  ) throws(ThemeError) {
    guard let value else { return }
    guard let table = value.table else { throw error("roles", "roles must be a table.") }
    let roles = Dictionary(uniqueKeysWithValues: Role.allCases.map { ("\($0)", $0) })
    if let unknown = table.keys.sorted().first(where: { roles[$0] == nil }) {
      throw error(unknown, "unknown role \"\(printable(unknown))\". themes/dark.toml has them all.")
    }
    if let plain = table["plain"] {
      theme[.plain] = try style(plain, of: "plain", colours, plain: Style())
    }
    for role in Role.allCases where role != .plain {
      if let value = table["\(role)"] {
        theme[role] = try style(value, of: "\(role)", colours, plain: theme[.plain])
      } else if !hasBase {
        theme[role] = theme[.plain]
      }
    }
  }

  private func style(
    _ value: any TOMLValueConvertible, of role: String, _ colours: [String: ThemeColour],
    plain: Style
  ) throws(ThemeError) -> Style {
    guard let table = value.table else {
      throw error(role, "\(role) must be a table, such as { fg = \"#7AA2F7\", bold = true }.")
    }
    var style = Style(plain.foreground, on: plain.background)
    for key in table.keys.sorted() {
      if key == "fg" {
        style.foreground = try colour(table[key], of: role, colours)
      } else if key == "bg" {
        style.background = try colour(table[key], of: role, colours)
      } else if let attribute = Self.attributes.first(where: { $0.name == key }) {
        guard let isOn = table[key]?.bool else {
          throw error(role, "\(key) must be true or false.")
        }
        if isOn { style.attributes.insert(attribute.value) }
      } else {
        let names = Self.attributes.map(\.name).joined(separator: ", ")
        throw error(role, "unknown key \"\(printable(key))\". Allowed: fg, bg, \(names).")
      }
    }
    return style
  }

  // MARK: - Errors

  private func check(_ table: TOMLTable, allowed: [String]) throws(ThemeError) {
    for key in table.keys.sorted() where !allowed.contains(key) {
      let names = allowed.joined(separator: ", ")
      throw error(key, "unknown key \"\(printable(key))\". Allowed: \(names).")
    }
  }

  /// TOMLKit does not tell where a value stood: the first line that gives the key does.
  private func error(_ key: String, _ words: String) -> ThemeError {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = lines.firstIndex { line in
      let start = line.drop { $0 == " " || $0 == "\t" || $0 == "[" || $0 == "\"" }
      guard start.hasPrefix(key) else { return false }
      let after = start.dropFirst(key.count).drop { $0 == " " || $0 == "\t" || $0 == "\"" }
      return after.first == "=" || after.first == "]"
    }
    guard let index else { return ThemeError("\(file): \(words)") }
    return ThemeError("\(file):\(index + 1): \(words)")
  }
}
