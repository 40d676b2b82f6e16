import Terminal
import Testing

@Suite struct GraphicsDetectionTests {
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
    #expect(!outcome.drawsImages && outcome.advice == nil && !wasAsked)
  }

  @Test func `a terminal that takes an image draws them`() {
    #expect(outcome().drawsImages)
    #expect(outcome(.auto).drawsImages)
    #expect(outcome().advice == nil)
  }

  @Test(arguments: [
    ("kitty(0.28.0)", true), ("kitty(0.27.1)", false), ("kitty(1.2.0)", true),
    ("ghostty 1.1.3", true), ("WezTerm 20240203", false), ("Konsole 23.08", false),
  ])
  func `the name tells whether it draws them in cells`(_ name: String, _ draws: Bool) {
    let outcome = outcome(replies: [.graphics("i=1;OK"), .version(name), .attributes])
    #expect(outcome.drawsImages == draws)
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
      #expect(!outcome.drawsImages)
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
    #expect(outcome(.kitty, ["TMUX": "x"], tmux: answer, replies: nil).drawsImages == draws)
  }

  @Test func `tmux that keeps images back is told how to pass them on`() {
    let outcome = outcome(.kitty, ["TMUX": "x"], tmux: "xterm-kitty|kitty(0.35.2)|off")
    #expect(outcome.advice?.contains("allow-passthrough on") == true)
  }
}
