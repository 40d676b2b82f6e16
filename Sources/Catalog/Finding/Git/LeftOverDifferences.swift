import Base
import DiffEngine
import Essentials
import Host
import PNGCodec
import Store

/// Differences that are left from an earlier run: a library that draws them over the actual never
/// deletes them.
///
/// Only content proves that. An earlier version of the reference, from git or the journal, is what the
/// picture was drawn against, and today's is another one; either the picture does not fit that, or it
/// is the actual of then. A change that was taken back looks alike, so the picture must be no younger
/// than the commit or the decision that brought today's reference. All others are failures.
struct LeftOverDifferences {
  private let stateFolder: UserFolder?

  init(stateFolder: UserFolder?) { self.stateFolder = stateFolder }

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

  /// The cases with such a difference, and when that was written, in seconds.
  private func drawn(_ cases: [SnapshotCase]) -> [Int: Int] {
    var drawn: [Int: Int] = [:]
    for index in cases.indices {
      guard let difference = cases[index].paintedDifference, let baseline = cases[index].baseline,
        cases[index].reference == baseline.path,
        let status = try? FileStatus(of: difference), let own = try? FileStatus(of: baseline.path),
        // What was drawn since the baseline came here was drawn against it, whatever clock dated the
        // commit.
        own.stamp.modified.seconds >= status.stamp.modified.seconds
      else { continue }
      drawn[index] = status.stamp.modified.seconds
    }
    return drawn
  }

  /// The baselines that accepting has replaced since.
  private func journaled(_ cases: [SnapshotCase], _ drawn: [Int: Int]) -> [Int: [String]] {
    var journals = JournaledBaselines(stateFolder: stateFolder)
    var older: [Int: [String]] = [:]
    for (index, time) in drawn {
      let home = Homes.home(cases[index].home, in: stateFolder)
      guard let (file, accepted) = journals.replaced(cases[index].stored, in: home),
        accepted >= Double(time)
      else { continue }
      older[index] = [file]
    }
    return older
  }

  /// The versions that commits have replaced since.
  private func committed(_ cases: [SnapshotCase], _ drawn: [Int: Int]) -> [Int: [String]] {
    let writeScope = Repositories()
    var older: [Int: [String]] = [:]
    let places = drawn.keys.compactMap { index in
      cases[index].baseline.flatMap { writeScope.repository(around: $0.path) }.map { ($0, index) }
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

  /// True if a difference was drawn against an older version of its reference, and today's is another.
  private static func isProof(_ older: String, of snapshot: SnapshotCase) -> Bool {
    guard let difference = snapshot.difference, let reference = snapshot.reference,
      let room = try? PictureRoom(for: [difference, reference, older])
    else { return false }
    defer { withExtendedLifetime(room) {} }
    guard let (picture, new) = try? PNG.decodeInTurn(difference, reference),
      let old = try? PNG.decode(contentsOf: older),
      let drawn = try? DifferencePicture(picture, beside: old),
      drawn.fit(of: old, with: old)?.strays == 0
    else { return false }
    if drawn.fit(of: new, with: old)?.isWhole == true { return drawn.mask.count > 0 }
    guard let now = try? DifferencePicture(picture, beside: new) else { return true }
    return now.contradictions(of: new) > 0
  }
}

/// A change of a file by a commit.
private struct Replacement {
  let old, new: String
  /// When it was written and when it was committed, the earlier of the two: a rebase dates a commit
  /// anew.
  let time: Int
}

extension GitRepository {
  /// The older versions of some baselines, where commits have brought today's after their differences
  /// were drawn.
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
        // The version that was there when it was drawn; one that came later proves nothing.
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
      // What is committed must be what is there.
      guard case .file(let new)? = blobs.answers[blob.new],
        let path = cases[index].baseline?.path, FileBytes.areEqual(new, path)
      else { continue }
      if case .file(let old)? = blobs.answers[blob.old] { older[index] = old }
    }
    return older
  }

  /// Archives without dates say 1980; earlier dates do not count as dates.
  private static let noDate = 316_000_000

  /// Returns the changes that commits have made to some files since a time, the newest first. A merge
  /// counts with all that it brings to the branch.
  private func replacements(
    of paths: [String], since seconds: Int
  ) throws(CatalogError) -> [ExactName: [Replacement]] {
    var found: [ExactName: [Replacement]] = [:]
    let log =
      ["log", "--since=@\(seconds)", "--first-parent", "-m", "--format=%x01%ct %at"]
      + GitChanges.flags
    for part in Self.parts(of: paths.compactMap { Paths.below(top, $0) }) {
      let pieces = try pieces(log + ["HEAD", "--"] + part)
      var (time, position) = (0, 0)
      while position < pieces.count {
        let piece = pieces[position].drop { $0 == UInt8(ascii: "\n") }
        position += 1
        if piece.first == 1 {
          time = piece.dropFirst().texts(between: " ").compactMap { Int($0) }.min() ?? 0
          continue
        }
        let words = piece.texts(between: " ")
        guard words.count == 5, position < pieces.count else { continue }
        let path = String(decoding: pieces[position], as: UTF8.self)
        position += 1
        guard words[0] == ":100644" || words[0] == ":100755", words[1].hasPrefix("100") else {
          continue
        }
        found[ExactName(Paths.join(top, path)), default: []].append(
          Replacement(old: words[2], new: words[3], time: time))
      }
    }
    return found
  }
}
