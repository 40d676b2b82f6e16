/// A pattern for names and paths.
///
/// `*` stands for anything but a slash, `**` for anything, `**/` also for nothing, `?` for one
/// character but a slash, `[a-z]` for one of some and `[!a-z]` for one of the others; a backslash
/// takes the next character as it is. A pattern without a slash is also matched against the last
/// part of a path. Case counts.
public struct Glob: Hashable, Sendable {
  public let pattern: String
  private let tokens: [Token]

  private enum Token: Hashable, Sendable {
    case exactly(Unicode.Scalar)
    case one
    case some
    case anything
    /// `**/`: nothing, or whole folders. Two states: before a folder, and within its name.
    case folders
    case folderName
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  public init(_ pattern: String) {
    self.pattern = pattern
    var parser = Parser(Array(pattern.unicodeScalars))
    tokens = parser.tokens()
  }

  /// Whether the pattern stands for all of `text`; takes time in proportion to both lengths.
  public func matches(_ text: String) -> Bool {
    if run(text.unicodeScalars) { return true }
    guard !pattern.unicodeScalars.contains("/"), let slash = text.lastIndex(of: "/") else {
      return false
    }
    return run(text[text.index(after: slash)...].unicodeScalars)
  }

  /// Follows all ways through the pattern at once, so that no pattern takes long.
  private func run(_ text: some Sequence<Unicode.Scalar>) -> Bool {
    var states = [Bool](repeating: false, count: tokens.count + 1)
    enter(0, &states)
    for scalar in text {
      var next = [Bool](repeating: false, count: tokens.count + 1)
      for (index, token) in tokens.enumerated() where states[index] {
        step(token, at: index, scalar, &next)
      }
      states = next
    }
    return states[tokens.count]
  }

  /// Adds a state and those that are reached from it without a character.
  private func enter(_ index: Int, _ states: inout [Bool]) {
    states[index] = true
    guard index < tokens.count else { return }
    switch tokens[index] {
    case .some, .anything: enter(index + 1, &states)
    case .folders: enter(index + 2, &states)
    default: break
    }
  }

  private func step(_ token: Token, at index: Int, _ scalar: Unicode.Scalar, _ next: inout [Bool]) {
    switch token {
    case .exactly(let wanted): if scalar == wanted { enter(index + 1, &next) }
    case .one: if scalar != "/" { enter(index + 1, &next) }
    case .some: if scalar != "/" { enter(index, &next) }
    case .anything: enter(index, &next)
    case .folders: scalar == "/" ? enter(index, &next) : enter(index + 1, &next)
    case .folderName: scalar == "/" ? enter(index - 1, &next) : enter(index, &next)
    case .oneOf(let ranges, let isNegated):
      if scalar != "/", ranges.contains(where: { $0.contains(scalar) }) != isNegated {
        enter(index + 1, &next)
      }
    }
  }

  private struct Parser {
    let scalars: [Unicode.Scalar]
    var index = 0

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
        return [.folders, .folderName]
      }
      return [.anything]
    }

    /// What follows "["; nil, with nothing consumed, where no "]" ends it.
    private mutating func set() -> Token? {
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
      guard at < scalars.count else { return nil }
      index = at + 1
      return .oneOf(ranges, isNegated: isNegated)
    }
  }
}
