/// A hash map from two packed colours to a number, open addressing.
///
/// A frame looks up each of its cells, so this is the hot path of drawing, and the keys are
/// pictures, not an attacker's: a multiplication is enough of a hash.
package struct ColourMap: Sendable {
  private static let empty = UInt64.max
  private var keys: [UInt64]
  private var values: [Int32]
  private var count = 0

  package init() {
    keys = Array(repeating: Self.empty, count: 1024)
    values = Array(repeating: 0, count: 1024)
  }

  package subscript(key: UInt64) -> Int32? {
    let slot = slot(of: key)
    return keys[slot] == Self.empty ? nil : values[slot]
  }

  /// - Precondition: The key is not there yet, and not `UInt64.max`.
  package mutating func insert(_ key: UInt64, _ value: Int32) {
    if count * 2 >= keys.count { grow() }
    let slot = slot(of: key)
    keys[slot] = key
    values[slot] = value
    count += 1
  }

  package mutating func removeAll() { self = ColourMap() }

  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    // Fibonacci hashing: neighbouring colours, the common case, land far apart.
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while keys[slot] != key && keys[slot] != Self.empty { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: Self.empty, count: oldKeys.count * 4)
    values = Array(repeating: 0, count: oldKeys.count * 4)
    count = 0
    for (key, value) in zip(oldKeys, oldValues) where key != Self.empty { insert(key, value) }
  }
}
