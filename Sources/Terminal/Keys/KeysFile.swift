import Catalog
import Host
import ReviewUI
import Settings

/// The user's own keys.
///
/// ```toml
/// [keys]
/// accept = ["a", "y"]
/// next-region = "n"
/// suspend = []
/// ```
package enum KeysFile {
  /// Returns the keys of another file, or of `keys.toml` in the user's folder; without that file,
  /// the defaults.
  ///
  /// - Parameter path: A file that must exist; nil for the user's own.
  package static func load(_ path: String? = nil) throws(SettingsError) -> KeyMap {
    let file = path ?? Configuration.path("keys.toml")
    if path == nil, !Configuration.isThere(file) { return KeyMap() }
    return try parse(try Disk.real.settings(file, limit: .keys), file: file)
  }

  /// Parses keys from the text of a TOML file.
  ///
  /// - Parameters:
  ///   - text: A table `keys` from each command to a key or a list of keys.
  ///   - file: The file's path, for messages.
  package static func parse(_ text: String, file: String) throws(SettingsError) -> KeyMap {
    let table = try SettingsTable(parsing: text, file: file)
    try table.allow(only: ["[keys]"])
    guard let section = try table.section("keys") else { return KeyMap() }
    try section.allow(only: Command.allCases.map(\.identifier), as: "command")
    var changes: [(command: Command, keys: [String])] = []
    for (name, setting) in section.entries {
      for command in Command.allCases where command.identifier == name {
        changes.append((command, try keys(setting, of: name)))
      }
    }
    do throws(KeyFault) {
      return try KeyMap(changing: changes)
    } catch {
      let place = section[error.command.identifier]
      throw place?.error(error.sentence) ?? section.error(error.sentence)
    }
  }

  private static func keys(_ setting: Setting, of name: String) throws(SettingsError) -> [String] {
    let keys = setting.text.map { [$0] } ?? setting.list?.compactMap(\.text)
    guard let keys, keys.count == setting.list?.count ?? 1 else {
      throw setting.error(
        "\(name) must be a key in quotes, such as \"a\", or a list of keys, such as "
          + "[\"a\", \"F2\"]; [] leaves it without a key.")
    }
    return keys
  }
}
