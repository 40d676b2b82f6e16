extension FixedWidthInteger {
  /// The number with zeros before it, to so many digits.
  package func digits(_ count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(count - digits.count, 0)) + digits
  }
}

/// Bytes as lower-case digits, two for each.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  text.reserveCapacity(2 * bytes.count)
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// Returns random hexadecimal digits, for names that must not be taken yet.
package func randomDigits(_ bytes: Int) -> String {
  hexadecimal((0..<bytes).map { _ in UInt8.random(in: .min ... .max) })
}
