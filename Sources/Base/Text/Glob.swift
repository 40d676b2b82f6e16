/// A pattern for names and paths.
///
/// `*` matches anything but a slash, `**` anything, `**/` any number of folders, `?` one character
/// other than a slash, `[a-z]` one character of a set and `[!a-z]` one outside it; a backslash
/// escapes the next character. A pattern without a slash is also matched against the last component
/// of a path. Matching is case-sensitive.
package struct Glob: Hashable, Sendable {
  package let pattern: String
  private let tokens: [Token]
  private let hasSlash: Bool
  /// The first character of every matching text, if there is only one.
  private let first: Unicode.Scalar?

  private enum Token: Hashable, Sendable {
    case exactly(Unicode.Scalar)
    case one
    case some
    case anything
    /// The token `**/`, which matches whole folders or nothing.
    case folders
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    /// True if a token that matches one character matches this one; false for all other tokens.
    func takes(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .exactly(let wanted): scalar == wanted
      case .one: scalar != "/"
      case .oneOf(let ranges, let isNegated):
        scalar != "/" && ranges.contains { $0.contains(scalar) } != isNegated
      case .some, .anything, .folders: false
      }
    }
  }

  package init(_ pattern: String) {
    self.pattern = pattern
    var parser = Parser(Array(pattern.unicodeScalars))
    tokens = parser.tokens()
    hasSlash = pattern.unicodeScalars.contains("/")
    first = if case .exactly(let scalar)? = tokens.first { scalar } else { nil }
  }

  /// True if the pattern matches all of `text`.
  package func matches(_ text: String) -> Bool {
    let last = hasSlash ? text : Paths.name(text)
    return run(text) || last != text && run(last)
  }

  /// Matches from left to right. On a mismatch the latest `*` takes one more character, or else the
  /// latest `**`. Earlier stars need not be retried, because the latest can reach whatever they
  /// could: no `*` leaves its folder. So no pattern takes exponential time.
  private func run(_ text: String) -> Bool {
    if let first, first != text.unicodeScalars.first { return false }
    let text = Array(text.unicodeScalars)
    var (token, at) = (0, 0)
    // The index of the token after the star, and the position at which it was last tried.
    var star: (token: Int, at: Int)?
    var wideStar: (token: Int, at: Int)?
    while token < tokens.count || at < text.count {
      let next = token < tokens.count ? tokens[token] : nil
      if next == .some {
        token += 1
        star = (token, at)
      } else if next == .anything || next == .folders {
        token += 1
        (star, wideStar) = (nil, (token, at))
      } else if let next, at < text.count, next.takes(text[at]) {
        (token, at) = (token + 1, at + 1)
      } else if let from = star, from.at < text.count, text[from.at] != "/" {
        (token, at) = (from.token, from.at + 1)
        star = (token, at)
      } else if let from = wideStar, let further = further(from, in: text) {
        (token, at) = (from.token, further)
        (star, wideStar) = (nil, (token, at))
      } else {
        return false
      }
    }
    return true
  }

  /// Returns where a `**` ends if it takes more: after the next character, or after the next
  /// folder.
  private func further(_ star: (token: Int, at: Int), in text: [Unicode.Scalar]) -> Int? {
    guard tokens[star.token - 1] == .folders else {
      return star.at < text.count ? star.at + 1 : nil
    }
    return text[star.at...].firstIndex(of: "/").map { $0 + 1 }
  }

  private struct Parser {
    let scalars: [Unicode.Scalar]
    var index = 0
    /// True if no "]" follows; remembered, so that not every "[" searches again.
    private var hasNoSetEnd = false

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func tokens() -> [Token] {
      var result: [Token] = []
      while index < scalars.count {
        let scalar = scalars[index]
        index += 1
        switch scalar {
        case "*": result += star()
        case "?": result.append(.one)
        case "[": result.append(set() ?? .exactly("["))
        case "\\" where index < scalars.count:
          result.append(.exactly(scalars[index]))
          index += 1
        default: result.append(.exactly(scalar))
        }
      }
      return result
    }

    private mutating func star() -> [Token] {
      let isFolderStart = index < 2 || scalars[index - 2] == "/"
      guard index < scalars.count, scalars[index] == "*" else { return [.some] }
      while index < scalars.count, scalars[index] == "*" { index += 1 }
      if isFolderStart, index < scalars.count, scalars[index] == "/" {
        index += 1
        return [.folders]
      }
      return [.anything]
    }

    /// Parses a set after its "["; nil, with nothing consumed, if no "]" ends it.
    private mutating func set() -> Token? {
      guard !hasNoSetEnd else { return nil }
      var at = index
      let isNegated = at < scalars.count && (scalars[at] == "!" || scalars[at] == "^")
      if isNegated { at += 1 }
      var ranges: [ClosedRange<Unicode.Scalar>] = []
      let start = at
      while at < scalars.count, scalars[at] != "]" || at == start {
        let low = scalars[at]
        if at + 2 < scalars.count, scalars[at + 1] == "-", scalars[at + 2] != "]" {
          if low <= scalars[at + 2] { ranges.append(low...scalars[at + 2]) }
          at += 3
        } else {
          ranges.append(low...low)
          at += 1
        }
      }
      guard at < scalars.count else {
        // A later "[" would not find one either, because every "]" after this one has been
        // examined.
        hasNoSetEnd = true
        return nil
      }
      index = at + 1
      return .oneOf(ranges, isNegated: isNegated)
    }
  }
}

extension Glob {
  /// A pattern that matches `text` alone.
  package static func escaping(_ text: String) -> String {
    text.map { "*?[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
