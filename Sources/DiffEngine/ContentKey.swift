/// A 128-bit hash of a sequence of words, the same on every run and machine.
///
/// Two multiply-and-rotate lanes, with each word mixed into both. It does not resist deliberate
/// collisions; accidental ones do not occur in practice.
package struct ContentKey: Hashable, Comparable, Sendable {
  @usableFromInline package var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  @usableFromInline package var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  package init() {}

  @usableFromInline
  init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

  /// The key of an empty set, to which keys are added with `add(unordered:)`.
  package static let none = ContentKey(first: 0, second: 0)

  @inlinable @inline(__always)
  package mutating func add(_ word: UInt64) {
    first = Self.rotated(first ^ (word &* 0xBF58_476D_1CE4_E5B9), 27) &* 0x94D0_49BB_1331_11EB
    second = Self.rotated(second &+ (word &* 0xFF51_AFD7_ED55_8CCD), 31) &* 0xC4CE_B9FE_1A85_EC53
  }

  @inlinable
  package mutating func add(_ key: ContentKey) {
    add(key.first)
    add(key.second)
  }

  /// Adds a key such that the order of additions does not matter.
  ///
  /// It adds the product of the key's lanes. Adding the lanes themselves would be too weak: each is
  /// nearly a multiple of its words, so two runs that swapped rows could have the same sum.
  @inlinable @inline(__always)
  package mutating func add(unordered key: ContentKey) {
    let product = key.first.multipliedFullWidth(by: key.second)
    merge(ContentKey(first: product.low, second: product.high))
  }

  /// Adds to this key what was added unordered to another key that began with `none`.
  @inlinable @inline(__always)
  package mutating func merge(_ other: ContentKey) {
    first &+= other.first
    second &+= other.second
  }

  @inlinable @inline(__always)
  static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }

  package static func < (left: ContentKey, right: ContentKey) -> Bool {
    left.first != right.first ? left.first < right.first : left.second < right.second
  }
}

/// Coded as hexadecimal digits, since many readers of JSON cannot represent such large numbers.
extension ContentKey: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: " ")
    guard parts.count == 2, let first = UInt64(parts[0], radix: 16),
      let second = UInt64(parts[1], radix: 16)
    else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no key") }
    self.init(first: first, second: second)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(String(first, radix: 16)) \(String(second, radix: 16))")
  }
}
