import Demo
import Essentials

/// Colours for a person at a terminal; plain text for everyone else.
struct ConsoleStyle {
  enum Colour: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case magenta = 35
    case cyan = 36
  }

  let isColoured: Bool

  static let plain = ConsoleStyle(isColoured: false)

  /// The style for standard output; honours `NO_COLOR` and dumb terminals.
  static var current: ConsoleStyle {
    guard Console.isTerminal else { return plain }
    let environment = ProcessInfo.processInfo.environment
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return ConsoleStyle(isColoured: !isRefused && environment["TERM"] != "dumb")
  }

  func paint(_ text: String, _ colour: Colour) -> String { wrap(text, "\(colour.rawValue)") }
  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
