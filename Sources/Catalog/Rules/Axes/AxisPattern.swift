/// The form of a case's name, with a gap for each part that has a meaning:
/// `*-{browser}-{platform=linux|darwin}`.
///
/// A gap matches letters and digits, or one of the words after its `=`; `*` matches anything, as
/// much as possible.
struct AxisPattern: Hashable, Sendable {
  private enum Token: Hashable, Sendable {
    case exactly(Character)
    case anything
    case gap(axis: String, words: [String])
  }

  private let tokens: [Token]

  /// - Returns: nil if a gap is not closed, has no valid name, lists no words, or has another gap's
  ///   name.
  init?(_ pattern: String) {
    var tokens: [Token] = []
    var rest = pattern[...]
    while let first = rest.popFirst() {
      switch first {
      case "*": tokens.append(.anything)
      case "{":
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let parts = rest[..<end].split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts.count > 1 ? parts[1].split(separator: "|").map(String.init) : []
        guard AxisValue.isName(String(parts[0])), parts.count == 1 || !words.isEmpty
        else { return nil }
        tokens.append(.gap(axis: String(parts[0]), words: words))
        rest = rest[rest.index(after: end)...]
      default: tokens.append(.exactly(first))
      }
    }
    self.tokens = tokens
    guard Set(axes).count == axes.count else { return nil }
  }

  /// The names of the gaps, in order.
  var axes: [String] { tokens.compactMap { if case .gap(let axis, _) = $0 { axis } else { nil } } }

  /// Returns the values of the gaps if a whole name has this form.
  func values(in name: String) -> [AxisValue]? {
    var match = Match(tokens: tokens, name: Array(name))
    return match.run(0, 0) ? match.values.reversed() : nil
  }

  /// Tries each token in turn, and never repeats a failed attempt, so matching any name is fast.
  private struct Match {
    let tokens: [Token]
    let name: [Character]
    /// The values of the gaps, the last gap's first.
    private(set) var values: [AxisValue] = []
    /// The keys of the tokens that have failed at a position in the name.
    private(set) var failed: Set<Int> = []

    mutating func run(_ token: Int, _ start: Int) -> Bool {
      guard token < tokens.count else { return start == name.count }
      let key = token * (name.count + 1) + start
      guard !failed.contains(key) else { return false }
      for end in ends(of: tokens[token], from: start) where run(token + 1, end) {
        if case .gap(let axis, _) = tokens[token] {
          values.append(AxisValue(axis: axis, value: String(name[start..<end])))
        }
        return true
      }
      failed.insert(key)
      return false
    }

    /// Returns the indices at which a token may end, the furthest first.
    private func ends(of token: Token, from start: Int) -> [Int] {
      switch token {
      case .exactly(let wanted):
        return start < name.count && name[start] == wanted ? [start + 1] : []
      case .anything: return (start...name.count).reversed()
      case .gap(_, let words) where !words.isEmpty:
        return words.filter { name[start...].starts(with: $0) }.map { start + $0.count }
          .sorted(by: >)
      case .gap:
        let end = name[start...].firstIndex { !$0.isLetter && !$0.isNumber } ?? name.count
        return (start..<end).map { $0 + 1 }.reversed()
      }
    }
  }
}
