/// The number of components of every small size, from which the counts for any cluster size follow.
package struct SizeTable: Equatable, Sendable, Codable {
  /// The largest cluster size for which the table always has counts.
  package static let sizeLimit = 64

  package private(set) var pixels = 0
  package private(set) var components = 0
  package private(set) var largest = 0
  /// The number of components of exactly `index` pixels, below the limit; the first entry is not
  /// used.
  private var small = [Int32](repeating: 0, count: sizeLimit)

  package init() {}

  /// - Parameter small: The number of components of each size up to the limit.
  package init(pixels: Int, components: Int, largest: Int, small: [Int32]) {
    (self.pixels, self.components, self.largest) = (pixels, components, largest)
    self.small = small
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    pixels = try values.decode(Int.self, forKey: .pixels)
    components = try values.decode(Int.self, forKey: .components)
    largest = try values.decode(Int.self, forKey: .largest)
    small = try values.decode([Int32].self, forKey: .small)
    try values.require(small.count == Self.sizeLimit, .small)
  }

  package mutating func add(component size: Int) {
    pixels += size
    components += 1
    largest = max(largest, size)
    if size < Self.sizeLimit { small[size] += 1 }
  }

  /// Returns the total pixels and the number of components of `size` pixels or more.
  ///
  /// - Returns: nil for a size above the limit that some component reaches.
  package func counts(atLeast size: Int) -> (pixels: Int, components: Int)? {
    if size > largest { return (0, 0) }
    guard size <= Self.sizeLimit else { return nil }
    var result = (pixels: pixels, components: components)
    for smaller in 1..<max(size, 1) {
      result.pixels -= smaller * Int(small[smaller])
      result.components -= Int(small[smaller])
    }
    return result
  }
}

extension SizeTable {
  /// Appends the table to `bytes`; most numbers take one byte.
  package func write(to bytes: inout [UInt8]) {
    let used = (small.lastIndex { $0 != 0 } ?? 0) + 1
    for number in [pixels, components, largest, used] { SizeTable.write(number, to: &bytes) }
    for count in small[..<used] { SizeTable.write(Int(count), to: &bytes) }
  }

  /// Reads what `write` has written at `offset`.
  package init(_ bytes: [UInt8], at offset: Int) {
    var offset = offset
    pixels = SizeTable.read(bytes, &offset)
    components = SizeTable.read(bytes, &offset)
    largest = SizeTable.read(bytes, &offset)
    let used = SizeTable.read(bytes, &offset)
    for size in 0..<used { small[size] = Int32(SizeTable.read(bytes, &offset)) }
  }

  /// True if the bytes at `offset` can be a table written by `write`.
  static func isThere(_ bytes: [UInt8], at offset: Int) -> Bool {
    var rest = bytes.dropFirst(offset)
    func next() -> Int? {
      guard let end = rest.prefix(5).firstIndex(where: { $0 < 128 }) else { return nil }
      defer { rest = rest[(end + 1)...] }
      let number = rest[...end].reversed().reduce(0) { $0 << 7 | Int($1 & 127) }
      return number <= Int(Int32.max) ? number : nil
    }
    let numbers = (0..<4).compactMap { _ in next() }
    guard numbers.count == 4, numbers[3] <= sizeLimit else { return false }
    return (0..<numbers[3]).allSatisfy { _ in next() != nil }
  }

  /// Returns `counts(atLeast:)` of the table that `write` has written at `offset`.
  package static func counts(
    atLeast size: Int, in bytes: [UInt8], at offset: Int
  ) -> (pixels: Int, components: Int)? {
    var offset = offset
    var result = (pixels: read(bytes, &offset), components: read(bytes, &offset))
    if size > read(bytes, &offset) { return (0, 0) }
    guard size <= sizeLimit else { return nil }
    let used = read(bytes, &offset)
    for smaller in 0..<min(max(size, 1), used) {
      let count = read(bytes, &offset)
      result.pixels -= smaller * count
      result.components -= count
    }
    return result
  }

  /// Returns the smallest cluster size that leaves at most `threshold` pixels, according to the
  /// table that `write` has written at `offset`; nil if it is above the limit.
  package static func smallestSize(
    leaving threshold: Int, in bytes: [UInt8], at offset: Int
  ) -> Int? {
    var offset = offset
    var pixels = read(bytes, &offset)
    if pixels <= threshold { return 1 }
    // Skips the number of components and the largest.
    for _ in 0..<2 { _ = read(bytes, &offset) }
    for size in 0..<read(bytes, &offset) {
      pixels -= size * read(bytes, &offset)
      if pixels <= threshold { return size + 1 }
    }
    return nil
  }

  /// Writes seven bits per byte, the lowest first; the high bit says that more follow.
  private static func write(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 128 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func read(_ bytes: [UInt8], _ offset: inout Int) -> Int {
    var number = 0
    var shift = 0
    while true {
      let byte = bytes[offset]
      offset += 1
      number |= Int(byte & 127) << shift
      if byte < 128 { return number }
      shift += 7
    }
  }
}
