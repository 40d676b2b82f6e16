/// Where accepting a case writes.
package struct Baseline: Hashable, Sendable {
  /// It may not exist yet.
  let file: FilePath
  /// Absolute path of the folder that `path` must stay in, links resolved.
  package let root: String

  /// Absolute path of the file.
  package var path: String { file.path }

  package init(path: String, root: String) { self.init(FilePath(path), root: root) }

  init(_ file: FilePath, root: String) { (self.file, self.root) = (file, root) }
}

/// One failed snapshot: its files, and where its baseline lives. Paths are absolute.
///
/// Found by the ten thousand and shown by the dozen: what many have in common is kept once, and
/// paths and names are made of their parts when they are asked for.
package struct SnapshotCase: Hashable, Sendable, Identifiable {
  package enum Content: String, Sendable, Codable { case image, text }

  private(set) var title: CaseTitle
  package var content: Content
  var referenceFile: FilePath?
  var actualFile: FilePath?
  var differenceFile: FilePath?
  package var baseline: Baseline?
  /// Why this case cannot be accepted and what to give; nil where it can.
  package var obstacle: String?
  /// How many other cases would write the same baseline. One of them can be accepted by itself; a
  /// decision on many leaves them all alone.
  package var rivals = 0
  /// Which decisions write the baseline.
  package var writing = Writing.accepting
  /// Whether the run dropped the snapshot: it has no actual, and accepting removes the baseline.
  package var isDeletion = false
  /// Whether the baseline may be the failing run's own: it is as large as the actual, and no older.
  package var mayBeOverwritten = false
  /// What its name says, such as theme and dark; see `Axes`.
  package var axes: [AxisValue] = []
  /// What the reviewer should know, such as a difference older than its reference.
  package var remarks: [String]

  /// Which decisions write the baseline, and what they put there.
  package enum Writing: Sendable {
    /// Accepting writes the actual.
    case accepting
    /// The actual is there already: rejecting puts the reference back.
    case rejecting
    /// Accepting writes the actual, rejecting the reference: the two sides of a merge.
    case either
  }

  /// Whether a side of it is a lossy picture, so that they are compared just approximately.
  package var isApproximate: Bool {
    [referenceFile, actualFile].contains { $0?.kind == .lossyImage }
  }

  /// Whether a file's name is that of a picture that has lost detail.
  package static func isLossy(_ path: String) -> Bool {
    FileKind(name: Paths.name(path)) == .lossyImage
  }

  /// What a decision puts in the baseline's place; nil where it leaves that alone. No path stands
  /// for absence.
  package func replacement(by decision: Decision?) -> (path: String?, isReference: Bool)? {
    switch (decision, writing) {
    case (.accepted, .accepting), (.accepted, .either): (actual, false)
    case (.rejected, .rejecting), (.rejected, .either): (reference, true)
    default: nil
    }
  }

  static let conflictRemark =
    "Merge conflict: the reference is ours, the actual theirs. Accepting writes theirs, rejecting "
    + "ours"

  /// What a decision has done to the baseline, in words.
  package func outcome(of decision: Decision) -> String {
    guard let written = replacement(by: decision) else { return "no file changed" }
    return switch (writing, written.isReference) {
    case (.either, let isOurs): isOurs ? "ours is written" : "theirs is written"
    case (_, true): "the old one is back"
    case (_, false): "the baseline is written"
    }
  }

  /// Whether a decision writes or removes the baseline.
  package func isWritten(by decision: Decision) -> Bool { replacement(by: decision) != nil }

  /// All files that belong to it, as far as they are known.
  package var files: [String] {
    [reference, actual, difference, baseline?.path].compactMap { $0 }
  }

  package init(
    id: String, suite: String, name: String, layout: Layout, content: Content = .image,
    reference: String? = nil, actual: String? = nil, difference: String? = nil,
    baseline: Baseline? = nil, obstacle: String? = nil, remarks: [String] = [],
    failures: String = "", key: String? = nil
  ) {
    title = CaseTitle(
      CaseOrigin(layout, failures: failures, suite: suite, keyStart: ""), id: id, name: name,
      key: key ?? Self.key(layout, id))
    self.content = content
    referenceFile = reference.map(FilePath.init)
    actualFile = actual.map(FilePath.init)
    differenceFile = difference.map(FilePath.init)
    self.baseline = baseline
    self.obstacle = obstacle
    self.remarks = remarks
  }

  /// - Parameter file: The snapshot's name within its suite, with its ending.
  init(_ file: String, _ origin: CaseOrigin, kind: FileKind?) {
    title = CaseTitle(file, origin, kind: kind)
    content = kind == .text ? .text : .image
    remarks = []
  }
}

extension SnapshotCase {
  /// Unique in a catalogue and the same in every run: "Suite/name", or the folder instead of the
  /// suite where two folders hold the same one.
  package var id: String {
    get { title.id }
    set { title.id = newValue }
  }

  /// The snapshot's name within its suite: an image's without its ending, any other's with it,
  /// since a test may write both under one name.
  package var name: String {
    get { title.name }
    set { title.name = newValue }
  }

  /// What tells this case from every other below `failures`, in every run and whatever flags were
  /// given: the layout and the failure's path. ASCII, so that two names that Unicode
  /// considers equal stay distinct.
  package var key: String {
    get { title.key }
    set { title.key = newValue }
  }

  /// The folder that the library wrote its failures to, links resolved. It follows from the layout
  /// alone: the same whether that folder, one above it or a single file was opened.
  package var failures: String {
    get { origin.failures }
    set { title.move(failures: newValue, suite: suite) }
  }

  /// The test class or file; the folder in the list's tree.
  package var suite: String {
    get { origin.suite }
    set { title.move(failures: failures, suite: newValue) }
  }

  var origin: CaseOrigin { title.origin }

  package var layout: Layout { origin.layout }

  package var reference: String? {
    get { referenceFile?.path }
    set { referenceFile = newValue.map(FilePath.init) }
  }

  package var actual: String? {
    get { actualFile?.path }
    set { actualFile = newValue.map(FilePath.init) }
  }

  /// The difference file that the library wrote, if any.
  package var difference: String? {
    get { differenceFile?.path }
    set { differenceFile = newValue.map(FilePath.init) }
  }
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
