/// `file://` URLs as test libraries and terminals print them.
package enum FileAddress {
  /// Returns the path that a URL names; anything else is already a path.
  ///
  /// swift-snapshot-testing puts `file://` before an unescaped path, while others escape it. So
  /// escapes are undone unless a file has the escape itself in its name.
  package static func path(_ given: String) -> String {
    guard given.hasPrefix("file://") else { return given }
    var path = given.dropFirst("file://".count)
    if path.hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
    guard path.hasPrefix("/") else { return given }
    guard path.utf8.contains(UInt8(ascii: "%")), !FileStatus.exists(String(path)) else {
      return String(path)
    }
    return unescaped(path) ?? String(path)
  }

  /// - Returns: nil if the bytes are not a valid path.
  private static func unescaped(_ path: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = path.utf8[...]
    while let byte = rest.popFirst() {
      let digits = Substring(rest.prefix(2))
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
