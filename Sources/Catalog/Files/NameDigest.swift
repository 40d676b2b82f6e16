/// A quick hash of a name's or path's bytes: a folder of failures has these by the ten thousand,
/// and Swift's own hash of strings is a tenth of the time that finding them takes.
///
/// Seeded anew in each process, so that no folder can be made whose names all collide.
func digest(of name: String) -> UInt64 {
  var name = name
  return name.withUTF8 { digest(of: UnsafeRawBufferPointer($0)) }
}

/// Files by their paths: of each just the digest, so that two are taken for one another once in some
/// ten billion folders of a hundred thousand.
struct FileSet: Sendable {
  /// Each digest at its place or in the next free slot; 0 is a free one. A `Set` would hash again
  /// what is a hash.
  private var slots: [UInt64]
  private var count = 0

  init(minimumCapacity: Int = 0) {
    var size = 16
    while size < minimumCapacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  func contains(_ path: String) -> Bool { slots[slot(of: digest(of: path))] != 0 }

  /// - Returns: Whether it was not in it yet.
  @discardableResult
  mutating func insert(_ path: String) -> Bool {
    if (count + 1) * 2 > slots.count { grow() }
    let digest = digest(of: path)
    let slot = slot(of: digest)
    guard slots[slot] == 0 else { return false }
    slots[slot] = digest
    count += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for digest in old where digest != 0 { slots[slot(of: digest)] = digest }
  }

  /// Where a digest stands, or would.
  private func slot(of digest: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: digest) & mask
    while slots[slot] != 0, slots[slot] != digest { slot = (slot + 1) & mask }
    return slot
  }
}

private func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
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

private func mixed(_ value: UInt64) -> UInt64 {
  let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return product.high ^ product.low
}

private let seed = UInt64.random(in: .min ... .max)
