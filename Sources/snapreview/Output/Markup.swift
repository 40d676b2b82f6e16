import Catalog

/// Texts of strangers, made harmless for what reads a report.
enum Markup {
  /// For XML and HTML, in text and in attributes. Control characters, which XML cannot hold even
  /// escaped, become visible escapes, as on a terminal.
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

  /// For Markdown as GitHub and GitLab read it: nothing in it marks up, links, mentions or closes.
  static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      let isPlain =
        !scalar.isASCII || scalar.properties.isAlphabetic
        || " 0123456789/-,".unicodeScalars
          .contains(scalar)
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
      // Mentions and references are looked for once the text is decoded.
      if scalar == "@" || scalar == "#" { result += "&#8203;" }
    }
    return result
  }

  /// For the message of a workflow command, in which a new line would be a new command.
  static func workflowMessage(_ text: String) -> String {
    replacing(printable(text), ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// For a property of a workflow command.
  static func workflowProperty(_ text: String) -> String {
    replacing(printable(text), ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func replacing(_ text: String, _ table: [Character: String]) -> String {
    text.reduce(into: "") { result, character in
      if let replacement = table[character] {
        result += replacement
      } else {
        result.append(character)
      }
    }
  }
}
