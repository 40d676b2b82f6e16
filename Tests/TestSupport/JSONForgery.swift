/// Changes JSON as somebody would who wants to harm its reader: numbers become extremes, arrays and
/// texts shorter or others, single bytes anything.
package struct JSONForgery {
  private var random: SplitMix

  package init(seed: UInt64) { random = SplitMix(seed: seed) }

  private static let extremes = [
    "0", "-1", "1", "64", "-64", "65536", "999999999", "-999999999", "2147483648",
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e308", "-1e-300",
    "0.5", "123456789.5", "null", "true", "\"x\"", "[]", "{}",
  ]

  package mutating func forged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.next(4) {
      switch random.next(6) {
      case 0, 1, 2: replaceNumber(in: &bytes)
      case 3: shorten(&bytes, between: "[", "]")
      case 4: shorten(&bytes, between: "\"", "\"")
      default:
        if !bytes.isEmpty { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
      }
    }
    return bytes
  }

  private mutating func replaceNumber(in bytes: inout [UInt8]) {
    func isPart(_ byte: UInt8) -> Bool { "-.0123456789".utf8.contains(byte) }
    let starts = bytes.indices.filter { place in
      isPart(bytes[place]) && place > 0 && ":,[".utf8.contains(bytes[place - 1])
    }
    guard !starts.isEmpty else { return }
    let start = starts[random.next(starts.count)]
    let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
    let extreme = Self.extremes[random.next(Self.extremes.count)]
    bytes.replaceSubrange(start..<end, with: Array(extreme.utf8))
  }

  /// Takes some bytes out of an array of numbers, or out of a text.
  private mutating func shorten(
    _ bytes: inout [UInt8], between first: Character, _ last: Character
  ) {
    let starts = bytes.indices.filter { bytes[$0] == first.asciiValue }
    guard !starts.isEmpty else { return }
    let start = starts[random.next(starts.count)] + 1
    guard let end = bytes[start...].firstIndex(of: last.asciiValue!), end > start else { return }
    let cut = start + random.next(end - start)
    bytes.removeSubrange(cut..<cut + 1 + random.next(end - cut))
  }
}
