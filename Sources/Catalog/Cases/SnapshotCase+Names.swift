import Base

extension SnapshotCase {
  /// The name of a snapshot by its file's: an image's without its ending.
  static func name(ofFile name: String) -> String {
    FileKind(name: name) == .image ? stem(name) : name
  }

  /// - Parameter path: The failure's path below its root.
  static func key(_ layout: Layout, _ path: String) -> String {
    escaped(path, after: layout.rawValue + ":")
  }

  /// The bytes of a text in printable ASCII, so that no two texts look or compare the same.
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
  /// The places of the cases that the pattern means by identifier, suite, name, or an axis with its
  /// value.
  package func places(in cases: [SnapshotCase]) -> [Int] {
    let areMeant = mapOnAllCores(cases.count, band: 512) { place in
      let snapshot = cases[place]
      return [snapshot.name, snapshot.suite, snapshot.id].contains(where: matches)
        || snapshot.axes.contains { $0.isMeant(by: pattern) }
    }
    return cases.indices.filter { areMeant[$0] }
  }
}
