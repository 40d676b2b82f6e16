import Base
import Host
import PNGCodec

/// A report's claim about the baseline of a failure.
///
/// Reports come with the failures, and anyone may have written them. A report may choose among the
/// files that a library keeps, but cannot make a file a baseline.
struct Claim {
  /// The file that would be written.
  let path: String
  /// The file that the run made, or would have made.
  let actual: String?
  /// The file that the run compared with, if its place does not follow from the layout.
  var copy: String?
  /// True if the report names the path; false if the copy led to it.
  var isNamed = true
}

extension Tree {
  /// Gives a case the baseline that a report chose, or says why nothing is written there.
  func attach(_ claim: Claim, to snapshot: inout SnapshotCase, _ source: Source) {
    do throws(Obstacle) {
      let (baseline, exists) = try baseline(of: claim, snapshot, source)
      snapshot.baseline = baseline
      if exists { snapshot.reference = baseline.path }
      if !exists { snapshot.remarks.append(.newBaseline) }
      guard baseline.isChosenByReport else { return }
      // The whole path would not fit the screen's status line.
      let top = top(around: Paths.parent(baseline.path), source)
      let short = Paths.below(top, baseline.path) ?? baseline.path
      snapshot.remarks.insert(.reported(baseline: short), at: 0)
    } catch {
      snapshot.obstacle = error.sentence
    }
  }

  private func baseline(
    of claim: Claim, _ snapshot: SnapshotCase, _ source: Source
  ) throws(Obstacle) -> (Baseline, exists: Bool) {
    let folder = Paths.realAsFarAsItExists(Paths.parent(claim.path))
    let roots = writeScope.roots(of: snapshot.failures, snapshot.layout, openedAs: source.top)
      .map { Paths.realAsFarAsItExists($0) }.filter { Paths.isInside(folder, $0) }
    guard let root = roots.max(by: { $0.utf8.count < $1.utf8.count }) else {
      throw Obstacle(
        "Its baseline would be \(printable(claim.path)), which is not "
          + "\(home(of: snapshot, source)). Give --references DIR.")
    }
    let place = Paths.join(folder, Paths.name(claim.path))
    let exists = FileStatus.exists(place) || FileStatus.isLink(place)
    if let fault = Self.fault(of: place, claim, snapshot.content) { throw Obstacle(fault) }
    let proof = Proof(
      claim: claim, place: place, exists: exists, presets: index.presets(of: snapshot.layout),
      top: top(around: folder, source), references: references)
    guard let isChosen = proof.isChosen else {
      throw Obstacle(Self.doubt(of: place, exists: exists, snapshot.layout))
    }
    var baseline = Baseline(path: place, root: root)
    baseline.isChosenByReport = isChosen
    return (baseline, exists)
  }

  /// Returns the reason why a file cannot be the baseline of the run's snapshot, whoever claims it;
  /// nil if it can. Only a snapshot of the same kind may be replaced.
  private static func fault(
    of place: String, _ claim: Claim, _ content: SnapshotCase.Content
  ) -> String? {
    let own = ending(of: claim.actual ?? claim.copy ?? place).lowercased()
    // Xcode also exports pictures without an ending.
    let kind = own.isEmpty && content == .image ? ".png" : own
    let why: String? =
      if FileStatus.isLink(place) {
        "which is a link"
      } else if FileKind(name: Paths.name(place)) == nil || ending(of: place).lowercased() != kind {
        "which is no \(printable(kind)) snapshot"
      } else if holdsNoPicture(place) {
        "which holds no picture"
      } else {
        nil
      }
    return why.map {
      "The report names \(printable(place)) as its baseline, \($0): nothing is written there. Give "
        + "--references DIR with the folder of the right one."
    }
  }

  private static func holdsNoPicture(_ path: String) -> Bool {
    guard FileKind(name: Paths.name(path)) == .image,
      let head = try? FileHead.read(path, count: 64)
    else { return false }
    return !FileHead.isPNG(head) && !FileHead.isPointer(head)
  }

