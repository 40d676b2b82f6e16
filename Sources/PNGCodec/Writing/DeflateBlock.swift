/// Turns sequences into one block with a code made for them, or stored where that is shorter
/// (RFC 1951, 3.2.4 to 3.2.7).
struct DeflateBlock {
  private static let endOfBlock = 256
  /// Four literals then fit between two stores of the writer; 15 would be allowed.
  private static let longestCode = 14

  private let sequences: UnsafeBufferPointer<DeflateSequence>
  private let source: UnsafeRawPointer
  private var symbolCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)
  private var byteCount = 0

  /// - Parameter source: The bytes that the sequences stand for.
  init(_ sequences: UnsafeBufferPointer<DeflateSequence>, source: UnsafeRawPointer) {
    self.sequences = sequences
    self.source = source
    symbolCounts[Self.endOfBlock] = 1
    var literalCounts = LiteralCounts()
    for sequence in sequences {
      literalCounts.add(source + byteCount, count: Int(sequence.literals))
      byteCount += Int(sequence.literals) + Int(sequence.length)
      guard sequence.length > 0 else { continue }
      symbolCounts[LengthCode.symbol(Int(sequence.length))] += 1
      distanceCounts[DistanceCode.symbol(Int(sequence.distance))] += 1
    }
    literalCounts.addTo(&symbolCounts)
  }

  /// Writes the block, which is never the last of its stream.
  func write(to out: inout BitWriter) {
    let symbols = HuffmanCode.lengths(symbolCounts, limit: Self.longestCode)
    let distances = HuffmanCode.lengths(distanceCounts, limit: Self.longestCode)
    let header = DeflateBlockHeader(symbols, distances)
    let bitCount = header.bitCount + bodyBitCount(symbols, distances)
    guard bitCount / 8 < byteCount else {
      writeStored(to: &out)
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

  /// Whether the matches make the block smaller by a quarter at least than a code for single bytes
  /// would; only meaningful while its source is there.
  var savesByMatches: Bool {
    var counts = [Int](repeating: 0, count: 286)
    counts[Self.endOfBlock] = 1
    var bytes = LiteralCounts()
    bytes.add(source, count: byteCount)
    bytes.addTo(&counts)
    let lengths = HuffmanCode.lengths(counts, limit: Self.longestCode)
    let plain = zip(counts, lengths).reduce(0) { $0 + $1.0 * Int($1.1) }
    let symbols = HuffmanCode.lengths(symbolCounts, limit: Self.longestCode)
    let distances = HuffmanCode.lengths(distanceCounts, limit: Self.longestCode)
    return bodyBitCount(symbols, distances) < plain * 3 / 4
  }

  private func writeStored(to out: inout BitWriter) {
    var rest = UnsafeRawBufferPointer(start: source, count: byteCount)[...]
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
    var place = source
    for sequence in sequences {
      let (literals, length) = (Int(sequence.literals), Int(sequence.length))
      entries.withUnsafeBufferPointer { Self.write(place, count: literals, $0, to: &out) }
      place += literals + length
      guard length > 0 else { continue }
      out.write(lengthEntries[length])
      let symbol = DistanceCode.symbol(Int(sequence.distance))
      let extra = UInt64(Int(sequence.distance) - DistanceCode.base(symbol))
      out.write(
        distanceEntries[symbol].followed(by: extra, count: DistanceCode.extraBits(symbol)))
    }
    out.write(entries[Self.endOfBlock])
  }

  private static func write(
    _ bytes: UnsafeRawPointer, count: Int, _ entries: UnsafeBufferPointer<PrefixEntry>,
    to out: inout BitWriter
  ) {
    func entry(_ offset: Int) -> PrefixEntry {
      entries[Int(bytes.load(fromByteOffset: offset, as: UInt8.self))]
    }
    // A copy, as stores through its pointer would make the compiler read `out` again.
    var writer = out
    var i = 0
    while i &+ 4 <= count {
      let (first, second) = (entry(i), entry(i &+ 1))
      let (third, fourth) = (entry(i &+ 2), entry(i &+ 3))
      writer.write(first.followed(by: second).followed(by: third.followed(by: fourth)))
      i &+= 4
    }
    while i < count {
      writer.write(entry(i))
      i &+= 1
    }
    out = writer
  }
}

/// How often each byte occurs, counted in four tables in turn: a byte that comes again at once
/// would have to wait for its own count.
private struct LiteralCounts {
  private var tables = [UInt32](repeating: 0, count: 4 * 256)

  mutating func add(_ bytes: UnsafeRawPointer, count: Int) {
    tables.withUnsafeMutableBufferPointer { tables in
      var i = 0
      while i &+ 4 <= count {
        let four = bytes.loadUnaligned(fromByteOffset: i, as: UInt32.self)
        tables[Int(four & 255)] &+= 1
        tables[256 &+ Int(four &>> 8 & 255)] &+= 1
        tables[512 &+ Int(four &>> 16 & 255)] &+= 1
        tables[768 &+ Int(four &>> 24)] &+= 1
        i &+= 4
      }
      while i < count {
        tables[Int(bytes.load(fromByteOffset: i, as: UInt8.self))] &+= 1
        i &+= 1
      }
    }
  }

  func addTo(_ counts: inout [Int]) {
    for (index, count) in tables.enumerated() { counts[index & 255] += Int(count) }
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

  @inline(__always)
  func followed(by bits: UInt64, count: Int) -> PrefixEntry {
    PrefixEntry(
      bits: self.bits | bits &<< UInt64(truncatingIfNeeded: self.count),
      count: self.count &+ count)
  }

  @inline(__always)
  func followed(by next: PrefixEntry) -> PrefixEntry {
    followed(by: next.bits, count: next.count)
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
      return word.followed(by: extra, count: extraBits(symbols[length]))
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
