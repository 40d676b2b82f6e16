internal import CNcurses
import Essentials

extension TerminalSession {
  /// The columns of the terminal on standard output; nil if standard output is not a terminal.
  package static var outputWidth: Int? { OpenTerminal.outputWidth }

  /// Leaves the screen, stops the process group like Ctrl-Z, and redraws the screen when it is
  /// resumed.
  package func suspend() {
    guard isOpen, !isGone else { return }
    leave()
    snap_stop()
    reenter()
  }

  /// Copies text to the clipboard through the terminal (OSC 52), which may refuse it silently.
  ///
  /// - Precondition: At most about 70 kB, the most that terminals accept.
  package func copy(_ text: String) {
    precondition(text.utf8.count <= 70_000, "terminals drop what is longer")
    guard isOpen, !isGone else { return }
    let encoded = Data(text.utf8).base64EncodedString()
    System.send("\u{1B}]52;c;\(encoded)\u{07}".utf8, to: terminal.output)
  }

  private func leave() {
    forgetImages()
    System.send(modes.leave.utf8, to: terminal.output)
    snap_leave()
    _ = snap_modes_restore()
    snap_guard_set_active(false)
  }

  /// Enters the terminal again as if it were new, because its size, modes and content may have
  /// changed.
  func reenter() {
    snap_guard_set_active(true)
    snap_resume()
    enterModes()
    adoptSize()
    redrawAll()
    if let shown { draw(shown, images: shownImages) }
  }

  func enterModes() {
    snap_touch_begin()
    System.send(modes.enter.utf8, to: terminal.output)
    snap_touch_end()
  }
}
