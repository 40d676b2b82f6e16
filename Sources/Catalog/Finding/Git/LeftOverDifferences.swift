import Base
import DiffEngine
import Essentials
import Host
import PNGCodec
import Store

/// Finds differences that are left from an earlier run: a library that draws them over the actual
/// never deletes them.
///
/// Only content proves this. The picture must have been drawn against an earlier version of the
/// reference, from git or the journal. Today's version must differ, and either not fit the picture
/// or be its actual. A reverted change looks the same, so the picture must not be newer than the
/// commit or decision that brought today's version. All others are failures.
struct LeftOverDifferences {
  let stateFolder: UserFolder?

  func mark(_ cases: inout [SnapshotCase]) {
    let drawn = drawn(cases)
    guard !drawn.isEmpty else { return }
    let older = journaled(cases, drawn).merging(committed(cases, drawn), uniquingKeysWith: +)
    let places = older.keys.sorted()
    let proofs = mapOnAllCores(places.count, band: 1) { [cases] index in
      older[places[index], default: []].contains { Self.isProof($0, of: cases[places[index]]) }
    }
    for (place, isProven) in zip(places, proofs) where isProven { cases[place].isLeftOver = true }
  }

  /// Returns the positions of cases with such a difference, and its modification time in seconds.
  private func drawn(_ cases: [SnapshotCase]) -> [Int: Int] {
    var drawn: [Int: Int] = [:]
    for index in cases.indices {
      guard let difference = cases[index].paintedDifference, let baseline = cases[index].baseline,
        cases[index].reference == baseline.path,
        let status = try? FileStatus(of: difference), let own = try? FileStatus(of: baseline.path),
        // A difference newer than the baseline's file was drawn against it, whatever clock dated
        // the commit.
        own.stamp.modified.seconds >= status.stamp.modified.seconds
      else { continue }
      drawn[index] = status.stamp.modified.seconds
    }
    return drawn
  }

  /// Returns the baselines that an accept replaced after the difference was drawn.
  private func journaled(_ cases: [SnapshotCase], _ drawn: [Int: Int]) -> [Int: [String]] {
    var journals = JournaledBaselines(stateFolder: stateFolder)
    var older: [Int: [String]] = [:]
    for (home, places) in Dictionary(grouping: drawn.keys, by: { cases[$0].home }) {
      let home = Homes.home(home, in: stateFolder)
      for index in places {
        guard let (file, accepted) = journals.replaced(cases[index].stored, in: home),
          accepted >= Double(drawn[index] ?? 0)
        else { continue }
        older[index] = [file]
      }
    }
    return older
  }

  /// Returns the versions that commits replaced after the difference was drawn.
  private func committed(_ cases: [SnapshotCase], _ drawn: [Int: Int]) -> [Int: [String]] {
    let repositories = Repositories()
    var older: [Int: [String]] = [:]
    let places = drawn.keys.compactMap { index in
      cases[index].baseline.flatMap { repositories.repository(around: Paths.parent($0.path)) }
        .map { ($0, index) }
    }
    for (top, places) in Dictionary(grouping: places, by: \.0) {
      let drawn = Dictionary(uniqueKeysWithValues: places.map { ($0.1, drawn[$0.1] ?? 0) })
      guard let repository = try? GitRepository(around: top, in: stateFolder),
        let folder = try? PrivateFolder.own(in: stateFolder),
        let found = try? repository.replaced(cases, drawn, to: folder)
      else { continue }
      older.merge(found.mapValues { [$0] }) { $1 }
    }
    return older
  }

  /// True if a difference was drawn against an older version of its reference, and not today's.
  private static func isProof(_ older: String, of snapshot: SnapshotCase) -> Bool {
    guard let difference = snapshot.difference, let reference = snapshot.reference
    else { return false }
    return PNG.comparing(difference, reference, besides: [older]) { picture, new in
      guard let old = try? PNG.decode(contentsOf: older),
        let drawn = try? DifferencePicture(picture, beside: old),
        drawn.fit(of: old, with: old)?.strays == 0
      else { return false }
      if drawn.fit(of: new, with: old)?.isWhole == true { return drawn.mask.count > 0 }
      guard let now = try? DifferencePicture(picture, beside: new) else { return true }
      return now.contradictions(of: new) > 0
    } ?? false
  }
}

/// A commit's change to a file. Its time is the earlier of the author's and the committer's date,
/// because a rebase changes the latter.
private typealias Replacement = (old: String, new: String, time: Int)

extension GitRepository {
  /// Returns the older versions, as files, of baselines whose current version was committed after
  /// their difference was drawn.
  fileprivate func replaced(
    _ cases: [SnapshotCase], _ drawn: [Int: Int], to folder: PrivateFolder
  ) throws(CatalogError) -> [Int: String] {
    let paths = drawn.keys.compactMap { cases[$0].baseline?.path }
    let changes = try replacements(of: paths, since: drawn.values.min() ?? 0)
    var wanted: [Int: (new: GitBlobs.Wanted, old: GitBlobs.Wanted)] = [:]
    let now = Int(Date().timeIntervalSince1970)
    for (index, time) in drawn where time > Self.noDate {
      guard let path = cases[index].baseline?.path, let all = changes[ExactName(path)],
        let newest = all.first, (time...now).contains(newest.time),
        // Use the version at the time of the difference; one that came later proves nothing.
        let drawnOn = all.last?.old, drawnOn != newest.new
      else { continue }
      let blob = { GitBlobs.Wanted(object: $0, name: Paths.name(path)) }
      wanted[index] = (blob(newest.new), blob(drawnOn))
    }
    guard !wanted.isEmpty else { return [:] }
    let blobs = try GitBlobs(
      Set(wanted.values.flatMap { [$0.new, $0.old] }), from: self, to: folder)
    var older: [Int: String] = [:]
    for (index, blob) in wanted {
      // The committed version must equal the file on disk.
      guard case .file(let new)? = blobs.answers[blob.new],
        let path = cases[index].baseline?.path, FileBytes.areEqual(new, path)
      else { continue }
      if case .file(let old)? = blobs.answers[blob.old] { older[index] = old }
    }
    return older
  }

  /// Archives without dates say 1980; times up to then do not count as dates.
  private static let noDate = 316_000_000

  /// Returns the changes that commits made to the files since a time, the newest first. A merge
  /// counts as one change with everything it brings to the branch.
  private func replacements(
    of paths: [String], since seconds: Int
  ) throws(CatalogError) -> [ExactName: [Replacement]] {
    var found: [ExactName: [Replacement]] = [:]
    let log =
      ["log", "--since=@\(seconds)", "--first-parent", "-m", "--format=%x01%ct %at"]
      + GitChanges.flags
    for part in Self.parts(of: paths.compactMap { Paths.below(top, $0) }) {
      // Each commit's heading is followed by its changes.
      let pieces = try pieces(log + ["HEAD", "--"] + part).map {
        $0.drop { $0 == UInt8(ascii: "\n") }
      }
      let headings = pieces.indices.filter { pieces[$0].first == 1 }
      for (start, end) in zip(headings, headings.dropFirst() + [pieces.endIndex]) {
        let time = pieces[start].dropFirst().texts(between: " ").compactMap { Int($0) }.min() ?? 0
        let changes = GitChanges(pieces[(start + 1)..<end], in: self, below: [top])
        for change in changes.changes {
          guard let old = change.reference, let new = change.actual else { continue }
          found[ExactName(Paths.join(top, change.path)), default: []].append((old, new, time))
        }
      }
    }
    return found
  }
}
