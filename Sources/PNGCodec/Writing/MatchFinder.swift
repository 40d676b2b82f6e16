/// Finds runs and repetitions in filtered rows, fast rather than all: a run of one byte, else the
/// distance of the last match again, else the last place with the same eight bytes. In screens
/// most rows are zeros and the rest repeats.
struct MatchFinder {
  /// Deflate's longest distance and match.
  private static let window = 32768
  private static let longest = 258
  /// Reads look this far ahead of the place they are at.
  private static let lookAhead = 16
  private static let hashBits = 13
  /// Shorter ones cost more than their literals, most of which are zeros of one bit.
  private static let shortestMatch = 12
  private static let shortestRun = 5
  /// Literals of late at which only every 16th place is searched.
  private static let noise = 15 << 5

  private let start: UnsafeRawPointer
  private(set) var position = 0
  /// Where eight bytes of this hash were last seen.
  private let places: UnsafeMutablePointer<Int32>
  /// Literals of late, halved by every match: noise is not searched byte by byte.
  private var literals = 0
  /// The distance of the last match; 0 before the first.
  private var repeated = 0
  /// Bytes found in matches so far.
  private(set) var matched = 0

  /// - Parameters:
  ///   - start: The bytes; they may be written up to what each `run` is told.
  ///   - places: Room for `placeCount` numbers, for as long as this lives.
  init(_ start: UnsafeRawPointer, places: UnsafeMutablePointer<Int32>) {
    self.start = start
    self.places = places
    places.initialize(repeating: -Int32(Self.window) - 1, count: Self.placeCount)
  }

  static let placeCount = 1 << hashBits

  /// Adds the matches up to `end`, or until there is no more room; the last few bytes only where
  /// `isLast`, as they are better judged when more is there.
  mutating func run(upTo end: Int, isLast: Bool, into found: inout SequenceBuffer) {
    while position + Self.lookAhead <= end, found.hasRoom(at: position) {
      guard let match = nextMatch(end) else { break }
      let length = min(match.length, SequenceBuffer.longestMatch)
      found.add(at: position, length: length, distance: match.distance)
      position += length
      matched += length
      if match.distance > 1 {
        repeated = match.distance
        literals /= 2
      }
    }
    if isLast, position + Self.lookAhead > end { position = end }
  }

  /// Takes everything up to `end` for literals.
  mutating func pass(upTo end: Int) { position = end }

  /// Moves to the next match; nil where there is none, or not soon.
  private mutating func nextMatch(_ end: Int) -> (length: Int, distance: Int)? {
    // Stores through pointers make the compiler read members again: these are not members.
    let (start, places, repeated) = (start, places, repeated)
    var (position, literals) = (position, literals)
    defer {
      self.position = position
      self.literals = literals
    }
    let last = end &- Self.lookAhead
    while position <= last {
      let next = Self.load(start, position)
      let runShift = UInt64(64 - 8 * Self.shortestRun)
      if position > 0, (next ^ Self.load(start, position &- 1)) &<< runShift == 0 {
        return (Self.runLength(start, position, end), 1)
      }
      if repeated > 0, next == Self.load(start, position &- repeated) {
        return (Self.matchLength(start, position, position &- repeated, end), repeated)
      }
      let product = next &* 0x9E37_79B1_85EB_CA87
      let hash = Int(truncatingIfNeeded: product &>> UInt64(64 &- Self.hashBits))
      let place = Int(places[hash])
      places[hash] = Int32(truncatingIfNeeded: position)
      if position &- place <= Self.window, Self.load(start, place) == next {
        let length = Self.matchLength(start, position, place, end)
        if length >= Self.shortestMatch { return (length, position &- place) }
      }
      let step = 1 &+ literals &>> 5
      position &+= step
      literals = min(literals &+ step, Self.noise)
    }
    return nil
  }

  @inline(__always)
  private static func load(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// How many bytes from `position` to `end` equal the one before it.
  private static func runLength(_ start: UnsafeRawPointer, _ position: Int, _ end: Int) -> Int {
    let byte = start.load(fromByteOffset: position - 1, as: UInt8.self)
    let four = SIMD4<UInt64>(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
    var offset = position
    while offset + 32 <= end {
      let difference =
        start.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self) ^ four
      guard difference.x | difference.y | difference.z | difference.w == 0 else { break }
      offset += 32
    }
    while offset < end, start.load(fromByteOffset: offset, as: UInt8.self) == byte { offset += 1 }
    return offset - position
  }

  /// How many bytes from `position` on equal those from `place`: no more than deflate says at
  /// once, so that a run inside, which costs far less, is seen.
  private static func matchLength(
    _ start: UnsafeRawPointer, _ position: Int, _ place: Int, _ end: Int
  ) -> Int {
    let distance = position - place
    let end = min(end, position + longest)
    var offset = position
    while offset + 8 <= end {
      let difference = load(start, offset) ^ load(start, offset - distance)
      if difference != 0 { return offset - position + difference.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < end,
      start.load(fromByteOffset: offset, as: UInt8.self)
        == start.load(fromByteOffset: offset - distance, as: UInt8.self)
    { offset += 1 }
    return offset - position
  }
}
