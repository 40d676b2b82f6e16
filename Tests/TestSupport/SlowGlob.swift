/// Matches patterns word by word as `Glob` describes them, without regard for speed: the reference
/// for the fast matcher.
package enum SlowGlob {
  package static func matches(_ pattern: String, _ text: String) -> Bool {
    let (pattern, text) = (Array(pattern.unicodeScalars), Array(text.unicodeScalars))
    if reaches(pattern, 0, text[...]) { return true }
    guard !pattern.contains("/"), let slash = text.lastIndex(of: "/") else { return false }
    return reaches(pattern, 0, text[(slash + 1)...])
  }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  /// True if the pattern from `index` on stands for all of `text`.
  private static func reaches(_ pattern: [Unicode.Scalar], _ index: Int, _ text: Scalars) -> Bool {
    var states: Set<Int> = [text.startIndex]
    var index = index
    while index < pattern.count, !states.isEmpty {
      let (length, ends) = step(pattern[index...], isFolderStart: isFolderStart(pattern, index))
      states = Set(states.flatMap { ends(text[$0...]) })
      index += length
    }
    return states.contains(text.endIndex)
  }

  private static func isFolderStart(_ pattern: [Unicode.Scalar], _ index: Int) -> Bool {
    index == 0 || pattern[index - 1] == "/"
  }

  /// Returns the length of the pattern's next element, and the places in a text where it can end.
  private static func step(
    _ pattern: Scalars, isFolderStart: Bool
  ) -> (length: Int, ends: (Scalars) -> [Int]) {
    switch pattern.first! {
    case "*":
      let stars = pattern.prefix { $0 == "*" }.count
      if stars == 1 {
        return (1, { Array($0.startIndex...($0.firstIndex(of: "/") ?? $0.endIndex)) })
      }
      let isFolders = isFolderStart && pattern.dropFirst(stars).first == "/"
      guard isFolders else { return (stars, { Array($0.startIndex...$0.endIndex) }) }
      return (
        stars + 1,
        { text in [text.startIndex] + text.indices.filter { text[$0] == "/" }.map { $0 + 1 } }
      )
    case "?": return (1, one { $0 != "/" })
    case "[":
      guard let set = set(pattern.dropFirst()) else { return (1, one { $0 == "[" }) }
      return (set.length + 1, one { $0 != "/" && set.holds($0) })
    case "\\" where pattern.count > 1:
      let exact = pattern[pattern.startIndex + 1]
      return (2, one { $0 == exact })
    case let exact: return (1, one { $0 == exact })
    }
  }

  private static func one(_ takes: @escaping (Unicode.Scalar) -> Bool) -> (Scalars) -> [Int] {
    { text in text.first.map(takes) == true ? [text.startIndex + 1] : [] }
  }

  /// Reads a set after its "[", up to its "]"; a "]" in first place stands for itself.
  private static func set(_ pattern: Scalars) -> (length: Int, holds: (Unicode.Scalar) -> Bool)? {
    let isNegated = pattern.first == "!" || pattern.first == "^"
    let body = pattern.dropFirst(isNegated ? 1 : 0)
    var (at, ranges) = (body.startIndex, [(Unicode.Scalar, Unicode.Scalar)]())
    while at < body.endIndex, body[at] != "]" || at == body.startIndex {
      let isRange = at + 2 < body.endIndex && body[at + 1] == "-" && body[at + 2] != "]"
      ranges.append((body[at], body[isRange ? at + 2 : at]))
      at += isRange ? 3 : 1
    }
    guard at < body.endIndex else { return nil }
    let length = at + 1 - pattern.startIndex
    return (length, { scalar in ranges.contains { $0.0 <= scalar && scalar <= $0.1 } != isNegated })
  }
}
