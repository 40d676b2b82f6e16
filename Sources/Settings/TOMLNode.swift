/// A key or a section of a TOML text during parsing.
final class TOMLNode {
  enum Form {
    case value(Setting.Value)
    case header
    /// A section that occurs only as part of longer headers.
    case implied
    /// A section created by dotted keys.
    case dotted
    /// All `[[name]]` sections of one name.
    case list
  }

  var form: Form
  /// The line that first names it, counted from 1.
  let line: Int
  var children: [String: TOMLNode] = [:]
  /// The sections of a list.
  var elements: [TOMLNode] = []

  init(_ form: Form, line: Int) { (self.form, self.line) = (form, line) }

  /// Returns the child of that name, which is created if there is none.
  func child(_ name: String, orNew form: Form, line: Int) -> TOMLNode {
    if let child = children[name] { return child }
    let child = TOMLNode(form, line: line)
    children[name] = child
    return child
  }

  func table(_ file: String, line: Int?) -> SettingsTable {
    let entries = children.map { (key: $0.key, setting: $0.value.setting(file)) }
    return SettingsTable(
      entries: entries.sorted { ($0.setting.line ?? 0, $0.key) < ($1.setting.line ?? 0, $1.key) },
      file: file, line: line)
  }

  private func setting(_ file: String) -> Setting {
    let value: Setting.Value =
      switch form {
      case .value(let value): value
      case .list: .list(elements.map { $0.setting(file) })
      case .header, .implied, .dotted: .table(table(file, line: line))
      }
    return Setting(value: value, file: file, line: line)
  }
}
