internal import Catalog
import PNGCodec
public import ReviewUI
internal import TOMLKit

/// What is wrong with a file of keys: one sentence with file, line and what is allowed.
public struct KeysFileError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String
}

/// The user's own keys.
///
/// ```toml
/// [keys]
/// accept = ["a", "y"]
/// next-cluster = "n"
/// suspend = []
/// ```
public enum KeysFile {
  /// The keys of `keys.toml` in the user's folder, or of another file; as they come where there is
  /// no such file in the folder.
  ///
  /// - Parameter path: A file that must be there; nil for the user's own.
  public static func load(_ path: String? = nil) throws(KeysFileError) -> KeyMap {
    let file = path ?? Configuration.path("keys.toml")
    if path == nil, !Configuration.isThere(file) { return KeyMap() }
    let text: String
    do throws(Configuration.Unreadable) {
      text = try Configuration.text(of: file, limit: .keys)
    } catch {
      throw KeysFileError(description: error.description)
    }
    return try parse(text, file: file)
  }

  /// Reads keys from the text of a TOML file.
  ///
  /// - Parameters:
  ///   - text: A table `keys` from command to key, or to a list of keys.
  ///   - file: Its path, for messages.
  public static func parse(_ text: String, file: String) throws(KeysFileError) -> KeyMap {
    try KeysParser(text: text, file: file).parse()
  }
}

private struct KeysParser {
  private let text: String
  private let file: String
  private let lines: RuleLines

  init(text: String, file: String) {
    self.text = text
    self.file = file
    lines = RuleLines(text)
  }

  func parse() throws(KeysFileError) -> KeyMap {
    let table = try parseTOML()
    // The values point into the table.
    let changes = try withExtendedLifetime(table) { () throws(KeysFileError) in
      if let other = table.keys.first(where: { $0 != "keys" }) {
        throw error(
          lines.numberOfTop(other), "unknown key \"\(printable(other))\". Allowed: [keys].")
      }
      return try self.changes(table["keys"])
    }
    do throws(KeyFault) {
      return try KeyMap(changing: changes)
    } catch {
      throw self.error(line(of: error.command.identifier), printable(error.sentence))
    }
  }

  private func parseTOML() throws(KeysFileError) -> TOMLTable {
    do throws(TOMLText.Fault) {
      return try TOMLText.table(text)
    } catch {
      throw self.error(error.line, error.words)
    }
  }

  /// In the order of their lines, so that the first fault is the one told.
  private func changes(
    _ value: (any TOMLValueConvertible)?
  ) throws(KeysFileError) -> [(command: Command, keys: [String])] {
    guard let value else { return [] }
    guard let table = value.table else {
      throw error(lines.numberOfTop("keys"), "\"keys\" must be a table: [keys].")
    }
    let names = table.keys.sorted { (line(of: $0) ?? 0, $0) < (line(of: $1) ?? 0, $1) }
    var changes: [(command: Command, keys: [String])] = []
    for name in names {
      changes.append((try command(name), try keys(table[name], of: name)))
    }
    return changes
  }

  private func command(_ name: String) throws(KeysFileError) -> Command {
    let all = Command.allCases
    if let command = all.first(where: { $0.identifier == name }) { return command }
    let plain = { (text: String) in text.lowercased().filter { !"-_ ".contains($0) } }
    let meant = all.first {
      plain($0.identifier) == plain(name) || plain(CommandInfo.info($0).name) == plain(name)
    }
    let hint = meant.map { "Did you mean \"\($0.identifier)\"? " } ?? ""
    throw error(
      line(of: name),
      "unknown command \"\(printable(name))\". \(hint)Allowed: "
        + "\(all.map(\.identifier).joined(separator: ", ")).")
  }

  private func keys(
    _ value: (any TOMLValueConvertible)?, of name: String
  ) throws(KeysFileError) -> [String] {
    if let key = value?.string { return [key] }
    guard let array = value?.array else { throw notKeys(name) }
    var keys: [String] = []
    for element in array {
      guard let key = element.string else { throw notKeys(name) }
      keys.append(key)
    }
    return keys
  }

  private func notKeys(_ name: String) -> KeysFileError {
    error(
      line(of: name),
      "\(name) must be a key in quotes, such as \"a\", or a list of them, such as [\"a\", \"F2\"]; "
        + "[] takes all its keys away.")
  }

  /// Where a command stands: in its table, or written with a dot.
  private func line(of name: String) -> Int? {
    lines.number(of: name, in: .table("keys")) ?? lines.number(of: "keys.\(name)", in: .top)
      ?? lines.numberOfTop("keys")
  }

  private func error(_ line: Int?, _ words: String) -> KeysFileError {
    KeysFileError(description: "\(printable(file))\(line.map { ":\($0)" } ?? ""): \(words)")
  }
}
