import PNGCodec

/// What a log of xcodebuild says of the references that tests compared with.
struct TestLog: Sendable {
  /// Paths in the order of their failures, by "Class/test".
  private(set) var references: [String: [String]] = [:]

  init(_ text: String) {
    var test = ""
    var before: Substring = ""
    for line in text.split(whereSeparator: \.isNewline) {
      if let name = Self.test(in: line) { test = name }
      let line = line.drop(while: \.isWhitespace)
      if let path = Self.reference(in: line, after: before) {
        references[test, default: []].append(path)
      }
      before = line
    }
  }

  /// Reads the file that the user named.
  init(contentsOf path: String) throws(CatalogError) {
    do throws(SystemError) {
      let bytes = try Disk.real.read(path).bytes
      self.init(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CatalogError(
        error.isMissing ? .missing : .unreadable,
        "--log \(printable(path)): \(error). Name a log of xcodebuild.")
    }
  }

  /// "LoginTests/testDark" of "… -[AppTests.LoginTests testDark] …".
  private static func test(in line: Substring) -> String? {
    guard let open = line.firstRange(of: "-["),
      let close = line[open.upperBound...].firstIndex(of: "]")
    else { return nil }
    let parts = line[open.upperBound..<close].split(separator: " ")
    guard parts.count == 2, let name = parts[0].split(separator: ".").last else { return nil }
    return "\(name)/\(parts[1])"
  }

  /// The reference that a line names, by swift-snapshot-testing and by AFSnapshotTesting.
  private static func reference(in line: Substring, after before: Substring) -> String? {
    if before.hasPrefix("@\u{2212}"), line.hasPrefix("\"file://"),
      let end = line.lastIndex(of: "\""), end > line.startIndex
    {
      return String(line[..<end].dropFirst(8))
    }
    guard let start = line.firstRange(of: "Difference image save to file://") else { return nil }
    let path = line[start.upperBound...].prefix { !$0.isWhitespace }
    let parts = Paths.components(unescaped(path))
    guard let at = parts.lastIndex(of: Substring(Finder.differenceFolder)),
      let name = parts.last, name.hasSuffix(".diff.png")
    else { return nil }
    let folders = parts[..<at] + parts[(at + 1)...].dropLast()
    return "/" + folders.joined(separator: "/") + "/" + name.dropLast(9) + ".png"
  }

  /// An address without its escapes.
  private static func unescaped(_ address: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = address.utf8[...]
    while let byte = rest.popFirst() {
      let digits = Substring(rest.prefix(2))
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
