import DiffEngine
import ReviewUI

/// Pages of the documentation that say what the program's own tables say.
enum DocPage {
  private static let origin = "<!-- Written by `make docs`. -->\n"

  /// A page of every key, from the table that the program itself uses.
  static let keys: String = {
    var text = """
      \(origin)
      # Keys

      `?` shows them on the screen, and `:` runs any command by its name. Enter, Esc, Space, the
      arrows, the mouse and pasted text never decide anything. You can [choose other keys](#other-keys).

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

    `~/.config/snapreview/keys.toml` (in `$XDG_CONFIG_HOME`, if that is set; or `--keys FILE`)
    gives commands other keys. The help, the palette and the bottom line show your keys.

    ```toml
    [keys]
    accept = ["a", "y"]      # all keys that accept; y no longer copies the line for the test
    next-region = "ctrl-n"
    first-case = "gg"        # two characters, one typed after the other
    suspend = []             # no key: the palette still has it
    ```

    Commands that you do not name keep their keys, except those that you gave to another command. Write
    keys as above: one character, two in a row, `ctrl-a`, `F5`, `space`, `tab`, `PgDn`. Enter, Esc, Space
    and the arrows cannot be given to commands that decide, undo or redo. A mistake is reported with file
    and line, and the screen does not open. Panels and prompts keep their own keys: Esc and `q` leave,
    Enter ends a line.

    """

  private static func keys(of row: CommandInfo) -> String {
    row.keys.isEmpty ? code(":" + row.name) : row.keys.map(code).joined(separator: " ")
  }

  /// The pictures, each with what was typed to get there.
  static let gallery: String = {
    var text = """
      \(origin)
      # The screen

      Every picture is a screen of `snapreview demo`, drawn by its own code. Below each are its size
      and the keys that were typed. [All keys](keys.md).

      """
    for picture in DocPicture.all {
      let keys = picture.keys.isEmpty ? "as it opens" : code(picture.keys)
      text += """

        ## \(picture.title)

        \(picture.caption)

        ![\(picture.title)](\(picture.name).png)

        \(picture.size.text), \(keys)

        """
    }
    return text
  }()

  private static func does(_ row: CommandInfo) -> String {
    row.help.replacing("|", with: "\\|") + row.context.note
  }

  /// A bar would end the table's cell.
  private static func code(_ key: String) -> String { "`\(key.replacing("|", with: "\\|"))`" }
}
