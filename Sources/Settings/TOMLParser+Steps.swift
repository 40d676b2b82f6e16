/// The primitive parsing steps.
extension TOMLParser {
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  mutating func takeNewline() -> Bool {
    let isNewline = rest.first == "\n" || rest.starts(with: ["\r", "\n"])
    guard isNewline else { return false }
    rest.removeFirst(rest.first == "\n" ? 1 : 2)
    line += 1
    return true
  }

  mutating func expect(_ scalar: Unicode.Scalar) throws(SettingsError) {
    skipBlanks()
    if !take(scalar) { throw unexpected(String(scalar)) }
  }

  mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  /// Skips blanks, comments and newlines between statements or inside a list.
  mutating func skipLines() {
    repeat {
      skipBlanks()
      skipComment()
    } while takeNewline()
  }

  mutating func skipComment() {
    if rest.first == "#" { rest = rest.drop(while: Self.isPlain) }
  }

  /// True for characters that may appear unescaped in a string or a comment.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar >= " " && scalar != "\u{7F}"
  }

  func unexpected(_ wanted: String) -> SettingsError {
    let found: String =
      switch rest.first {
      case nil: "the end of the file"
      case "\n", "\r": "the end of the line"
      case let scalar?: String(scalar)
      }
    return error("not TOML: expected \(wanted), found \(found).")
  }

  func taken(_ path: [String]) -> SettingsError {
    error("not TOML: \"\(path.joined(separator: "."))\" is defined already.")
  }

  func error(_ detail: String) -> SettingsError { SettingsError(file, line: line, detail) }
}
