/// A TOML 1.0 parser that keeps the line of every key.
///
/// We wrote our own because error messages and edits need these lines and no package provides them.
/// Using a package as well would mean parsing twice, and adding C++ to the program.
struct TOMLParser {
  /// The nesting limit for keys and lists, far beyond any setting; both are parsed recursively.
  private static let depthLimit = 32

  /// The parsed text.
  let top = TOMLNode(.header, line: 1)
  /// The line of the first header; nil if there is none.
  private(set) var firstHeader: Int?

  let file: String
  var rest: Substring.UnicodeScalarView
  var line = 1
  /// The line of the current key or header; its whole value counts as being on this line.
  var keyLine = 1

  init(_ text: String, file: String) throws(SettingsError) {
    self.file = file
    rest = text.unicodeScalars[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    var section = top
    skipLines()
    while !rest.isEmpty {
      keyLine = line
      if take("[") {
        section = try header()
      } else {
        try assign(in: section, depth: 0)
      }
      skipBlanks()
      skipComment()
      guard rest.isEmpty || takeNewline() else { throw unexpected("the end of the line") }
      skipLines()
    }
  }

  /// Parses a header after its first bracket.
  ///
  /// - Returns: The section that it opens.
  private mutating func header() throws(SettingsError) -> TOMLNode {
    firstHeader = firstHeader ?? line
    let isElement = take("[")
    var path = try name()
    try expect("]")
    if isElement, !take("]") { throw unexpected("]]") }
    let last = path.removeLast()
    var parent = top
    for part in path {
      let node = parent.child(part, orNew: .implied, line: line)
      if case .value = node.form { throw taken(path + [last]) }
      parent = node.elements.last ?? node
    }
    let node = parent.child(last, orNew: isElement ? .list : .implied, line: line)
    switch node.form {
    case .list where isElement:
      node.elements.append(TOMLNode(.header, line: line))
      return node.elements[node.elements.count - 1]
    case .implied where !isElement:
      node.form = .header
      return node
    default: throw taken(path + [last])
    }
  }

  /// Parses `name = value` into a section.
  private mutating func assign(in section: TOMLNode, depth: Int) throws(SettingsError) {
    var path = try name()
    try expect("=")
    skipBlanks()
    let last = path.removeLast()
    var parent = section
    for part in path {
      parent = parent.child(part, orNew: .dotted, line: keyLine)
      guard case .dotted = parent.form else { throw taken(path + [last]) }
    }
    guard parent.children[last] == nil else { throw taken(path + [last]) }
    parent.children[last] = TOMLNode(.value(try value(depth: depth)), line: keyLine)
  }

  /// Parses the parts of a dotted name, including surrounding blanks.
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
    if let quote = quote() { return try text(in: [quote]) }
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
}

// Values.
extension TOMLParser {
  private mutating func value(depth: Int) throws(SettingsError) -> Setting.Value {
    if depth > Self.depthLimit { throw error("lists stand at most \(Self.depthLimit) deep.") }
    if let quote = quote() {
      let long = [quote, quote, quote]
      return .text(try text(in: rest.starts(with: long) ? long : [quote]))
    }
    if take("[") { return .list(try list(depth: depth + 1)) }
    if take("{") { return .table(try table(depth: depth + 1)) }
    return try word()
  }

  /// Parses a list after its bracket.
  private mutating func list(depth: Int) throws(SettingsError) -> [Setting] {
    var elements: [Setting] = []
    skipLines()
    while !take("]") {
      elements.append(Setting(value: try value(depth: depth), file: file, line: keyLine))
      skipLines()
      if !take(",") {
        try expect("]")
        break
      }
      skipLines()
    }
    return elements
  }

  /// Parses an inline table after its brace.
  private mutating func table(depth: Int) throws(SettingsError) -> SettingsTable {
    let node = TOMLNode(.header, line: keyLine)
    skipBlanks()
    if !take("}") {
      repeat {
        try assign(in: node, depth: depth)
        skipBlanks()
      } while take(",")
      try expect("}")
    }
    return node.table(file, line: keyLine)
  }

  private mutating func word() throws(SettingsError) -> Setting.Value {
    if takeMoment() { return .other }
    let start = rest
    guard takeNumber() || take(form: "true") || take(form: "false") else {
      throw unexpected("a value")
    }
    let word = String(start[..<rest.startIndex]).filter { $0 != "_" }
    if let flag = Bool(word) { return .flag(flag) }
    let radix = ["0x": 16, "0o": 8, "0b": 2][word.prefix(2)]
    let whole = radix.map { Int(word.dropFirst(2), radix: $0) } ?? Int(word)
    if let whole { return .whole(whole) }
    guard radix == nil, word.contains(where: ".eEn".contains), let number = Double(word),
      number.isFinite || word.contains("n")
    else {
      throw error("not TOML: \(word) is too large.")
    }
    return .number(number)
  }

