import Terminal
import Testing

struct GraphicsDetectionTests {
  private func outcome(
    _ choice: GraphicsChoice = .kitty, _ environment: [String: String] = [:],
    level: ColourLevel = .trueColour, isUTF8: Bool = true, tmux: String? = nil,
    replies: [TerminalReply]? = [.graphics("i=1;OK"), .attributes]
  ) -> GraphicsDetection.Outcome {
    GraphicsDetection(
      choice: choice, environment: environment, level: level, isUTF8: isUTF8,
      tmux: { tmux.flatMap { GraphicsDetection.TmuxAnswer($0) } }, replies: { replies }
    ).resolve()
  }

  @Test func `half blocks ask nobody`() {
    var wasAsked = false
    let detection = GraphicsDetection(
      choice: .halfBlocks, environment: ["TMUX": "x"], level: .trueColour, isUTF8: true,
      tmux: {
        wasAsked = true
        return nil
      },
      replies: {
        wasAsked = true
        return nil
      })
    let outcome = detection.resolve()
    #expect(outcome.draws == nil && outcome.advice == nil && !wasAsked)
  }

  @Test func `a terminal that takes an image draws them`() {
    #expect(outcome().draws == .kitty)
    #expect(outcome(.auto).draws == .kitty)
    #expect(outcome().advice == nil)
  }

  @Test(arguments: [
    ("kitty(0.28.0)", true), ("kitty(0.27.1)", false), ("kitty(1.2.0)", true),
    ("ghostty 1.1.3", true), ("WezTerm 20240203", false), ("Konsole 23.08", false),
  ])
  func `the name tells whether it draws them in cells`(_ name: String, _ draws: Bool) {
    let outcome = outcome(replies: [.graphics("i=1;OK"), .version(name), .attributes])
    #expect((outcome.draws == .kitty) == draws)
    #expect((outcome.advice == nil) == draws)
  }

  @Test func `what stands in the way is told to whoever asked for images`() {
    let cases: [(GraphicsDetection.Outcome, String)] = [
      (outcome(replies: [.attributes]), "kitty and Ghostty do"),
      (outcome(replies: [.graphics("i=1;EINVAL:no"), .attributes]), "kitty and Ghostty do"),
      (outcome(replies: nil), "kitty and Ghostty do"),
      (outcome(level: .indexed256), "24-bit"), (outcome(isUTF8: false), "UTF-8"),
      (outcome(.kitty, ["STY": "1"]), "GNU screen"), (outcome(.kitty, ["TMUX": "x"]), "tmux"),
    ]
    for (outcome, words) in cases {
      #expect(outcome.draws == nil)
      #expect(outcome.advice?.contains(words) == true, "\(words)")
    }
    #expect(outcome(.auto, replies: [.attributes]).advice == nil)
  }

  @Test(arguments: [
    ("xterm-kitty|kitty(0.35.2)|1", true), ("xterm-256color|ghostty 1.1|on", true),
    ("xterm-kitty||all", true), ("xterm-kitty|kitty(0.35.2)|0", false),
    ("xterm-kitty|kitty(0.26.5)|on", false), ("xterm-256color|iTerm2 3.5|on", false),
    ("||on", false), ("nonsense", false),
  ])
  func `within tmux its own word counts`(_ answer: String, _ draws: Bool) {
    #expect(
      outcome(.kitty, ["TMUX": "x"], tmux: answer, replies: nil).draws == (draws ? .kitty : nil))
  }

  @Test func `tmux that keeps images back is told how to pass them on`() {
    let outcome = outcome(.kitty, ["TMUX": "x"], tmux: "xterm-kitty|kitty(0.35.2)|off")
    #expect(outcome.advice?.contains("allow-passthrough on") == true)
  }

  // MARK: - Inline images

  @Test(arguments: [
    ("iTerm2 3.5.0", true), ("WezTerm 20240203-110809", true), ("mintty 3.6.1", true),
    ("Konsole 22.12.3", true), ("Konsole 22.04.0", true), ("Konsole 21.12.3", false),
    ("kitty(0.35.2)", false), ("ghostty 1.1.3", false), ("XTerm(379)", false),
    ("xterm.js(5.5.0)", false),
  ])
  func `the name tells whether inline images are drawn`(_ name: String, _ draws: Bool) {
    let replies = [TerminalReply.version(name), .attributes]
    let outcome = outcome(.iterm, replies: replies)
    #expect(outcome.draws == (draws ? .iterm : nil))
    #expect((outcome.advice == nil) == draws)
    #expect((offer(replies) == .draws(.iterm)) == draws)
  }

  @Test func `VS Code says by its attributes whether its images are on`() {
    let replies: [TerminalReply] = [.version("xterm.js(5.5.0)"), .sixel, .attributes]
    #expect(outcome(.iterm, replies: replies).draws == .iterm)
    #expect(offer(replies) == .draws(.iterm))
  }

  @Test func `iTerm2 is known by its variable too, which ssh carries along`() {
    let environment = ["LC_TERMINAL": "iTerm2", "SSH_CONNECTION": "1"]
    #expect(outcome(.iterm, environment, replies: nil).draws == .iterm)
    #expect(outcome(.auto, environment, replies: [.attributes]).draws == .iterm)
    #expect(offer([], environment) == .draws(.iterm))
    // The terminal's own word counts for more: another one may have inherited the variable.
    #expect(offer([.version("kitty(0.35.2)")], environment) == .draws(.kitty))
  }

  @Test(arguments: ["TMUX", "STY"]) func `a multiplexer takes inline images away`(_ name: String) {
    let environment = [name: "x", "LC_TERMINAL": "iTerm2"]
    let outcome = outcome(.iterm, environment, tmux: "xterm-256color|iTerm2 3.5|on")
    #expect(outcome.draws == nil && outcome.advice?.hasPrefix("Half blocks: ") == true)
    #expect(offer([.version("iTerm2 3.5")], environment) != .draws(.iterm))
  }

  @Test func `auto takes what there is, cells first`() {
    let ok = TerminalReply.graphics("i=1;OK")
    #expect(outcome(.auto, replies: [ok, .version("ghostty 1.1")]).draws == .kitty)
    #expect(outcome(.auto, replies: [ok, .version("WezTerm 2024")]).draws == .iterm)
    let none = outcome(.auto, replies: [.version("XTerm(379)")])
    #expect(none.draws == nil && none.advice == nil)
  }

  private func offer(
    _ replies: [TerminalReply], _ environment: [String: String] = [:]
  ) -> ImageOffer {
    ImageOffer(environment, level: .trueColour, isUTF8: true, replies)
  }
}
