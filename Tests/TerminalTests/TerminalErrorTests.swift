import Terminal
import Testing

struct TerminalErrorTests {
  private static let sentences: [(TerminalError, String)] = [
    (
      .outputIsNotATerminal,
      "standard output: not a terminal. The review screen needs one; `list` and `check` do not."
    ),
    (
      .noKeyboard,
      "standard input: not a terminal, and /dev/tty cannot be opened. Start from a terminal, or "
        + "use `accept` and `reject`."
    ),
    (
      .noTerminalName,
      "TERM: not set, so the screen cannot be driven. Set it, for example TERM=xterm-256color."
    ),
    (
      .dumbTerminal(name: "dumb"),
      "TERM=dumb: a terminal without a screen. Use `list`, `check`, `accept` and `reject`, or set "
        + "TERM to what it really is."
    ),
    (
      .unknownTerminal(name: "x"),
      "TERM=x: unknown on this machine. Try TERM=xterm-256color, or install its description "
        + "(package ncurses-term)."
    ),
    (
      .noDatabase(name: "x"),
      "TERM=x: no terminal descriptions found. Install them (package ncurses-base), or set "
        + "TERMINFO to their folder."
    ),
    (
      .cannotMoveCursor(name: "x"),
      "TERM=x: this terminal cannot move its cursor. Use `list`, `check`, `accept` and `reject`."
    ),
    (
      .cannotOpen(name: "x"),
      "TERM=x: curses could not start. Use `list`, `check`, `accept` and `reject`."
    ),
  ]

  @Test(arguments: sentences)
  func `every error says where, what, and what to do`(_ error: TerminalError, _ sentence: String) {
    #expect(error.description == sentence)
  }
}
