/// The terminal's background, dark or light.
package enum Background {
  /// The question for the background colour, OSC 11.
  static let question = "\u{1B}]11;?\u{1B}\\"

  /// Returns the theme that matches the terminal's answer, or else COLORFGBG, or else the dark one.
  package static func theme(_ environment: [String: String], _ replies: [TerminalReply]) -> Theme {
    for case .background(let colour) in replies { return isLight(colour) ? .light : .dark }
    // For "15;0" or "15;default;0", the last number is the background; 7 and 15 are light.
    let last = environment["COLORFGBG"]?.split(separator: ";").last
    return last == "7" || last == "15" ? .light : .dark
  }

  package static func isLight(_ colour: UInt32) -> Bool { lightness(colour) > 50 }
}
