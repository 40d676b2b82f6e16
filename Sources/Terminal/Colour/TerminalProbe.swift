internal import CNcurses

/// Asks the terminal about itself, once, before the screen is entered.
struct TerminalProbe {
  struct Answers {
    var replies: [TerminalReply] = []
    var strayEvents: [InputDecoder.Output] = []
  }

  let input: Int32
  let output: Int32
  let environment: [String: String]

  /// The milliseconds to wait for answers. A local terminal takes only a few; a slow line may need
  /// five round trips.
  private var budget: Int { isRemote ? 1500 : 300 }
  private var isRemote: Bool {
    ["SSH_TTY", "SSH_CONNECTION"].contains { !(environment[$0] ?? "").isEmpty }
  }

  /// True if the terminal may be asked; some terminals print the questions.
  static func mayAsk(_ environment: [String: String]) -> Bool {
    guard environment["TERM_PROGRAM"] != "Apple_Terminal" else { return false }
    let known = ["xterm", "rxvt", "tmux", "screen", "vte", "konsole", "st-", "mintty", "putty"]
    let term = environment["TERM"] ?? ""
    return known.contains { term.hasPrefix($0) } || term == "st"
  }

  /// The questions about colours, sent together to cost only one round trip. DA1 comes last,
  /// because every terminal answers it, and terminals answer in order.
  static let colours =
    "\u{1B}[?2026$p"
    + "\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[m"
    + "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"
    + "\u{1B}]11;?\u{1B}\\" + nameAndCell

  /// The questions about images: a one-pixel image that the terminal may accept, its name, and the
  /// size of a cell in pixels.
  static let images = "\u{1B}_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + nameAndCell

  /// DA1 also tells whether the terminal draws images.
  static let nameAndCell = "\u{1B}[>0q" + "\u{1B}[16t" + "\u{1B}[c"

  /// - Precondition: `snap_guard_start` has saved the terminal's modes.
  func run(_ questions: String, _ decoder: inout InputDecoder) -> Answers {
    var answers = Answers()
    guard snap_modes_raw() else { return answers }
    defer { _ = snap_modes_restore() }
    guard System.send(questions.utf8, to: output) else { return answers }
    let deadline = System.now() + budget
    while !answers.replies.contains(.attributes) {
      let left = deadline - System.now()
      guard left > 0, System.readable([input], timeout: left)[0] else { break }
      guard let bytes = System.receive(from: input), !bytes.isEmpty else { break }
      for output in decoder.feed(bytes) {
        if case .reply(let reply) = output {
          answers.replies.append(reply)
        } else {
          answers.strayEvents.append(output)
        }
      }
    }
    return answers
  }
}
