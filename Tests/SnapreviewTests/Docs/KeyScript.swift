import ReviewUI

/// Keys as text: "jj+a" is four of them, and names stand in angle brackets as in "/pay<enter>".
enum KeyScript {
  struct UnknownKey: Error {
    let name: String
  }

  /// - Throws: `UnknownKey` for a name that is not in the key table's notation.
  static func parse(_ text: String) throws -> [Key] {
    var keys: [Key] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "<" else {
        keys.append(.character(character))
        continue
      }
      let name = String(rest.prefix { $0 != ">" })
      keys.append(try key(name, isClosed: name.count < rest.count))
      rest = rest.dropFirst(name.count + 1)
    }
    return keys
  }

  private static func key(_ name: String, isClosed: Bool) throws -> Key {
    if isClosed, name == "lt" { return .character("<") }
    let keys = KeyMap.parse(name)
    guard isClosed, name.count > 1, keys.count == 1 else { throw UnknownKey(name: name) }
    return keys[0]
  }
}
