/// A section of a settings file, or the whole file.
package struct SettingsTable {
  /// The entries in the order of their lines, so that the first mistake is the one reported.
  package let entries: [(key: String, setting: Setting)]
  let file: String
  let line: Int?

  init(entries: [(key: String, setting: Setting)], file: String, line: Int?) {
    (self.entries, self.file, self.line) = (entries, file, line)
  }

  /// Parses a TOML text.
  ///
  /// - Parameter file: The file's path, for messages.
  package init(parsing text: String, file: String) throws(SettingsError) {
    self = try TOMLParser(text, file: file).top.table(file, line: nil)
  }

  package subscript(_ key: String) -> Setting? { entries.first { $0.key == key }?.setting }

  package func error(_ detail: String) -> SettingsError { SettingsError(file, line: line, detail) }

  /// Returns the section `[key]`, or nil if there is none.
  package func section(_ key: String) throws(SettingsError) -> SettingsTable? {
    guard let setting = self[key] else { return nil }
    guard let table = setting.table else {
      throw setting.error("\"\(key)\" must be a table: [\(key)].")
    }
    return table
  }

  package func sections(_ key: String) throws(SettingsError) -> [SettingsTable] {
    guard let setting = self[key] else { return [] }
    let tables = setting.list?.compactMap(\.table)
    guard let tables, tables.count == setting.list?.count else {
      throw setting.error("\"\(key)\" must be a list of tables: [[\(key)]].")
    }
    return tables
  }

  /// Rejects every other key and suggests the one that was probably meant.
  ///
  /// - Parameters:
  ///   - allowed: The allowed keys; names of sections are in brackets.
  ///   - kind: The word for the keys in the message.
  package func allow(only allowed: [String], as kind: String = "key") throws(SettingsError) {
    let names = allowed.lazy.map { $0.filter { !"[]".contains($0) } }
    let isUnknown = { (key: String) in !allowed.contains(key) && !names.contains(key) }
    guard let (key, setting) = entries.first(where: { isUnknown($0.key) }) else { return }
    throw setting.error(
      "unknown \(kind) \"\(key)\". \(Spelling.hint(key, among: names))Allowed: \(allowed.joined(separator: ", "))."
    )
  }
}
