import Base
import Catalog
import Testing

struct PrintableTests {
  @Test(arguments: [
    ("login.dark.png", "login.dark.png"),
    ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
    ("\u{1B}[2J\u{1B}]0;title\u{07}", "\\e[2J\\e]0;title\\u{7}"),
    ("nul\0", "nul\\0"),
    ("del\u{7F} c1\u{9B}31m", "del\\u{7F} c1\\u{9B}31m"),
    ("abc\u{202E}gnp.exe", "abc\\u{202E}gnp.exe"),
    ("\u{2066}isolate\u{2069}", "\\u{2066}isolate\\u{2069}"),
    ("\u{2028}\u{FEFF}\u{200B}", "\\u{2028}\\u{FEFF}\\u{200B}"),
    ("größe 日本語 👩‍👩‍👧 e\u{301}", "größe 日本語 👩‍👩‍👧 e\u{301}"),
    ("back\\slash", "back\\slash"),
    ("", ""),
  ])
  func `shows what is safe and escapes what is not`(_ text: String, _ shown: String) {
    #expect(Array(printable(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test func `no byte below space and no C1 byte ever gets through`() {
    for value in (0..<0x110000).lazy.compactMap(Unicode.Scalar.init) where value.value < 0x3000 {
      let shown = printable(String(value))
      #expect(
        !shown.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }
  }
}
