import Base
import Catalog
import TestSupport
import Testing

struct GlobTests {
  @Test(arguments: [
    ("**/Gradient*", "Charts/GradientTests", true),
    ("**/Gradient*", "GradientTests", true),
    ("**/Gradient*", "a/b/c/Gradient.1", true),
    ("**/Gradient*", "a/MyGradient", false),
    ("**/Gradient*", "Gradient/a", false),
    ("Charts/*", "Charts/a", true),
    ("Charts/*", "Charts/a/b", false),
    ("Charts/**", "Charts/a/b", true),
    ("Charts/**", "Charts", false),
    ("a/**/z", "a/z", true),
    ("a/**/z", "a/b/c/z", true),
    ("a/**/z", "a/bz", false),
    ("a**z", "a/b/z", true),
    ("*", "Suite/name", true),
    ("Gradient*", "Suite/Gradient-dark", true),
    ("Suite*", "Suite/name", false),
    ("t?st", "test", true),
    ("a?b", "a/b", false),
    ("test[0-9]", "test7", true),
    ("test[0-9]", "testx", false),
    ("test[!0-9]", "testx", true),
    ("test[^0-9]", "test7", false),
    ("[]]", "]", true),
    ("[a", "[a", true),
    ("a\\*b", "a*b", true),
    ("a\\*b", "axb", false),
    ("**", "", true),
    ("", "a", false),
    ("*@2x", "Class/testView@2x", true),
    ("Straße*", "Straße.1", true),
  ])
  func `patterns match what they say`(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(Glob(pattern).matches(text) == matches, "\(pattern) on \(text)")
  }

  @Test func `random patterns match what a slow reading of them matches`() {
    var random = SplitMix(seed: 5)
    let text = { (signs: [String], count: Int, random: inout SplitMix) in
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        signs.randomElement(using: &random)!
      }.joined()
    }
    var matched = 0
    for _ in 0..<20_000 {
      let signs = ["*", "**", "**/", "/", "?", "a", "b", "[ab]", "[!a]", "a-", "\\", "[", "é"]
      let pattern = text(signs, 7, &random)
      let name = text(["a", "b", "/", "a/", "é", "ab", "*"], 7, &random)
      let isMatch = SlowGlob.matches(pattern, name)
      matched += isMatch ? 1 : 0
      #expect(Glob(pattern).matches(name) == isMatch, "\(pattern) on \(name)")
    }
    #expect(matched > 1_000)
  }

  @Test func `a spiteful pattern does not take long`() {
    let pattern = String(repeating: "**/*a", count: 30) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a/", count: 2_000)))
  }
}
