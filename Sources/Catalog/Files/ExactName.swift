import Libc

/// A file's name or path, compared byte by byte.
///
/// Swift considers "é" and "e" with an accent equal, as do their hashes; a file system may keep
/// two files by these names, and what is meant for one must not reach the other.
package struct ExactName: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (first: ExactName, second: ExactName) -> Bool {
    // Byte by byte in Swift this is a twelfth of the time that a folder of failures takes.
    var (one, other) = (first.text, second.text)
    let count = one.utf8.count
    guard count == other.utf8.count, count > 0 else { return count == other.utf8.count }
    return one.withUTF8 { bytes in
      other.withUTF8 { memcmp(bytes.baseAddress!, $0.baseAddress!, count) == 0 }
    }
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactName: Comparable {
  package static func < (first: ExactName, second: ExactName) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }
}

/// The names of the files in one folder.
package struct FileNames: Sendable, Sequence {
  private var names: Set<ExactName> = []
  /// Names outside of ASCII by what Unicode takes for the same.
  private var equivalents: [String: ExactName] = [:]

  package var count: Int { names.count }

  package mutating func insert(_ name: String) {
    let name = ExactName(name)
    guard names.insert(name).inserted, !name.text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    equivalents[name.text] = Swift.min(equivalents[name.text] ?? name, name)
  }

  /// The name as the folder spells it. A file system may compose accents otherwise than the one
  /// that a name comes from: where only such a spelling is there, it is meant.
  package func spelling(of name: String) -> String? {
    if names.contains(ExactName(name)) { return name }
    return equivalents.isEmpty ? nil : equivalents[name]?.text
  }

  package func makeIterator() -> some IteratorProtocol<String> {
    names.lazy.map(\.text).makeIterator()
  }
}
