import Base
import DiffEngine
import Host
import PNGCodec

/// A snapshot in several runs of the same tests, or in several tries of one run.
///
/// Where it did not fail, the reference counts as what the run rendered.
package struct TestRuns: Hashable, Sendable {
  /// The number of runs.
  package let count: Int
  /// The number of runs in which it failed.
  package private(set) var failed = 1
  /// What the earlier of those runs have left: the actuals, or differences where the library writes
  /// no actual.
  private var earlier: [String] = []
  /// The picture or text of another run that is least like the newest one.
  package private(set) var unlike: String?
  /// The largest ΔE between the two; nil for texts, differences, and pictures of two sizes.
  package private(set) var maxDeltaE: Double?

  init(count: Int) { self.count = count }

  /// True if a run has rendered the reference: all that the others changed is noise.
  package var isNoise: Bool { failed < count }
  package var isFlaky: Bool { isNoise || unlike != nil }

  /// Adds an earlier run in which it failed too.
  mutating func add(_ snapshot: SnapshotCase) { add(snapshot.actual ?? snapshot.difference) }

  mutating func add(_ file: String?) {
    failed += 1
    if let file { earlier.append(file) }
  }

  /// Compares what the runs have left.
  fileprivate mutating func compare(with snapshot: SnapshotCase) {
    guard let newest = snapshot.actual ?? snapshot.difference else { return }
    let passed = isNoise && snapshot.actual != nil ? [snapshot.reference].compactMap(\.self) : []
    for other in earlier + passed where !FileBytes.areEqual(other, newest) {
      guard snapshot.content == .image else {
        unlike = other
        return
      }
      guard let found = Self.comparison(other, newest), found.verdict != .match else { continue }
      let deltaE =
        snapshot.actual == nil || found.verdict == .sizeMismatch ? nil : found.maxDeltaE
      guard unlike == nil || deltaE ?? .infinity > maxDeltaE ?? .infinity else { continue }
      (unlike, maxDeltaE) = (other, deltaE)
    }
  }

  /// Returns the outcome where any ΔE counts; nil without two readable pictures.
  private static func comparison(_ first: String, _ second: String) -> Comparison? {
    guard let room = try? PictureRoom(for: [first, second]) else { return nil }
    defer { withExtendedLifetime(room) {} }
    guard let (one, other) = try? PNG.decodeInTurn(first, second) else { return nil }
    return DiffEngine.compare(one, other, strategy: Strategy(.perceptual)).comparison
  }

  fileprivate var sentence: String? {
    guard isFlaky else { return nil }
    guard isNoise else {
      return "Flaky: failed in all \(count) runs, with results that differ"
        + (maxDeltaE.map { " by up to ΔE \(Wording.fixed($0, 1))." } ?? ".")
    }
    return "Flaky: failed in \(failed) of \(count) runs"
      + (maxDeltaE.map {
        ", ΔE up to \(Wording.fixed($0, 1)). `snapreview tune` on the same runs finds settings that "
          + "let it pass."
      } ?? ".")
  }
}

extension SnapshotCase {
  /// Says whether runs differ.
  mutating func compareRuns() {
    guard var runs else { return }
    runs.compare(with: self)
    self.runs = runs
    if let sentence = runs.sentence { remarks.append(sentence) }
  }
}

extension Catalog {
  /// Finds the cases of several runs of the same tests: each snapshot as it failed last.
  ///
  /// - Parameter runs: Folders, archives or addresses, the newest last. In one without failures
  ///   every test passed.
  init(runs: [String], options: CatalogOptions) throws(CatalogError) {
    guard runs.count > 1 else {
      throw CatalogError(
        .wrongUse, "--runs takes two runs of the same tests or more, the newest last.")
    }
    var options = options
    (options.runs, options.checksFiles) = (.oneOfSeveral, true)
    var catalogs: [Catalog] = []
    var (green, nothing): ([String], CatalogError?) = ([], nil)
    for run in runs {
      do throws(CatalogError) {
        catalogs.append(try Catalog(paths: [run], options: options))
      } catch {
        guard error.reason == .noCase, error.skipped.isEmpty else { throw error }
        nothing = error
        green.append("\(printable(run)) holds no failures, so every test counts as passed in it.")
      }
    }
    guard let newest = catalogs.popLast() else { throw nothing! }
    self = newest
    join(catalogs.reversed(), count: runs.count)
    remarks += green
  }
}
