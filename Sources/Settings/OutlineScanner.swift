/// Goes through a text of TOML from header to key, and skips the values.
///
/// It refuses what would end the program within TOMLKit: a name with too many parts, which is taken
/// apart part within part, a header that names nothing, such as `[!a]`, and a bracket that closes
/// nothing, such as `[}]`, where assertions fail, and a letter beyond ASCII outside of quotes, where
/// a branch is taken that was declared impossible.
/// TOMLKit itself reports every other mistake, and stops at the first one: what is made of
/// the text behind that does not matter.
struct OutlineScanner {
  enum Statement {
    case header([String], isElement: Bool, line: Int)
    case key([String], line: Int)
  }

  /// More than any name of ours has.
  private static let partLimit = 32

  private let file: String
  private var rest: Substring.UnicodeScalarView
  private var line = 1

  init(_ text: String, file: String) {
    self.file = file
    rest = text.unicodeScalars[...]
  }

  /// The next header or key, with its value skipped; nil at the end.
  mutating func next() throws(SettingsError) -> Statement? {
    while let scalar = rest.first {
      switch scalar {
      case "\n":
        rest.removeFirst()
        line += 1
      case " ", "\t", "\r", "\u{FEFF}": rest.removeFirst()
      case "#": skipLine()
      case "[": return try header()
      default:
        let statement = Statement.key(try name(before: "="), line: line)
        try skipValue()
        return statement
      }
    }
    return nil
  }

  private mutating func header() throws(SettingsError) -> Statement {
    let isElement = try skipBrackets()
    let statement = Statement.header(try name(before: "]"), isElement: isElement, line: line)
    rest = rest.drop { $0 == "]" }
    try skipValue(after: "]")
    return statement
  }

  /// Skips the one or two brackets before a name, which must follow, and says whether it is two.
  private mutating func skipBrackets() throws(SettingsError) -> Bool {
    rest = rest.dropFirst().drop(while: Self.isBlank)
    let areTwo = rest.first == "["
    if areTwo { rest = rest.dropFirst().drop(while: Self.isBlank) }
    guard let scalar = rest.first, !"_-\"']".unicodeScalars.contains(scalar),
      !(scalar.isASCII && scalar.properties.isAlphabetic), !("0"..."9").contains(scalar)
    else { return areTwo }
    throw error("not TOML: a header names a table, such as [default].")
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// The parts of a dotted name, up to `end` or the end of the line.
  private mutating func name(before end: Unicode.Scalar) throws(SettingsError) -> [String] {
    var parts = [""]
    while let scalar = rest.first, scalar != end, scalar != "\n", scalar != "#" {
      switch scalar {
      case "\"", "'":
        parts[parts.count - 1].unicodeScalars += skipText()
        continue
      case "[", "{":
        _ = try skipBrackets()
        continue
      case ".":
        parts.append("")
        try check(dots: parts.count - 1)
      case " ", "\t", "\r": break
      default:
        try check(scalar)
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
      rest.removeFirst()
    }
    return parts
  }

  /// Skips what stands between a name and the next statement.
  private mutating func skipValue(after mark: Unicode.Scalar = "=") throws(SettingsError) {
    var dots = 0
    var ends: [Unicode.Scalar] = []
    var last = mark
    while let scalar = rest.first, scalar != "\n" || !ends.isEmpty {
      switch scalar {
      case "#":
        skipLine()
        continue
      case "\"", "'":
        // Elsewhere TOMLKit takes it for a part of a number or a word, and goes on behind it.
        guard "=,[{.".unicodeScalars.contains(last) else {
          throw error("not TOML: \(scalar) stands within a value.")
        }
        _ = skipText()
        last = scalar
        continue
      case "\n": (line, dots) = (line + 1, 0)
      case "[", "{":
        ends.append(scalar == "[" ? "]" : "}")
        dots = 0
      case "]", "}":
        guard ends.popLast() == scalar else { throw error("not TOML: \(scalar) closes nothing.") }
      case "=", ",": dots = 0
      case ".":
        dots += 1
        try check(dots: dots)
      default: try check(scalar)
      }
      if !Self.isBlank(scalar), scalar != "\n", scalar != "\r" { last = scalar }
      rest.removeFirst()
    }
  }

  private func check(dots: Int) throws(SettingsError) {
    if dots >= Self.partLimit { throw error("a name has at most \(Self.partLimit) parts.") }
  }

  private func check(_ scalar: Unicode.Scalar) throws(SettingsError) {
    if !scalar.isASCII { throw error("not TOML: \(scalar) stands outside of quotes.") }
  }

  private func error(_ detail: String) -> SettingsError {
    SettingsError(file, line: line, detail)
  }

  private mutating func skipLine() {
    rest = rest.drop { $0 != "\n" }
  }

  /// Skips a text, from its first quote on.
  ///
  /// - Returns: What it says, escapes as they are written.
  private mutating func skipText() -> Substring.UnicodeScalarView {
    let quote = rest.removeFirst()
    let isLong = rest.starts(with: [quote, quote])
    if isLong { rest = rest.dropFirst(2) }
    let end = [Unicode.Scalar](repeating: quote, count: isLong ? 3 : 1)
    let start = rest
    var isEscaped = false
    while let scalar = rest.first {
      if !isEscaped, rest.starts(with: end) { break }
      if scalar == "\n" {
        // Only a long text goes on; the rest of a broken one is for TOMLKit to refuse.
        guard isLong else { return start[..<rest.startIndex] }
        line += 1
      }
      isEscaped = !isEscaped && scalar == "\\" && quote == "\""
      rest.removeFirst()
    }
    let text = start[..<rest.startIndex]
    rest = rest.dropFirst(end.count)
    return text
  }
}
