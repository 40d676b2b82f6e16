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
  private var digests: Set<UInt64>

  init(minimumCapacity: Int = 0) { digests = Set(minimumCapacity: minimumCapacity) }

  func contains(_ path: String) -> Bool { digests.contains(digest(of: path)) }

  /// - Returns: Whether it was not in it yet.
  @discardableResult
  mutating func insert(_ path: String) -> Bool { digests.insert(digest(of: path)).inserted }
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
  return mixed(mixed(hash ^ rest) ^ seed)
}

private func mixed(_ value: UInt64) -> UInt64 {
  let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return product.high ^ product.low
}

private let seed = UInt64.random(in: .min ... .max)