  private static func doubt(of place: String, exists: Bool, _ layout: Layout) -> String {
    let path = printable(place)
    let said =
      exists
      ? "Only the report says that \(path) is its baseline: \(layout.title) keeps none there, and it "
        + "does not hold what the run expected."
      : "Only the report says that \(path) would be its first baseline."
    return said + " Nothing is written there. Give --references DIR if it is meant."
  }
}

/// The evidence for a file that a report calls a baseline.
private struct Proof {
  let claim: Claim
  let place: String
  let exists: Bool
  let presets: [Preset]
  /// The folder that paths are relative to; the names of its parents mean nothing.
  let top: String
  let references: [String]

  /// True if the report chose the file among several; nil without any evidence for the file.
  var isChosen: Bool? {
    if presets.contains(where: isOwn) { return false }
    if references.contains(where: { Paths.isInside(place, $0) }) { return claim.isNamed }
    guard exists else { return nil }
    if isKept { return claim.isNamed }
    return holdsExpected ? true : nil
  }

  /// The actual's path, with links in its folder resolved as in `place`.
  private var actual: String? {
    claim.actual.map {
      Paths.join(Paths.realAsFarAsItExists(Paths.parent($0)), Paths.name($0))
    }
  }

  /// True if the layout itself puts the actual's baseline there, whether or not it exists.
  private func isOwn(_ preset: Preset) -> Bool {
    places(preset).contains { home, gaps in
      preset.reference.contains { template in
        !template.isSearched && template.path(home, gaps).map(ExactName.init) == ExactName(place)
      }
    }
  }

  private func places(_ preset: Preset) -> [(home: String, gaps: Template.Gaps)] {
    guard let actual else { return [] }
    return preset.actual.compactMap { $0.match(path: actual) }
  }

  /// True if the layout keeps baselines at such a path.
  private var isKept: Bool {
    let below = Paths.below(top, place).map { "/" + $0 } ?? ""
    // Xcode's exports come from the Swift libraries.
    guard !presets.isEmpty else { return ReferenceFolders.isReference(below) }
    return presets.contains { preset in
      preset.keeps(below)
        || places(preset).contains { home, _ in preset.keeps(place, beside: home) }
    }
  }

  /// True if the file equals the run's reference, or an actual accepted since. Texts do not count,
  /// as anyone can copy one, nor does a copy that is a link or another name of the file.
  private var holdsExpected: Bool {
    guard FileKind(name: Paths.name(place)) == .image else { return false }
    let copies = (claim.copy.map { [$0] } ?? presets.flatMap(copies)).filter(isApart)
    return (copies + [claim.actual].compactMap(\.self)).contains { FileBytes.areEqual($0, place) }
      || presets.isEmpty && copies.contains { PNG.areTheSame($0, place) == true }
  }

  private func isApart(_ copy: String) -> Bool {
    guard !FileStatus.isLink(copy), let one = try? FileStatus(of: copy),
      let other = try? FileStatus(of: place)
    else { return false }
    return one.identity != other.identity
  }

  private func copies(_ preset: Preset) -> [String] {
    places(preset).flatMap { home, gaps in preset.copy.compactMap { $0.path(home, gaps) } }
  }
}

extension Preset {
  /// True if a path's folder names say that the library keeps baselines there.
  ///
  /// - Parameter below: A path that begins at the project, not above it.
  func keeps(_ below: String) -> Bool {
    (kept + reference.filter { $0.isSearched && !$0.fixedFolders.isEmpty }).contains {
      $0.match(path: below) != nil
    }
  }

  /// True if the library keeps baselines at a path next to the failures of one home.
  fileprivate func keeps(_ path: String, beside home: String) -> Bool {
    reference.contains { template in
      !template.isSearched && !template.fixedFolders.isEmpty
        && template.match(path: path)?.home == home
    }
  }
}
