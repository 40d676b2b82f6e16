/// Bytes whose plain order is that in which people put names: "item2" before "item10", letters
/// without their case.
///
/// A number becomes a zero, how many digits it has, and the digits without leading zeros: more
/// digits are more.
package func naturalKey(_ name: String) -> [UInt8] {
  var key: [UInt8] = []
  key.reserveCapacity(name.utf8.count + 8)
  var digits: [UInt8] = []
  let closeNumber = { (key: inout [UInt8], digits: inout [UInt8]) in
    guard !digits.isEmpty else { return }
    let value = digits.drop { $0 == UInt8(ascii: "0") }
    key += [UInt8(ascii: "0"), UInt8(min(value.count >> 8, 255)), UInt8(value.count & 255)]
    key += value
    digits.removeAll(keepingCapacity: true)
  }
  for byte in name.utf8 {
    if (0x30...0x39).contains(byte) {
      digits.append(byte)
    } else {
      closeNumber(&key, &digits)
      key.append((0x41...0x5A).contains(byte) ? byte + 32 : byte)
    }
  }
  closeNumber(&key, &digits)
  return key
}
