/// The natural order of names: "item2" before "item10", case ignored, sizes in ascending order (see
/// `SizeWords`).
package struct NaturalKey: Hashable, Comparable, Sendable {
  private let bytes: [UInt8]

  package init(_ text: String) { bytes = naturalBytes(text) }

  package static func < (first: Self, second: Self) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}

/// Returns bytes whose order is the natural order.
///
/// A number becomes a zero, its count of digits, and the digits without leading zeros; a number
/// with more digits is larger.
private func naturalBytes(_ text: String) -> [UInt8] {
  let name = Array(text.utf8)
  var key: [UInt8] = []
  key.reserveCapacity(name.count + 8)
  var index = 0
  while index < name.count {
    let byte = name[index]
    if let word = SizeWords.key(at: index, in: name) {
      key += word.key
      index += word.count
      continue
    }
    guard isDigit(byte) else {
      key.append((0x41...0x5A).contains(byte) ? byte + 32 : byte)
      index += 1
      continue
    }
    let digits = name[index...].prefix(while: isDigit)
    let value = digits.drop { $0 == UInt8(ascii: "0") }
    key.append(UInt8(ascii: "0"))
    key.append(UInt8(min(value.count >> 8, 255)))
    key.append(UInt8(value.count & 255))
    key.append(contentsOf: value)
    index = digits.endIndex
  }
  return key
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
