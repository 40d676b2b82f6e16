import CSystem
import Host

/// Asks tmux about the terminal that it is attached to.
package enum Tmux {
  /// Puts text into tmux's own buffer and asks tmux to copy it to the terminal's clipboard, which
  /// tmux before 3.2 cannot do. It waits for tmux, so do not call it in the event loop.
  package static func keep(_ text: String) -> Bool {
    [["-w"], []].contains { Program.ask(["tmux", "set-buffer"] + $0 + ["--", text])?.status == 0 }
  }

  /// Returns the terminal's features, such as `256,RGB,title`; nil if tmux does not answer in time.
  static func clientFeatures() -> String? { ask("#{client_termfeatures}") }

  static func graphics() -> GraphicsDetection.TmuxAnswer? {
    ask("#{client_termname}|#{client_termtype}|#{allow-passthrough}").flatMap {
      GraphicsDetection.TmuxAnswer($0)
    }
  }

  private static func ask(_ format: String) -> String? {
    guard let answer = Program.ask(["tmux", "display-message", "-p", format]), answer.status == 0
    else { return nil }
    return answer.text.split(separator: "\n").first.map(String.init) ?? ""
  }
}

package enum GNUScreen {
  /// True if screen passes 24-bit colours on: from version 5, if `truecolor on` is set. Earlier
  /// versions misread their numbers as other attributes.
  ///
  /// A running screen cannot be asked, so its settings files are read in the same way as screen
  /// does.
  static func passesTrueColour(_ environment: [String: String]) -> Bool {
    let own = environment["SCREENRC"] ?? (environment["HOME"] ?? "") + "/.screenrc"
    let system = environment["SYSSCREENRC"].map { [$0] } ?? systemFiles
    let texts = (system + [own]).compactMap { try? Disk.real.read($0, limit: .text).bytes }
      .map { String(decoding: $0, as: UTF8.self) }
    guard setsTrueColour(texts) else { return false }
    // It prints its version but exits with a failure status.
    let version = Program.ask(["screen", "--version"]).flatMap { majorVersion($0.text) }
    return (version ?? 0) >= 5
  }

  private static let systemFiles = unsafe [
    "/etc/screenrc", "/usr/local/etc/screenrc", String(cString: snap_homebrew()) + "/etc/screenrc",
  ]

  /// True if 24-bit colours are on after these files are read in order.
  package static func setsTrueColour(_ files: [String]) -> Bool {
    var isOn = false
    for line in files.joined(separator: "\n").split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      if words.count == 2, words[0] == "truecolor" { isOn = words[1] == "on" }
    }
    return isOn
  }

  /// Returns the major version, such as 5 for "Screen version 5.0.1 (build on …)".
  package static func majorVersion(_ text: String) -> Int? {
    guard let start = text.firstRange(of: "version ")?.upperBound else { return nil }
    return Int(text[start...].prefix(while: \.isNumber))
  }
}
