import TOMLKit

/// Reads the TOML of every file of settings.
package enum TOMLText {
  package struct Fault: Error {
    /// Counted from 1; nil where the text as a whole is meant.
    package var line: Int?
    /// A sentence.
    package var words: String
  }

  /// Names with more parts are in no file of ours; TOMLKit takes each part apart within the one
  /// before, so that a million of them end the program.
  private static let partLimit = 32

  /// - Note: The values point into the table: it must outlive them.
  package static func table(_ text: String) throws(Fault) -> TOMLTable {
    if let fault = fault(in: text) { throw fault }
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw Fault(
        line: error.source.begin.line, words: "not TOML: \(printable(error.description)).")
    } catch {
      throw Fault(line: nil, words: "not TOML.")
    }
  }

  /// What ends the program within TOMLKit: a name with too many parts, and a header that names
  /// nothing, such as `[!a]`, where an assertion fails.
  private static func fault(in text: String) -> Fault? {
    let newline = UInt8(ascii: "\n")
    var rest = Array(text.utf8)[...]
    var (line, dots, depth, isValue) = (1, 0, 0, false)
    while let byte = rest.popFirst() {
      switch byte {
      case newline: (line, dots, isValue) = (line + 1, 0, depth > 0)
      case UInt8(ascii: "#"): rest = rest.drop { $0 != newline }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): line += skipText(in: &rest, quote: byte)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if isValue { depth += 1 } else if !isName(rest) { return Fault(line: line, words: noName) }
        dots = 0
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "="): (dots, isValue) = (0, true)
      case UInt8(ascii: ","): dots = 0
      case UInt8(ascii: "."):
        dots += 1
        if dots >= partLimit {
          return Fault(line: line, words: "a name has at most \(partLimit) parts.")
        }
      default: break
      }
    }
    return nil
  }

  private static let noName = "not TOML: a header names a table, such as [default]."

  /// Whether what follows the first bracket of a header begins a name, or ends the header or the
  /// text.
  private static func isName(_ rest: ArraySlice<UInt8>) -> Bool {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = rest.drop(while: isBlank)
    if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst().drop(while: isBlank) }
    guard let byte = rest.first else { return true }
    return Character(Unicode.Scalar(byte)).isASCII
      && (Character(Unicode.Scalar(byte)).isLetter || "0123456789_-\"']".utf8.contains(byte))
  }

  /// Skips a text behind its first quote.
  ///
  /// - Returns: The newlines in it.
  private static func skipText(in rest: inout ArraySlice<UInt8>, quote: UInt8) -> Int {
    let isLong = rest.starts(with: [quote, quote])
    let end = [UInt8](repeating: quote, count: isLong ? 3 : 1)
    if isLong { rest = rest.dropFirst(2) }
    var lines = 0
    while let byte = rest.first {
      if rest.starts(with: end) {
        rest = rest.dropFirst(end.count)
        break
      }
      if byte == UInt8(ascii: "\n") {
        // Only a long text goes on; the rest of a broken one is for TOMLKit to refuse.
        if !isLong { break }
        lines += 1
      }
      let isEscape = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      rest = rest.dropFirst(isEscape && rest.dropFirst().first != UInt8(ascii: "\n") ? 2 : 1)
    }
    return lines
  }
}
