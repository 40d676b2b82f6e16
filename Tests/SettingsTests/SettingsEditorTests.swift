import Settings
import Testing

struct SettingsEditorTests {
  private func editor(_ text: String) throws(SettingsError) -> SettingsEditor {
    try SettingsEditor(text, file: "s.toml")
  }

  private let sample = """
    # Ours.
    [keys]
      accept = "a"   # why
      lines = [
        [1], # not a section
      ]

    # Two lists.
    [[rule]]
    match = 'x#y'  # keep
    n = 2
    [[rule]]
    n = 3

    """

  @Test func `a line keeps the ending that it has`() throws {
    let new = try editor("# not\n# ours\r\na = 1\n").appending([("b", "2")], to: "rule")
    #expect(new.hasPrefix("# not\n# ours\r\na = 1\n\r\n[[rule]]\r\n"))
  }

  @Test func `only the value changes, and its comment stays`() throws {
    let editor = try editor(sample)
    #expect(
      editor.setting([("accept", "\"b\"")], in: "keys")
        == sample.replacing("\"a\"   # why", with: "\"b\"   # why"))
    #expect(
      editor.setting([("match", "\"z\""), ("n", "7")], inSection: 0, of: "rule")
        == sample.replacing("'x#y'  # keep\nn = 2", with: "\"z\"  # keep\nn = 7"))
  }

  @Test func `what is equal stays as it is written`() throws {
    let editor = try editor(sample)
    #expect(
      editor.setting([("match", "\"x#y\""), ("n", "2.0")], inSection: 0, of: "rule") == sample)
  }

  @Test func `a new key follows the others of its section, indented as they are`() throws {
    #expect(
      try editor("[keys]\n  a = 1 # x\n\n[other]\nb = 1").setting([("c", "2")], in: "keys")
        == "[keys]\n  a = 1 # x\n  c = 2\n\n[other]\nb = 1")
    #expect(try editor("[keys]").setting([("c", "2")], in: "keys") == "[keys]\nc = 2")
    #expect(
      try editor(sample).setting([("m", "1")], inSection: 1, of: "rule")
        == sample.replacing("n = 3\n", with: "n = 3\nm = 1\n"))
  }

  @Test func `a new section comes before all others and their comments, one of a list at the end`()
    throws
  {
    let text = "# Top.\n\n# Why.\n[[rule]]\nn = 1\n\n"
    #expect(
      try editor(text).setting([("a", "1")], in: "default")
        == "# Top.\n\n[default]\na = 1\n\n# Why.\n[[rule]]\nn = 1\n\n")
    #expect(
      try editor(text).appending([("n", "2")], to: "rule")
        == "# Top.\n\n# Why.\n[[rule]]\nn = 1\n\n[[rule]]\nn = 2\n")
    #expect(try editor("").setting([("a", "1")], in: "default") == "[default]\na = 1\n")
    #expect(try editor("a = 1").setting([("b", "1")], in: "c") == "a = 1\n\n[c]\nb = 1\n")
  }

  @Test func `lines keep their endings`() throws {
    let new = try editor("[a]\r\nx = 1\r\n").setting([("x", "2"), ("y", "3")], in: "a")
    #expect(Array(new.utf8) == Array("[a]\r\nx = 2\r\ny = 3\r\n".utf8))
    let more = try editor("[a]\r\nx = 1").appending([("y", "3")], to: "b")
    #expect(Array(more.utf8) == Array("[a]\r\nx = 1\r\n\r\n[[b]]\r\ny = 3\r\n".utf8))
  }

  @Test func `a quoted text is read as it was`() throws {
    let text = "a\"b\\c\n\u{1B}\u{7F}é"
    let table = try SettingsTable(parsing: "x = \(SettingsEditor.quoted(text))", file: "s.toml")
    #expect(table["x"]?.text == text)
  }
}
