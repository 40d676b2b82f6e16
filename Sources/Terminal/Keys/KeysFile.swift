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
  /// The keys of `keys.toml` in the user's folder, or of another file; the defaults where there is
  /// no such file in the folder.
  ///
  /// - Parameter path: A file that must be there; nil for the user's own.
  package static func load(_ path: String? = nil) throws(SettingsError) -> KeyMap {
    let file = path ?? Configuration.path("keys.toml")
    if path == nil, !Configuration.isThere(file) { return KeyMap() }
    return try parse(try Disk.real.settings(file, limit: .keys), file: file)
  }

  /// Reads keys from the text of a TOML file.
  ///
  /// - Parameters:
  ///   - text: A table `keys` from command to key, or to a list of keys.
  ///   - file: Its path, for messages.
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
