/// The value of `--graphics`, which decides how images are drawn.
package enum GraphicsChoice: String, CaseIterable, Sendable {
  /// Half blocks, which work in every terminal.
  case halfBlocks = "half-blocks"
  /// The kitty protocol, which draws images in placeholder cells; if the terminal does not support
  /// it, the screen says why.
  case kitty
  /// iTerm2's inline images; if the terminal does not support them, the screen says why.
  case iterm
  /// The terminal draws images if it can.
  case auto
}

/// A protocol by which a terminal draws images in its own pixels.
package enum ImageProtocol: Equatable, Sendable {
  /// Kitty's protocol with placeholder cells.
  case kitty
  /// iTerm2's inline images, which cover cells until something else is written there.
  case iterm
}

/// Finds out whether and how the terminal draws images itself.
package struct GraphicsDetection {
  package struct Outcome: Equatable, Sendable {
    /// The protocol for drawing images; nil for half blocks.
    package var draws: ImageProtocol?
    /// The reason why images are not drawn in the terminal's own pixels although this was
    /// requested, and what to do.
    package var advice: String?
  }

  /// The report of tmux about itself and the terminal that it is attached to.
  package struct TmuxAnswer: Equatable, Sendable {
    /// `terminal` is the terminal's TERM; `type` is its name and version, if it reported them.
    package var terminal: String
    package var type: String
    package var passesThrough: Bool

    /// Parses three fields separated by bars: `client_termname`, `client_termtype`,
    /// `allow-passthrough`.
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
    (self.choice, self.environment, self.level) = (choice, environment, level)
    (self.isUTF8, self.tmux, self.replies) = (isUTF8, tmux, replies)
  }

  package func resolve() -> Outcome {
    guard choice != .halfBlocks else { return Outcome() }
    if let obstacle = Self.obstacle(level: level, isUTF8: isUTF8) { return refused(obstacle) }
    if isSet("TMUX") {
      return choice == .iterm ? refused(Self.noInlineInTmux) : outcome(.kitty, tmuxObstacle)
    }
    if isSet("STY") { return refused("GNU screen does not pass images on") }
    let named = ImageTerminal.inITerm2(environment)
    if choice == .iterm, named { return Outcome(draws: .iterm) }
    let replies = replies()
    let inCells = replies.map(Self.kittyObstacle) ?? Self.unable
    if choice != .iterm, inCells == nil { return Outcome(draws: .kitty) }
    if choice == .kitty { return refused(inCells ?? Self.unable) }
    return outcome(.iterm, named ? nil : ImageTerminal.inlineObstacle(replies ?? []))
  }

  private func outcome(_ wanted: ImageProtocol, _ obstacle: String?) -> Outcome {
    obstacle.map(refused) ?? Outcome(draws: wanted)
  }

  private func refused(_ obstacle: String) -> Outcome {
    Outcome(advice: choice == .auto ? nil : "Half blocks: \(obstacle).")
  }

  /// Returns the reason why no images can be drawn; nil if there is none.
  package static func obstacle(level: ColourLevel, isUTF8: Bool) -> String? {
    if !isUTF8 { return "images need a UTF-8 locale" }
    // An image's number is encoded as a colour.
    if level != .trueColour { return "images need a terminal with 24-bit colours" }
    return nil
  }

  static let noInlineInTmux =
    "tmux loses inline images; in kitty and Ghostty, --graphics kitty works inside it"
  private static let unable = "this terminal does not draw images in cells; kitty and Ghostty do"

  private static func kittyObstacle(_ replies: [TerminalReply]) -> String? {
    let isAnswered = replies.contains { reply in
      if case .graphics(let text) = reply { text.hasSuffix(";OK") } else { false }
    }
    guard isAnswered else { return unable }
    for case .version(let name) in replies {
      return ImageTerminal(name).flatMap { $0.draws == .kitty ? $0.obstacle : unable }
    }
    return nil
  }

  private var tmuxObstacle: String? {
    guard let tmux = tmux() else { return "tmux does not say whether it passes images on" }
    if !tmux.passesThrough {
      return "tmux passes no images on: set -g allow-passthrough on in ~/.tmux.conf"
    }
    if let known = ImageTerminal(tmux.type), known.draws == .kitty { return known.obstacle }
    let isKnown = ["kitty", "ghostty"].contains { tmux.terminal.contains($0) }
    return isKnown ? nil : Self.unable
  }

  private func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
}
