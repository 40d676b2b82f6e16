import Settings
import TestSupport
import Testing

struct SettingsTableTests {
  private func table(_ text: String) throws(SettingsError) -> SettingsTable {
    try SettingsTable(parsing: text, file: "s.toml")
  }

  private func line(_ setting: Setting?) -> Int? { setting?.error("").line }

  @Test func `values come with their lines, in their order`() throws {
    let table = try table(
      """
      # settings
      title = "x"
      a.b = 2.5
      [section]  # one
      flag = true
      long = '''
      [no.section]
      no.key = 1'''
      lines = [
        1,
        [2], # ] not the end
        { x = 3 },
      ]
      "quoted key" = 1
      'other.key' = 2
      [section.below]
      day = 2026-11-21
      """)
    #expect(table.entries.map(\.key) == ["title", "a", "section"])
    #expect(table.entries.map { line($0.setting) } == [2, 3, 4])
    #expect(table["title"]?.text == "x")
    let section = try #require(try table.section("section"))
    #expect(
      section.entries.map(\.key)
        == ["flag", "long", "lines", "quoted key", "other.key", "below"])
    #expect(section.entries.map { line($0.setting) } == [5, 6, 9, 14, 15, 16])
    #expect(section["flag"]?.flag == true)
    #expect(section["lines"]?.list?.count == 3)
    #expect(line(section["lines"]?.list?[2].table?["x"]) == 9)
    #expect(line(section["below"]?.table?["day"]) == 17)
    #expect(section["below"]?.table?["day"]?.shown == "a value of another kind")
  }

  @Test func `sections of a list come each with its own lines`() throws {
    let rules = try table("[[rule]]\nx = 1\n[rule.sub]\ny = 2\n\n[[rule]]\nx = 3\n").sections(
      "rule")
    #expect(rules.map { $0.error("").line } == [1, 6])
    #expect(rules.map { line($0["x"]) } == [2, 7])
    #expect(line(rules[0]["sub"]?.table?["y"]) == 4)
    #expect(try table("rule = [{ x = 1 }]").sections("rule").count == 1)
    #expect(try table("").sections("rule").isEmpty)
  }

  @Test(arguments: [
    ("key = 1\nwrong = 2", 2, "unknown key \"wrong\". Allowed: key, some-key, [section]."),
    ("someKey = 1", 1, "unknown key \"someKey\". Did you mean \"some-key\"? "),
    ("\nsection = 1", 2, "\"section\" must be a table: [section]."),
    ("a = = 1", 1, "not TOML: "),
    ("a = 1\n\na = 2", 3, "not TOML: "),
  ])
  func `a mistake is reported with its line`(_ text: String, _ line: Int, _ words: String) {
    let error = #expect(throws: SettingsError.self) {
      let table = try table(text)
      try table.allow(only: ["key", "some-key", "[section]"])
      _ = try table.section("section")
    }
    #expect(error?.line == line && error?.file == "s.toml")
    #expect(error?.detail.hasPrefix(words) == true, "\(String(describing: error))")
  }

  @Test(arguments: ["rule = 1", "rule = [1]", "[rule]", "rule = [{}, 2]"])
  func `a list of sections holds sections alone`(_ text: String) {
    let error = #expect(throws: SettingsError.self) { try table(text).sections("rule") }
    #expect(error?.detail == "\"rule\" must be a list of tables: [[rule]].")
  }

  /// A name of a million parts ended the program: it was taken apart part within part.
  @Test func `tables within tables are refused, however many`() {
    for text in [
      "a" + String(repeating: ".a", count: 1_000_000) + " = 1\n",
      "a = " + String(repeating: "[", count: 1_000_000),
      "[a" + String(repeating: ".a", count: 1_000_000) + "]\n",
      "a = " + String(repeating: "{a = ", count: 500_000),
      "a = {a" + String(repeating: ".a", count: 1_000_000) + " = 1}\n",
    ] {
      #expect(throws: SettingsError.self) { try table(text) }
    }
  }

  @Test(arguments: ["[!a]", "[ #", "[[.a]]", "[[ é", "[\n", "\u{FEFF}[=", "a = 1\n\t[,]"])
  func `a header that names nothing is refused`(_ text: String) {
    let error = #expect(throws: SettingsError.self) { try table(text) }
    #expect(error?.detail.contains("not TOML") == true)
  }

  @Test(arguments: [
    "˗a = 1", "a˗ = 1", "a = ˗", "a = 1 ˗", "[a]˗", "[a˗]", "a = [\n1,\n˗]",
    "a = [  } ]", "a = }", "a = ]", "a = { b = [ } ]", "[a]\nb = 1 }",
    "a = [ 0E'˗", "a = 1\"", "a = 'x' 'y'", "[a] 'b'", "a = 0[\"¤\"]", "a = 0[1]", "a = tru",
    "a = 1e", "a = 0x", "a = +_1", "a = 1__0", "a = 2026-1-1", "a.= 1", ".a = 1", "a", "= 1",
    "a = {b = 1,}", "a = {b = 1\n}", "a = 1\rb = 2", "[[a]\n]", "a = 'x", "a = \"x\ny\"",
    "a = '''x''", "\"\"\"a\"\"\" = 1", "a = 1 b = 2", "a =\n1", "a\n= 1", "a = [1 2]",
    "a = 01", "a = -01.5", "a = 9223372036854775808", "a = 1e400", "a = 0x1_0000_0000_0000_0000",
    "a = \"\\x\"", "a = \"\\u12\"", "a = \"\\uD800\"", "a = \"\\U00110000\"", "a = \"\\\nb\"",
    "a = \"\u{7}\"", "a = '\u{7F}'", "# \r in it", "# \0",
  ])
  func `what is not in the grammar is refused`(_ text: String) {
    let error = #expect(throws: SettingsError.self) { try table(text) }
    #expect(error?.detail.hasPrefix("not TOML: ") == true)
  }

  @Test(arguments: [
    "", "\u{FEFF}a = 1", "a = 1 # b", "a = 1\r\n\r\n[b]\r\nc = 2\r\n", "[ a . 'b' ]", "a . b = 1",
    "a = -0.5e-3", "a = [1_000, 0xBE_EF, 0o17, 0b1, +1, 1.5, 1e6, inf, -nan, true]",
    "a = 07:32:00.5", "a = 2026-11-21 07:32:00Z", "a = 2026-11-21T07:32:00+01:00",
    "a = \"\"\"\"x\"\"\"\"\"", "a = ''", "a = \"\\\\\"", "a = \"\"\"\\\n  x\"\"\"",
    "a = [ # b\n 1, # c\n]", "a = { }", "a = {b = {c.d = [{}]}}", "\"\" = 1", "1 = 2", "-_- = 1",
  ])
  func `all of the grammar is taken`(_ text: String) throws { _ = try table(text) }

  @Test(arguments: [
    "a = 1\na = 2", "a = 1\n[a]", "a = 1\na.b = 2", "[a]\n[a]", "[a]\n[[a]]", "[[a]]\n[a]",
    "a = []\n[[a]]", "a = {}\n[a]", "a = {}\na.b = 1", "a = {}\n[a.b]", "a = {b = 1, b = 2}",
    "a = {b.c = 1, b = 2}", "a.b = 1\n[a]", "a.b = 1\na = 2", "[a.b]\nc = 1\n[a]\nb.d = 2",
    "[a]\nb = 1\n[a.b]", "[a.b]\n[[a]]", "[[a.b]]\n[a]\nb.c = 1",
  ])
  func `nothing is defined twice`(_ text: String) {
    let error = #expect(throws: SettingsError.self) { try table(text) }
    #expect(error?.detail.hasSuffix(" is defined already.") == true, "\(String(describing: error))")
  }

  @Test func `a section may come after those below it, and get more of them`() throws {
    let table = try table(
      "[a.b.c]\nx = 1\n[a]\ny.z = 2\ny.w = 3\n[a.y.v]\n[[l]]\n[l.m]\nn = 1\n[[l]]\n[l.m]\nn = 2")
    #expect(table["a"]?.table?.entries.map(\.key) == ["b", "y"])
    #expect(table["a"]?.table?["y"]?.table?.entries.map(\.key) == ["z", "w", "v"])
    #expect(try table.sections("l").map { line($0["m"]?.table?["n"]) } == [9, 12])
  }

  @Test(arguments: [
    (#"'a\n'"#, #"a\n"#),
    (#""\b\t\n\f\r\"\\\u00e9\U0001F600""#, "\u{8}\t\n\u{C}\r\"\\é😀"),
    ("\"\"\"\r\na\r\n  b\"\"\"", "a\n  b"), ("\"\"\"a \\  \n\n \t b\"\"\"", "a b"),
    ("'''\n\\''x'''''", "\\''x''"),
  ])
  func `quotes and escapes of a text are undone`(_ written: String, _ said: String) throws {
    #expect(try table("a = \(written)")["a"]?.text == said)
  }

  @Test(arguments: [
    ("1_000, 0xBE_EF, 0o17, 0b1, +1, -0", ["1000", "48879", "15", "1", "1", "0"]),
    ("1.5, -1_0.2_5e-1, 1e6, -inf, nan", ["1.5", "-1.025", "1000000.0", "-inf", "nan"]),
  ])
  func `numbers are read in all their forms`(_ written: String, _ shown: [String]) throws {
    #expect(try table("a = [\(written)]")["a"]?.list?.map(\.shown) == shown)
  }

  @Test func `texts stand wherever a value or a name begins`() throws {
    _ = try table("a = ['x', \"y\",\n'z']\nb = {'c' = 'd', e.'f' = \"g\"}\n'h'.i = 1")
  }

  @Test func `letters beyond ASCII stand in texts, quoted names and comments`() throws {
    let table = try table("# ˗\n\"é˗\" = 'ä' # ˗\n[\"˗\"] # ˗\nx = \"\"\"\n˗\"\"\"\n")
    #expect(table["é˗"] != nil && table["˗"] != nil)
  }

  @Test func `lists of lists and of tables may begin a line`() throws {
    for value in ["[\n[+1],\n[{x = 1}]\n]", "[ [ 0.5 ] ]"] { _ = try table("a = \(value)") }
  }

  @Test func `dots in patterns, texts and comments are no parts of a name`() throws {
    let dots = String(repeating: ".", count: 100)
    let literal = "[[rule]]\nmatch = '''\n\(dots)\n\(dots)'''\n"
    _ = try table("# \(dots)\n[[rule]]\nmatch = \"\(dots)\\\"\(dots)\" # \(dots)\nthreshold = 1\n")
    _ = try table(literal)
    let error = #expect(throws: SettingsError.self) {
      try table(literal + "a\(String(repeating: ".a", count: 40)) = 1")
    }
    #expect(error == SettingsError("s.toml", line: 5, "a name has at most 32 parts."))
  }

  @Test func `no text ends the program, and every key has a line`() {
    var random = SplitMix(seed: 11)
    let parts = [
      "[", "]", "[[", "]]", "a", "b", "\"", "'", "\"\"\"", "'''", "=", ".", ",", "{", "}", "#",
      "\n",
      "\r\n", " ", "\t", "\\", "1", "-", "é", "\u{FEFF}", "true", "[a]\n", "a = 1\n", "[[b]]\n",
    ]
    for _ in 0..<30_000 {
      let count = Int.random(in: 1...14, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random)! }.joined()
      guard let table = try? table(text) else { continue }
      for (_, setting) in table.entries { #expect(setting.error("").line != nil, "\(text)") }
    }
  }
}
