/// What all cases of one folder have in common.
final class CaseOrigin: Sendable {
  let layout: Layout
  let failures: String
  let suite: String
  /// What the keys of its cases begin with.
  let keyStart: String
  /// nil where the suite alone does not tell its cases' identifiers from others.
  fileprivate let suiteDigest: UInt64?

  init(_ layout: Layout, failures: String, suite: String, keyStart: String) {
    (self.layout, self.failures, self.suite) = (layout, failures, suite)
    self.keyStart = keyStart
    let isPlain = suite.utf8.allSatisfy { $0 < 0x80 } && !suite.hasSuffix("/")
    suiteDigest = isPlain ? NameDigest.of(suite) : nil
  }
}

/// What a case is called: what follows from its file, or what it was given.
struct CaseTitle: Sendable {
  private(set) var origin: CaseOrigin
  private var form: Form

  private enum Form {
    /// The snapshot's file in its suite: the name is the file's without its ending.
    case picture(String)
    /// The same; the name is the file's.
    case text(String)
    indirect case given(Names)
  }

  private struct Names {
    /// Empty where suite and name say it.
    var id: String
    var name: String
    var key: String
  }

  /// - Parameter file: The snapshot's name within its suite, with its ending.
  init(_ file: String, _ origin: CaseOrigin, kind: FileKind?) {
    self.origin = origin
    form = kind == .image ? .picture(file) : .text(file)
  }

  init(_ origin: CaseOrigin, id: String, name: String, key: String) {
    self.origin = origin
    form = .given(Names(id: id, name: name, key: key))
  }

  var id: String {
    get { hasPlainID ? Paths.join(origin.suite, name) : names.id }
    set { change { $0.id = newValue } }
  }

  var name: String {
    get {
      switch form {
      case .picture(let file): stem(file)
      case .text(let file): file
      case .given(let names): names.name
      }
    }
    set { change { $0.name = newValue } }
  }

  var key: String {
    get {
      switch form {
      case .picture(let file), .text(let file): SnapshotCase.escaped(file, after: origin.keyStart)
      case .given(let names): names.key
      }
    }
    set { change { $0.key = newValue } }
  }

  /// Whether the identifier is suite and name.
  var hasPlainID: Bool {
    if case .given(let names) = form { names.id.isEmpty } else { true }
  }

  private var names: Names {
    if case .given(let names) = form { names } else { Names(id: "", name: name, key: key) }
  }

  private mutating func change(_ body: (inout Names) -> Void) {
    var names = names
    body(&names)
    form = .given(names)
  }

  mutating func move(failures: String, suite: String) {
    origin = CaseOrigin(
      origin.layout, failures: failures, suite: suite, keyStart: origin.keyStart)
  }
}

extension CaseTitle: Hashable {
  static func == (one: CaseTitle, other: CaseTitle) -> Bool {
    one.origin.layout == other.origin.layout && one.origin.failures == other.origin.failures
      && one.origin.suite == other.origin.suite
      && (one.id, one.name, one.key) == (other.id, other.name, other.key)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CaseTitle {
  /// The name's bytes, without making it.
  func withName<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text: String
    var isWhole = true
    switch form {
    case .picture(let file): (text, isWhole) = (file, false)
    case .text(let file): text = file
    case .given(let names): text = names.name
    }
    return text.withUTF8 { bytes in
      let dot = isWhole ? 0 : bytes.lastIndex(of: UInt8(ascii: ".")) ?? 0
      return body(dot > 0 ? UnsafeBufferPointer(rebasing: bytes[..<dot]) : bytes)
    }
  }

  /// The digest of the identifier; nil where Unicode may take that for another's.
  var digestOfID: UInt64? {
    if hasPlainID, let suite = origin.suiteDigest, let name = withName(Self.digestOfPlain) {
      return NameDigest.of(file: name, in: suite)
    }
    let id = id
    return id.utf8.allSatisfy { $0 < 0x80 } ? NameDigest.of(path: id) : nil
  }

  private static func digestOfPlain(_ name: UnsafeBufferPointer<UInt8>) -> UInt64? {
    name.contains { $0 >= 0x80 || $0 == UInt8(ascii: "/") } ? nil : NameDigest.of(name)
  }
}

extension CaseTitle {
  /// Whether the identifier, the suite or the name matches a pattern. None of them is made for it:
  /// ten thousand are asked.
  func matches(_ glob: Glob, _ scratch: inout [UInt8]) -> Bool {
    guard hasPlainID else {
      return [id, origin.suite, name].contains(where: glob.matches)
    }
    scratch.removeAll(keepingCapacity: true)
    scratch += origin.suite.utf8
    let suite = scratch.count
    if scratch.last != UInt8(ascii: "/") { scratch.append(UInt8(ascii: "/")) }
    let name = scratch.count
    withName { scratch += $0 }
    return scratch.withUnsafeBufferPointer { id in
      glob.matches(id) || glob.matches(UnsafeBufferPointer(rebasing: id[..<suite]))
        || glob.matches(UnsafeBufferPointer(rebasing: id[name...]))
    }
  }
}

extension Glob {
  /// The places of the cases of which the pattern means the identifier, the suite, the name or an
  /// axis with its value.
  package func places(in cases: [SnapshotCase]) -> [Int] {
    var scratch: [UInt8] = []
    return cases.indices.filter { place in
      cases[place].title.matches(self, &scratch)
        || cases[place].axes.contains { $0.isMeant(by: pattern) }
    }
  }
}
