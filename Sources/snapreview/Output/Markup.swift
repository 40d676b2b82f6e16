import Base
import Catalog

/// Texts of strangers, made harmless for what reads a report.
enum Markup {
  /// Escapes a text for XML and HTML, in text and in attributes. Control characters, which XML
  /// cannot hold even escaped, become visible escapes, as on a terminal.
  static func xml(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // The two that are neither control characters nor characters.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes a text for Markdown as GitHub and GitLab read it: nothing in it marks up, links,
  /// mentions or closes. All else stays as it is, readable in the source.
  static func markdown(_ text: String) -> String {
    let scalars = Array(printable(text).unicodeScalars)
    var result = ""
    for (place, scalar) in scalars.enumerated() {
      let means = meansMarkup(scalar, before: scalars[..<place], after: scalars[(place + 1)...])
      if means { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
      // Mentions and references are looked for once the text is decoded.
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
    // Within a word it is a letter.
    case "_": !(before.last.map(isWord) ?? false) || !(after.first.map(isWord) ?? false)
    // #123; the hex digits of a colour are no reference.
    case "#": after.first.map { ("0"..."9").contains($0) } ?? true
    // A link, :tada:, or the beginning of a workflow command.
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

  /// Escapes an address byte by byte, all but letters, digits and `plain`.
  static func address(_ text: String, keeping plain: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (isWord(scalar) || plain.unicodeScalars.contains(scalar))
      return isPlain
        ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Escapes the message of a workflow command. A new line, which would be a new command, becomes a
  /// visible escape.
  static func workflowMessage(_ text: String) -> String {
    printable(text).replacing("%", with: "%25")
  }

  static func workflowProperty(_ text: String) -> String {
    workflowMessage(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
