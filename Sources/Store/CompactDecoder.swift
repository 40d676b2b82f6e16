/// Reads what `CompactEncoder` wrote of a value of the same type. Bytes of anything else give an
/// error or another value, so a checksum has to vouch for them.
final class CompactDecoder: Decoder {
  private var bytes: ArraySlice<UInt8>
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// - Throws: Also where bytes are left.
  static func value<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws
    -> Value
  {
    let decoder = CompactDecoder(bytes)
    let value = try decoder.next(type)
    guard decoder.bytes.isEmpty else { throw unreadable }
    return value
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    var count: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) { count |= UInt32(try byte()) << shift }
    // Each element takes a byte at least.
    guard count <= bytes.count else { throw Self.unreadable }
    return Elements(decoder: self, count: Int(count))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  fileprivate func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == [UInt8].self, let raw = try Array(raw()) as? Value { return raw }
    if type == [SIMD4<Int8>].self, let vectors = try vectors() as? Value { return vectors }
    if type == SIMD4<UInt8>.self, let vector = try vector() as? Value { return vector }
    return try Value(from: self)
  }

  fileprivate func byte() throws -> UInt8 {
    guard let byte = bytes.popFirst() else { throw Self.unreadable }
    return byte
  }

  fileprivate func number() throws -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 127) << shift
      if byte < 128 { return number }
    }
    throw Self.unreadable
  }

  fileprivate func signed() throws -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  fileprivate func fixed() throws -> UInt64 {
    var bits: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
    return bits
  }

  fileprivate func raw() throws -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= bytes.count else { throw Self.unreadable }
    defer { bytes.removeFirst(Int(count)) }
    return bytes.prefix(Int(count))
  }

  private func vectors() throws -> [SIMD4<Int8>] {
    let raw = try raw()
    guard raw.count % 4 == 0 else { throw Self.unreadable }
    return stride(from: raw.startIndex, to: raw.endIndex, by: 4).map { place in
      SIMD4<Int8>(
        truncatingIfNeeded: SIMD4(raw[place], raw[place + 1], raw[place + 2], raw[place + 3]))
    }
  }

  private func vector() throws -> SIMD4<UInt8> {
    SIMD4(try byte(), try byte(), try byte(), try byte())
  }

  fileprivate func text() throws -> String { String(decoding: try raw(), as: UTF8.self) }

  fileprivate static let unreadable = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "not what was kept"))

  // MARK: - Containers

  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: CompactDecoder
    var codingPath: [any CodingKey] { [] }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.next(type)
    }

    /// Asked of what may be missing, which has a byte for that.
    func contains(_ key: Key) -> Bool { (try? decoder.byte()) == 1 }
    func decodeNil(forKey key: Key) -> Bool { false }

    /// The case of an enum.
    var allKeys: [Key] { (try? decoder.text()).flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
      decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let decoder: CompactDecoder
    let count: Int?
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex == count }
    var codingPath: [any CodingKey] { [] }

    init(decoder: CompactDecoder, count: Int) { (self.decoder, self.count) = (decoder, count) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard !isAtEnd else { throw CompactDecoder.unreadable }
      currentIndex += 1
      return try decoder.next(type)
    }

    func decodeNil() -> Bool { false }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> {
      decoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try decoder.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: CompactDecoder
    var codingPath: [any CodingKey] { [] }

    func decode(_ type: Bool.Type) throws -> Bool { try decoder.byte() == 1 }
    func decode(_ type: String.Type) throws -> String { try decoder.text() }
    func decode(_ type: Double.Type) throws -> Double { Double(bitPattern: try decoder.fixed()) }
    func decode(_ type: Float.Type) throws -> Float {
      Float(bitPattern: UInt32(truncatingIfNeeded: try decoder.number()))
    }
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
      let number =
        Number.isSigned
        ? Number(exactly: try decoder.signed()) : Number(exactly: try decoder.number())
      guard let number else { throw CompactDecoder.unreadable }
      return number
    }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.next(type) }
    func decodeNil() -> Bool { false }
  }
}
