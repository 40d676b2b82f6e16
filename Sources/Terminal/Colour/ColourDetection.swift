/// Finds out how many colours the terminal supports; asks the terminal only if nothing else is
/// known.
package struct ColourDetection {
  package struct Outcome: Equatable, Sendable {
    package var level: ColourLevel
    /// A sentence that says how to get more colours.
    package var advice: String?

    package init(_ level: ColourLevel, advice: String? = nil) {
      self.level = level
      self.advice = advice
    }
  }

  /// The colours that the terminal's description reports.
  package struct Description: Equatable, Sendable {
    package var colours: Int
    /// True if the description has `RGB`, `Tc`, or `setrgbf` and `setrgbb`.
    package var hasDirectColour: Bool

    package init(colours: Int, hasDirectColour: Bool) {
      self.colours = colours
      self.hasDirectColour = hasDirectColour
    }
  }

  package static let tmuxAdvice =
    "tmux passes on only 256 colours: set -as terminal-features \",*:RGB\" in ~/.tmux.conf, "
    + "then detach and attach"
  package static let screenAdvice =
    "GNU screen passes on only 256 colours: from version 5 on, `truecolor on` in ~/.screenrc, "
    + "or --color truecolor"
  package static let generalAdvice =
    "if this terminal has 24-bit colours: export COLORTERM=truecolor, or --color truecolor"

  let choice: ColourChoice
  let environment: [String: String]
  let description: Description
  /// The major version of macOS, nil elsewhere.
  let macOSVersion: Int?
  /// Returns the features of the terminal that tmux is attached to; nil if tmux does not report
  /// them.
  let tmuxFeatures: () -> String?
  /// Returns true if GNU screen passes 24-bit colours on.
  let screenPasses: () -> Bool
  /// Returns the terminal's answers; nil if it must not be asked.
  let replies: () -> [TerminalReply]?

  package init(
    choice: ColourChoice, environment: [String: String], description: Description,
    macOSVersion: Int? = nil, tmuxFeatures: @escaping () -> String?,
    screenPasses: @escaping () -> Bool = { false },
    replies: @escaping () -> [TerminalReply]?
  ) {
    (self.choice, self.environment, self.description) = (choice, environment, description)
    (self.macOSVersion, self.tmuxFeatures) = (macOSVersion, tmuxFeatures)
    (self.screenPasses, self.replies) = (screenPasses, replies)
  }

  package func resolve() -> Outcome {
    if let level = choice.level { return Outcome(level) }
    if let no = environment["NO_COLOR"], !no.isEmpty { return Outcome(.mono) }
    if let wish = environment["SNAPREVIEW_COLOR"],
      let level = ColourChoice(rawValue: wish)?.level
    {
      return Outcome(level)
    }
    if isSet("TMUX") { return inTmux() }
    if isSet("STY") && !description.hasDirectColour { return inScreen() }
    if environment["TERM_PROGRAM"] == "Apple_Terminal" { return inAppleTerminal() }
    if description.hasDirectColour || claimsTrueColour || isKnownTerminal {
      return Outcome(.trueColour)
    }
    if description.colours < 8 { return Outcome(.mono) }
    if let replies = replies(), Self.proveTrueColour(replies) { return Outcome(.trueColour) }
    return Outcome(described, advice: described >= .ansi16 ? Self.generalAdvice : nil)
  }

  /// tmux stores every colour exactly, but what is shown depends on the terminal that it is
  /// attached to, and newer versions set COLORTERM for any terminal. So tmux itself is asked first.
  private func inTmux() -> Outcome {
    if let features = tmuxFeatures(), !features.isEmpty {
      let names = features.split(separator: ",")
      return names.contains("RGB")
        ? Outcome(.trueColour) : Outcome(.indexed256, advice: Self.tmuxAdvice)
    }
    if description.hasDirectColour || claimsTrueColour { return Outcome(.trueColour) }
    return Outcome(described, advice: Self.tmuxAdvice)
  }

  /// Detects colours in GNU screen, ignoring COLORTERM, which describes the outer terminal. If
  /// screen does not pass 24-bit colours on, it either rounds them or misreads them as other
  /// attributes.
  private func inScreen() -> Outcome {
    if screenPasses() { return Outcome(.trueColour) }
    return Outcome(described, advice: Self.screenAdvice)
  }

  /// Detects colours in Apple's Terminal, which never answers honestly and whose descriptions are
  /// the same for all its versions.
  private func inAppleTerminal() -> Outcome {
    let isLocal = !isSet("SSH_TTY") && !isSet("SSH_CONNECTION")
    if claimsTrueColour || isLocal && (macOSVersion ?? 0) >= 26 { return Outcome(.trueColour) }
    return Outcome(described)
  }

  /// The level according to the terminal's description, whose colours need not be exact.
  private var described: ColourLevel { min(ColourLevel(colours: description.colours), .indexed256) }

  private var claimsTrueColour: Bool {
    ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
  }

  private var isKnownTerminal: Bool {
    let term = environment["TERM"] ?? ""
    let exact = [
      "xterm-kitty", "xterm-ghostty", "ghostty", "alacritty", "wezterm", "rio", "contour", "iterm2",
    ]
    return exact.contains(term) || term == "foot" || term.hasPrefix("foot-")
      || term.hasSuffix("-direct")
  }

  private func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }

  /// True if the answers show that the terminal keeps exact colours.
  static func proveTrueColour(_ replies: [TerminalReply]) -> Bool {
    replies.contains { reply in
      switch reply {
      case .rendition(let text):
        text.contains("48:2:1:2:3") || text.contains("48:2::1:2:3") || text.contains("48;2;1;2;3")
      case .capability(let name): name == "RGB" || name == "Tc"
      case .version(let name): knownVersions.contains { name.lowercased().hasPrefix($0) }
      default: false
      }
    }
  }

  private static let knownVersions = [
    "kitty", "wezterm", "foot", "ghostty", "iterm2", "contour", "konsole", "vte(", "mintty",
    "rio", "alacritty",
  ]
}
