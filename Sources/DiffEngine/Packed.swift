import Essentials

/// An array that is coded as a single value; coding each number takes ten times the time and space.
@propertyWrapper
package struct Packed<Element: PackedElement>: Hashable, Sendable {
  package var wrappedValue: [Element]

  package init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}

/// Types for which every bit pattern is a valid value.
package protocol PackedElement: BitwiseCopyable, Hashable, Sendable {}
extension UInt8: PackedElement {}

extension Packed: Codable {
  package init(from decoder: any Decoder) throws {
    let data = try decoder.singleValueContainer().decode(Data.self)
    let stride = MemoryLayout<Element>.stride
    wrappedValue = unsafe data.withUnsafeBytes { bytes in
      (0..<bytes.count / stride).map {
        unsafe bytes.loadUnaligned(fromByteOffset: $0 * stride, as: Element.self)
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(unsafe wrappedValue.withUnsafeBytes { unsafe Data($0) })
  }
}

extension KeyedDecodingContainer {
  /// Throws if decoded values do not fit together, since they may come from anywhere.
  package func require(_ isSound: Bool, _ key: Key) throws {
    guard isSound else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "not what was kept")
    }
  }
}
