/// Returns a text that is safe to show on a terminal, whatever `text` contains.
///
/// Control characters, newlines and characters that reorder or hide their surroundings become
/// visible escapes: `\e`, `\n`, `\u{202E}`. Everything else stays, including the backslash.
package func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: \.isUnsafeOnTerminal) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isUnsafeOnTerminal {
      result += visibleEscape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func visibleEscape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case "\u{1B}": "\\e"
  case "\0": "\\0"
  default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}

extension Unicode.Scalar {
  /// True if a terminal would obey the character, hide it, or reorder the text around it.
  package var isUnsafeOnTerminal: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC: false
    case 0...0x1F, 0x7F...0x9F: true
    case 0x00AD, 0x061C, 0x180E, 0xFEFF: true  // soft hyphen, letter mark, separator, BOM
    case 0x200B, 0x200E, 0x200F: true  // zero width space, direction marks; joiners shape letters
    case 0x2028...0x202E: true  // line separators and direction overrides
    case 0x2060...0x206F: true  // invisible operators and direction isolates
    case 0xFFF9...0xFFFB: true  // annotation marks
    case 0xE0000...0xE007F: true  // tags
    default: false
    }
  }
}
