import ReviewUI

/// How a session uses the terminal.
package struct TerminalOptions: Sendable {
  package var colour: ColourChoice
  package var graphics: GraphicsChoice
  /// True if the mouse is ours: then the terminal's own selection needs shift.
  package var mouse: Bool
  /// Nil takes the dark or the light one, as the terminal's background is.
  package var theme: Theme?

  package init(
    colour: ColourChoice = .auto, graphics: GraphicsChoice = .halfBlocks, mouse: Bool = true,
    theme: Theme? = nil
  ) {
    self.colour = colour
    self.graphics = graphics
    self.mouse = mouse
    self.theme = theme
  }
}

/// What `TerminalSession.wait` returns for.
package enum TerminalEvent: Equatable, Sendable {
  case input(InputEvent)
  /// `WakePipe.wake` was called.
  case woken
  /// The program was asked to end, or the terminal is gone (SIGHUP): close, then exit with
  /// 128 + signal. ctrl-c comes as SIGINT.
  case terminated(signal: Int32)
}
