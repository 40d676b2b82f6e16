import Base
import DiffEngine
import Settings

extension RuleBook {
  /// Reads rules from a text.
  ///
  /// - Parameters:
  ///   - text: TOML: a table `default` and an array of tables `rule`.
  ///   - file: The file's path, for messages and for saving.
  package init(parsing text: String, file: String) throws(SettingsError) {
    self.init(destination: file)
    self.file = file
    let table = try SettingsTable(parsing: text, file: file)
    if let (key, setting) = table.entries.first(where: { RuleSettings.keys.contains($0.key) }) {
      throw setting.error("\"\(key)\" must be below [default] or in a [[rule]].")
    }
    try table.allow(only: ["actuals", "[default]", "[[rule]]", "[layout]", "[axes]"])
    actuals = try table.actuals
    if let section = try table.section("default") { defaults = try RuleSettings(section) }
    if let section = try table.section("axes") { axes = try Axes(section) }
    if let section = try table.section("layout") { layout = try Library(section) }
    for section in try table.sections("rule") {
      rules.append(
        Rule(
          match: try Self.pattern(section), settings: try RuleSettings(section, beside: ["match"])))
    }
  }

  /// The maximum length of a pattern, beyond any path: each pattern is compared with every case.
  private static let patternLimit = 4_096

  private static func pattern(_ section: SettingsTable) throws(SettingsError) -> Glob {
    guard let match = section["match"] else {
      throw section.error(
        "a rule without \"match\". Give a pattern such as match = \"**/Gradient*\".")
    }
    guard let pattern = match.text, !pattern.isEmpty else {
      throw match.error("\"match\" must be a pattern in quotes, such as \"**/Gradient*\".")
    }
    guard pattern.utf8.count <= patternLimit else {
      throw match.error(
        "\"match\" has \(Wording.grouped(pattern.utf8.count)) bytes; the most is "
          + "\(Wording.grouped(patternLimit)). Split it over several rules.")
    }
    return Glob(pattern)
  }
}

extension Axes {
  fileprivate init(_ section: SettingsTable) throws(SettingsError) {
    for (key, setting) in section.entries {
      let texts = try section.texts(key)
      if key == "pattern" {
        for text in texts {
          guard let pattern = AxisPattern(text), !pattern.axes.isEmpty else {
            throw setting.error(
              "pattern = \"\(text)\" has no usable gap. Give one such as "
                + "\"{screen}.{device}-{theme=light|dark}\".")
          }
          patterns.append(pattern)
        }
      } else {
        guard AxisValue.isName(key) else {
          throw setting.error("\"\(key)\" must be of letters, digits and dashes.")
        }
        words.append(Words(axis: key, words: texts))
      }
    }
  }
}

extension RuleSettings {
  fileprivate static let keys =
    ["strategy"] + Strategy.Parameter.allCases.map(\.rawValue)
    + ["ignore", "sizeTolerance"]

  /// - Parameter others: Further keys that the section may hold.
  fileprivate init(_ section: SettingsTable, beside others: [String] = []) throws(SettingsError) {
    try section.allow(only: others + Self.keys)
    for (key, setting) in section.entries {
      if key == "strategy" {
        kind = try setting.choice(for: key) as Strategy.Kind
      } else if key == "ignore" {
        ignored = try IgnoredSetting(setting)
      } else if key == "sizeTolerance" {
        sizeTolerance = try Self.sizeTolerance(setting)
      } else if let parameter = Strategy.Parameter(rawValue: key) {
        values[parameter] = try Self.value(setting, of: parameter)
      }
    }
  }

  private static func sizeTolerance(_ setting: Setting) throws(SettingsError) -> Int {
    if case .whole(let pixels) = setting.value, (0...16).contains(pixels) { return pixels }
    throw setting.error(
      "sizeTolerance = \(setting.shown) is not a whole number of pixels from 0 to 16.")
  }

  private static func value(
    _ setting: Setting, of parameter: Strategy.Parameter
  ) throws(SettingsError) -> ParameterValue {
    let raw: ParameterValue? =
      switch setting.value {
      case .whole(let whole): .whole(whole)
      case .number(let number): .number(number)
      case .text(let word): .word(word)
      case .flag(let flag): .flag(flag)
      case .list, .table, .other: nil
      }
    if let raw, let admitted = parameter.admit(raw) { return admitted }
    throw setting.error("\(parameter.rawValue) = \(setting.shown) is not \(parameter.allowed).")
  }
}
