import ArgumentParser
import Catalog
import Demo
import DiffEngine
import PNGCodec
import ReviewUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `make docs`: draws the pictures of the documentation and writes what the key table says.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Makes the documentation's pictures and its list of keys.",
    shouldDisplay: false)

  @Argument(help: "Where they go.")
  var folder = "docs"

  func run() throws {
    let manager = FileManager.default
    let scratch = manager.temporaryDirectory.appendingPathComponent(
      "snapreview-docs-\(UUID().uuidString)")
    defer { try? manager.removeItem(at: scratch) }
    let original = scratch.appendingPathComponent("original")
    try DemoFolder(path: original.path).write()
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for picture in DocPicture.all {
      // A folder of its own each, so that what one decides is not seen in the next.
      let copy = scratch.appendingPathComponent("\(picture.name)/snapreview-demo")
      try manager.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try manager.copyItem(at: original, to: copy)
      let bytes = try PNG.encode(picture.image(of: copy.path))
      try OutputFile.write(bytes, to: "\(folder)/\(picture.name).png")
      Console.complain("drew \(folder)/\(picture.name).png, \(bytes.count / 1024) KB.")
    }
    try OutputFile.write(Array(DocPage.keys.utf8), to: "\(folder)/keys.md")
    try OutputFile.write(Array(DocPage.gallery.utf8), to: "\(folder)/README.md")
  }
}

/// Pages that are written by the program, so that they cannot differ from what it does.
package enum DocPage {
  private static let origin = "<!-- Written by `make docs`. -->\n"

  /// Every key, from the table that the program itself goes by.
  package static let keys: String = {
    var text = """
      \(origin)
      # Keys

      `?` shows them on the screen, and `:` takes every command by its name. Enter, Esc, Space, the
      arrows, the mouse and pasted text never decide. [Other keys](#other-keys) are yours to choose.

      """
    for section in CommandInfo.Section.allCases {
      text += "\n## \(section.rawValue)\n\n| key | command | does |\n| --- | --- | --- |\n"
      for row in CommandInfo.table where row.section == section {
        text += "| \(keys(of: row)) | `\(row.command.identifier)` | \(does(row)) |\n"
      }
    }
    return text + otherKeys
  }()

  private static let otherKeys = """

    ## Other keys

    `~/.config/snapreview/keys.toml` (in `$XDG_CONFIG_HOME`, where that is set; or `--keys FILE`)
    gives commands other keys. The help, the palette and the bottom line show them.

    ```toml
    [keys]
    accept = ["a", "y"]      # all keys that accept; y no longer copies the line for the test
    next-cluster = "ctrl-n"
    first-case = "gg"        # two characters, one typed after the other
    suspend = []             # no key: the palette still has it
    ```

    A command that is not named keeps its keys, but for those that were given to another. Keys are
    written as above: one character, two in a row, `ctrl-a`, `F5`, `space`, `tab`, `PgDn`. Enter, Esc,
    Space and the arrows are refused for everything that decides, `undo` and `redo` among it. A
    mistake is told with file and line, and the screen does not open. Panels and prompts keep their
    own keys: Esc and `q` leave, Enter ends a line.

    """

  private static func keys(of row: CommandInfo) -> String {
    row.keys.isEmpty ? code(":" + row.name) : row.keys.map(code).joined(separator: " ")
  }

  /// The pictures, each with what was typed to get there.
  package static let gallery: String = {
    var text = """
      \(origin)
      # The screen

      Every picture is a screen of `snapreview demo`, drawn by the program itself. Under each stands
      what was typed. [All keys](keys.md).

      """
    for picture in DocPicture.all {
      let keys = picture.keys.isEmpty ? "as it opens" : code(picture.keys)
      text += """

        ## \(picture.title)

        \(picture.caption)

        ![\(picture.title)](\(picture.name).png)

        \(picture.size.columns) x \(picture.size.rows), \(keys)

        """
    }
    return text
  }()

  private static func does(_ row: CommandInfo) -> String {
    let place =
      switch row.context {
      case .anywhere: ""
      case .list: " (in the list)"
      case .image: " (in the image)"
      }
    return row.help.replacing("|", with: "\\|") + place
  }

  /// A bar would end the table's cell.
  private static func code(_ key: String) -> String {
    "`\(key.replacing("|", with: "\\|"))`"
  }
}
