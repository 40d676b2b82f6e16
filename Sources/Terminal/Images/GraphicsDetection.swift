/// The value of `--graphics`, which decides how images are drawn.
package enum GraphicsChoice: String, CaseIterable, Sendable {
  /// Half blocks, which every terminal has.
  case halfBlocks = "half-blocks"
  /// The terminal draws images in its own pixels; if it cannot, the screen says why.
  case kitty
  /// The terminal draws images if it can.
  case auto
}

/// Finds out whether the terminal draws images in cells: kitty's protocol with its placeholders.
package struct GraphicsDetection {
  package struct Outcome: Equatable, Sendable {
    package var drawsImages: Bool
    /// The reason why images requested in the terminal's own pixels are not drawn so, and what to
    /// do.
    package var advice: String?
  }

  /// The answer of tmux about itself and the terminal that it is attached to.
  package struct TmuxAnswer: Equatable, Sendable {
    /// TERM of the terminal; `type` is its name with the version, if the terminal reported them.
    package var terminal: String
    package var type: String
    package var passesThrough: Bool

    /// Reads three fields between bars: `client_termname`, `client_termtype`, `allow-passthrough`.
    package init?(_ line: String) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 else { return nil }
      (terminal, type) = (fields[0], fields[1])
      passesThrough = ["1", "on", "all"].contains(fields[2])
    }
  }

  let choice: GraphicsChoice
  let environment: [String: String]
  let level: ColourLevel
  let isUTF8: Bool
  let tmux: () -> TmuxAnswer?
  /// Returns the terminal's answers; nil if it must not be asked.
  let replies: () -> [TerminalReply]?

  package init(
    choice: GraphicsChoice, environment: [String: String], level: ColourLevel, isUTF8: Bool,
    tmux: @escaping () -> TmuxAnswer?, replies: @escaping () -> [TerminalReply]?
  ) {
    self.choice = choice
    self.environment = environment
    self.level = level
    self.isUTF8 = isUTF8
    self.tmux = tmux
    self.replies = replies
  }

  package func resolve() -> Outcome {
    guard choice != .halfBlocks else { return Outcome(drawsImages: false) }
    guard let obstacle else { return Outcome(drawsImages: true) }
    return Outcome(drawsImages: false, advice: choice == .kitty ? "Half blocks: \(obstacle)." : nil)
  }

  private var obstacle: String? {
    if !isUTF8 { return "images need a UTF-8 locale" }
    // The number of an image is a colour.
    if level != .trueColour { return "images need a terminal with 24-bit colours" }
    if isSet("TMUX") { return tmuxObstacle }
    if isSet("STY") { return "GNU screen does not pass images on" }
    guard let replies = replies() else { return Self.unable }
    let isAnswered = replies.contains { reply in
      if case .graphics(let text) = reply { text.hasSuffix(";OK") } else { false }
    }
    guard isAnswered else { return Self.unable }
    for case .version(let name) in replies { return Self.obstacle(ofVersion: name) }
    return nil
  }

  private static let unable = "this terminal does not draw images; kitty and Ghostty do"

  private var tmuxObstacle: String? {
    guard let tmux = tmux() else { return "tmux does not say whether it passes images on" }
    if !tmux.passesThrough {
      return "tmux passes no images on: set -g allow-passthrough on in ~/.tmux.conf"
    }
    let isKnown = ["kitty", "ghostty"].contains {
      tmux.type.lowercased().hasPrefix($0) || tmux.terminal.contains($0)
    }
    return isKnown ? Self.obstacle(ofVersion: tmux.type) : Self.unable
  }

  /// Returns the obstacle for terminals that speak the protocol but do not support placeholder
  /// cells.
  private static func obstacle(ofVersion text: String) -> String? {
    let text = text.lowercased()
    if ["wezterm", "konsole", "warp"].contains(where: text.hasPrefix) {
      return "this terminal does not draw images in cells; kitty and Ghostty do"
    }
    // Such as "kitty(0.35.2)".
    guard text.hasPrefix("kitty(") else { return nil }
    let numbers = text.dropFirst(6).split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count > 1, numbers[0] == 0, numbers[1] < 28 else { return nil }
    return "kitty draws images in cells from version 0.28 on"
  }

  private func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
}
