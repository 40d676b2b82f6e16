/// Where accepting a case writes.
package struct Baseline: Hashable, Sendable {
  /// It may not exist yet.
  let file: FilePath
  /// Absolute path of the folder that `path` must stay in, links resolved.
  package let root: String
  /// True if a report that came with the failures chose it among others.
  let isChosenByReport: Bool

  /// Absolute path of the file.
  package var path: String { file.path }

  package init(path: String, root: String) { self.init(FilePath(path), root: root) }

  /// One that a layout prescribes, or that the user named.
  init(_ file: FilePath, root: String) {
    (self.file, self.root, isChosenByReport) = (file, root, false)
  }

  /// One that a report names.
  init(_ proven: ProvenBaseline) {
    (file, root) = (FilePath(proven.path), proven.root)
    isChosenByReport = proven.isChosen
  }
}

/// One failed snapshot: its files, and where its baseline lives. Paths are absolute.
///
/// Found by the ten thousand and shown by the dozen. The usual case is a few numbers: what many
/// have in common is kept once, and paths and names are made when they are asked for.
package struct SnapshotCase: Sendable, Identifiable {
  package enum Content: String, Sendable, Codable { case image, text }

  var origin: CaseOrigin
  let numbers: CaseNumbers
  var box: CaseDetails.Box?

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

  /// The baseline's path where a report that came with the failures chose it: it is named before it
  /// is written.
  package var chosenBaseline: String? {
    baseline.flatMap { $0.isChosenByReport ? $0.path : nil }
  }

  static let conflictRemark =
    "Merge conflict: the reference is ours, the actual theirs. Accepting writes theirs, rejecting "
    + "ours"

  /// True if git's index holds a version of the snapshot that no decision here changes.
  package var isStaged: Bool { remarks.contains(Self.stagedRemark) }

  static let stagedRemark =
    "The index holds a version of its own, which stays staged whatever is decided here; "
    + "`git restore --staged` takes it out."

  /// Says what a decision has done to the baseline, or to so many like it.
  package func outcome(of decision: Decision, count: Int = 1) -> String {
    guard let written = replacement(by: decision) else { return "no file changed" }
    let isOne = count == 1
    return switch (writing, written.isReference) {
    case (.either, let isOurs): "\(isOurs ? "ours" : "theirs") \(isOne ? "is" : "are") written"
    case (_, true): isOne ? "the old one is back" : "\(Wording.grouped(count)) old ones are back"
    case (_, false):
      isOne ? "the baseline is written" : "\(Wording.grouped(count)) baselines are written"
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
    let files = CaseFiles(
      reference: reference.map(FilePath.init), actual: actual.map(FilePath.init),
      difference: difference.map(FilePath.init), baseline: baseline)
    self.init(
      CaseOrigin(layout, failures: failures, suite: suite, keyStart: ""),
      CaseDetails(
        names: CaseNames(id: id, name: name, key: key ?? Self.key(layout, id)), files: files,
        content: content, obstacle: obstacle, remarks: remarks))
  }

  /// - Parameter file: The snapshot's name within its suite, with its ending.
  init(_ file: String, _ origin: CaseOrigin, kind: FileKind?, _ files: CaseFiles = CaseFiles()) {
    self.init(
      origin,
      CaseDetails(
        names: CaseNames(name: kind == .image ? stem(file) : file, file: file), files: files,
        content: kind == .text ? .text : .image))
  }

  private init(_ origin: CaseOrigin, _ details: CaseDetails) {
    self.origin = origin
    numbers = CaseNumbers(named: CaseNumbers.none, baseline: CaseNumbers.none)
    box = CaseDetails.Box(details)
  }

  /// A case whose files are in the folders of its origin.
  init(_ numbers: CaseNumbers, _ origin: CaseOrigin) {
    (self.origin, self.numbers) = (origin, numbers)
  }

  mutating func change(_ body: (inout CaseDetails) -> Void) {
    CaseDetails.change(&box, body)
  }
}

extension SnapshotCase {
  package var content: Content {
    get { details?.content ?? (folders.run.files.kind(named) == .text ? .text : .image) }
    set { change { $0.content = newValue } }
  }

  /// Why this case cannot be accepted and what to give; nil where it can.
  package var obstacle: String? {
    get { details?.obstacle }
    set { change { $0.obstacle = newValue } }
  }

  /// How many other cases would write the same baseline. One of them can be accepted by itself; a
  /// decision on many leaves them all alone.
  package var rivals: Int {
    get { details?.rivals ?? 0 }
    set { change { $0.rivals = newValue } }
  }

  /// Which decisions write the baseline.
  package var writing: Writing {
    get { details?.writing ?? .accepting }
    set { change { $0.writing = newValue } }
  }

  /// Whether the run dropped the snapshot: it has no actual, and accepting removes the baseline.
  package var isDeletion: Bool {
    get { details?.isDeletion ?? false }
    set { change { $0.isDeletion = newValue } }
  }

  /// True if the library's report lists it among what failed.
  package var isReportedFailed: Bool {
    get { details?.isReportedFailed ?? false }
    set { if newValue != isReportedFailed { change { $0.isReportedFailed = newValue } } }
  }

  /// Whether the baseline may be a run's own: it is as large as the actual, and no older than that or
  /// than the difference.
  package var mayBeOverwritten: Bool {
    get { details?.mayBeOverwritten ?? false }
    set { if newValue != mayBeOverwritten { change { $0.mayBeOverwritten = newValue } } }
  }

  /// When the library drew the difference, as the age of the reference tells.
  package enum DifferenceAge: Sendable {
    case unknown
    /// After the reference was recorded.
    case newer
    /// Before that: nothing deletes the difference of a test that passes.
    case older
  }

  package var differenceAge: DifferenceAge {
    get { details?.differenceAge ?? .unknown }
    set { if newValue != differenceAge { change { $0.differenceAge = newValue } } }
  }

  /// The library's difference, where it is the actual with what differs painted over.
  package var paintedDifference: String? {
    layout.paintsDifferences && content == .image ? difference : nil
  }

  /// True if that is all that is known of the actual.
  package var isMasked: Bool { actual == nil && reference != nil && paintedDifference != nil }

  /// What its name says, such as theme and dark; see `Axes`.
  package var axes: [AxisValue] {
    get { details?.axes ?? [] }
    set { change { $0.axes = newValue } }
  }

  /// What the reviewer should know, such as a difference older than its reference.
  package var remarks: [String] {
    get { details?.remarks ?? [] }
    set { change { $0.remarks = newValue } }
  }

  /// What accepting does besides, in steps of its own that are undone with it.
  var followUps: [FollowUp] {
    get { details?.followUps ?? [] }
    set { change { $0.followUps = newValue } }
  }

  private var details: CaseDetails? { box?.details }

  /// Of a case that was found by numbers.
  var folders: CaseFolders { origin.folders! }

  var named: Int { Int(numbers.named) }
}

extension SnapshotCase: Hashable {
  package static func == (one: SnapshotCase, other: SnapshotCase) -> Bool {
    if one.origin === other.origin, one.numbers == other.numbers, one.box === other.box {
      return true
    }
    return (one.layout, one.failures, one.suite) == (other.layout, other.failures, other.suite)
      && (one.id, one.name, one.key) == (other.id, other.name, other.key)
      && (one.reference, one.actual, one.difference, one.baseline)
        == (other.reference, other.actual, other.difference, other.baseline)
      && (one.content, one.obstacle, one.rivals, one.writing)
        == (other.content, other.obstacle, other.rivals, other.writing)
      && (one.isDeletion, one.isReportedFailed, one.mayBeOverwritten, one.differenceAge)
        == (other.isDeletion, other.isReportedFailed, other.mayBeOverwritten, other.differenceAge)
      && (one.axes, one.remarks) == (other.axes, other.remarks)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
