import Base
import Catalog
import DiffEngine
import Review
import ReviewUI
import Testing

/// Axes on the screen.
@Suite struct AxesModelTests {
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

  @Test func `O orders by the axes, and a folded row takes one decision`() throws {
    var state = try screen()
    state.type("OO")
    #expect(state.order == .axes)
    #expect(state.message?.text == "Ordered by screen and theme.")
    #expect(rows(state)[0] == "▾ screen: home 2" && rows(state)[1].hasPrefix("▾ theme: dark"))
    state.type("gghht")
    let effects = state.type("y")
    let decided = effects.compactMap { effect in
      if case .record(.tolerated, let requests) = effect { requests.count } else { nil }
    }
    #expect(decided == [2])
    state.type("O")
    #expect(state.order == .cause)
  }

  @Test func `a case without the first axis stands under its value of the second`() throws {
    let rules = try RuleBook(
      parsing: "[axes]\ndevice = [\"phone\", \"pad\"]\ntheme = [\"dark\", \"light\"]\n", file: "r")
    var state = review(
      dots: [2, 4, 2, 3, 5], names: ["a-pad", "b-light", "c-phone-dark", "d-light", "e"],
      rules: rules)
    state.type("OO")
    let headings = rows(state).filter { $0.hasPrefix("▾") }
    #expect(
      headings == [
        "▾ device: pad 1", "▾ device: phone 1", "▾ theme: dark 1", "▾ theme: light 2", "▾ Suite 1",
      ])
  }

  @Test func `a bulk decision can take all with a value, and the filter's prompt names one`() throws
  {
    var state = try screen()
    state.type("f")
    #expect(text(render(state)).last?.contains("screen:home, or a word") == true)
    state.type("<esc>T")
    var scopes: [String: [Int]] = [:]
    if case .bulk(let bulk) = state.panel {
      for scope in bulk.scopes { scopes[scope.name] = scope.items }
    }
    #expect(scopes["with theme dark"] == [0, 2] && scopes["with screen home"] == [0, 1])
  }

  @Test func `without axes there is no such order`() {
    var state = review()
    state.type("OO")
    #expect(state.order == .cause)
  }

  @Test func `a cause on one value says so on its heading`() throws {
    var state = try screen()
    state.type("OOO")
    let group = try #require(state.groups.first)
    #expect(group.items == [0, 2])
    state.type("l")
    #expect(text(render(state)).joined().contains("only in dark"))
  }
}
