import Terminal
import Testing

struct ColourDetectionTests {
  private func outcome(
    _ environment: [String: String], choice: ColourChoice = .auto, colours: Int = 256,
    hasDirectColour: Bool = false, macOS: Int? = nil, tmux: String? = nil, screen: Bool = false,
    replies: [TerminalReply]? = nil
  ) -> ColourDetection.Outcome {
    ColourDetection(
      choice: choice, environment: environment,
      description: .init(colours: colours, hasDirectColour: hasDirectColour), macOSVersion: macOS,
      tmuxFeatures: { tmux }, screenPasses: { screen }, replies: { replies }
    ).resolve()
  }

  private func level(_ environment: [String: String], colours: Int = 256) -> ColourLevel {
    outcome(environment, colours: colours).level
  }

  @Test func `what the user asks for counts most`() {
    let all = ["NO_COLOR": "1", "COLORTERM": "truecolor"]
    #expect(outcome(all, choice: .truecolor) == .init(.trueColour))
    #expect(outcome(all, choice: .`256`) == .init(.indexed256))
    #expect(outcome(all, choice: .`16`) == .init(.ansi16))
    #expect(outcome(all, choice: .mono) == .init(.mono))
  }

  @Test func `NO_COLOR means none, unless it is empty`() {
    #expect(outcome(["NO_COLOR": "1", "COLORTERM": "truecolor"]) == .init(.mono))
    #expect(level(["NO_COLOR": "", "COLORTERM": "truecolor"]) == .trueColour)
  }

  @Test func `SNAPREVIEW_COLOR is a standing wish; what it does not know is no wish`() {
    #expect(level(["SNAPREVIEW_COLOR": "16", "COLORTERM": "truecolor"]) == .ansi16)
    #expect(level(["SNAPREVIEW_COLOR": "blue", "COLORTERM": "truecolor"]) == .trueColour)
  }

  @Test(arguments: [
    ["COLORTERM": "truecolor"], ["COLORTERM": "24bit"], ["TERM": "xterm-kitty"], ["TERM": "foot"],
    ["TERM": "foot-extra"], ["TERM": "alacritty"], ["TERM": "xterm-direct"],
    ["TERM": "xterm-ghostty"],
  ])
  func `a terminal that says so has all colours`(_ environment: [String: String]) {
    #expect(outcome(environment) == .init(.trueColour))
  }

  @Test func `a description with RGB has all colours`() {
    #expect(outcome([:], hasDirectColour: true) == .init(.trueColour))
  }

  @Test func `tmux knows better than what the terminal inherited`() {
    let inside = ["TMUX": "/tmp/tmux,1,0", "COLORTERM": "truecolor"]
    #expect(outcome(inside, tmux: "256,RGB,title") == .init(.trueColour))
    #expect(
      outcome(inside, tmux: "256,title")
        == .init(.indexed256, advice: ColourDetection.tmuxAdvice))
    #expect(outcome(inside, tmux: "") == .init(.trueColour))
    #expect(outcome(inside, tmux: nil) == .init(.trueColour))
    #expect(outcome(["TMUX": "x"], tmux: nil).advice == ColourDetection.tmuxAdvice)
  }

  @Test func `GNU screen passes on what it was told to`() {
    #expect(outcome(["STY": "1.pts"], screen: true) == .init(.trueColour))
    #expect(outcome(["STY": "1.pts", "NO_COLOR": "1"], screen: true) == .init(.mono))
    #expect(GNUScreen.setsTrueColour(["startup_message off\n\ttruecolor  on # yes"]))
    #expect(!GNUScreen.setsTrueColour(["# truecolor on", "bind t truecolor on", "truecolor"]))
    #expect(!GNUScreen.setsTrueColour(["truecolor on", "truecolor off"]))
    #expect(GNUScreen.majorVersion("Screen version 5.0.1 (build on 2025-05-15)\n") == 5)
    #expect(GNUScreen.majorVersion("Screen version 4.09.00 (GNU) 30-Jan-22\n") == 4)
    #expect(GNUScreen.majorVersion("screen: not found") == nil)
  }

  @Test func `GNU screen drops what it inherited`() {
    let inside = ["STY": "1.pts", "COLORTERM": "truecolor"]
    #expect(outcome(inside) == .init(.indexed256, advice: ColourDetection.screenAdvice))
    #expect(outcome(inside, choice: .truecolor).level == .trueColour)
  }

  @Test func `Apple's terminal is known by the system's version, and only where it runs`() {
    let apple = ["TERM_PROGRAM": "Apple_Terminal", "TERM": "xterm-256color"]
    #expect(outcome(apple, macOS: 15).level == .indexed256)
    #expect(outcome(apple, macOS: 26).level == .trueColour)
    let remote = apple.merging(["SSH_TTY": "/dev/ttys1"]) { $1 }
    #expect(outcome(remote, macOS: 26).level == .indexed256)
  }

  @Test(arguments: [
    TerminalReply.rendition("0;48:2::1:2:3"), .rendition("0;48;2;1;2;3"), .capability("RGB"),
    .capability("Tc"), .version("WezTerm 2024"), .version("kitty(0.35)"),
  ])
  func `an answer can prove it`(_ reply: TerminalReply) {
    #expect(outcome([:], replies: [reply, .attributes]) == .init(.trueColour))
  }

  @Test func `without a proof the description holds, and the advice says what to do`() {
    let replies: [TerminalReply] = [.rendition("0;48:5:16"), .version("XTerm(300)"), .attributes]
    #expect(
      outcome([:], replies: replies)
        == .init(.indexed256, advice: ColourDetection.generalAdvice))
  }

  @Test(arguments: [(256, ColourLevel.indexed256), (16, .ansi16), (88, .ansi16), (8, .ansi8)])
  func `the description's number is the last word`(_ colours: Int, _ expected: ColourLevel) {
    #expect(level([:], colours: colours) == expected)
  }

  @Test func `a terminal without colours is not asked for more`() {
    var wasAsked = false
    let detection = ColourDetection(
      choice: .auto, environment: [:], description: .init(colours: -1, hasDirectColour: false),
      tmuxFeatures: { nil },
      replies: {
        wasAsked = true
        return []
      })
    #expect(detection.resolve() == .init(.mono))
    #expect(!wasAsked)
  }
}
