import Essentials

/// Encodes results as JSON, and decodes them without trusting the file: its checksums only prove
/// that nothing was cut off or changed by accident.
package enum AnswerCoder {
  package static func bytes(of answer: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(answer))
  }

  /// - Returns: nil if the bytes are not such a result or contain implausibly large numbers.
  package static func answer<Answer: Decodable>(
    _ type: Answer.Type, from bytes: [UInt8]
  ) -> Answer? {
    hasModestNumbers(bytes) ? try? JSONDecoder().decode(type, from: Data(bytes)) : nil
  }

  /// No side, count or sum of an image has more digits, and the product of two such numbers does
  /// not overflow.
  private static let mostDigits = 9

  /// True if no number has more digits before its point, or a positive exponent.
  private static func hasModestNumbers(_ bytes: [UInt8]) -> Bool {
    var (place, digits, isFraction) = (0, 0, false)
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if !isFraction { digits += 1 }
        if digits > mostDigits { return false }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // Otherwise it is the "e" of a word such as true.
        if digits > 0 && (place == bytes.count || bytes[place] != UInt8(ascii: "-")) {
          return false
        }
        isFraction = digits > 0
      case UInt8(ascii: "-"): break
      default:
        if byte == UInt8(ascii: "\"") { place = endOfText(bytes, place) }
        (digits, isFraction) = (0, false)
      }
    }
    return true
  }

  /// Returns the index after the quote that ends a string.
  private static func endOfText(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      place += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { break }
    }
    return place
  }
}
