/// The names of the files in one folder, each once, in the order in which they were read.
package struct FileNames: Sequence, Sendable {
  private var names: [String] = []
  /// The spellings of each name, which differ only in composed accents and the ending's case.
  private var spellings: [String: [String]] = [:]

  package var count: Int { names.count }

  package init(_ names: some Sequence<String> = []) {
    for name in names { insert(name) }
  }

  package mutating func insert(_ name: String) {
    guard spelling(of: name).map(ExactName.init) != ExactName(name) else { return }
    names.append(name)
    spellings[Self.folded(name), default: []].append(name)
  }

  /// Returns the name as the folder spells it. A file system may compose accents differently from
  /// the name's origin, and a test may call "x.PNG" "x.png"; such a spelling is used if the exact
  /// one is missing.
  package func spelling(of name: String) -> String? {
    guard let known = spellings[Self.folded(name)] else { return nil }
    return known.first { ExactName($0) == ExactName(name) }
      ?? known.min { ExactName($0) < ExactName($1) }
  }

  /// Returns the name with its ending in lower case.
  package static func folded(_ name: String) -> String {
    let isCapital = name.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }
      .contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    guard isCapital else { return name }
    let bare = stem(name)
    return bare + name.dropFirst(bare.count).lowercased()
  }

  package func makeIterator() -> some IteratorProtocol<String> { names.makeIterator() }
}

extension Collection<UInt8> {
  package func texts(between separator: Character) -> [String] {
    split { $0 == separator.asciiValue }.map { String(decoding: $0, as: UTF8.self) }
  }
}
