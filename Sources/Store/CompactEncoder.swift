/// Writes values as bytes without names, for the very program that wrote them: what an answer looks
/// like is known from its type. A value that is all in one place, such as a number, a box or an enum
/// of these, is copied as it lies in memory, and so are the arrays of which there is most: to ask of
/// any other type whether it is an array takes the runtime half a millisecond. An enum's case goes
/// by its name otherwise.
///
/// The bytes of two equal values may differ: what lies between the fields of one is copied too.
final class CompactEncoder: Encoder {
  private(set) var bytes: [UInt8] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = CompactEncoder()
    try encoder.add(value)
    return encoder.bytes
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Fields(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(encoder: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  fileprivate func add<Value: Encodable>(_ value: Value) throws {
    if _isPOD(Value.self) {
      unsafe withUnsafeBytes(of: value) { unsafe bytes += $0 }
    } else if Value.self == String.self, let text = value as? String {
      add(text: text)
    } else if Value.self == [UInt8].self, let array = value as? [UInt8] {
      add(plain: array)
    } else if Value.self == [SIMD4<Int8>].self, let array = value as? [SIMD4<Int8>] {
      add(plain: array)
    } else if Value.self == [Int32].self, let array = value as? [Int32] {
      add(plain: array)
    } else {
      try value.encode(to: self)
    }
  }

  private func add<Element: BitwiseCopyable>(plain array: [Element]) {
    unsafe array.withUnsafeBytes {
      add(count: $0.count)
      unsafe bytes += $0
    }
  }

  fileprivate func add(count: Int) {
    unsafe withUnsafeBytes(of: UInt32(count).littleEndian) { unsafe bytes += $0 }
  }

  fileprivate func add(text: String) {
    add(count: text.utf8.count)
    bytes += text.utf8
  }

  fileprivate func setCount(_ count: UInt32, at place: Int) {
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
  }

  /// What a type asks for that none of ours is.
  fileprivate static let unsupported = EncodingError.invalidValue(
    "", .init(codingPath: [], debugDescription: "not kept in this form"))

  // MARK: - Containers

  private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: CompactEncoder
    var codingPath: [any CodingKey] { [] }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try encoder.add(value)
    }

    private func mark(_ value: (some Encodable)?) throws {
      encoder.bytes.append(value == nil ? 0 : 1)
      if let value { try encoder.add(value) }
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      try mark(value)
    }
    // Without one of its own, each of these types would be left out where it is nil.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try mark(value) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try mark(value) }

    /// The values of an enum's case.
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.add(text: key.stringValue)
      return encoder.container(keyedBy: type)
    }

    func encodeNil(forKey key: Key) throws { throw CompactEncoder.unsupported }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: CompactEncoder
    private let place: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(encoder: CompactEncoder) {
      self.encoder = encoder
      place = encoder.bytes.count
      encoder.add(count: 0)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      try encoder.add(value)
      count += 1
      encoder.setCount(UInt32(count), at: place)
    }

    func encodeNil() throws { throw CompactEncoder.unsupported }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: CompactEncoder
    var codingPath: [any CodingKey] { [] }

    func encode<Value: Encodable>(_ value: Value) throws { try encoder.add(value) }
    func encodeNil() throws { throw CompactEncoder.unsupported }
  }
}
