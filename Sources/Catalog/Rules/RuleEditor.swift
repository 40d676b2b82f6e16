/// Changes single lines of a rules file and leaves all others as they are.
struct RuleEditor {
  private var file: RuleLines
  private let newline: String

  init(_ text: String) {
    file = RuleLines(text)
    newline = text.utf8.contains(UInt8(ascii: "\r")) ? "\r" : ""
  }

  var text: String { file.lines.joined(separator: "\n") }

  mutating func setDefault(_ settings: [(key: String, value: String)]) {
    if file.number(of: .table("default")) != nil {
      change(settings, in: .table("default"))
    } else {
      insertDefault(settings)
    }
  }

  /// - Parameter index: Which of the rules has the pattern already.
  mutating func set(
    _ settings: [(key: String, value: String)], rule match: String, at index: Int?
  ) {
    if let index {
      change(settings, in: .element("rule", index))
    } else {
      append(["[[rule]]", "match = \(Self.quoted(match))"] + settings.map(Self.line))
    }
  }

  private static func line(_ setting: (key: String, value: String)) -> String {
    "\(setting.key) = \(setting.value)"
  }

  private mutating func change(
    _ settings: [(key: String, value: String)], in header: RuleLines.Header
  ) {
    let keys = file.keys.filter { $0.header == header }
    var last = keys.map(\.line).max() ?? file.headers.first { $0.header == header }!.line
    let indent = keys.last.map { String(file.lines[$0.line].prefix { $0 == " " || $0 == "\t" }) }
    var added: [String] = []
    for setting in settings {
      if let key = keys.first(where: { $0.name == setting.key }) {
        file.lines[key.line] = Self.replacing(file.lines[key.line], by: setting.value)
      } else {
        added.append((indent ?? "") + Self.line(setting) + newline)
      }
    }
    last += 1
    file.lines.insert(contentsOf: added, at: last)
  }

  /// Exchanges the value of `key = value # comment`; an equal one is left as it is written.
  private static func replacing(_ line: String, by value: String) -> String {
    let scalars = Array(line.unicodeScalars)
    guard let sign = scalars.firstIndex(of: "=") else { return line }
    var start = sign + 1
    while start < scalars.count, scalars[start] == " " || scalars[start] == "\t" { start += 1 }
    var end = start
    var quote: Unicode.Scalar?
    while end < scalars.count {
      if let open = quote {
        if scalars[end] == open { quote = nil }
      } else if scalars[end] == "#" {
        break
      } else if scalars[end] == "\"" || scalars[end] == "'" {
        quote = scalars[end]
      }
      end += 1
    }
    while end > start, [" ", "\t", "\r"].contains(scalars[end - 1]) { end -= 1 }
    let text = { (part: ArraySlice<Unicode.Scalar>) in
      part.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
    let old = text(scalars[start..<end])
    if old == value || isSame(old, value) { return line }
    return text(scalars[..<start]) + value + text(scalars[end...])
  }

  /// "2" and "2.0", "'combined'" and "\"combined\"" say the same.
  private static func isSame(_ old: String, _ new: String) -> Bool {
    if let first = Double(old), let second = Double(new) { return first == second }
    return new.hasPrefix("\"") && old == "'" + new.dropFirst().dropLast() + "'"
  }

  /// Puts `[default]` before the first rule and the comments that belong to it.
  private mutating func insertDefault(_ settings: [(key: String, value: String)]) {
    let section = ["[default]"] + settings.map(Self.line)
    guard let rule = file.headers.first(where: { $0.line >= 0 }) else { return append(section) }
    var line = rule.line
    while line > 0, file.lines[line - 1].trimmingBlanks.hasPrefix("#") { line -= 1 }
    file.lines.insert(contentsOf: (section + [""]).map { $0 + newline }, at: line)
  }

  private mutating func append(_ section: [String]) {
    var lines = file.lines
    while let last = lines.last, last.trimmingBlanks.isEmpty { lines.removeLast() }
    if !lines.isEmpty {
      if newline == "\r", !lines[lines.count - 1].hasSuffix("\r") { lines[lines.count - 1] += "\r" }
      lines.append(newline)
    }
    file.lines = lines + section.map { $0 + newline } + [""]
  }

  private static func quoted(_ text: String) -> String {
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
}
