import Base
import Host
import Terminal

/// The desktop's clipboard, set by the desktop's own programs.
enum Clipboard {
  /// Copies text to the clipboard.
  ///
  /// - Returns: False if there is no clipboard, as over ssh, or no program that sets it.
  static func take(_ text: String) -> Bool {
    // These programs stay in the background to serve the clipboard and must not hold our pipe open.
    let script = #"text=$1; shift; printf %s "$text" | "$@" >/dev/null 2>&1"#
    return programs.contains { words in
      Program.ask(["/bin/sh", "-c", script, "sh", text] + words)?.status == 0
    }
  }

  /// The commands to try in turn. Over ssh they would set the clipboard of the wrong machine.
  private static var programs: [[String]] {
    guard Environment.value("SSH_CONNECTION") == nil else { return [] }
    #if os(macOS)
      return [["pbcopy"]]
    #else
      let wayland = Environment.value("WAYLAND_DISPLAY").map { _ in ["wl-copy"] }
      let x11 = Environment.value("DISPLAY").map { _ in ["xclip", "-selection", "clipboard"] }
      return [wayland, x11].compactMap(\.self)
    #endif
  }
}
