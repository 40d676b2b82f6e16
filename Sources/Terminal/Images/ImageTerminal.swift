/// A terminal that is known to draw images, identified by its own name (XTVERSION).
struct ImageTerminal {
  let draws: ImageProtocol
  /// The reason why this version does not, and what to do.
  let obstacle: String?

  private typealias Known = (
    prefix: String, name: String, draws: ImageProtocol, since: [Int], isTold: Bool
  )

  /// Terminals in which images can be switched off; their attributes (DA1) tell whether they are
  /// on.
  private static let known: [Known] = [
    ("kitty(", "kitty", .kitty, [0, 28], false), ("ghostty", "Ghostty", .kitty, [], false),
    ("iterm2", "iTerm2", .iterm, [], false), ("wezterm", "WezTerm", .iterm, [], false),
    ("konsole", "Konsole", .iterm, [22, 4], false), ("mintty", "mintty", .iterm, [], false),
    ("xterm.js", "VS Code", .iterm, [], true),
  ]

  /// The names of all terminals that draw inline images.
  static let inlineNames = "iTerm2, WezTerm, Konsole, mintty and VS Code"

  /// - Parameters:
  ///   - version: The name and version, such as `kitty(0.35.2)` or `Konsole 22.12.3`.
  ///   - hasSixel: True if the terminal's attributes report that it draws images.
  /// - Returns: nil for a terminal that is not known to draw images.
  init?(_ version: String, hasSixel: Bool = true) {
    let text = version.lowercased()
    guard let known = Self.known.first(where: { text.hasPrefix($0.prefix) }) else { return nil }
    draws = known.draws
    let numbers = text.dropFirst(known.prefix.count).split { !$0.isNumber }.compactMap { Int($0) }
    if !numbers.isEmpty, numbers.lexicographicallyPrecedes(known.since) {
      let since = known.since.map(String.init)
      let shown =
        since[0] + "." + (known.draws == .iterm && since[1].count < 2 ? "0" : "") + since[1]
      obstacle = "\(known.name) draws such images from version \(shown) on"
    } else if known.isTold, !hasSixel {
      obstacle = "VS Code draws images with terminal.integrated.enableImages"
    } else {
      obstacle = nil
    }
  }

  /// Returns the reason why inline images cannot be drawn; nil if the answers show that they can.
  static func inlineObstacle(_ replies: [TerminalReply]) -> String? {
    let hasSixel = replies.contains(.sixel)
    for case .version(let name) in replies {
      guard let known = ImageTerminal(name, hasSixel: hasSixel) else { break }
      return known.draws == .iterm
        ? known.obstacle : "this terminal draws images in cells: --graphics kitty"
    }
    return "this terminal is not known to draw inline images; \(inlineNames) do"
  }

  /// True in iTerm2, whose variable is passed on by ssh.
  static func inITerm2(_ environment: [String: String]) -> Bool {
    environment["LC_TERMINAL"] == "iTerm2"
  }
}

/// The terminal's way of drawing images, judged by its name alone, which takes no time.
package enum ImageOffer: Equatable, Sendable {
  case draws(ImageProtocol)
  /// The terminal cannot draw images, for this reason.
  case none(String)

  package init(
    _ environment: [String: String], level: ColourLevel, isUTF8: Bool, _ replies: [TerminalReply]
  ) {
    let isSet = { (name: String) in !(environment[name] ?? "").isEmpty }
    if let obstacle = GraphicsDetection.obstacle(level: level, isUTF8: isUTF8) {
      self = .none(obstacle)
    } else if isSet("TMUX") {
      self = .none(GraphicsDetection.noInlineInTmux)
    } else if isSet("STY") {
      self = .none("GNU screen does not pass images on")
    } else {
      self = Self.byName(environment, replies)
    }
  }

  private static func byName(
    _ environment: [String: String], _ replies: [TerminalReply]
  ) -> ImageOffer {
    for case .version(let name) in replies {
      guard let known = ImageTerminal(name, hasSixel: replies.contains(.sixel)) else { break }
      return known.obstacle.map { .none($0) } ?? .draws(known.draws)
    }
    if ImageTerminal.inITerm2(environment) { return .draws(.iterm) }
    return .none(
      "this terminal is not known to draw images; kitty, Ghostty, "
        + "\(ImageTerminal.inlineNames) do")
  }
}
