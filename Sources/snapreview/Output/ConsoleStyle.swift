import Essentials
import Terminal

/// Colours and line breaks for a terminal; plain text for anything else.
struct ConsoleStyle {
  enum Colour: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case magenta = 35
    case cyan = 36
  }

  let isColoured: Bool
  /// The terminal's width; nil if the output goes elsewhere and lines may have any length.
  var width: Int?

  static let plain = ConsoleStyle(isColoured: false)

  /// The style for standard output; honours `NO_COLOR` and dumb terminals.
  static var current: ConsoleStyle {
    guard Console.isTerminal else { return plain }
    let environment = ProcessInfo.processInfo.environment
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return ConsoleStyle(
      isColoured: !isRefused && environment["TERM"] != "dumb", width: TerminalSession.outputWidth)
  }

  func paint(_ text: String, _ colour: Colour) -> String { wrap(text, "\(colour.rawValue)") }
  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }

  /// Wraps lines at the terminal's width. Continuation lines are indented like the first.
  func wrapped(_ text: String) -> String {
    guard let width else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { wrapped(line: $0, width) }.joined(separator: "\n")
  }

  /// Breaks a name that is wider than the terminal, after a separator such as a slash.
  func wrapped(_ name: String, after sign: Character) -> String {
    guard let width, name.count > width else { return name }
    let parts = name.split(separator: sign, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: (text: String(parts[0]), used: parts[0].count)) {
      let isBroken = $0.used + 1 + $1.count > width
      $0.text += "\(sign)\(isBroken ? "\n" : "")\($1)"
      $0.used = (isBroken ? 0 : $0.used + 1) + $1.count
    }.text
  }

  private func wrapped(line: Substring, _ width: Int) -> String {
    let indent = String(line.prefix { $0 == " " })
    var (result, used) = (indent, indent.count)
    for word in line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false)
    {
      let length = Self.visible(word)
      if used > indent.count, used + 1 + length > width {
        (result, used) = (result + "\n" + indent, indent.count)
      } else if used > indent.count {
        (result, used) = (result + " ", used + 1)
      }
      (result, used) = (result + word, used + length)
    }
    return result
  }

  /// Returns the number of characters, not counting escape sequences.
  private static func visible(_ text: Substring) -> Int {
    var (count, isHidden) = (0, false)
    for character in text {
      if character == "\u{1B}" { isHidden = true }
      if !isHidden { count += 1 }
      if isHidden, character == "m" { isHidden = false }
    }
    return count
  }

  func cut(_ text: String, to width: Int) -> String {
    var result = ""
    for word in text.split(separator: " ") {
      let longer = result.isEmpty ? String(word) : "\(result) \(word)"
      guard longer.count < width else { break }
      result = longer
    }
    return result + "…"
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
