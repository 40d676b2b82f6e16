/// Goes through a text of TOML from header to key, and skips the values.
///
/// It takes the grammar of TOML 1.0 and nothing else: on some texts that are not TOML, an assertion
/// within TOMLKit ends the program, or it runs into a branch that was declared impossible. What a
/// text or a number means, and which names may come together, TOMLKit says.
struct OutlineScanner {
  enum Statement {
    case header([String], isElement: Bool, line: Int)
    case key([String], line: Int)
  }

  /// Parts of a name, and lists within lists; more than any setting has. TOMLKit takes both apart
  /// one within the other.
  private static let depthLimit = 32

  private let file: String
  private var rest: Substring.UnicodeScalarView
  private var line = 1

  init(_ text: String, file: String) {
    self.file = file
    rest = text.unicodeScalars[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
  }

  /// The next header or key, with its value skipped; nil at the end.
  mutating func next() throws(SettingsError) -> Statement? {
    skipLines()
    if rest.isEmpty { return nil }
    let line = line
    let statement: Statement
    if take("[") {
      let isElement = take("[")
      statement = .header(try name(), isElement: isElement, line: line)
      try expect("]")
      if isElement, !take("]") { throw unexpected("]]") }
    } else {
      statement = .key(try skipAssignment(depth: 0), line: line)
    }
    skipBlanks()
    if rest.first == "#" { skipLine() }
    guard rest.isEmpty || takeNewline() else { throw unexpected("the end of the line") }
    return statement
  }

  /// - Returns: The name before the sign.
  private mutating func skipAssignment(depth: Int) throws(SettingsError) -> [String] {
    let name = try name()
    try expect("=")
    skipBlanks()
    try skipValue(depth: depth)
    return name
  }

  /// The parts of a dotted name, and the blanks about it.
  private mutating func name() throws(SettingsError) -> [String] {
    var parts: [String] = []
    repeat {
      if parts.count == Self.depthLimit {
        throw error("a name has at most \(Self.depthLimit) parts.")
      }
      skipBlanks()
      parts.append(try part())
      skipBlanks()
    } while take(".")
    return parts
  }

  private mutating func part() throws(SettingsError) -> String {
    if let quote = quote() { return try skipText(until: [quote]) }
    let part = rest.prefix { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
      default: false
      }
    }
    if part.isEmpty { throw unexpected("a name") }
    rest = rest[part.endIndex...]
    return String(part)
  }

  private mutating func skipValue(depth: Int) throws(SettingsError) {
    if depth > Self.depthLimit { throw error("lists stand at most \(Self.depthLimit) deep.") }
    if let quote = quote() {
      try skipText(
        until: rest.starts(with: [quote, quote, quote]) ? [quote, quote, quote] : [quote])
    } else if take("[") {
      skipLines()
      while !take("]") {
        try skipValue(depth: depth + 1)
        skipLines()
        if !take(",") {
          try expect("]")
          return
        }
        skipLines()
      }
    } else if take("{") {
      skipBlanks()
      if take("}") { return }
      repeat {
        _ = try skipAssignment(depth: depth + 1)
        skipBlanks()
      } while take(",")
      try expect("}")
    } else {
      let word = Substring(rest)
      guard let match = word.prefixMatch(of: Self.word) else { throw unexpected("a value") }
      rest = rest[match.range.upperBound...]
    }
  }

  /// A day or a time, a number, or one of the four words.
  nonisolated(unsafe) private static let word =
    #/
    [0-9]{4}-[0-9]{2}-[0-9]{2}
      ([Tt\x20][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+\-][0-9]{2}:[0-9]{2})?)?
    | [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?
    | 0x[0-9A-Fa-f]+(_[0-9A-Fa-f]+)* | 0o[0-7]+(_[0-7]+)* | 0b[01]+(_[01]+)*
    | [+\-]?[0-9]+(_[0-9]+)*(\.[0-9]+(_[0-9]+)*)?([eE][+\-]?[0-9]+(_[0-9]+)*)?
    | [+\-]?(inf|nan) | true | false
    /#

  private func quote() -> Unicode.Scalar? {
    rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
  }

  /// - Returns: What the text says, escapes as they are written.
  @discardableResult
  private mutating func skipText(until end: [Unicode.Scalar]) throws(SettingsError) -> String {
    let isLong = end.count > 1
    let start = error("not TOML: the text has no end.")
    rest.removeFirst(end.count)
    let text = rest
    var isEscaped = false
    while isEscaped || !rest.starts(with: end) {
      guard let scalar = rest.first, isLong || scalar != "\n" else { throw start }
      if scalar == "\n" { line += 1 }
      isEscaped = !isEscaped && scalar == "\\" && end[0] == "\""
      rest.removeFirst()
    }
    let said = text[..<rest.startIndex]
    rest.removeFirst(end.count)
    // The last two before the end may be quotes themselves.
    if isLong { for _ in 0..<2 { _ = take(end[0]) } }
    return String(said)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeNewline() -> Bool {
    let isNewline = rest.first == "\n" || rest.starts(with: ["\r", "\n"])
    guard isNewline else { return false }
    rest.removeFirst(rest.first == "\n" ? 1 : 2)
    line += 1
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(SettingsError) {
    skipBlanks()
    if !take(scalar) { throw unexpected(String(scalar)) }
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == " " || $0 == "\t" }
  }

  /// Skips what may stand between two statements, and within a list.
  private mutating func skipLines() {
    repeat {
      skipBlanks()
      if rest.first == "#" { skipLine() }
    } while takeNewline()
  }

  private mutating func skipLine() {
    rest = rest.drop { $0 != "\n" }
  }

  private func unexpected(_ wanted: String) -> SettingsError {
    let found: String =
      switch rest.first {
      case nil: "the end of the file"
      case "\n", "\r": "the end of the line"
      case let scalar?: String(scalar)
      }
    return error("not TOML: expected \(wanted), found \(found).")
  }

  private func error(_ detail: String) -> SettingsError {
    SettingsError(file, line: line, detail)
  }
}
