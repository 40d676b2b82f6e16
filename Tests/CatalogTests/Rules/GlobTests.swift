import Catalog
import Testing

@Suite struct GlobTests {
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

  @Test func `a spiteful pattern does not take long`() {
    let pattern = String(repeating: "**/*a", count: 30) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a/", count: 2_000)))
  }
}
