import Base

/// A reason why a case cannot be accepted.
struct Obstacle: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// One failed snapshot: its files, and the place of its baseline. Paths are absolute.
package struct SnapshotCase: Hashable, Sendable, Identifiable {
  package enum Content: String, Sendable, Codable {
    case image, text
    /// Anything that cannot be shown; it is compared byte for byte.
    case bytes
  }

  /// The decisions that write the baseline, and the file that each one writes.
  package enum Writing: Sendable {
    case accepting
    /// The actual is already in place; rejecting puts the reference back.
    case rejecting
    /// Accepting writes the actual, rejecting the reference: the two sides of a merge.
    case either
  }

  /// The reasons why a case is not accepted together with others.
  package enum Doubt: String, Sendable {
    case wordsAlone = "Only words in two file names say that its files belong together."
    case pixelsAlone = """
      Only equal pixels join its reference to the baseline: the bytes of the two files differ.
      """
    case olderActual = """
      The actual is older than the difference: it may be another run's, because two runs can paint \
      the same pixels.
      """
    case sharedActual = "Another case has the same actual, which only one test can have written."
    case pointerReference = "Its reference is a Git LFS pointer, so nothing was compared."
    case copy = "Its name says that the actual is a copy of another file."
  }

  /// An identifier that is unique in a catalogue and the same in every run: "Suite/name", or the
  /// folder instead of the suite if two folders hold the same one.
  package var id: String
  /// The test class or file; the folder in the list's tree.
  package var suite: String
  /// The snapshot's name within its suite: without its ending for an image and with it otherwise,
  /// because a test may write both under one name.
  package var name: String
  package let layout: Layout
  package var content: Content
  /// The folder that the library wrote its failures to, links resolved. It follows from the layout
  /// alone, so it is the same whether that folder, a parent or a single file was opened.
  package var failures: String
  /// The folder whose store keeps the decisions on the case: the work tree of its baseline or,
  /// without a repository, the folder of references; see `Homes`.
  package var home: String
  /// The archive, log or address that the failures came from; nil for a folder.
  package var source: String?
  /// The layout and the failure's path, unique among the cases below `failures` and the same in
  /// every run, whatever flags were given. It is ASCII, so that two names that Unicode considers
  /// equal stay distinct.
  package var key: String

  /// The snapshot's own path if its files may be git's copies; nil otherwise.
  package var place: String?
  package var reference: String?
  package var actual: String?
  /// The vector file that the actual is a picture of, and that accepting writes instead.
  var vector: String?
  /// The difference file that the library wrote, if any.
  package var difference: String?
  /// The run's own copy of the reference, if that is not `reference`.
  var compared: String?
  package var baseline: Baseline?

  /// The reason why this case cannot be accepted, and what to give; nil if it can be accepted.
  package var obstacle: String?
  /// The number of other cases that would write different bytes to the same baseline. One of them
  /// can be accepted by itself; a bulk decision leaves them all alone.
  package var rivals = 0
  /// The decisions that write the baseline.
  package var writing = Writing.accepting
  /// True if the run dropped the snapshot: it has no actual, and accepting removes the baseline.
  package var isDeletion = false
  /// True if the library's report lists the case as failed.
  package var isReportedFailed = false
  /// True if the run may have written the baseline itself: the baseline equals the actual, and
  /// neither git nor a decision says since when.
  package var mayBeOverwritten = false
  /// True if the difference is proven to be left from an earlier run; see `LeftOverDifferences`.
  package var isLeftOver = false
  /// The reason why the case can only be accepted one by one; nil if there is none.
  package var doubt: Doubt?
  /// The axis values in its name, such as dark for the theme; see `Axes`.
  package var axes: [AxisValue] = []
  /// The snapshot's results in several runs of the tests, if available.
  package var runs: TestRuns?
  /// Remarks for the reviewer, such as that a difference is older than its reference.
  package var remarks: [Remark]
  /// Further changes that accepting makes, as separate steps that are undone with it.
  var followUps: [FollowUp] = []

  /// - Parameters:
  ///   - id: Empty to join suite and name.
  ///   - key: The failure's path, for the case's key; nil for the identifier.
  package init(
    id: String = "", suite: String, name: String, layout: Layout, content: Content = .image,
    reference: String? = nil, actual: String? = nil, difference: String? = nil,
    baseline: Baseline? = nil, obstacle: String? = nil, remarks: [Remark] = [],
    failures: String = "", key: String? = nil
  ) {
    self.id = id.isEmpty ? Paths.join(suite, name) : id
    (self.suite, self.name, self.layout, self.content) = (suite, name, layout, content)
    (self.reference, self.actual, self.difference) = (reference, actual, difference)
    (self.baseline, self.obstacle, self.remarks) = (baseline, obstacle, remarks)
    (self.failures, home, self.key) = (failures, failures, Self.key(layout, key ?? id))
  }
}

extension SnapshotCase {
  /// True if a file is a picture in a format that has lost detail.
  package static func isLossy(_ path: String) -> Bool {
    FileKind(name: Paths.name(path)) == .lossyImage && WebPKind(path) != .lossless
  }

  /// All known files of the case.
  package var files: [String] { [reference, actual, difference, baseline?.path].compactMap { $0 } }

  /// The file that the test proposes as its baseline.
  package var proposed: String? { vector ?? actual }

  /// The files that the test run left: the copy of the reference, the actual and the difference,
  /// unless they are the baseline.
  var leftFiles: [String] {
    let baseline = baseline.map { ExactName($0.path) }
    return [reference, actual].compactMap(\.self).filter { ExactName($0) != baseline }
      + [difference].compactMap(\.self)
  }

  /// Returns the file that a decision puts in the baseline's place; nil if it leaves the baseline
  /// alone. A nil path means that the baseline is removed.
  package func replacement(by decision: Decision) -> (path: String?, isReference: Bool)? {
    switch (decision, writing) {
    case (.accepted, .accepting), (.accepted, .either): (proposed, false)
    case (.rejected, .rejecting), (.rejected, .either): (reference, true)
    default: nil
    }
  }

  /// True if the actual was cut out of a strip.
  var isPane: Bool { remarks.contains { if case .pane = $0 { true } else { false } } }

  /// True if equal files prove nothing: the library leaves an actual only after a comparison
  /// failed, and neither git nor a decision says who wrote the baseline since.
  package var matchProvesNothing: Bool {
    mayBeOverwritten && actual != nil
      && (layout == .pointfree || layout.isLibrary && difference != nil)
  }

  /// The reason why the case can only be accepted by itself; nil if there is none.
  package var aloneReason: String? {
    guard rivals > 0 else { return doubt?.rawValue }
    return "\(Wording.count(rivals, "other case")) would write the same baseline."
  }

  /// True if a decision writes or removes the baseline.
  package func isWritten(by decision: Decision) -> Bool { replacement(by: decision) != nil }

  /// The baseline's path if a report that came with the failures chose it; the user sees it before
  /// it is written.
  package var chosenBaseline: String? { baseline.flatMap { $0.isChosenByReport ? $0.path : nil } }
}
