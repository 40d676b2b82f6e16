/// A name, or a word to find in names, in lowercase.
///
/// ASCII is compared byte by byte, so each letter typed costs a millisecond for ten thousand names;
/// everything else is compared as strings, so an accent is found in any encoding.
struct SearchText: Sendable {
  private let text: String
  /// Nil if the text is not ASCII.
  private let bytes: [UInt8]?

  init(_ text: some StringProtocol) {
    self.text = text.lowercased()
    bytes = self.text.utf8.allSatisfy { $0 < 128 } ? Array(self.text.utf8) : nil
  }

  func contains(_ word: SearchText) -> Bool {
    guard let bytes else { return text.contains(word.text) }
    guard let wanted = word.bytes, wanted.count <= bytes.count else { return false }
    guard let first = wanted.first else { return true }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
