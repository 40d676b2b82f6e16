/// A pattern for names and paths.
///
/// `*` matches anything but a slash, `**` anything, `**/` any folders or none, `?` one character
/// but a slash, `[a-z]` one character of a set and `[!a-z]` one outside it; a backslash escapes the
/// next character. A pattern without a slash is also matched against the last part of a path.
/// Matching is case-sensitive.
package struct Glob: Hashable, Sendable {
  package let pattern: String
  private let tokens: [Token]
  private let hasSlash: Bool
  /// What each text that matches begins with, where that is certain.
  private let firstByte: UInt8?

  private enum Token: Hashable, Sendable {
    case exactly(Unicode.Scalar)
    case one
    case some
    case anything
    /// `**/`: nothing, or whole folders.
    case folders
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    /// For the tokens that match one character.
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
    if case .exactly(let scalar)? = tokens.first, scalar.isASCII {
      firstByte = UInt8(scalar.value)
    } else {
      firstByte = nil
    }
  }

  /// Whether the pattern matches all of `text`.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches($0) }
  }

  /// Whether the pattern can match a text that begins so, unless it means the last part alone.
  func mayMatch(beginning start: String) -> Bool {
    firstByte == nil || firstByte == start.utf8.first
  }

  /// - Parameter text: UTF-8.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if run(text) { return true }
    guard !hasSlash, let slash = text.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return run(UnsafeBufferPointer(rebasing: text[(slash + 1)...]))
  }

  /// Matches from left to right. On a mismatch the latest `*` takes one more character, or else the
  /// latest `**`. Earlier stars need not be tried again: whatever they could take, the latest
  /// reaches as well, as no `*` leaves its folder. So no pattern takes long.
  private func run(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if firstByte != nil, firstByte != text.first { return false }
    var (token, at) = (0, 0)
    // The token behind the star, and where that was tried last.
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
      } else if let next, at < text.count, case (let scalar, let end) = text.scalar(at),
        next.takes(scalar)
      {
        (token, at) = (token + 1, end)
      } else if let from = star, from.at < text.count, text[from.at] != UInt8(ascii: "/") {
        (token, at) = (from.token, text.scalar(from.at).end)
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

  /// Where a `**` ends that takes more: with the next character, or with the next folder.
  private func further(
    _ star: (token: Int, at: Int), in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard tokens[star.token - 1] == .folders else {
      return star.at < text.count ? text.scalar(star.at).end : nil
    }
    return text[star.at...].firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 }
  }

  private struct Parser {
    let scalars: [Unicode.Scalar]
    var index = 0
    /// Whether there is no "]" any more: looked for once, and not for every "[" again.
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

    /// What follows "["; nil, with nothing consumed, where no "]" ends it.
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
        // A later "[" would find none either: each "]" behind this one has been looked at.
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

extension UnsafeBufferPointer<UInt8> {
  /// The character that begins at a place of a text in UTF-8, and where it ends.
  fileprivate func scalar(_ start: Int) -> (Unicode.Scalar, end: Int) {
    if self[start] < 0x80 { return (Unicode.Scalar(self[start]), start + 1) }
    var bytes = self[start...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else {
      return ("\u{FFFD}", start + 1)
    }
    return (scalar, start + UTF8.width(scalar))
  }
}
