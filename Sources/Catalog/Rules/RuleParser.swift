import DiffEngine
import TOMLKit

/// Turns the text of a rules file into settings, or says where it is wrong.
struct RuleParser {
  private let text: String
  private let file: String
  private let lines: RuleLines

  private static let keys = ["strategy"] + Strategy.Parameter.allCases.map(\.rawValue)

  init(_ text: String, file: String) {
    self.text = text
    self.file = file
    lines = RuleLines(text)
  }

  func parse() throws(RuleError) -> (RuleSettings, [RuleBook.Rule]) {
    let table = try parseTOML()
    // The values point into the table.
    return try withExtendedLifetime(table) { () throws(RuleError) in
      try checkTop(table)
      var defaults = RuleSettings()
      if let value = table["default"] {
        guard let section = value.table else {
          throw error(at: lines.numberOfTop("default"), "\"default\" must be a table: [default].")
        }
        defaults = try settings(section, in: .table("default"), allowed: Self.keys)
      }
      return (defaults, try rules(table["rule"]))
    }
  }

  private func parseTOML() throws(RuleError) -> TOMLTable {
    do throws(TOMLText.Fault) {
      return try TOMLText.table(text)
    } catch {
      throw self.error(at: error.line, error.words)
    }
  }

  private func checkTop(_ table: TOMLTable) throws(RuleError) {
    let unknown = table.keys.filter { $0 != "default" && $0 != "rule" }
    let places = unknown.map { (name: $0, line: lines.numberOfTop($0)) }
    if let first = places.min(by: { ($0.line ?? .max) < ($1.line ?? .max) }) {
      throw error(
        at: first.line,
        "unknown key \"\(printable(first.name))\". Allowed: [default] and [[rule]].")
    }
  }

  private func rules(_ value: (any TOMLValueConvertible)?) throws(RuleError) -> [RuleBook.Rule] {
    guard let value else { return [] }
    guard let array = value.array else {
      throw error(at: lines.numberOfTop("rule"), "\"rule\" must be a list of tables: [[rule]].")
    }
    var rules: [RuleBook.Rule] = []
    for (index, element) in array.enumerated() {
      let header = RuleLines.Header.element("rule", index)
      guard let section = element.table else {
        throw error(at: lines.numberOfTop("rule"), "\"rule\" must be a list of tables: [[rule]].")
      }
      guard let match = section["match"] else {
        throw error(
          at: lines.number(of: header),
          "a rule without \"match\". Give a pattern such as match = \"**/Gradient*\".")
      }
      guard let pattern = match.string, !pattern.isEmpty else {
        throw error(
          at: lines.number(of: "match", in: header),
          "\"match\" must be a pattern in quotes, such as \"**/Gradient*\".")
      }
      let settings = try settings(section, in: header, allowed: ["match"] + Self.keys)
      rules.append(RuleBook.Rule(match: Glob(pattern), settings: settings))
    }
    return rules
  }

  private func settings(
    _ table: TOMLTable, in header: RuleLines.Header, allowed: [String]
  ) throws(RuleError) -> RuleSettings {
    var settings = RuleSettings()
    // In the order of their lines, so that the first fault is the one told.
    let keys = table.keys.sorted {
      (lines.number(of: $0, in: header) ?? 0) < (lines.number(of: $1, in: header) ?? 0)
    }
    for key in keys where key != "match" || !allowed.contains("match") {
      let line = lines.number(of: key, in: header)
      guard allowed.contains(key), let value = table[key] else {
        throw error(at: line, unknown(key, allowed: allowed))
      }
      if key == "strategy" {
        settings.kind = try kind(value, line: line)
      } else if let parameter = Strategy.Parameter(rawValue: key) {
        settings.values[parameter] = try self.value(value, of: parameter, line: line)
      }
    }
    return settings
  }

  private func unknown(_ key: String, allowed: [String]) -> String {
    let meant = allowed.first {
      $0.lowercased() == key.lowercased().filter { $0 != "-" && $0 != "_" }
    }
    let hint = meant.map { "Did you mean \"\($0)\"? " } ?? ""
    return "unknown key \"\(printable(key))\". \(hint)Allowed: \(allowed.joined(separator: ", "))."
  }

  private func kind(
    _ value: any TOMLValueConvertible, line: Int?
  ) throws(RuleError) -> Strategy.Kind {
    if let name = value.string, let kind = Strategy.Kind(rawValue: name) { return kind }
    let all = Strategy.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    throw error(at: line, "strategy = \(shown(value)) is not one of \(all).")
  }

  private func value(
    _ value: any TOMLValueConvertible, of parameter: Strategy.Parameter, line: Int?
  ) throws(RuleError) -> ParameterValue {
    let raw: ParameterValue? =
      if let whole = value.int {
        .whole(whole)
      } else if let number = value.double {
        .number(number)
      } else if let word = value.string {
        .word(word)
      } else {
        value.bool.map(ParameterValue.flag)
      }
    if let raw, let admitted = parameter.admit(raw) { return admitted }
    throw error(
      at: line, "\(parameter.rawValue) = \(shown(value)) is not \(parameter.allowed).")
  }

  private func shown(_ value: any TOMLValueConvertible) -> String {
    if let text = value.string { return "\"\(printable(text))\"" }
    if let whole = value.int { return "\(whole)" }
    if let number = value.double { return "\(number)" }
    if let flag = value.bool { return "\(flag)" }
    return "a value of another kind"
  }

  private func error(at line: Int?, _ detail: String) -> RuleError {
    RuleError(file, line: line, detail)
  }
}
