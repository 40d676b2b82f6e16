import Terminal
import Testing

struct BackgroundTests {
  @Test func `the answer of the terminal counts first`() {
    let dark = ["COLORFGBG": "15;0"]
    #expect(Background.theme(dark, [.attributes, .background(0xFFFFF0)]) == .light)
    #expect(Background.theme(["COLORFGBG": "0;15"], [.background(0x1E1E1E)]) == .dark)
  }

  @Test(arguments: [
    ("0;15", "light"), ("0;default;15", "light"), ("0;7", "light"), ("15;0", "dark"),
    ("15;8", "dark"), ("", "dark"), ("nonsense", "dark"),
  ])
  func `then what the terminal set`(_ value: String, _ name: String) {
    #expect(Background.theme(["COLORFGBG": value], []).name == name)
  }

  @Test func `nothing known is dark`() {
    #expect(Background.theme([:], []) == .dark)
  }
}
