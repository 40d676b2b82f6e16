import ReviewUI

package struct TerminalOptions: Sendable {
  package var colour: ColourChoice
  /// The requested kind of images; nil for half blocks that were not requested.
  package var graphics: GraphicsChoice?
  /// True to receive mouse events; selecting text in the terminal then needs shift.
  package var mouse: Bool
  /// The theme; nil chooses a dark or a light one to match the terminal's background.
  package var theme: Theme?

  package init(
    colour: ColourChoice = .auto, graphics: GraphicsChoice? = nil, mouse: Bool = true,
    theme: Theme? = nil
  ) {
    (self.colour, self.graphics, self.mouse, self.theme) = (colour, graphics, mouse, theme)
  }
}

package enum TerminalEvent: Equatable, Sendable {
  case input(InputEvent)
  /// `WakePipe.wake` was called.
  case woken
  /// The program was asked to end, or the terminal is gone (SIGHUP): close the session, then exit
  /// with 128 + signal. Ctrl-C arrives as SIGINT.
  case terminated(signal: Int32)
}
