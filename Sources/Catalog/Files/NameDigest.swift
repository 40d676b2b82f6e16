/// A quick hash of a name's bytes: a folder of failures has these by the ten thousand, and Swift's
/// own hash of strings is a tenth of the time that finding them takes.
///
/// Seeded anew in each process, so that no folder can be made whose names all collide. Never 0.
enum NameDigest {
  static func of(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { of($0) }
  }

  /// Of a file's path: that of its folder and that of its name there.
  static func of(path: String) -> UInt64 {
    var path = path
    return path.withUTF8 { bytes in
      let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      return of(
        file: of(UnsafeBufferPointer(rebasing: bytes[name...])),
        in: of(UnsafeBufferPointer(rebasing: bytes[..<max(0, name - 1)])))
    }
  }

  /// - Parameter folder: The digest of its path; that of "/" is of no bytes.
  static func of(file name: UInt64, in folder: UInt64) -> UInt64 {
    max(1, mixed(folder ^ mixed(name)))
  }

  static func of(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(name)
    var hash = seed ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return max(1, mixed(mixed(hash ^ rest) ^ seed))
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  private static let seed = UInt64.random(in: .min ... .max)
}

/// Digests, each with a number in the order in which they came. Two names are taken for one another
/// once in some ten billion folders of a hundred thousand.
struct DigestTable: Sendable {
  private(set) var digests: [UInt64] = []
  /// The number after each, at its place or in the next free slot; 0 is a free one. A `Dictionary`
  /// would hash again what is a hash.
  private var slots: [UInt32] = []

  init(minimumCapacity: Int = 0) {
    if minimumCapacity > 0 { resize(for: minimumCapacity) }
  }

  mutating func reserveCapacity(_ count: Int) {
    if count * 2 > slots.count { resize(for: count) }
  }

  func number(of digest: UInt64) -> Int? {
    if slots.isEmpty { return nil }
    let number = slots[slot(of: digest)]
    return number == 0 ? nil : Int(number) - 1
  }

  mutating func insert(_ digest: UInt64) -> (number: Int, isNew: Bool) {
    if (digests.count + 1) * 2 > slots.count { resize(for: digests.count * 2 + 8) }
    let slot = slot(of: digest)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    digests.append(digest)
    slots[slot] = UInt32(digests.count)
    return (digests.count - 1, true)
  }

  private mutating func resize(for count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    digests.reserveCapacity(count)
    for (number, digest) in digests.enumerated() { slots[slot(of: digest)] = UInt32(number + 1) }
  }

  /// Where a digest stands, or would.
  private func slot(of digest: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: digest) & mask
    while slots[slot] != 0, digests[Int(slots[slot]) - 1] != digest { slot = (slot + 1) & mask }
    return slot
  }
}

/// Files by the digests of their paths.
struct FileSet: Sendable {
  private var table: DigestTable

  init(minimumCapacity: Int = 0) { table = DigestTable(minimumCapacity: minimumCapacity) }

  func contains(_ digest: UInt64) -> Bool { table.number(of: digest) != nil }

  func contains(_ path: String) -> Bool { contains(NameDigest.of(path: path)) }

  /// - Returns: Whether it was not in it yet.
  @discardableResult
  mutating func insert(_ digest: UInt64) -> Bool { table.insert(digest).isNew }

  @discardableResult
  mutating func insert(_ path: String) -> Bool { insert(NameDigest.of(path: path)) }

  mutating func reserveCapacity(forMore more: Int) {
    table.reserveCapacity(table.digests.count + more)
  }
}
