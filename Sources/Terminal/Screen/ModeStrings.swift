internal import CNcurses

/// The sequences that turn on and off the modes that curses does not handle.
struct ModeStrings {
  let enter: String
  let leave: String

  static let endUpdate = "\u{1B}[?2026l"
  static let askForUpdates = "\u{1B}[?2026$p"

  init(mouse: Bool) {
    // 1003 reports all motion, 1006 reports columns beyond 223, 2004 marks pasted text.
    enter = "\u{1B}[?2004h" + (mouse ? "\u{1B}[?1003h\u{1B}[?1006h" : "")
    leave = (mouse ? "\u{1B}[?1006l\u{1B}[?1003l" : "") + "\u{1B}[?2004l"
  }

  /// The bytes that reset all modes and leave the screen after a crash.
  ///
  /// - Precondition: `snap_describe` has loaded a description.
  var restore: [UInt8] {
    // ST comes first, in case a string was cut off in the middle.
    Array(("\u{1B}\\" + Self.endUpdate + leave).utf8)
      + ["rmkx", "sgr0", "op", "cnorm", "rmcup"].flatMap(Self.expand)
  }

  private static func expand(_ name: String) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: 256)
    let count = unsafe snap_expand(name, &text, text.count)
    return Array(text.prefix(count))
  }
}
