import Essentials

/// Writes answers as JSON, and reads them on the assumption that anything may stand in the file: its
/// checksums say only that it is whole.
package enum AnswerCoder {
  package static func bytes(of answer: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(answer))
  }

  /// - Returns: nil for what is no such answer, or has numbers that no measurement has.
  package static func answer<Answer: Decodable>(
    _ type: Answer.Type, from bytes: [UInt8]
  ) -> Answer? {
    hasModestNumbers(bytes) ? try? JSONDecoder().decode(type, from: Data(bytes)) : nil
  }

  /// No side, count or sum of a picture has more digits, and no product of two overflows.
  private static let mostDigits = 9

  /// True if no number has more digits before its point, or an exponent that makes it larger.
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
        // Else it is that of a word, such as true.
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

  /// The place after the quote that ends a text.
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
