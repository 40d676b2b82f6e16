import Base

/// A fact that a reviewer should know about a case before deciding.
package enum Remark: Hashable, Sendable {
  /// There is no baseline yet.
  case newBaseline
  /// Judging by dates, the baseline may have been recorded after the failure.
  case newerBaseline
  case lossy, undrawn, pointerReference
  /// A merge left both sides; true if git knows of the conflict.
  case conflict(isOfGit: Bool)
  /// Git's index holds a version of the snapshot that no decision here changes.
  case staged
  /// A snapshot that git does not have, or that is gone from the work tree.
  case added, deleted
  case renamed(from: String)
  /// The case was rejected before, and the committed file is back in place.
  case putBack
  /// The run overwrote the baseline because of `setting`; `kept` holds the previous one.
  case recordedOver(kept: String, setting: String?)
  /// The run wrote the baseline itself, and kept the previous one next to it under this name.
  case keptBeside(reference: String)
  /// The run no longer makes this snapshot.
  case dropped
  /// Only one of two folders has the file; git's temporary copy takes no decision.
  case onlyInFirst(isCopy: Bool)
  case onlyInSecond(isCopy: Bool)
  /// The actual is a pane of this picture.
  case pane(of: String)
  /// The actual is a picture of this vector file.
  case picture(of: String)
  /// A report chose this baseline.
  case reported(baseline: String)
  /// Links lead to the baseline: it is this file, and these are all of its names.
  case linked(file: String, sharers: [String])
  /// Other cases share the baseline: rivals with a different actual, twins with the same one.
  case rivals(Int, twins: Int)
  /// The failed test and its line, according to the log.
  case failed(String)
  /// The case is flaky, according to its runs.
  case runs(TestRuns)
  /// A fact about every case of its library.
  case library(String)

  package var sentence: String {
    switch self {
    case .newBaseline: "There is no baseline yet: accepting writes the first."
    case .newerBaseline:
      "The baseline is newer than this failure: it may have been recorded since."
    case .lossy: "Compared approximately: JPEG, WebP and HEIC pictures have lost detail."
    case .undrawn:
      "Compared byte for byte, because nothing here draws such a picture; see snapreview doctor."
    case .pointerReference:
      "The reference is a Git LFS pointer, not an image. Run: git lfs pull."
    case .conflict(let isOfGit):
      "Merge conflict: the reference is ours, the actual theirs. Accepting writes theirs, rejecting "
        + "ours" + (isOfGit ? "; `git add`, or --stage, then ends the conflict." : ".")
    case .staged:
      "The index holds a third version, which stays staged whatever you decide; "
        + "`git restore --staged` removes it."
    case .added: "New: accepting keeps the file, rejecting removes it, and undo brings it back."
    case .deleted: "Deleted: accepting keeps it deleted, rejecting puts the committed file back."
    case .renamed(let former):
      "Renamed from \(printable(former)), with the same bytes. To undo that, use git mv."
    case .putBack:
      "Rejected, and the old file is back. It stays rejected until you record again, or undo."
    case .recordedOver(let holder, let setting):
      "The run has overwritten the baseline\(setting.map { " (\($0))" } ?? ""); the reference is what "
        + "\(holder) holds. Accepting keeps the new one, rejecting puts the old one back."
    case .keptBeside(let reference):
      "The run has written the baseline itself: accepting keeps it, rejecting puts "
        + "\(printable(reference)) back."
    case .dropped: "The run dropped this snapshot: accepting removes the baseline."
    case .onlyInFirst(let isCopy):
      "Only in the first folder" + (isCopy ? "." : ": accepting removes it there.")
    case .onlyInSecond(let isCopy):
      "Only in the second folder" + (isCopy ? "." : ": accepting copies it into the first.")
    case .pane(let strip):
      "The actual is one part of \(printable(strip)): accepting writes that part as a new PNG."
    case .picture(let vector): "A picture of \(printable(vector)): accepting writes that file."
    case .reported(let baseline): "A report says that its baseline is \(printable(baseline))."
    case .linked(let file, let sharers):
      "Links lead to its baseline: accepting writes \(printable(file)), which is the baseline of "
        + "\(Wording.names(sharers.map(printable), atMost: 4))."
    case .rivals(let rivals, let twins): Self.words(rivals: rivals, twins: twins)
    case .failed(let test): "Failed in \(test)."
    case .runs(let runs): runs.sentence
    case .library(let remark): remark
    }
  }

  private static func words(rivals: Int, twins: Int) -> String {
    let all = rivals + twins
    let others = "\(all == 1 ? "One" : "\(all)") other \(all == 1 ? "case has" : "cases have")"
    guard rivals > 0 else {
      return "\(others) the same baseline and the same actual: they can be accepted together."
    }
    return "\(others) the same baseline: only one of "
      + (all == 1 ? "the two can be accepted." : "them can be accepted.")
  }
}
