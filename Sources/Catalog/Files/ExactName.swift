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

  package func hash(into hasher: inout Hasher) { hasher.combine(digest(of: text)) }
}

extension ExactName: Comparable {
  package static func < (first: ExactName, second: ExactName) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }
}

/// The names of the files in one folder, each once, in the order in which they were read.
package struct FileNames: Sendable, Sequence {
  private var names: [String] = []
  /// The place of each name, at its digest or in the next free slot; 0 is a free one. A set of
  /// strings takes three times as long to fill.
  private var slots: [UInt32] = []
  /// Names outside of ASCII by what Unicode takes for the same.
  private var equivalents: [String: ExactName] = [:]

  package var count: Int { names.count }

  package mutating func insert(_ name: String) {
    if (names.count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: name)
    guard slots[slot] == 0 else { return }
    names.append(name)
    slots[slot] = UInt32(names.count)
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    equivalents[name] = Swift.min(equivalents[name] ?? ExactName(name), ExactName(name))
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: Swift.max(16, slots.count * 2))
    for (index, name) in names.enumerated() { slots[slot(of: name)] = UInt32(index + 1) }
  }

  /// Where a name stands, or would.
  private func slot(of name: String) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: digest(of: name)) & mask
    while slots[slot] != 0, ExactName(names[Int(slots[slot]) - 1]) != ExactName(name) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  /// The name as the folder spells it. A file system may compose accents otherwise than the one
  /// that a name comes from: where only such a spelling is there, it is meant.
  package func spelling(of name: String) -> String? {
    guard !names.isEmpty else { return nil }
    if slots[slot(of: name)] != 0 { return name }
    return equivalents.isEmpty ? nil : equivalents[name]?.text
  }

  package func makeIterator() -> some IteratorProtocol<String> { names.makeIterator() }
}