  /// Parses a date, a time, or both.
  private mutating func takeMoment() -> Bool {
    guard take(form: "0000-00-00") else { return takeTime() }
    let day = rest
    guard take("T") || take("t") || take(" "), takeTime() else {
      rest = day
      return true
    }
    _ = take("Z") || take("z") || take(form: "+00:00") || take(form: "-00:00")
    return true
  }

  private mutating func takeTime() -> Bool {
    guard take(form: "00:00:00") else { return false }
    let whole = rest
    if !take(".") || !takeDigits("0123456789", mayGroup: false) { rest = whole }
    return true
  }

  /// Parses a number; leaves `rest` unchanged if there is none.
  private mutating func takeNumber() -> Bool {
    let start = rest
    for (mark, digits) in [
      ("0x", "0123456789ABCDEFabcdef"), ("0o", "01234567"), ("0b", "01"),
    ] {
      if take(form: mark, digit: nil), takeDigits(digits) { return true }
      rest = start
    }
    _ = take("+") || take("-")
    if take(form: "inf") || take(form: "nan") { return true }
    guard take("0") || takeDigits("0123456789") else {
      rest = start
      return false
    }
    var end = rest
    if !take(".") || !takeDigits("0123456789") { rest = end }
    end = rest
    guard take("e") || take("E") else { return true }
    _ = take("+") || take("-")
    if !takeDigits("0123456789") { rest = end }
    return true
  }

  /// Parses digits, optionally grouped by underscores: "1_000".
  private mutating func takeDigits(_ digits: String, mayGroup: Bool = true) -> Bool {
    let digits = Set(digits.unicodeScalars)
    guard rest.first.map(digits.contains) == true else { return false }
    repeat {
      rest = rest.drop(while: digits.contains)
    } while mayGroup && rest.dropFirst().first.map(digits.contains) == true && take("_")
    return true
  }

  /// Parses a text of a given form, in which `digit` stands for any digit.
  private mutating func take(form: String, digit: Unicode.Scalar? = "0") -> Bool {
    let form = form.unicodeScalars
    let part = rest.prefix(form.count)
    let fits = zip(part, form).allSatisfy { scalar, wanted in
      wanted == digit ? ("0"..."9").contains(scalar) : scalar == wanted
    }
    guard fits, part.count == form.count else { return false }
    rest = rest[part.endIndex...]
    return true
  }

  private func quote() -> Unicode.Scalar? {
    rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
  }

  /// Parses a string between quotes, one or three of them.
  private mutating func text(in quotes: [Unicode.Scalar]) throws(SettingsError) -> String {
    let isLong = quotes.count > 1
    let endless = error("not TOML: the text has no end.")
    rest.removeFirst(quotes.count)
    if isLong { _ = takeNewline() }
    var text = String.UnicodeScalarView()
    while !rest.starts(with: quotes) {
      if takeNewline() {
        guard isLong else { throw endless }
        text.append("\n")
      } else if quotes[0] == "\"", take("\\") {
        if let scalar = try escaped(isLong: isLong) { text.append(scalar) }
      } else {
        guard let scalar = rest.first else { throw endless }
        guard Self.isPlain(scalar) else { throw unexpected("a text without control characters") }
        text.append(scalar)
        rest.removeFirst()
      }
    }
    rest.removeFirst(quotes.count)
    // The last two characters before the end may be quotes themselves.
    for _ in 1..<quotes.count where take(quotes[0]) { text.append(quotes[0]) }
    return String(text)
  }

  /// Parses what follows a backslash.
  ///
  /// - Returns: nil for a line break, which is dropped with all blanks up to the next letter.
  private mutating func escaped(isLong: Bool) throws(SettingsError) -> Unicode.Scalar? {
    let letters: [Unicode.Scalar: Unicode.Scalar] = [
      "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
    ]
    if let letter = rest.first, let scalar = letters[letter] {
      rest.removeFirst()
      return scalar
    }
    if rest.first == "u" || rest.first == "U" {
      let digits = rest.dropFirst().prefix(rest.first == "u" ? 4 : 8)
      guard digits.allSatisfy(\.properties.isASCIIHexDigit),
        digits.count == (rest.first == "u" ? 4 : 8),
        let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
      else { throw error("not TOML: \\\(rest.prefix(1))\(digits) is no letter.") }
      rest = rest[digits.endIndex...]
      return scalar
    }
    skipBlanks()
    guard isLong, takeNewline() else { throw unexpected("an escaped letter") }
    repeat { skipBlanks() } while takeNewline()
    return nil
  }
}
