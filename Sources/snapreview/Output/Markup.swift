import Base

/// Escapes untrusted text for the readers of a report.
enum Markup {
  /// Escapes a text for XML and HTML, for content and attributes. Control characters, which XML
  /// cannot contain even escaped, become visible escapes, as on a terminal.
  static func xml(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // The two that are neither control characters nor valid characters.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes a text for Markdown on GitHub and GitLab: none of it formats, links, mentions or
  /// closes anything. Everything else stays readable in the source.
  static func markdown(_ text: String) -> String {
    let scalars = Array(printable(text).unicodeScalars)
    var result = ""
    for (place, scalar) in scalars.enumerated() {
      let means = meansMarkup(scalar, before: scalars[..<place], after: scalars[(place + 1)...])
      if means { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
      // Mentions and references are recognized after decoding, so an escape is not enough.
      if means, scalar == "@" || scalar == "#" { result += "&#8203;" }
    }
    return result
  }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func meansMarkup(
    _ scalar: Unicode.Scalar, before: Scalars, after: Scalars
  ) -> Bool {
    switch scalar {
    case "\\", "`", "*", "[", "]", "<", ">", "&", "|", "~", "$", "@": true
    // Inside a word it is just a letter.
    case "_": !(before.last.map(isWord) ?? false) || !(after.first.map(isWord) ?? false)
    // #123 is a reference; the hex digits of a colour are not.
    case "#": after.first.map { ("0"..."9").contains($0) } ?? true
    // A link, :tada:, or the start of a workflow command.
    case ":":
      after.starts(with: "//".unicodeScalars) || before.last == ":"
        || after.first { !isShortcode($0) } == ":"
    case ".": before.suffix(3).map { $0.properties.lowercaseMapping } == ["w", "w", "w"]
    default: false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private static func isShortcode(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (isWord(scalar) || "_+-".unicodeScalars.contains(scalar))
  }

  /// Percent-encodes every byte of a URL except letters, digits and `plain`.
  static func address(_ text: String, keeping plain: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (isWord(scalar) || plain.unicodeScalars.contains(scalar))
      return isPlain
        ? String(scalar) : "%" + byte.digits(2, radix: 16).uppercased()
    }.joined()
  }

  /// Escapes the message of a workflow command. A newline, which would start a new command, becomes
  /// a visible escape.
  static func workflowMessage(_ text: String) -> String {
    printable(text).replacing("%", with: "%25")
  }

  static func workflowProperty(_ text: String) -> String {
    workflowMessage(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
