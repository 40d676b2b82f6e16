// Loops over all bytes of a file are here: some targets are compiled without the optimiser's passes,
// where such a loop takes twenty times as long.

extension [UInt8] {
  /// A line of a log without colours and surrounding spaces.
  package init(printed raw: UnsafeBufferPointer<UInt8>) {
    self = []
    var isInEscape = false
    for place in raw.indices {
      let byte = unsafe raw[place]
      if byte == 0x1B {
        isInEscape = true
      } else if !isInEscape {
        append(byte)
      } else if byte >= 0x40, byte != UInt8(ascii: "[") {
        // The last byte of a control sequence.
        isInEscape = false
      }
    }
    while let last, last <= 0x20 { removeLast() }
    removeFirst(prefix { $0 <= 0x20 }.count)
  }

  package func count(of byte: UInt8) -> Int { count { $0 == byte } }

  package func firstRange(of words: String.UTF8View, from start: Int = 0) -> Range<Int>? {
    self[Swift.min(start, count)...].firstRange(of: words)
  }
}

extension [UInt8] {
  /// Appends a number as eight bytes, the lowest first.
  package mutating func append(number: UInt64) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe self += $0 }
  }

  /// The number stored in the eight bytes at an index.
  package func number(at place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[place + $1]) << (8 * UInt64($1)) }
  }
}

/// Words that are looked for together, in one pass over hundreds of megabytes.
package struct WordSet: Sendable {
  private let words: [[UInt8]]
  /// True for the first two bytes of each word, which rule out most positions in a text.
  private let beginnings: [Bool]

  /// - Parameter words: Words of two bytes or more.
  package init(_ words: [String]) {
    self.words = words.map { Array($0.utf8) }
    beginnings = self.words.reduce(into: [Bool](repeating: false, count: 1 << 16)) {
      $0[Int($1[0]) << 8 | Int($1[1])] = true
    }
  }

  /// False if no word is among a name's letters, ignoring case and what is between them; true for
  /// names that are not ASCII.
  package func mayOccur(amongLettersOf name: String) -> Bool {
    let letters = name.utf8.map { $0 | 0x20 }.filter { 0x61...0x7A ~= $0 || $0 >= 0x80 }
    guard letters.allSatisfy({ $0 < 0x80 }) else { return true }
    return unsafe letters.withUnsafeBufferPointer { unsafe occur(in: $0) }
  }

  package func occur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe beginnings.withUnsafeBufferPointer { beginnings in
      for place in text.indices.dropLast() {
        if unsafe beginnings[Int(text[place]) << 8 | Int(text[place + 1])],
          words.contains(where: { unsafe text[place...].starts(with: $0) })
        {
          return true
        }
      }
      return false
    }
  }
}

extension ArraySlice<UInt8> {
  /// As the standard library's, which takes 90 ns for each byte.
  package func firstRange(of words: String.UTF8View) -> Range<Int>? {
    let words = Array(words)
    var place = startIndex
    while place <= endIndex - words.count {
      let end = place + words.count
      if words.isEmpty || self[place] == words[0] && self[place..<end] == words[...] {
        return place..<end
      }
      place += 1
    }
    return nil
  }

  package func ends(with text: String) -> Bool {
    count >= text.utf8.count && suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
