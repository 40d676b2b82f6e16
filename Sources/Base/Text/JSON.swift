/// A JSON value whose keys keep their order.
package enum JSON: Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  package static func == (first: JSON, second: JSON) -> Bool { first.text == second.text }

  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// The value on one line, without spaces.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): value.isFinite ? "\(value)" : "null"
    case .string(let value): JSON.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map(JSON.member).joined(separator: ",") + "}"
    }
  }

  private static func member(key: String, value: JSON) -> String { quoted(key) + ":" + value.text }

  /// Escapes what JSON requires and any character that a terminal would not show literally; slashes
  /// are not escaped.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isUnsafeOnTerminal: result += escaped(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { "\\u" + $0.digits(4, radix: 16) }.joined()
  }
}

extension JSON {
  /// No side, count or sum of an image has more digits, and the product of two such numbers does
  /// not overflow.
  private static let mostDigits = 9

  /// True if no number has more digits before its point, or a positive exponent.
  package static func hasModestNumbers(_ bytes: [UInt8]) -> Bool {
    var (place, digits, isFraction) = (0, 0, false)
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if !isFraction { digits += 1 }
        if digits > mostDigits { return false }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // Otherwise it is the "e" of a word such as true.
        if digits > 0 && (place == bytes.count || bytes[place] != UInt8(ascii: "-")) {
          return false
        }
        isFraction = digits > 0
      case UInt8(ascii: "-"): break
      default:
        if byte == UInt8(ascii: "\"") { place = endOfText(bytes, place) }
        (digits, isFraction) = (0, false)
      }
    }
    return true
  }

  /// Returns the index after the quote that ends a string.
  private static func endOfText(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      place += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { break }
    }
    return place
  }
}
