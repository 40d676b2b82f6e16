/// The checks of the cases' files, run once all cases are found.
package struct CaseChecks {
  /// The folders of actuals that the user named, links resolved.
  let actuals: [String]

  /// The seconds by which a file must be older than another to count as such: copies and checkouts
  /// write files in any order.
  private static let tolerance = 30

  /// Adds what the status of every case's files tells, and what git knows of baselines that the run
  /// itself has written.
  ///
  /// On all cores: most of the time is the system's, which looks at three files a case. That is
  /// several times what it takes to find them, so it is done of those alone that are asked for.
  func checkFiles(of cases: inout [SnapshotCase], stateFolder: UserFolder?) {
    checkAll(&cases)
    OverwrittenBaselines(stateFolder: stateFolder).compare(&cases)
  }

  /// Finds the rivals of a few cases, checks their files and gives them their identifiers.
  func finish(_ cases: inout [SnapshotCase], root: String) {
    Self.findRivals(in: &cases)
    checkAll(&cases)
    identify(&cases, root: root)
  }

  private func checkAll(_ cases: inout [SnapshotCase]) {
    cases = mapOnAllCores(cases.count, band: 16) { [cases] index in
      var snapshot = cases[index]
      check(&snapshot)
      return snapshot
    }
  }

  /// Adds what the status of a case's files tells: obstacles and remarks.
  func check(_ snapshot: inout SnapshotCase) {
    let reference = Self.look(snapshot.reference)
    let actual = Self.look(snapshot.actual)
    let isSame = snapshot.baseline?.path == snapshot.reference
    let baseline = isSame ? reference : Self.look(snapshot.baseline?.path)
    if snapshot.isApproximate { snapshot.remarks.append(Self.lossyRemark) }
    checkBaseline(&snapshot, isLink: baseline?.isLink == true)
    checkActual(&snapshot, actual)
    if let path = snapshot.reference, let reference, isPointer(path, reference.status.stamp) {
      snapshot.remarks.append(
        "The reference is a Git LFS pointer, not an image. Run: git lfs pull.")
    }
    // Git's files are as old as the checkout, and its copies as the look at them.
    guard snapshot.layout != .git, !snapshot.isForOneLook else { return }
    let difference = Self.look(snapshot.difference)
    if isSame, snapshot.layout != .pair {
      snapshot.mayBeOverwritten = mayBeRecorded(reference, by: actual, difference, snapshot)
    }
    if Self.isOlder(difference, reference) {
      snapshot.remarks.append(Self.olderDifference)
    }
    if snapshot.isMasked {
      snapshot.differenceAge =
        Self.isOlder(difference, reference)
        ? .older : Self.isOlder(reference, difference) ? .newer : .unknown
    }
    if Self.isOlder(actual, reference) {
      snapshot.remarks.append(Self.olderActual)
    } else if !isSame, Self.isOlder(actual, baseline) {
      snapshot.remarks.append(Self.newerBaseline)
    }
  }

  package static let lossyRemark =
    "Compared approximately: JPEG, WebP and HEIC pictures have lost detail."
  private static let olderDifference =
    "The difference is older than its reference: it may be left from an earlier run."
  private static let olderActual =
    "The actual is older than its reference: the reference may have been recorded since."
  private static let newerBaseline =
    "The baseline is newer than this failure: it may have been recorded since."

  /// Removes what the age of a baseline tells, where it is known who wrote it.
  static func forgetAge(ofBaselineIn snapshot: inout SnapshotCase) {
    let isShown = snapshot.reference == snapshot.baseline?.path
    let remarks = isShown ? [olderDifference, olderActual] : [newerBaseline]
    snapshot.remarks.removeAll { remarks.contains($0) }
    if isShown, snapshot.differenceAge == .older { snapshot.differenceAge = .unknown }
  }

  /// Removes the remark on the age of a difference, where it says nothing.
  static func forgetAge(ofDifferenceIn snapshot: inout SnapshotCase) {
    snapshot.remarks.removeAll { $0 == olderDifference }
  }

  private typealias Look = (status: FileStatus, isLink: Bool)

  private static func look(_ path: String?) -> Look? { path.flatMap { try? FileStatus.look($0) } }

  /// True if a run that left an actual, or just a difference, may have written the baseline
  /// afterwards.
  private func mayBeRecorded(
    _ baseline: Look?, by actual: Look?, _ difference: Look?, _ snapshot: SnapshotCase
  ) -> Bool {
    guard let stamp = baseline?.status.stamp else { return false }
    if let actual = actual?.status.stamp {
      return stamp.size == actual.size && !stamp.modified.isBefore(actual.modified, byMoreThan: 2)
    }
    guard snapshot.isMasked, let difference = difference?.status.stamp else { return false }
    return !stamp.modified.isBefore(difference.modified, byMoreThan: 2)
  }

  private static func isOlder(_ first: Look?, _ second: Look?) -> Bool {
    guard let first, let second else { return false }
    return first.status.stamp.modified.isBefore(second.status.stamp.modified, byMoreThan: tolerance)
  }

  private func checkBaseline(_ snapshot: inout SnapshotCase, isLink: Bool) {
    guard isLink, let baseline = snapshot.baseline, !leads(baseline.path, into: baseline.root)
    else { return }
    snapshot.obstacle =
      "The baseline \(printable(baseline.path)) is a link that leads out of "
      + "\(printable(baseline.root)). Nothing is written through it. Put the file in its place."
  }

  /// True if a link stays in a folder.
  private func leads(_ link: String, into root: String) -> Bool {
    guard let real = try? Paths.real(link), let root = try? Paths.real(root) else { return false }
    return Paths.isInside(real, root)
  }

  /// True if an actual is a link out of the failures or out of the folder that --actuals named.
  /// Of two files the user named the link itself.
  private func leadsAway(_ actual: String, _ snapshot: SnapshotCase) -> Bool {
    ![.pair, .git].contains(snapshot.layout)
      && !([snapshot.failures] + actuals).contains { leads(actual, into: $0) }
  }

  private func checkActual(_ snapshot: inout SnapshotCase, _ look: Look?) {
    guard let path = snapshot.actual, let look else { return }
    let stamp = look.status.stamp
    if look.isLink && leadsAway(path, snapshot) {
      snapshot.obstacle =
        "The actual \(printable(Paths.name(path))) is a link that leads out of the failures, to a "
        + "file that no test wrote. Put the file that the test rendered in its place."
    } else if let vector = snapshot.vector, let fault = Self.fault(ofVector: vector, shownBy: stamp)
    {
      snapshot.obstacle = "\(printable(Paths.name(vector))) \(fault)"
    } else if FileKind(name: Paths.name(path)) == .lossyImage {
      snapshot.obstacle =
        "The actual is a lossy picture (\(printable(Paths.name(path)))), shown and compared "
        + "approximately; as a baseline it would never match again. Give the PNG that the test "
        + "rendered."
    } else if snapshot.content == .image && stamp.size == 0 {
      snapshot.obstacle = "The actual is empty: the test run did not finish writing it."
    } else if isPointer(path, stamp) {
      snapshot.obstacle = "The actual is a Git LFS pointer, not an image. Run: git lfs pull."
    }
  }

  /// Returns the reason why a vector must not become a baseline, which goes on after its name.
  private static func fault(ofVector path: String, shownBy picture: FileStamp) -> String? {
    guard let look = look(path), !look.isLink else {
      return
        "is a link, to a file that no test wrote. Put the file that the test rendered in its place."
    }
    if picture.modified.isBefore(look.status.stamp.modified, byMoreThan: 2) {
      return "is newer than the picture of it, which may show an older one. Run the test again."
    }
    let head = (try? FileHead.read(path, count: 64)) ?? []
    guard FileHead.isVector(head, ending: ending(of: path)) else {
      return "does not begin as such a file does. Run the test again."
    }
    return nil
  }

  private func isPointer(_ path: String, _ stamp: FileStamp) -> Bool {
    guard stamp.size > 0, stamp.size < LFSPointer.mostBytes else { return false }
    return (try? FileHead.read(path, count: 64)).map(FileHead.isPointer) ?? false
  }

  /// Adds a remark on cases that would write the same baseline, or make a baseline of another's.
  static func findRivals(in cases: inout [SnapshotCase]) {
    let counts = Dictionary(
      cases.lazy.compactMap(\.baseline).map { (ExactName($0.path), 1) }, uniquingKeysWith: +)
    for index in cases.indices {
      let baseline = cases[index].baseline.map { ExactName($0.path) }
      if cases[index].layout != .pair, let actual = cases[index].proposed.map(ExactName.init),
        actual != baseline, counts[actual] != nil
      {
        cases[index].obstacle = "The actual is itself the baseline of another case."
      }
      guard let baseline, let count = counts[baseline], count > 1 else { continue }
      cases[index].rivals = count - 1
      cases[index].remarks.append(
        count == 2
          ? "One other case has the same baseline: only one of the two can be accepted."
          : "\(count - 1) other cases have the same baseline: only one of them can be accepted.")
    }
  }

  /// True if the library has said that the test failed: by its report, or by a difference. Neither
  /// counts that is older than what was compared.
  package static func saysFailed(_ snapshot: SnapshotCase) -> Bool {
    guard snapshot.layout.isLibrary, snapshot.isReportedFailed || snapshot.difference != nil,
      let reference = look(snapshot.reference)
    else { return false }
    let actual = look(snapshot.actual)
    if snapshot.isReportedFailed, actual != nil, !isOlder(actual, reference) { return true }
    guard let difference = look(snapshot.difference), !isOlder(difference, reference) else {
      return false
    }
    // An actual beside a painted difference may be a later run's.
    return snapshot.paintedDifference != nil || !isOlder(difference, actual)
  }
}
