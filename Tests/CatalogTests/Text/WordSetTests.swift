import Base
import Testing

struct WordSetTests {
  private let words = WordSet(["diff", "sidebyside"])

  @Test(arguments: [
    ("login-diff", true), ("loginDIFF", true), ("side by-Side_2", true), ("d1i2f3f", true),
    // What lower case does to other letters is not looked at.
    ("größe", true), ("dark", false), ("dif", false), ("[if]`{f}@", false), ("", false),
  ])
  func `tells a name without its words from its letters`(_ name: String, _ mayOccur: Bool) {
    #expect(words.mayOccur(amongLettersOf: name) == mayOccur)
  }
}
