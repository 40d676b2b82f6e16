import Base
import TestSupport

/// A pattern and a text, either side of the first newline, against a slow reading of the pattern.
struct GlobTarget: Target {
  let name = "glob"

  func seeds() -> [[UInt8]] {
    [
      "**/Gradient*\nCharts/GradientTests", "a/**/z\na/b/c/z", "a**z\na/b/z", "t?st\ntest",
      "test[!0-9]\ntestx", "[]]\n]", "a\\*b\na*b", "*@2x\nClass/testView@2x", "**/*a*/?\nb/a/a/c",
    ].map { Array($0.utf8) }
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    let parts = bytes.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let (pattern, text) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    let isMatch = Glob(pattern).matches(text)
    // The slow reading takes time by the product of both.
    guard pattern.utf8.count * text.utf8.count < 4_000 else { return }
    promise(
      isMatch == SlowGlob.matches(pattern, text),
      "\(pattern.debugDescription) on \(text.debugDescription)")
  }
}
