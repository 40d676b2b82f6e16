import Base
import Catalog
import DiffEngine
import Review
import ReviewUI
import Testing

/// Axes on the screen.
struct AxesModelTests {
  /// The two dark ones change alike.
  private func screen() throws -> ReviewState {
    let rules = try RuleBook(
      parsing: "[axes]\npattern = \"{screen}-{theme}\"\n", file: "rules.toml")
    return review(
      dots: [2, 4, 2, 3], names: ["home-dark", "home-light", "login-dark", "login-light"],
      rules: rules)
  }

  @Test func `the filter takes a value`() throws {
    var state = try screen()
    state.type("ftheme:dark<enter>")
    #expect(state.listed == [0, 2])
    state = try screen()
    state.type("fTheme:Light failing<enter>")
    #expect(state.listed == [1, 3])
    var none = try screen()
    none.type("ftheme:sepia<enter>")
    #expect(none.listed == [])
  }

  @Test func `the filter names a value, and a bulk decision takes all that have it`()
    throws
  {
    var state = try screen()
    state.type("f")
    #expect(text(render(state)).last?.contains("screen:home, or a word") == true)
    state.type("theme:dark<enter>T")
    guard case .bulk(let bulk) = state.panel else {
      Issue.record("no question")
      return
    }
    let scope = bulk.scopes.first { $0.name == "in the filtered list" }
    #expect(scope?.items == [0, 2])
  }

  @Test func `a cause on one value says so on its heading`() throws {
    var state = try screen()
    state.type("OO")
    let group = try #require(state.groups.first)
    #expect(group.items == [0, 2])
    _ = state.reduce(.input(.resized(GridSize(columns: 200, rows: 30))))
    state.type("l")
    #expect(text(render(state)).joined().contains("only in dark"))
  }
}
