import DiffEngine
import Settings
import Terminal
import TestSupport
import Testing

struct DisplayFileTests {
  @Test func `it has the look of the screen, all of it or some`() throws {
    let whole = try DisplayFile(
      parsing: """
        # mine
        [screen]
        theme = "light"
        color = "256"
        cells = "octants"
        graphics = "iterm"
        """, file: "config.toml")
    #expect(whole.theme == "light" && whole.colour == .`256`)
    #expect(whole.cells == .octants && whole.graphics == .iterm)
    let empty = try DisplayFile(parsing: "", file: "config.toml")
    #expect(empty.theme == nil && empty.colour == nil && empty.cells == nil)
    #expect(empty.graphics == nil)
  }

  @Test(arguments: [
    (
      "[screen]\ncells = \"octant\"",
      "config.toml:2: cells = \"octant\": no such value. Did you mean \"octants\"? Allowed: halves, "
    ),
    ("[screen]\ntheme = 3", "config.toml:2: theme must be a name in quotes, such as \"dark\"."),
    ("[screen]\ncolour = \"256\"", "config.toml:2: unknown key \"colour\". "),
    ("theme = \"dark\"", "config.toml:1: unknown key \"theme\". Allowed: [screen]."),
    ("[screen", "config.toml:1: not TOML"),
  ])
  func `a mistake is told with its line`(_ text: String, _ words: String) {
    let message = complaint { try DisplayFile(parsing: text, file: "config.toml") }
    #expect(message?.hasPrefix(words) == true, "\(message ?? "")")
  }
}
