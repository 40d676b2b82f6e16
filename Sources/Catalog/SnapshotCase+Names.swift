import PNGCodec

/// What a case is called: what follows from its file, or what it was given.
extension SnapshotCase {
  /// Unique in a catalogue and the same in every run: "Suite/name", or the folder instead of the
  /// suite where two folders hold the same one.
  package var id: String {
    get { hasPlainID ? Paths.join(origin.suite, name) : names.id }
    set { changeNames { $0.id = newValue } }
  }

  /// The snapshot's name within its suite: an image's without its ending, any other's with it,
  /// since a test may write both under one name.
  package var name: String {
    get { box?.details.names?.name ?? withName { String(decoding: $0, as: UTF8.self) } }
    set { changeNames { $0.name = newValue } }
  }

  /// What tells this case from every other below `failures`, in every run and whatever flags were
  /// given: the layout and the failure's path. ASCII, so that two names that Unicode
  /// considers equal stay distinct.
  package var key: String {
    get {
      let names = names
      return names.key ?? Self.escaped(names.file, after: origin.keyStart)
    }
    set { changeNames { $0.key = newValue } }
  }

  private var names: CaseNames {
    if let names = box?.details.names { return names }
    return CaseNames(
      name: name, file: folders.run.files.text(named, without: Int(numbers.start)))
  }

  private mutating func changeNames(_ body: (inout CaseNames) -> Void) {
    var names = names
    body(&names)
    change { $0.names = names }
  }

  /// Whether the identifier is suite and name.
  var hasPlainID: Bool { box?.details.names?.id.isEmpty ?? true }

  /// The name's bytes, without making it.
  func withName<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if var name = box?.details.names?.name { return name.withUTF8(body) }
    let run = folders.run
    let isImage = run.files.kind(named) == .image
    return run.files.withBytes(of: named) { bytes in
      let name = UnsafeBufferPointer(rebasing: bytes[Int(numbers.start)...])
      let dot = isImage ? name.lastIndex(of: UInt8(ascii: ".")) ?? 0 : 0
      return body(dot > 0 ? UnsafeBufferPointer(rebasing: name[..<dot]) : name)
    }
  }

  /// The folder that the library wrote its failures to, links resolved. It follows from the layout
  /// alone: the same whether that folder, one above it or a single file was opened.
  package var failures: String {
    get { origin.failures }
    set { move(failures: newValue, suite: suite) }
  }

  /// The test class or file; the folder in the list's tree.
  package var suite: String {
    get { origin.suite }
    set { move(failures: failures, suite: newValue) }
  }

  private mutating func move(failures: String, suite: String) {
    origin = CaseOrigin(
      layout, failures: failures, suite: suite, keyStart: origin.keyStart, folders: origin.folders)
  }

  package var layout: Layout { origin.layout }
}

extension SnapshotCase {
  /// - Parameter path: The failure's path below its root.
  static func key(_ layout: Layout, _ path: String) -> String {
    escaped(path, after: layout.rawValue + ":")
  }

  /// The bytes of a text in printable ASCII, so that no two texts look or compare the same.
  static func escaped(_ text: String, after prefix: String = "") -> String {
    if text.utf8.allSatisfy(isPlain) { return prefix + text }
    var result = Array(prefix.utf8)
    result.reserveCapacity(prefix.utf8.count + text.utf8.count)
    for byte in text.utf8 {
      if isPlain(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "%")
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}

extension SnapshotCase {
  /// Whether the identifier, the suite or the name matches a pattern.
  func matches(_ glob: Glob) -> Bool {
    if withName({ glob.matches($0) }) || glob.matches(suite) { return true }
    // Ten thousand are asked: few identifiers need be made to see that they differ.
    if hasPlainID, !suite.isEmpty, !glob.mayMatch(beginning: suite) { return false }
    return glob.matches(id)
  }
}

extension Glob {
  /// The places of the cases of which the pattern means the identifier, the suite, the name or an
  /// axis with its value.
  package func places(in cases: [SnapshotCase]) -> [Int] {
    let areMeant = mapOnAllCores(cases.count, band: 512) { place in
      cases[place].matches(self) || cases[place].axes.contains { $0.isMeant(by: pattern) }
    }
    return cases.indices.filter { areMeant[$0] }
  }
}
