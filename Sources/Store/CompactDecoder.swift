/// Reads what `CompactEncoder` wrote of a value of the same type. Bytes of anything else give an
/// error or another value, so a checksum has to vouch for them.
final class CompactDecoder: Decoder {
  private let bytes: [UInt8]
  /// The first byte that is not read yet.
  private var place = 0
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Throws: Also where bytes are left.
  static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    let decoder = CompactDecoder(bytes)
    let value = try decoder.next(type)
    guard decoder.place == bytes.count else { throw unreadable }
    return value
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let count = try count()
    // Each element takes a byte at least.
    guard count <= bytes.count - place else { throw Self.unreadable }
    return Elements(decoder: self, count: count)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  fileprivate func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if _isPOD(type) { return try plain(type) }
    if type == String.self, let text = try text() as? Value { return text }
    if type == [UInt8].self, let array = try array(of: UInt8.self) as? Value { return array }
    if type == [SIMD4<Int8>].self, let array = try array(of: SIMD4<Int8>.self) as? Value {
      return array
    }
    if type == [Int32].self, let array = try array(of: Int32.self) as? Value { return array }
    return try Value(from: self)
  }

  private func array<Element: BitwiseCopyable>(of type: Element.Type) throws -> [Element] {
    let raw = try skip(try count())
    let count = raw.count / MemoryLayout<Element>.stride
    return unsafe [Element](unsafeUninitializedCapacity: count) { elements, initialized in
      unsafe UnsafeMutableRawBufferPointer(elements).copyBytes(
        from: raw.prefix(count * MemoryLayout<Element>.stride))
      initialized = count
    }
  }

  /// Passes over some bytes.
  private func skip(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= bytes.count - place else { throw Self.unreadable }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// Reads a value without references.
  private func plain<Value>(_ type: Value.Type) throws -> Value {
    let start = place
    _ = try skip(MemoryLayout<Value>.size)
    return unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: start, as: type)
    }
  }

  fileprivate func byte() throws -> UInt8 { try plain(UInt8.self) }

  private func count() throws -> Int { Int(UInt32(littleEndian: try plain(UInt32.self))) }

  fileprivate func text() throws -> String {
    String(decoding: try skip(try count()), as: UTF8.self)
  }

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

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.next(type) }
    func decodeNil() -> Bool { false }
  }
}
