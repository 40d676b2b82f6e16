/// The reason why the screen cannot be opened. The description is a sentence that says what to do.
package enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  case outputIsNotATerminal
  case noKeyboard
  case noTerminalName
  case dumbTerminal(name: String)
  case unknownTerminal(name: String)
  case noDatabase(name: String)
  case cannotMoveCursor(name: String)
  case cannotOpen(name: String)

  package var description: String {
    switch self {
    case .outputIsNotATerminal:
      "standard output: not a terminal. The review screen needs one; `list` and `check` do not."
    case .noKeyboard:
      "standard input: not a terminal, and /dev/tty cannot be opened. Start from a terminal, "
        + "or use `accept` and `reject`."
    case .noTerminalName:
      "TERM: not set, so the screen cannot be driven. Set it, for example TERM=xterm-256color."
    case .dumbTerminal(let name):
      "TERM=\(name): a terminal without a screen. Use `list`, `check`, `accept` and `reject`, "
        + "or set TERM to what it really is."
    case .unknownTerminal(let name):
      "TERM=\(name): unknown on this machine. Try TERM=xterm-256color, or install its "
        + "description (package ncurses-term)."
    case .noDatabase(let name):
      "TERM=\(name): no terminal descriptions found. Install them (package ncurses-base), or "
        + "set TERMINFO to their folder."
    case .cannotMoveCursor(let name):
      "TERM=\(name): this terminal cannot move its cursor. Use `list`, `check`, `accept` and "
        + "`reject`."
    case .cannotOpen(let name):
      "TERM=\(name): curses could not start. Use `list`, `check`, `accept` and `reject`."
    }
  }
}
