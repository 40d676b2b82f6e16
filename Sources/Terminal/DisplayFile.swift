import Base
import Catalog
import DiffEngine
import Host
import ReviewUI
import Settings

/// The look of the screen, as stored in the user's `config.toml`.
///
/// ```toml
/// [screen]
/// theme = "light"
/// color = "256"
/// cells = "octants"
/// graphics = "auto"
/// ```
package struct DisplayFile: Equatable, Sendable {
  package var theme: String?
  package var colour: ColourChoice?
  package var cells: CellShape?
  package var graphics: GraphicsChoice?

  private static let section = "screen"
  private static let keys = ["theme", "color", "cells", "graphics"]
  private static var path: String { Configuration.path("config.toml") }

  /// The settings of the user's file; empty if there is no file.
  package static func load() throws(SettingsError) -> DisplayFile {
    guard Configuration.isThere(path) else { return DisplayFile() }
    return try DisplayFile(parsing: try Disk.real.settings(path, limit: .keys), file: path)
  }

  /// - Parameter file: The file's path, for messages.
  package init(parsing text: String, file: String) throws(SettingsError) {
    let table = try SettingsTable(parsing: text, file: file)
    try table.allow(only: ["[\(Self.section)]"])
    guard let section = try table.section(Self.section) else { return }
    try section.allow(only: Self.keys)
    if let setting = section["theme"] {
      guard let name = setting.text else {
        throw setting.error("theme must be a name in quotes, such as \"dark\".")
      }
      theme = name
    }
    colour = try section["color"]?.choice(for: "color")
    cells = try section["cells"]?.choice(for: "cells")
    graphics = try section["graphics"]?.choice(for: "graphics")
  }

  private init() {}

  /// Saves a choice for the next start and leaves every other line of the file as it is.
  ///
  /// - Throws: An error with the file unchanged.
  package static func keep(_ choice: DisplayChoice) throws(SettingsError) {
    let path = (try? Disk.real.realPath(path)) ?? path
    let old = Configuration.isThere(path) ? try Disk.real.settings(path, limit: .keys) : ""
    // A file that cannot be parsed is not overwritten.
    _ = try DisplayFile(parsing: old, file: path)
    let (key, value) = assignment(choice)
    let new = try SettingsEditor(old, file: path)
      .setting([(key, SettingsEditor.quoted(value))], in: section)
    _ = try DisplayFile(parsing: new, file: path)
    guard new != old else { return }
    do throws(SystemError) {
      for folder in Disk.real.missingFolders(to: Paths.parent(path)) {
        try Disk.real.makeFolder(folder, mode: 0o700)
      }
      try Disk.real.replace(path, by: Array(new.utf8), through: path + ".new")
    } catch {
      throw SettingsError(path, "cannot be written (\(error)). The choice holds until you leave.")
    }
  }

  private static func assignment(_ choice: DisplayChoice) -> (key: String, value: String) {
    let off = GraphicsChoice.halfBlocks
    return switch choice {
    case .theme(let name): ("theme", name)
    case .cells(let shape): ("cells", shape.rawValue)
    // The setting also applies to other terminals, which may need another protocol.
    case .pixels(let isOn): ("graphics", (isOn ? .auto : off).rawValue)
    }
  }
}
