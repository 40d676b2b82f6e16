/// The names of the files in one folder, each once, in the order in which they were read.
package struct FileNames: Sendable {
  private var names: [String] = []
  /// Each spelling of the names that Unicode takes for the same.
  private var spellings: [String: [String]] = [:]

  package var count: Int { names.count }
  var isEmpty: Bool { names.isEmpty }

  mutating func insert(_ name: String) {
    guard spelling(of: name).map(ExactName.init) != ExactName(name) else { return }
    names.append(name)
    spellings[name, default: []].append(name)
  }

  /// The name as the folder spells it. A file system may compose accents otherwise than the one
  /// that a name comes from: where only such a spelling is there, it is meant.
  package func spelling(of name: String) -> String? {
    guard let known = spellings[name] else { return nil }
    return known.first { ExactName($0) == ExactName(name) }
      ?? known.min { ExactName($0) < ExactName($1) }
  }

  /// True if a file has the name in any spelling.
  func contains(_ name: String) -> Bool { spellings[name] != nil }
}

extension FileNames: Sequence {
  package func makeIterator() -> some IteratorProtocol<String> { names.makeIterator() }
}
