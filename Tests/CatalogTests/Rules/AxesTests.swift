import Catalog
import Settings
import TestSupport
import Testing

struct AxesTests {
  private func axes(
    _ rules: String, _ name: String, layout: Layout = .pointfree
  ) throws -> [String] {
    let book = try RuleBook(parsing: "[axes]\n" + rules, file: "rules.toml")
    var cases = [SnapshotCase(id: "Suite/\(name)", suite: "Suite", name: name, layout: layout)]
    book.addAxes(to: &cases)
    return cases[0].axes.map(\.text)
  }

  @Test func `a pattern names the parts of a name, the first that fits`() throws {
    let rules = #"pattern = ["{screen}.{device}-{theme=light|dark}", "*-{locale=de|pt-BR}"]"#
    #expect(
      try axes(rules, "login.iPhone15-dark") == ["screen:login", "device:iPhone15", "theme:dark"])
    #expect(try axes(rules, "a-b-pt-BR") == ["locale:pt-BR"])
    #expect(try axes(rules, "login.iPhone15-sepia") == [])
    #expect(try axes(#"pattern = "Suite/{name}""#, "login") == ["name:login"])
    #expect(try axes(#"pattern = "*_{a}_{b}""#, "x_y_1_2") == ["a:1", "b:2"])
  }

  @Test(arguments: [
    ("testLogin-dark", "theme:dark"), ("testLoginDark", "theme:dark"),
    ("login.DARK.png", "theme:dark"), ("darkroom", nil),
    ("highContrastView", "theme:high-contrast"),
  ])
  func `words are found wherever they stand`(_ name: String, _ axis: String?) throws {
    let rules = #"theme = ["light", "dark", "high-contrast"]"#
    #expect(try axes(rules, name) == (axis.map { [$0] } ?? []))
  }

  @Test func `two machines are told apart by the folders of their failures`() throws {
    let book = try RuleBook(
      parsing: "[axes]\nmachine = [\"intel\", \"arm64\", \"runs\"]\n", file: "rules.toml")
    var cases = ["intel", "arm64"].map {
      SnapshotCase(
        id: "Suite/a", suite: "Suite", name: "a", layout: .pointfree,
        failures: "/runs/\($0)/Failures")
    }
    book.addAxes(to: &cases)
    #expect(cases.map { $0.axes.map(\.text) } == [["machine:intel"], ["machine:arm64"]])
  }

  @Test(arguments: [
    ("playwright", "home-page-chromium-linux", ["browser:chromium", "platform:linux"]),
    ("vitest", "button-webkit-darwin", ["browser:webkit", "platform:darwin"]),
    ("loki", "chrome_laptop_Button_primary", ["browser:chrome", "device:laptop"]),
    ("uber", "testBars_11_2_375x812@3x", ["os:11", "size:375x812", "scale:3x"]),
    ("uber", "testBars@2x", ["scale:2x"]), ("uber", "testBars", []), ("playwright", "home", []),
  ])
  func `what a library prescribes needs no rule`(
    _ layout: String, _ name: String, _ found: [String]
  ) throws {
    #expect(try axes("", name, layout: Layout(rawValue: layout)) == found)
  }

  @Test(arguments: [
    (#"pattern = "{a"#, "has no usable gap"), (#"pattern = "plain""#, "has no usable gap"),
    (#"pattern = "{a}-{a}""#, "has no usable gap"), (#"pattern = "{}""#, "has no usable gap"),
    ("theme = 1", "must be a text in quotes"), (#""a b" = ["x"]"#, "letters, digits and dashes"),
  ])
  func `a mistake is named with its line`(_ rules: String, _ words: String) {
    let closed = rules.hasSuffix("{a") ? rules + "\"" : rules
    #expect {
      try RuleBook(parsing: "[axes]\n" + closed, file: "rules.toml")
    } throws: {
      "\($0)".contains("rules.toml:2: ") && "\($0)".contains(words)
    }
  }

  @Test func `no name takes long, whatever the pattern`() throws {
    let stars = String(repeating: "*a", count: 20)
    #expect(try axes(#"pattern = "\#(stars){x}!""#, String(repeating: "a", count: 200)) == [])
  }
}
