/// Where a TOML file of ours says what: its lines, sections and keys, for messages and for editing.
///
/// TOMLKit, which reads the values, does not tell where they stood.
package struct RuleLines {
  package enum Header: Hashable {
    case top
    case table(String)
    /// The n-th `[[name]]`, counted from 0.
    case element(String, Int)
  }

  struct Key {
    var name: String
    /// Index into `lines`.
    var line: Int
    var header: Header
  }

  /// Without their newlines, but with a carriage return where they have one.
  var lines: [String]
  private(set) var headers: [(header: Header, line: Int)] = [(.top, -1)]
  private(set) var keys: [Key] = []
  /// Where each stands first; a file of many rules asks for each of its keys.
  private var headerLines: [Header: Int] = [:]
  private var keyLines: [Header: [String: Int]] = [:]

  package init(_ text: String) {
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var counts: [String: Int] = [:]
    var openQuote: String?
    for (number, line) in lines.enumerated() {
      if let quote = openQuote {
        if line.contains(quote) { openQuote = nil }
        continue
      }
      let code = line.trimmingBlanks
      if code.hasPrefix("[[") {
        let name = Self.name(code.dropFirst(2))
        headers.append((.element(name, counts[name, default: 0]), number))
        counts[name, default: 0] += 1
      } else if code.hasPrefix("[") {
        headers.append((.table(Self.name(code.dropFirst())), number))
      } else if let (name, value) = Self.assignment(code) {
        keys.append(Key(name: name, line: number, header: headers.last!.header))
        openQuote = Self.openQuote(value)
      }
    }
    for (header, line) in headers where line >= 0 && headerLines[header] == nil {
      headerLines[header] = line
    }
    for key in keys where keyLines[key.header]?[key.name] == nil {
      keyLines[key.header, default: [:]][key.name] = key.line
    }
  }

  /// The number to show for where a key stands, counted from 1.
  package func number(of key: String, in header: Header) -> Int? {
    (keyLines[header]?[key]).map { $0 + 1 } ?? number(of: header)
  }

  func number(of header: Header) -> Int? {
    headerLines[header].map { $0 + 1 }
  }

  /// Where a key of the top level first stands, as a key or as a header.
  package func numberOfTop(_ name: String) -> Int? {
    let header = headers.first {
      switch $0.header {
      case .table(let table), .element(let table, _):
        table == name || table.hasPrefix(name + ".")
      case .top: false
      }
    }
    let key = keys.first {
      $0.header == .top && ($0.name == name || $0.name.hasPrefix(name + "."))
    }
    return [header?.line, key?.line].compactMap { $0 }.min().map { $0 + 1 }
  }

  private static func name(_ text: Substring) -> String {
    unquoted(text.prefix { $0 != "]" })
  }

  private static func unquoted(_ text: Substring) -> String {
    let name = String(text).trimmingBlanks
    guard name.count >= 2, let quote = name.first, quote == "\"" || quote == "'", name.last == quote
    else { return name }
    return String(name.dropFirst().dropLast())
  }

  private static func assignment(_ code: String) -> (name: String, value: Substring)? {
    guard !code.hasPrefix("#"), let sign = code.firstIndex(of: "=") else { return nil }
    return (unquoted(code[..<sign]), code[code.index(after: sign)...])
  }

  /// The quotes of a text that goes on in the next line.
  private static func openQuote(_ value: Substring) -> String? {
    for quote in ["\"\"\"", "'''"] where String(value).trimmingBlanks.hasPrefix(quote) {
      let rest = String(value).trimmingBlanks.dropFirst(3)
      return rest.contains(quote) ? nil : quote
    }
    return nil
  }
}

extension String {
  /// Without blanks, tabs and carriage returns at both ends.
  var trimmingBlanks: String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" || scalar == "\r" }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[start...end])
  }
}
