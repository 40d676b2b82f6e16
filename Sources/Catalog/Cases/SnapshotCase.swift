import Base

/// One failed snapshot: its files, and the place of its baseline. Paths are absolute.
package struct SnapshotCase: Hashable, Sendable, Identifiable {
  package enum Content: String, Sendable, Codable {
    case image, text
    /// Anything that cannot be shown: compared byte for byte.
    case bytes
  }

  /// The decisions that write the baseline, and the file that each of them puts there.
  package enum Writing: Sendable {
    case accepting
    /// The actual is there already: rejecting puts the reference back.
    case rejecting
    /// Accepting writes the actual, rejecting the reference: the two sides of a merge.
    case either
  }

  /// The reasons why a case is not accepted together with others.
  package enum Doubt: Sendable {
    /// Only words in two file names say that its files belong together.
    case wordsAlone
    /// Only equal pixels join the run's copy of the reference to the baseline.
    case pixelsAlone
    /// The actual is older than the difference.
    case olderActual
    case pointerReference
    /// By its name the actual is a copy of the file beside it.
    case copy

    package var sentence: String {
      switch self {
      case .wordsAlone: "Only words in two file names say that its files belong together."
      case .pixelsAlone:
        "Only equal pixels join its reference to the baseline: the bytes of the two files differ."
      case .olderActual:
        "The actual is older than the difference: it may be another run's, because two runs can paint "
          + "the same pixels."
      case .pointerReference: "Its reference is a Git LFS pointer, so nothing was compared."
      case .copy: "By its name the actual is a copy of another file beside it."
      }
    }
  }

  /// An identifier that is unique in a catalogue and the same in every run: "Suite/name", or the
  /// folder instead of the suite where two folders hold the same one.
  package var id: String
  /// The test class or file; the folder in the list's tree.
  package var suite: String
  /// The snapshot's name within its suite: an image's without its ending, any other's with it,
  /// since a test may write both under one name.
  package var name: String
  package let layout: Layout
  package var content: Content
  /// The folder that the library wrote its failures to, links resolved. It follows from the layout
  /// alone: the same whether that folder, one above it or a single file was opened.
  package var failures: String
  /// The folder whose store keeps the decisions on it: the work tree of its baseline, or in no
  /// repository the folder of references; see `Homes`.
  package var home: String
  /// The archive, log or address that the failures came by; nil for a folder.
  package var source: String?
  /// The layout and the failure's path, unique among the cases below `failures` and the same in
  /// every run, whatever flags were given. It is ASCII, so that two names that Unicode considers
  /// equal stay distinct.
  package var key: String

  /// The path of the snapshot itself, where its files may be git's copies; nil for all others.
  package var place: String?
  package var reference: String?
  package var actual: String?
  /// The vector file that the actual is a picture of, and that accepting writes instead.
  var vector: String?
  /// The difference file that the library wrote, if any.
  package var difference: String?
  /// The run's own copy of the reference, where that is not `reference`.
  var compared: String?
  package var baseline: Baseline?

  /// The reason why this case cannot be accepted, and what to give; nil if it can be accepted.
  package var obstacle: String?
  /// The number of other cases that would write other bytes to the same baseline. One of them can be
  /// accepted by itself; a decision on many leaves them all alone.
  package var rivals = 0
  /// The decisions that write the baseline.
  package var writing = Writing.accepting
  /// True if the run dropped the snapshot: it has no actual, and accepting removes the baseline.
  package var isDeletion = false
  /// True if the library's report lists the case as failed.
  package var isReportedFailed = false
  /// True if the run may have written the baseline itself: it has the bytes of the actual, and neither
  /// git nor a decision says since when.
  package var mayBeOverwritten = false
  /// True if the difference is proven to be left from an earlier run; see `LeftOverDifferences`.
  package var isLeftOver = false
  /// Set for a case that is accepted one by one only.
  package var doubt: Doubt?
  /// The axis values in its name, such as dark for the theme; see `Axes`.
  package var axes: [AxisValue] = []
  /// The same snapshot in several runs of the tests, where they are at hand.
  package var runs: TestRuns?
  /// Remarks for the reviewer, such as that a difference is older than its reference.
  package var remarks: [Remark]
  /// Further changes that accepting makes, in steps of their own that are undone with it.
  var followUps: [FollowUp] = []

  /// - Parameters:
  ///   - id: Empty to join suite and name.
  ///   - key: nil to derive it from the identifier.
  package init(
    id: String, suite: String, name: String, layout: Layout, content: Content = .image,
    reference: String? = nil, actual: String? = nil, difference: String? = nil,
    baseline: Baseline? = nil, obstacle: String? = nil, remarks: [Remark] = [],
    failures: String = "", key: String? = nil
  ) {
    self.id = id.isEmpty ? Paths.join(suite, name) : id
    (self.suite, self.name, self.layout, self.content) = (suite, name, layout, content)
    (self.reference, self.actual, self.difference) = (reference, actual, difference)
    (self.baseline, self.obstacle, self.remarks) = (baseline, obstacle, remarks)
    (self.failures, home, self.key) = (failures, failures, key ?? Self.key(layout, id))
  }

  /// - Parameter file: The snapshot's name within its suite, with its ending.
  init(
    _ file: String, _ origin: CaseOrigin, kind: FileKind?, reference: String? = nil,
    actual: String? = nil, difference: String? = nil
  ) {
    self.init(
      id: "", suite: origin.suite, name: kind == .image ? stem(file) : file,
      layout: origin.layout,
      content: Content(
        fileNamed: file, at: kind == nil || kind == .lossyImage ? [reference, actual] : []),
      reference: reference, actual: actual, difference: difference, failures: origin.failures,
      key: Self.escaped(file, after: origin.keyStart))
  }
}

