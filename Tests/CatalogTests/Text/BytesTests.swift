import Base
import TestSupport
import Testing

struct BytesTests {
  @Test func `words are found where they first stand`() {
    var random = SplitMix(seed: 3)
    for _ in 0..<2_000 {
      func text(_ most: Int) -> String {
        String((0..<random.next(most)).map { _ in random.next(3) == 0 ? "b" : "a" } as [Character])
      }
      let (words, bytes) = (text(5), Array(text(14).utf8))
      let literal = (0...bytes.count).first { bytes[$0...].starts(with: words.utf8) }
      let found = bytes.firstRange(of: words.utf8)
      #expect(found == literal.map { $0..<$0 + words.utf8.count }, "\(words) in \(bytes)")
      let tail = bytes.dropFirst(3)
      let after = (tail.startIndex...tail.endIndex).first { bytes[$0...].starts(with: words.utf8) }
      #expect(tail.firstRange(of: words.utf8)?.lowerBound == after, "\(words) in \(tail)")
    }
  }
}
