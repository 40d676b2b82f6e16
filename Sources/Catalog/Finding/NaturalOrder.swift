/// Compares two names as people order them: "item2" before "item10", letters without their case.
///
/// Names that differ only in case or in leading zeros still have an order.
///
/// - Returns: Negative where `first` comes first, positive where it comes last, 0 for equal names.
package func naturalOrder(_ first: String, _ second: String) -> Int {
  let (left, right) = (Array(first.utf8), Array(second.utf8))
  var (i, j) = (0, 0)
  while i < left.count && j < right.count {
    if isDigit(left[i]) && isDigit(right[j]) {
      let (a, b) = (number(left, &i), number(right, &j))
      // More digits, without leading zeros, are more; equally many compare as they stand.
      if a.count != b.count { return a.count - b.count }
      for (x, y) in zip(a, b) where x != y { return Int(x) - Int(y) }
    } else {
      let (a, b) = (lowercase(left[i]), lowercase(right[j]))
      if a != b { return Int(a) - Int(b) }
      i += 1
      j += 1
    }
  }
  if i < left.count || j < right.count { return (left.count - i) - (right.count - j) }
  return first == second ? 0 : first < second ? -1 : 1
}

/// The digits at `index` without leading zeros; leaves `index` behind them.
private func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
  while index < bytes.count && bytes[index] == UInt8(ascii: "0") { index += 1 }
  let start = index
  while index < bytes.count && isDigit(bytes[index]) { index += 1 }
  return bytes[start..<index]
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 32 : byte }