extension SnapshotCase {
  /// True if a side of it is a lossy picture, so that they are compared just approximately.
  package var isApproximate: Bool { [reference, actual].contains { $0.map(Self.isLossy) == true } }

  /// True if a file's name is that of a picture that has lost detail.
  package static func isLossy(_ path: String) -> Bool {
    FileKind(name: Paths.name(path)) == .lossyImage && WebPKind(path) != .lossless
  }

  /// The library's difference, where it is the actual with what differs painted over.
  package var paintedDifference: String? {
    layout.paintsDifferences && content == .image ? difference : nil
  }

  /// True if that is all that is known of the actual.
  package var isMasked: Bool { actual == nil && reference != nil && paintedDifference != nil }

  /// All files that belong to it, as far as they are known.
  package var files: [String] { [reference, actual, difference, baseline?.path].compactMap { $0 } }

  /// The file that the test proposes as its baseline.
  package var proposed: String? { vector ?? actual }

  /// The files that the test run left: copy of the reference, actual and difference, unless they
  /// are the baseline.
  var leftFiles: [String] {
    let baseline = baseline.map { ExactName($0.path) }
    return [reference, actual].compactMap(\.self).filter { ExactName($0) != baseline }
      + [difference].compactMap(\.self)
  }
}

extension SnapshotCase {
  /// Returns the file that a decision puts in the baseline's place; nil if it leaves the baseline
  /// alone. A nil path means that the baseline is removed.
  package func replacement(by decision: Decision) -> (path: String?, isReference: Bool)? {
    switch (decision, writing) {
    case (.accepted, .accepting), (.accepted, .either): (proposed, false)
    case (.rejected, .rejecting), (.rejected, .either): (reference, true)
    default: nil
    }
  }

  /// Says what a decision has done to the baseline, or to so many like it.
  ///
  /// - Parameter count: The number of baselines that were written or removed.
  package func outcome(of decision: Decision, count: Int) -> String {
    let isOne = count <= 1
    return switch (writing, decision) {
    case (.either, .accepted): "theirs \(isOne ? "is" : "are") written"
    // Git has left ours in place.
    case (.either, .rejected): "ours \(isOne ? "is" : "are") written"
    case _ where count == 0: "no file changed"
    case (_, .accepted):
      isOne ? "the baseline is written" : "\(Wording.grouped(count)) baselines are written"
    case (_, .rejected), (_, .tolerated):
      isOne
        ? "the old baseline is restored" : "\(Wording.grouped(count)) old baselines are restored"
    }
  }

  /// True if equal files prove nothing: the library leaves an actual only after a comparison failed,
  /// and neither git nor a decision says who has written the baseline since.
  package var matchProvesNothing: Bool {
    mayBeOverwritten && actual != nil
      && (layout == .pointfree || layout.isLibrary && difference != nil)
  }

  /// The reason why equal files prove nothing.
  package var recordedWords: String {
    "byte for byte: it was written after the comparison failed, perhaps by the failing run itself"
      + (layout.library?.recording.map { " (\($0))" } ?? "")
  }

  package var recordedSentence: String {
    "The baseline equals this failure's actual \(recordedWords). The previous one is in Git, if "
      + "anywhere."
  }

  /// The reason why it is accepted by itself only, never among others; nil if it may be.
  package var aloneReason: String? {
    if rivals > 0 {
      return "\(Wording.count(rivals, "other case")) would write the same baseline."
    }
    return doubt?.sentence
  }

  /// True if a decision writes or removes the baseline.
  package func isWritten(by decision: Decision) -> Bool { replacement(by: decision) != nil }

  /// The baseline's path where a report that came with the failures chose it: it is named before it
  /// is written.
  package var chosenBaseline: String? { baseline.flatMap { $0.isChosenByReport ? $0.path : nil } }
}
