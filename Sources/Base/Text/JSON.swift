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
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
