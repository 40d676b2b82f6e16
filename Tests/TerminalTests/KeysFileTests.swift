import ReviewUI
import Settings
import Terminal
import TestSupport
import Testing

struct KeysFileTests {
  private func message(_ text: String) -> String? {
    complaint { try KeysFile.parse(text, file: "keys.toml") }
  }

  @Test func `a key, a list of keys, or none`() throws {
    let keys = try KeysFile.parse(
      """
      # mine
      [keys]
      accept = ["a", "y"]  # two
      "next-region" = 'ctrl-n'
      suspend = []
      previous-case = [
        "=",
        "[",
      ]
      """, file: "keys.toml")
    #expect(keys.rows.first { $0.command == .accept }?.keys == ["a", "y"])
    #expect(keys.match([.control("n")], in: .image) == .command(.nextRegion))
    #expect(keys.match([.character("]")], in: .image) == .nothing)
    #expect(keys.key(.suspend) == ":suspend")
    #expect(keys.match([.character("[")], in: .list) == .command(.previousCase))
    #expect(keys.key(.actualSize) == ":1:1")
  }

  @Test(arguments: ["", "# nothing", "[keys]"])
  func `what says nothing changes nothing`(_ text: String) throws {
    let keys = try KeysFile.parse(text, file: "keys.toml")
    #expect(keys.rows.map(\.keys) == CommandInfo.table.map(\.keys))
  }

  @Test(arguments: [
    ("[keys]\naccept = \"enter\"", 2, "\"enter\" must not decide anything"),
    ("[keys]\n\n# no\nredo = [\"U\", \"space\"]", 4, "\"space\" must not decide anything"),
    ("[keys]\nnextRegion = \"n\"", 2, "Did you mean \"next-region\"? Allowed: accept, reject, "),
    ("[keys]\n\"copy line\" = \"n\"", 2, "Did you mean \"copy-line\"?"),
    ("[keys]\nfly = \"n\"", 2, "unknown command \"fly\". Allowed: accept, reject, "),
    ("[keys]\ninfo = \"ctrl-1\"", 2, "\"ctrl-1\" is not a key. Allowed: one character, "),
    ("[keys]\ninfo = 5", 2, "info must be a key in quotes"),
    ("[keys]\ninfo = [5]", 2, "info must be a key in quotes"),
    ("[keys]\naccept = \"y\"\n\nreject = \"y\"", 4, "\"y\" is already given to accept"),
    ("[keys]\naccept = \"y\"\naccept = \"z\"", 3, "not TOML"),
    ("keys = 5", 1, "\"keys\" must be a table"),
    ("\n[key]\naccept = \"y\"", 2, "unknown key \"key\". Did you mean \"keys\"? Allowed: [keys]."),
    ("keys.fly = \"n\"", 1, "unknown command \"fly\""),
    ("[keys]\naccept = [\"a\"", 2, "not TOML"),
    ("[keys]\ninfo = \"\\u001b[31m\"", 2, "is not a key"),
  ])
  func `a mistake is told with its line`(_ text: String, _ line: Int, _ words: String) {
    let message = message(text) ?? "nothing"
    #expect(message.hasPrefix("keys.toml:\(line): "), "\(message)")
    #expect(message.contains(words), "\(message)")
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func `the first mistake is the one that is told`() {
    let text = "[keys]\nundo = \"space\"\naccept = \"enter\"\n"
    #expect(message(text)?.hasPrefix("keys.toml:2: ") == true)
  }

  @Test func `a file that was asked for must be there`() {
    #expect(throws: SettingsError.self) { try KeysFile.load("/no/such/keys.toml") }
  }
}
