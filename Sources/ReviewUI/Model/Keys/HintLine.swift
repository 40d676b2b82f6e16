/// A line of keys with what they do. Clicking on the words types the key.
struct HintLine {
  typealias Hint = (key: String, words: String)

  enum Style: Hashable { case plain, strong, warning }

  /// The texts before the hints and at the right end of the line.
  var left = ""
  var right = ""
  let hints: [Hint]
  private(set) var gap = "  "
  var style = Style.plain

  init(_ hints: [Hint] = []) { self.hints = hints }

  /// Creates a line of words.
  init(_ left: String, right: String = "", _ style: Style = .strong) {
    (hints, self.left, self.right, self.style) = ([], left, right, style)
  }

  /// Creates a line of as many hints as fit, and always those in `always`.
  init(_ hints: [Hint], behind left: String = "", always: [Hint] = [], width: Int) {
    let all = HintLine(hints + always)
    let tight = stride(from: hints.count, through: 0, by: -1).map { count in
      var line = HintLine(hints.prefix(count) + always)
      line.gap = ""
      return line
    }
    let room = width - displayWidth(of: left)
    self = ([all] + tight).first { $0.width <= room } ?? tight[tight.count - 1]
    self.left = left
  }

  /// The number of columns of the line, without the text at the right.
  var width: Int { hints.reduce(displayWidth(of: left)) { $0 + width(of: $1) } }

  private func width(of hint: Hint) -> Int { displayWidth(of: " \(hint.key) \(hint.words)\(gap)") }

  /// Returns the first key of the hint at a column; nil if there is no hint.
  func key(at column: Int) -> [Key]? {
    var start = displayWidth(of: left)
    for hint in hints {
      let end = start + width(of: hint)
      if start..<end ~= column {
        let name = hint.key.split(separator: " ").first.map(String.init) ?? ""
        let keys = KeyMap.parse(Self.signs[name] ?? name)
        return keys.isEmpty ? nil : keys
      }
      start = end
    }
    return nil
  }

  /// The keys that hints show as a symbol.
  private static let signs = ["←": "Left", "→": "Right", "↑": "Up", "↓": "Down"]
}
