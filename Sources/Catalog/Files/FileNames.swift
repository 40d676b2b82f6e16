/// The names of the files in one folder, each once, in the order in which they were read.
///
/// Their bytes lie in one piece of memory: most names are never asked for as a text.
package struct FileNames: Sendable {
  private var bytes: [UInt8] = []
  /// Where each name ends.
  private var ends: [UInt32] = []
  private var kinds: [FileKind] = []
  private var table = DigestTable()
  /// Names outside of ASCII by what Unicode takes for the same.
  private var equivalents: [String: ExactName] = [:]

  package var count: Int { ends.count }

  mutating func insert(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileKind, isASCII: Bool) {
    if ends.isEmpty { reserve() }
    guard table.insert(NameDigest.of(name)).isNew else { return }
    bytes.append(contentsOf: name)
    ends.append(UInt32(bytes.count))
    kinds.append(kind)
    guard !isASCII else { return }
    let name = self[count - 1]
    equivalents[name] = Swift.min(equivalents[name] ?? ExactName(name), ExactName(name))
  }

  /// Makes room for a few: most folders that hold any hold several.
  private mutating func reserve() {
    bytes.reserveCapacity(256)
    ends.reserveCapacity(16)
    kinds.reserveCapacity(16)
  }

  /// The number of the name as the folder spells it. A file system may compose accents otherwise than
  /// the one that a name comes from: where only such a spelling is there, it is meant.
  func number(of name: String) -> Int? {
    table.number(of: NameDigest.of(name))
      ?? (equivalents.isEmpty
        ? nil : equivalents[name].flatMap { table.number(of: NameDigest.of($0.text)) })
  }

  /// The number of the very name that has a digest.
  func number(ofDigest digest: UInt64) -> Int? { table.number(of: digest) }

  /// The name as the folder spells it.
  package func spelling(of name: String) -> String? { number(of: name).map { self[$0] } }

  subscript(_ number: Int) -> String { text(number) }

  /// A name without so many bytes at its start.
  func text(_ number: Int, without start: Int = 0) -> String {
    withBytes(of: number) { String(decoding: $0[start...], as: UTF8.self) }
  }

  func kind(_ number: Int) -> FileKind { kinds[number] }

  func digest(_ number: Int) -> UInt64 { table.digests[number] }

  /// The digest of a name without so many bytes at its start.
  func digest(_ number: Int, without start: Int) -> UInt64 {
    withBytes(of: number) { NameDigest.of(UnsafeBufferPointer(rebasing: $0[start...])) }
  }

  func withBytes<Result>(
    of number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let start = number == 0 ? 0 : Int(ends[number - 1])
    let end = Int(ends[number])
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }
}

extension FileNames: Sequence {
  package func makeIterator() -> some IteratorProtocol<String> {
    (0..<count).lazy.map { self[$0] }.makeIterator()
  }
}
