/// What a block of deflate data is made of: a literal byte as it is, or a match as its length
/// (3 to 258) << 16 | its distance (1 to 32768).
typealias DeflateToken = UInt32

/// Turns tokens into one block with a code made for them, or stored where that is shorter
/// (RFC 1951, 3.2.4 to 3.2.7).
struct DeflateBlock {
  private static let endOfBlock = 256

  private let tokens: UnsafeBufferPointer<DeflateToken>
  private var symbolCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)
  private var byteCount = 0

  init(_ tokens: UnsafeBufferPointer<DeflateToken>) {
    self.tokens = tokens
    symbolCounts[Self.endOfBlock] = 1
    count()
  }

  private mutating func count() {
    var byteCount = 0
    symbolCounts.withUnsafeMutableBufferPointer { symbolCounts in
      distanceCounts.withUnsafeMutableBufferPointer { distanceCounts in
        for token in tokens {
          if token < 256 {
            symbolCounts[Int(token)] &+= 1
            byteCount &+= 1
          } else {
            let length = Int(token >> 16)
            symbolCounts[LengthCode.symbol(length)] &+= 1
            distanceCounts[DistanceCode.symbol(Int(token & 0xFFFF))] &+= 1
            byteCount &+= length
          }
        }
      }
    }
    self.byteCount = byteCount
  }

  /// Writes the block, which is never the last of its stream.
  ///
  /// - Parameter source: The bytes that the tokens stand for.
  func write(to out: inout BitWriter, source: UnsafeRawPointer) {
    let symbols = HuffmanCode.lengths(symbolCounts, limit: 15)
    let distances = HuffmanCode.lengths(distanceCounts, limit: 15)
    let header = DeflateBlockHeader(symbols, distances)
    let bitCount = header.bitCount + bodyBitCount(symbols, distances)
    guard bitCount / 8 < byteCount else {
      writeStored(UnsafeRawBufferPointer(start: source, count: byteCount), to: &out)
      return
    }
    header.write(to: &out)
    writeBody(symbols, distances, to: &out)
  }

  private func bodyBitCount(_ symbols: [UInt8], _ distances: [UInt8]) -> Int {
    var sum = 0
    for (symbol, count) in symbolCounts.enumerated() {
      sum += count * (Int(symbols[symbol]) + LengthCode.extraBits(symbol))
    }
    for (symbol, count) in distanceCounts.enumerated() {
      sum += count * (Int(distances[symbol]) + DistanceCode.extraBits(symbol))
    }
    return sum
  }

  private func writeStored(_ bytes: UnsafeRawBufferPointer, to out: inout BitWriter) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(65535)
      rest = rest.dropFirst(piece.count)
      out.write(0, 3)
      out.align()
      out.write(UInt64(piece.count) | UInt64(~UInt16(piece.count)) << 16, 32)
      out.copy(UnsafeRawBufferPointer(rebasing: piece))
    }
  }

  private func writeBody(
    _ symbols: [UInt8], _ distances: [UInt8], to out: inout BitWriter
  ) {
    let entries = PrefixEntry.all(symbols)
    let distanceEntries = PrefixEntry.all(distances)
    let lengthEntries = LengthCode.entries(entries)
    // A copy, as stores through its pointer would make the compiler read `out` again.
    var writer = out
    entries.withUnsafeBufferPointer { entries in
      for token in tokens {
        if token < 256 {
          let entry = entries[Int(token)]
          writer.write(entry.bits, entry.count)
        } else {
          let (length, distance) = (Int(token >> 16), Int(token & 0xFFFF))
          let symbol = DistanceCode.symbol(distance)
          let (first, second) = (lengthEntries[length], distanceEntries[symbol])
          let extra = UInt64(distance &- DistanceCode.base(symbol))
          writer.write(first.bits, first.count)
          writer.write(
            second.bits | extra << UInt64(second.count),
            second.count &+ DistanceCode.extraBits(symbol))
        }
      }
    }
    writer.write(entries[Self.endOfBlock].bits, entries[Self.endOfBlock].count)
    out = writer
  }
}

/// A code word, ready to write.
struct PrefixEntry {
  var bits: UInt64
  var count: Int

  static func all(_ lengths: [UInt8]) -> [PrefixEntry] {
    zip(HuffmanCode.codes(lengths), lengths).map { code, length in
      PrefixEntry(bits: UInt64(code), count: Int(length))
    }
  }
}

/// The symbols 257 to 285 for lengths 3 to 258, and their extra bits.
enum LengthCode {
  private static let extra: [Int] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let base: [Int] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
    131, 163, 195, 227, 258,
  ]
  private static let symbols: [Int] = (0...258).map { length in
    257 + (base.lastIndex { $0 <= length } ?? 0)
  }

  static func symbol(_ length: Int) -> Int { symbols[length] }

  static func extraBits(_ symbol: Int) -> Int { symbol < 257 ? 0 : extra[symbol - 257] }

  /// For every length, from 0, the word of its symbol with the extra bits behind it.
  static func entries(_ words: [PrefixEntry]) -> [PrefixEntry] {
    (0...258).map { length in
      guard length >= 3 else { return PrefixEntry(bits: 0, count: 0) }
      let word = words[symbols[length]]
      let extra = UInt64(length - base[symbols[length] - 257])
      return PrefixEntry(
        bits: word.bits | extra << UInt64(word.count),
        count: word.count + extraBits(symbols[length]))
    }
  }
}

/// The symbols 0 to 29 for distances 1 to 32768: two for each power of two from 4 on.
enum DistanceCode {
  @inline(__always)
  static func symbol(_ distance: Int) -> Int {
    guard distance > 4 else { return distance - 1 }
    let power = 63 - (distance - 1).leadingZeroBitCount
    return 2 * power + ((distance - 1) >> (power - 1) & 1)
  }

  @inline(__always)
  static func extraBits(_ symbol: Int) -> Int { max(0, symbol / 2 - 1) }

  @inline(__always)
  static func base(_ symbol: Int) -> Int {
    symbol < 4 ? symbol + 1 : ((2 + (symbol & 1)) << (symbol / 2 - 1)) + 1
  }
}
