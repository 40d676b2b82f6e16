/// What is known of a case beyond the numbers of its files.
struct CaseDetails: Sendable {
  var names: CaseNames?
  var files: CaseFiles?
  var content: SnapshotCase.Content?
  var obstacle: String?
  var rivals = 0
  var writing = SnapshotCase.Writing.accepting
  var isDeletion = false
  var isReportedFailed = false
  var mayBeOverwritten = false
  var differenceAge = SnapshotCase.DifferenceAge.unknown
  var axes: [AxisValue] = []
  var remarks: [String] = []
  var followUps: [FollowUp] = []

  /// One piece of memory, which the copies of a case share until one of them changes.
  ///
  /// Changed only where nothing else refers to it; see `SnapshotCase.change`.
  final class Box: @unchecked Sendable {
    fileprivate(set) var details: CaseDetails

    init(_ details: CaseDetails) { self.details = details }
  }

  static func change(_ box: inout Box?, _ body: (inout CaseDetails) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(box?.details ?? CaseDetails()) }
    body(&box!.details)
  }
}

/// What the library does to another file when it accepts a case.
struct FollowUp: Hashable, Sendable {
  let target: Baseline
  /// The file whose bytes it gets; nil where it is removed.
  var source: String?
}

/// What a case was given to be called.
struct CaseNames: Sendable {
  /// Empty where suite and name say it.
  var id = ""
  var name: String
  /// nil where origin and file say it.
  var key: String?
  var file = ""
}

/// Where the files of a case are.
struct CaseFiles: Sendable {
  var reference: FilePath?
  var actual: FilePath?
  var difference: FilePath?
  var baseline: Baseline?
}
