import Base

extension SnapshotCase {
  /// Returns a snapshot's name from its file's name; the ending of an image is left out.
  static func name(ofFile name: String) -> String {
    FileKind(name: name) == .image ? stem(name) : name
  }

  static func key(_ layout: Layout, _ path: String) -> String {
    escaped(path, after: layout.rawValue + ":")
  }

  /// Escapes a text to printable ASCII, so that different texts never look or compare the same.
  static func escaped(_ text: String, after prefix: String = "") -> String {
    if text.utf8.allSatisfy(isPlain) { return prefix + text }
    var result = Array(prefix.utf8)
    result.reserveCapacity(prefix.utf8.count + text.utf8.count)
    for byte in text.utf8 {
      if isPlain(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "%")
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}

extension Glob {
  /// Returns the positions of the cases whose identifier, suite, name or axis with its value
  /// matches the pattern.
  package func places(in cases: [SnapshotCase]) -> [Int] {
    let areMeant = mapOnAllCores(cases.count, band: 512) { place in
      let snapshot = cases[place]
      return [snapshot.name, snapshot.suite, snapshot.id].contains(where: matches)
        || snapshot.axes.contains { $0.isMeant(by: pattern) }
    }
    return cases.indices.filter { areMeant[$0] }
  }
}
