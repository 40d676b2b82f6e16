import Libc

/// A file's name or path, compared byte by byte.
///
/// Swift considers "é" and "e" with a combining accent equal, and hashes them alike. A file system
/// may keep two files by these names, and an action on one must not reach the other.
package struct ExactName: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (first: ExactName, second: ExactName) -> Bool {
    // Compare in place: the strings' own views would take a sixth of the search's time.
    let inPlace = unsafe first.text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe second.text.utf8.withContiguousStorageIfAvailable { other in
        unsafe bytes.count == other.count
          && (bytes.isEmpty
            || memcmp(bytes.baseAddress!, other.baseAddress!, bytes.count) == 0)
      }
    }
    return (inPlace ?? nil) ?? first.text.utf8.elementsEqual(second.text.utf8)
  }

  /// Equal bytes mean equal texts, so the text's hash is valid.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package static func < (first: ExactName, second: ExactName) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }
}

extension Set<ExactName> {
  package func contains(_ path: String) -> Bool { contains(ExactName(path)) }
}
