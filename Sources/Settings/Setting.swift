/// One value in a settings file, with its position.
package struct Setting {
  package enum Value {
    case text(String)
    case whole(Int)
    case number(Double)
    case flag(Bool)
    case list([Setting])
    case table(SettingsTable)
    /// A date or a time, which none of our settings takes.
    case other
  }

  package let value: Value
  let file: String
  /// The line, counted from 1; inside a list or an inline table, the line of the key it belongs to.
  package let line: Int?

  package var text: String? { if case .text(let text) = value { text } else { nil } }
  package var flag: Bool? { if case .flag(let flag) = value { flag } else { nil } }
  package var list: [Setting]? { if case .list(let list) = value { list } else { nil } }
  package var table: SettingsTable? { if case .table(let table) = value { table } else { nil } }

  package var shown: String {
    switch value {
    case .text(let text): "\"\(text)\""
    case .whole(let whole): "\(whole)"
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .list, .table, .other: "a value of another kind"
    }
  }

  /// The value as one of the allowed words.
  ///
  /// - Throws: An error that lists the allowed words and suggests the one that was probably meant.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    for key: String
  ) throws(SettingsError) -> Choice {
    if let choice = text.flatMap(Choice.init) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let hint = text.map { Spelling.hint($0, among: words) } ?? ""
    throw error(
      "\(key) = \(shown): no such value. \(hint)Allowed: \(words.joined(separator: ", ")).")
  }

  package func error(_ detail: String) -> SettingsError { SettingsError(file, line: line, detail) }
}
