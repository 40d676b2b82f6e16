import Base
import Host
import PNGCodec
import Store

/// The checks of the cases' files, run once all cases are found.
package struct CaseChecks {
  /// The folders of actuals that the user named, links resolved.
  let actuals: [String]

  /// The seconds by which a file must be older than another to count as older, because copies and
  /// checkouts write files in any order.
  private static let tolerance = 30
  /// The fewest seconds between two runs; the files of one run are copied in any order, too.
  private static let betweenRuns = 5

  /// Runs on all cores: most of the time is spent by the system on three files per case.
  func checkFiles(of cases: inout [SnapshotCase], stateFolder: UserFolder?) {
    checkAll(&cases)
    OverwrittenBaselines(stateFolder: stateFolder).compare(&cases)
    LeftOverDifferences(stateFolder: stateFolder).mark(&cases)
  }

  func finish(_ cases: inout [SnapshotCase], root: String) {
    Self.findRivals(in: &cases)
    checkAll(&cases)
    identify(&cases) { Paths.relative($0, from: root) }
  }

  private func checkAll(_ cases: inout [SnapshotCase]) {
    cases = mapOnAllCores(cases.count, band: 16) { [cases] index in
      var snapshot = cases[index]
      check(&snapshot)
      return snapshot
    }
  }

  func check(_ snapshot: inout SnapshotCase) {
    let reference = Self.look(snapshot.reference)
    let actual = Self.look(snapshot.actual)
    let isSame = snapshot.baseline?.path == snapshot.reference
    let baseline = isSame ? reference : Self.look(snapshot.baseline?.path)
    let sides = [snapshot.reference, snapshot.actual].compactMap(\.self)
    if sides.contains(where: SnapshotCase.isLossy) {
      snapshot.remarks.append(snapshot.content == .bytes ? .undrawn : .lossy)
    }
    checkBaseline(&snapshot, isLink: baseline?.isLink == true)
    checkActual(&snapshot, actual)
    if let path = snapshot.reference, let reference, isPointer(path, reference.status.stamp) {
      snapshot.remarks.append(.pointerReference)
      snapshot.doubt = .pointerReference
    }
    // Files from git are dated by the checkout, and its temporary copies by the current call.
    guard snapshot.layout != .git, !snapshot.isForOneLook else { return }
    if snapshot.layout != .pair {
      snapshot.mayBeOverwritten =
        isSame && snapshot.isMasked
        || snapshot.actual != snapshot.baseline?.path
          && (snapshot.isPane
            || baseline.map { $0.status.stamp.size == actual?.status.stamp.size } == true)
    }
    if snapshot.paintedDifference != nil,
      Self.isOlder(actual, Self.look(snapshot.difference), by: Self.betweenRuns)
    {
      snapshot.doubt = .olderActual
    }
    if Self.isOlder(actual, baseline ?? reference) { snapshot.remarks.append(.newerBaseline) }
  }

  private typealias Look = (status: FileStatus, isLink: Bool)

  private static func look(_ path: String?) -> Look? { path.flatMap { try? FileStatus.look($0) } }

  private static func isOlder(
    _ first: Look?, _ second: Look?, by seconds: Int = tolerance
  ) -> Bool {
    guard let first, let second else { return false }
    return first.status.stamp.modified.isBefore(second.status.stamp.modified, byMoreThan: seconds)
  }

  private func checkBaseline(_ snapshot: inout SnapshotCase, isLink: Bool) {
    guard isLink, let baseline = snapshot.baseline, !leads(baseline.path, into: baseline.root)
    else { return }
    snapshot.obstacle =
      "The baseline \(printable(baseline.path)) is a link that leads out of "
      + "\(printable(baseline.root)). Nothing is written through it. Put the file in its place."
  }

  private func leads(_ link: String, into root: String) -> Bool {
    guard let real = try? Paths.real(link), let root = try? Paths.real(root) else { return false }
    return Paths.isInside(real, root)
  }

  private func checkActual(_ snapshot: inout SnapshotCase, _ look: Look?) {
    guard let path = snapshot.actual, let look else { return }
    let stamp = look.status.stamp
    if look.isLink, snapshot.layout != .git, !snapshot.isForOneLook,
      !([snapshot.failures] + actuals).contains(where: { leads(path, into: $0) })
    {
      snapshot.obstacle =
        "The actual \(printable(Paths.name(path))) is a link that leads out of the failures, to a "
        + "file that no test wrote. Put the file that the test rendered in its place."
    } else if let vector = snapshot.vector, let fault = Self.fault(ofVector: vector, shownBy: stamp)
    {
      snapshot.obstacle = "\(printable(Paths.name(vector))) \(fault)"
    } else if SnapshotCase.isLossy(path), let fault = Self.fault(ofLossy: path, snapshot) {
      snapshot.obstacle = fault
    } else if snapshot.content == .image && stamp.size == 0 {
      snapshot.obstacle = "The actual is empty: the test run did not finish writing it."
    } else if isPointer(path, stamp) {
      snapshot.obstacle = "The actual is a Git LFS pointer, not an image. Run: git lfs pull."
    }
  }

  /// Returns the reason why a picture that has lost detail must not become a baseline; nil if the
  /// library itself keeps such pictures, so that accepting copies what it would write.
  private static func fault(ofLossy path: String, _ snapshot: SnapshotCase) -> String? {
    let name = printable(Paths.name(path))
    if snapshot.layout.attachesLossyPictures {
      return "The actual is a lossy picture (\(name)), shown and compared approximately; as a "
        + "baseline it would never match again. Give the PNG that the test rendered."
    }
    let isOfUser = [.pair, .git].contains(snapshot.layout)
    if WebPKind(path) == .lossy, !isOfUser {
      return "The actual is a lossy WebP picture (\(name)), not exactly what the test rendered. "
        + "Record lossless pictures, and run the tests again."
    }
    guard let baseline = snapshot.baseline?.path else { return nil }
    return FileKind(name: Paths.name(baseline)) == .lossyImage
      ? nil
      : "The actual is a lossy picture (\(name)), but the baseline \(printable(Paths.name(baseline))) "
        + "is not. Give the picture that the test rendered."
  }

  private static func fault(ofVector path: String, shownBy picture: FileStamp) -> String? {
    guard let look = look(path), !look.isLink else {
      return
        "is a link, to a file that no test wrote. Put the file that the test rendered in its place."
    }
    if picture.modified.isBefore(look.status.stamp.modified, byMoreThan: 2) {
      return "is newer than its picture, which may show an older version. Run the test again."
    }
    let head = (try? FileHead.read(path, count: 64)) ?? []
    guard FileHead.isVector(head, ending: ending(of: path)) else {
      return "does not begin like a file of its type. Run the test again."
    }
    return nil
  }

  private func isPointer(_ path: String, _ stamp: FileStamp) -> Bool {
    guard stamp.size > 0, stamp.size < LFSPointer.mostBytes else { return false }
    return (try? FileHead.read(path, count: 64)).map(FileHead.isPointer) ?? false
  }

  /// Marks cases that would write the same baseline, or whose actual is another case's baseline,
  /// and leaves copies of actuals, and actuals of several cases, to a separate decision.
  static func findRivals(in cases: inout [SnapshotCase]) {
    for index in cases.indices where cases[index].isOfCopy { cases[index].doubt = .copy }
    let actuals = Dictionary(
      grouping: cases.indices.filter { cases[$0].actual != nil }, by: { cases[$0].actual })
    for index in actuals.values.filter({ $0.count > 1 }).joined() where cases[index].doubt == nil {
      cases[index].doubt = .sharedActual
    }
    let baselines = cases.map { $0.baseline.map { ExactName($0.path) } }
    let counts = Dictionary(baselines.lazy.compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
    for index in cases.indices {
      if cases[index].layout != .pair, let actual = cases[index].proposed.map(ExactName.init),
        actual != baselines[index], counts[actual] != nil
      {
        cases[index].obstacle = "The actual is itself the baseline of another case."
      }
    }
    let sharing = cases.indices.filter { baselines[$0].map { counts[$0, default: 0] > 1 } == true }
    for group in Dictionary(grouping: sharing, by: { baselines[$0] }).values {
      findRivals(among: group, in: &cases)
    }
  }

  /// Adds a remark to cases that share a baseline. Cases that would write the same bytes are not
  /// rivals.
  private static func findRivals(among group: [Int], in cases: inout [SnapshotCase]) {
    let proposals = group.map { index in
      cases[index].proposed.flatMap { try? Fingerprint.hash(ofFile: $0, on: .real) }
    }
    for (index, own) in zip(group, proposals) {
      let twins = own == nil ? 0 : proposals.count { $0 == own } - 1
      let rivals = group.count - 1 - twins
      cases[index].rivals = rivals
      cases[index].remarks.append(.rivals(rivals, twins: twins))
    }
  }

  /// True if the library says that the test failed: by its report, or by a difference that is not
  /// proven to be left from an earlier run.
  package static func saysFailed(_ snapshot: SnapshotCase) -> Bool {
    snapshot.layout.isLibrary && !snapshot.isLeftOver
      && (snapshot.isReportedFailed || snapshot.difference != nil)
  }
}

extension SnapshotCase {
  /// True if its actual, by its name, is a copy of a file next to it, and its reference is not.
  fileprivate var isOfCopy: Bool {
    guard let actual,
      (CopyName.originals(of: Paths.name(actual)) + longerNames).contains(where: {
        FileStatus.exists(Paths.join(Paths.parent(actual), $0))
      })
    else { return false }
    guard reference != nil, let baseline = baseline?.path else { return true }
    // Reference and actual may both have been copied.
    return baseline != actual && Paths.parent(baseline) == Paths.parent(actual)
      || CopyName.originals(of: Paths.name(baseline)).isEmpty
  }

  /// The names that a new snapshot's goes on after, although nothing follows the library's number or
  /// scale: "x.1.png" of "x.1-small.png".
  private var longerNames: [String] {
    guard reference == nil, [.pointfree, .uber].contains(layout), let actual else { return [] }
    let bare = stem(Paths.name(actual))
    return bare.indices.dropFirst().filter { place in
      let start = bare[..<place]
      let isScale = start.hasSuffix("x") && start.contains("@")
      return !bare[place].isNumber && (isScale || start.last!.isNumber)
    }.map { bare[..<$0] + ending(of: actual) }
  }

  /// True if the baseline equals neither the run's copy of the reference nor the actual, which it
  /// would equal after an accept. Then only the pixels connect it to the case.
  func isJoinedByPixels(of copy: String) -> Bool {
    guard let baseline = baseline?.path, baseline != copy else { return false }
    return ![copy, actual].contains { $0.map { FileBytes.areEqual($0, baseline) } == true }
  }
}
