import TOMLKit

extension SettingsTable {
  /// Reads a text of TOML.
  ///
  /// - Parameter file: Its path, for messages.
  package init(parsing text: String, file: String) throws(SettingsError) {
    let places = try Outline(text, file: file).top
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw SettingsError(file, line: error.source.begin.line, "not TOML: \(error.description).")
    } catch {
      throw SettingsError(file, "not TOML.")
    }
    // The values point into the table.
    self = withExtendedLifetime(table) { SettingsTable(table, file: file, places, line: nil) }
  }

  /// - Parameter place: Where its keys stand; nil within a value, whose line stands for all.
  fileprivate init(_ table: TOMLTable, file: String, _ place: Outline.Place?, line: Int?) {
    self.file = file
    self.line = line
    let entries = table.keys.compactMap { key in
      table[key].map { value in
        let place = place?.children[key]
        return (key, Setting(value, file: file, place, line: place?.line ?? line))
      }
    }
    self.entries = entries.sorted { ($0.1.line ?? 0, $0.0) < ($1.1.line ?? 0, $1.0) }
  }
}

extension Setting {
  fileprivate init(
    _ value: any TOMLValueConvertible, file: String, _ place: Outline.Place?, line: Int?
  ) {
    self.file = file
    self.line = line
    self.value =
      if let text = value.string {
        .text(text)
      } else if let whole = value.int {
        .whole(whole)
      } else if let number = value.double {
        .number(number)
      } else if let flag = value.bool {
        .flag(flag)
      } else if let array = value.array {
        .list(
          array.enumerated().map { index, element in
            let elements = place?.elements ?? []
            let place = elements.indices.contains(index) ? elements[index] : nil
            return Setting(element, file: file, place, line: place?.line ?? line)
          })
      } else if let table = value.table {
        .table(SettingsTable(table, file: file, place, line: line))
      } else {
        .other
      }
  }
}
