/// Changes single lines of a settings file and leaves all other lines and every comment as they
/// are.
///
/// Tables that do not have one line per key, such as `default = { strategy = "naive" }`, come out
/// wrong: parse the new text and check that it says what you wanted.
package struct SettingsEditor {
  /// A key, and its value in TOML syntax.
  package typealias Assignment = (key: String, value: String)

  private let text: String
  /// The lines without their newlines, but with their carriage returns if they have any.
  private let lines: [String]
  private let parsed: TOMLParser
  private let lineEnd: String

  package init(_ text: String, file: String) throws(SettingsError) {
    self.text = text
    parsed = try TOMLParser(text, file: file)
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    lineEnd = text.utf8.contains(UInt8(ascii: "\r")) ? "\r" : ""
  }

  /// Returns the text with keys of `[section]` set. A missing section is inserted before all
  /// others.
  package func setting(_ assignments: [Assignment], in section: String) -> String {
    if let place = parsed.top.children[section] { return changed(place, assignments) }
    let section = ["[\(section)]"] + assignments.map(Self.line)
    guard let header = parsed.firstHeader else { return appending(section) }
    // The comments above the first section belong to it.
    var index = header - 1
    while index > 0, Self.trimmed(lines[index - 1].unicodeScalars[...]).first == "#" {
      index -= 1
    }
    let inserted = (section + [""]).map { $0 + lineEnd }
    return (lines[..<index] + inserted + lines[index...]).joined(separator: "\n")
  }

  /// Returns the text with keys of one of the `[[list]]` sections set.
  package func setting(
    _ assignments: [Assignment], inSection index: Int, of list: String
  ) -> String {
    let sections = parsed.top.children[list]?.elements ?? []
    guard sections.indices.contains(index) else { return text }
    return changed(sections[index], assignments)
  }

  /// Returns the text with another `[[list]]` section at its end.
  package func appending(_ assignments: [Assignment], to list: String) -> String {
    appending(["[[\(list)]]"] + assignments.map(Self.line))
  }

  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{00}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func line(_ assignment: Assignment) -> String {
    "\(assignment.key) = \(assignment.value)"
  }

  private func changed(_ section: TOMLNode, _ assignments: [Assignment]) -> String {
    var lines = lines
    let last = section.children.values.map(\.line).max()
    let indent = last.map { lines[$0 - 1].prefix { $0 == " " || $0 == "\t" } } ?? ""
    var added: [String] = []
    for assignment in assignments {
      if let line = section.children[assignment.key]?.line {
        lines[line - 1] = Self.replacing(lines[line - 1], by: assignment.value)
      } else {
        added.append(indent + Self.line(assignment) + lineEnd)
      }
    }
    lines.insert(contentsOf: added, at: last ?? section.line)
    return lines.joined(separator: "\n")
  }

  private func appending(_ section: [String]) -> String {
    var lines = lines
    while let last = lines.last, Self.trimmed(last.unicodeScalars[...]).isEmpty {
      lines.removeLast()
    }
    if let last = lines.popLast() {
      let isEnded = lines.count + 1 < self.lines.count || last.hasSuffix("\r")
      lines.append(isEnded ? last : last + lineEnd)
      lines.append(lineEnd)
    }
    return (lines + section.map { $0 + lineEnd } + [""]).joined(separator: "\n")
  }

  /// Replaces the value in `key = value # comment`; a value that is equal keeps its spelling.
  private static func replacing(_ line: String, by value: String) -> String {
    let scalars = line.unicodeScalars
    guard let sign = scalars.firstIndex(of: "=") else { return line }
    var quote: Unicode.Scalar?
    let comment = scalars[sign...].firstIndex { scalar in
      if quote != nil {
        if scalar == quote { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      }
      return quote == nil && scalar == "#"
    }
    let old = trimmed(scalars[scalars.index(after: sign)..<(comment ?? scalars.endIndex)])
    if isSame(String(old), value) { return line }
    return String(scalars[..<old.startIndex]) + value + String(scalars[old.endIndex...])
  }

  /// True for "2" and "2.0", or "'combined'" and "\"combined\"".
  private static func isSame(_ old: String, _ new: String) -> Bool {
    if let first = Double(old), let second = Double(new) { return first == second }
    return old == new || new.hasPrefix("\"") && old == "'" + new.dropFirst().dropLast() + "'"
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    let isBlank = { (scalar: Unicode.Scalar) in " \t\r".unicodeScalars.contains(scalar) }
    guard let last = text.lastIndex(where: { !isBlank($0) }) else { return text.suffix(0) }
    return text[...last].drop(while: isBlank)
  }
}
