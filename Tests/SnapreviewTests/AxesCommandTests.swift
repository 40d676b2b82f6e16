import Foundation
import Terminal
import TestSupport
import Testing

/// Axes in commands: two dark cases changed alike, a light one otherwise.
struct AxesCommandTests {
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("homeDark", changes: 3)
    scratch.addFailure("loginDark", changes: 3)
    scratch.addFailure("homeLight", changes: 60)
    scratch.write("rules.toml", "[axes]\ntheme = [\"light\", \"dark\"]\n")
  }

  private func run(_ command: String, _ more: String...) throws -> Program.Result {
    try Program.run([command, scratch.failures, "--rules", scratch["rules.toml"]] + more)
  }

  @Test func `a cause on one value says so, in the list and in every report`() throws {
    let list = try run("list", "--by", "cause")
    #expect(
      list.output.contains(", only in dark  in 2 cases, and nothing else in any of them\n"))
    #expect(list.output.components(separatedBy: "only in").count == 2)
    for format in ["markdown", "html", "github"] {
      #expect(try run("check", "--format", format).output.contains("only in dark"), "\(format)")
    }
    let json = try run("list", "--by", "cause", "--format", "json").json
    let causes = try #require(json["causes"] as? [[String: Any]])
    #expect(causes.map { $0["only"] as? [String: String] } == [["theme": "dark"], [:]])
  }

  @Test func `a value is a filter, for looking and for deciding`() throws {
    #expect(try run("list", "--filter", "theme:dark", "--format", "json").cases.count == 2)
    let light = try run("check", "--filter", "Theme:light", "--format", "json")
    #expect(light.texts("id") == ["AppTests/homeLight"])
    #expect(light.cases[0]["axes"] as? [String: String] == ["theme": "light"])
    #expect((light.cases[0]["cause"] as? [String: Any])?["id"] is String)
    #expect(try run("list", "--filter", "theme:sepia").status == 2)
    #expect(try run("tolerate", "--filter", "theme:dark").status == 0)
    #expect(try run("check", "--filter", "theme:dark").status == 0)
    #expect(try run("check").status == 1)
  }

  @Test func `list and check share the filter of the deciding commands`() throws {
    let two = try run("check", "--filter", "login*", "--filter", "homeLight", "--format", "json")
    #expect(two.cases.count == 2)
  }
}
