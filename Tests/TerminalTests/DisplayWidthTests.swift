import ReviewUI
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("👩‍👩‍👧", 2),
    ("한글", 4), ("ﾊﾝ", 2), ("a\u{200B}b", 2), ("─│▀", 3), ("\u{1B}", 0), ("…", 1), ("Δ", 1),
  ])
  func `a text takes the columns that terminals give it`(_ text: String, _ columns: Int) {
    #expect(displayWidth(of: text) == columns)
  }

  @Test func `a character becomes a glyph with at most two marks`() {
    #expect(Glyph("a" as Character) == Glyph("a" as Unicode.Scalar))
    #expect(Glyph("e\u{301}" as Character) == Glyph("e", firstMark: 0x301))
    #expect(
      Glyph("e\u{301}\u{302}\u{303}" as Character)
        == Glyph("e", firstMark: 0x301, secondMark: 0x302))
    #expect(Glyph("\u{301}" as Character) == Glyph("\u{25CC}", firstMark: 0x301))
  }
}
