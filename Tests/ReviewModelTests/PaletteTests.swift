import DiffEngine
import ReviewUI
import Testing

/// The commands that the palette lists while one types, and the effect of its keys.
struct PaletteTests {
  private func names(_ text: String) -> [String] { review().paletteRows(text).map(\.name) }

  private func listed(_ state: ReviewState) -> String {
    text(render(state)).joined(separator: "\n")
  }

  @Test func `the best comes first`() {
    #expect(names("fold").prefix(2) == ["fold", "fold all"])
    #expect(names("case").first == "next case")
    #expect(names("wapsid").isEmpty == names("xyzzy").isEmpty)
    #expect(names("sbs").first == "side by side")
    #expect(names("becomes the baseline") == ["accept"])
    #expect(names("delta-e-up") == ["ΔE up"])
    #expect(names("strategy pix") == ["strategy pixelmatch"])
  }

  @Test func `every command, value and strategy is listed where nothing is typed`() {
    let all = names("")
    #expect(CommandInfo.table.allSatisfy { all.contains($0.name) })
    #expect(all.contains("deltaE") && all.contains("strategy combined"))
  }

  @Test func `what the strategy in force does not use comes last`() {
    let state = review()
    #expect(state.strategy.kind == .naive)
    let places = state.paletteRows("").map(\.name).firstIndex(of:)
    let used = ["threshold", "threshold up", "accept", "strategy combined"].compactMap(places)
    let idle = ["deltaE", "ΔE up"].compactMap(places)
    #expect(used.count == 4 && idle.count == 2 && used.max()! < idle.min()!)
    #expect(names("ΔE up").first == "ΔE up")
  }

  @Test func `name, key and sentence stand below what is typed`() {
    var state = review()
    state.type(":undec")
    #expect(listed(state).contains(":undec▏"))
    let line = text(render(state)).first { $0.contains("│ next undecided") } ?? ""
    #expect(line.contains(" n ") && line.contains("Next undecided case"))
  }

  @Test(arguments: [GridSize(columns: 40, rows: 12), GridSize(columns: 80, rows: 24)])
  func `what does not fit is scrolled to`(_ size: GridSize) {
    var state = review(size: size)
    state.type(":")
    for _ in 0..<200 { state.type("<Down>") }
    #expect(listed(state).contains(names("").last!))
    for _ in 0..<200 { state.type("<Up>") }
    #expect(listed(state).contains(names("")[0]))
  }

  @Test func `arrows choose, enter runs, and typing goes back to the best`() {
    var state = review()
    state.type(":heat<Down>")
    state.type("<backspace><backspace><backspace><backspace>swipe<enter>")
    #expect(state.view == .swipe && state.prompt == nil)
    state.type(":view<Down><enter>")
    #expect(state.prompt == nil)
  }

  @Test func `tab completes`() {
    var state = review()
    #expect(
      state.after(":stra<tab>", "<esc>:deltae<tab>", "2.5<tab>", read: \.prompt?.text)
        == [names("stra")[0], "deltaE ", "deltaE 2.5"])
  }

  @Test func `a value is asked for where there is none`() {
    var state = review()
    state.type(":strategy perceptual<enter>:deltaE<enter>")
    #expect(state.prompt?.text == "deltaE ")
    state.type("4<enter>")
    #expect(state.strategy.deltaE == 4)
  }

  @Test func `a command whose name begins as a value's is still a command`() {
    var state = review()
    state.type(":threshold up<enter>")
    #expect(state.strategy.allowed(of: 100) == 1)
    state.type(":threshold 40<enter>")
    #expect(state.strategy.allowed(of: 100) == 40)
  }

  @Test func `enter alone never decides`() {
    for keys in [":<enter>", ":<Down><enter>", ":acc<enter>", ":becomes the baseline<enter>"] {
      var state = review()
      #expect(state.decisions(typing: keys).isEmpty, "\(keys)")
    }
    var state = review()
    #expect(state.decisions(typing: ":acc<enter><enter>").count == 1)
    state = review()
    #expect(state.decisions(typing: ":accept<enter>").count == 1)
  }

  @Test func `what is unknown is said`() {
    var state = review()
    state.type(":xyzzy")
    #expect(listed(state).contains("no such command"))
    state.type("<enter>")
    #expect(state.message?.text.hasPrefix("Unknown command “xyzzy”") == true)
  }
}
