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
  package private(set) var failed: Int
  /// True if it passed in the newest run, so that what is shown is an earlier one's.
  package private(set) var hasPassedLast: Bool
  /// What the earlier of those runs have left: the actuals, or differences where the library writes
  /// no actual.
  private var earlier: [String] = []
  /// The picture or text of another run that is least like the newest one.
  package private(set) var unlike: String?
  /// The largest ΔE between the two; nil for texts, differences, and pictures of two sizes.
  package private(set) var maxDeltaE: Double?

  /// - Parameters:
  ///   - failed: The number of runs in which it failed as far as they were looked at.
  ///   - isNewest: True if the newest run has left a file of it.
  init(count: Int, failed: Int = 1, isNewest: Bool = true) {
    (self.count, self.failed) = (count, failed)
    hasPassedLast = !isNewest || failed == 0
  }

  /// True if a run has rendered the reference: all that the others changed is noise.
  package var isNoise: Bool { (1..<count).contains(failed) }
  package var isFlaky: Bool { isNoise || unlike != nil }

  /// The files of the earlier runs in which it failed.
  package var failures: [String] { earlier }

  /// Adds an earlier run in which it failed too.
  mutating func add(_ snapshot: SnapshotCase) { add(snapshot.actual ?? snapshot.difference) }

  /// Counts the run whose file is shown.
  fileprivate mutating func countShown() { failed += 1 }

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

  /// True if two pictures are the same in every pixel.
  fileprivate static func areSamePixels(_ first: String, _ second: String) -> Bool {
    compare(first, second, by: Strategy(.naive))?.verdict == .match
  }

  /// Returns the outcome where any ΔE counts; nil without two readable pictures.
  private static func comparison(_ first: String, _ second: String) -> Comparison? {
    compare(first, second, by: Strategy(.perceptual))
  }

  private static func compare(
    _ first: String, _ second: String, by strategy: Strategy
  ) -> Comparison? {
    guard let room = try? PictureRoom(for: [first, second]) else { return nil }
    defer { withExtendedLifetime(room) {} }
    guard let (one, other) = try? PNG.decodeInTurn(first, second) else { return nil }
    return DiffEngine.compare(one, other, strategy: strategy).comparison
  }

  /// What they tell where it is flaky.
  var sentence: String {
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

/// The cases of several runs of the same tests, each as it failed last.
struct JoinedRuns {
  private(set) var cases: [SnapshotCase] = []
  private let count: Int
  private var places: [String: Int] = [:]

  init(count: Int) { self.count = count }

  /// Adds the cases of a run that is older than those before.
  mutating func add(
    _ cases: [SnapshotCase], by place: (SnapshotCase) -> String, isNewest: Bool
  ) {
    for (key, found) in Dictionary(grouping: cases, by: place) {
      guard let known = places[key] else {
        places[key] = self.cases.count
        for snapshot in found { append(snapshot, isOne: found.count == 1, isNewest: isNewest) }
        continue
      }
      // Of two that no run tells apart, nothing is known but that they failed.
      guard found.count == 1, self.cases[known].runs != nil else {
        self.cases[known].runs = nil
        let failed = found.filter(\.hasFailed)
        for snapshot in failed { append(snapshot, isOne: false, isNewest: false) }
        continue
      }
      add(found[0], to: known)
    }
  }

  private mutating func append(_ snapshot: SnapshotCase, isOne: Bool, isNewest: Bool) {
    var snapshot = snapshot
    snapshot.runs =
      isOne ? TestRuns(count: count, failed: snapshot.hasFailed ? 1 : 0, isNewest: isNewest) : nil
    cases.append(snapshot)
  }

  private mutating func add(_ other: SnapshotCase, to place: Int) {
    guard other.hasFailed, var runs = cases[place].runs else { return }
    if runs.failed > 0 {
      runs.add(other)
    } else {
      cases[place] = other
      runs.countShown()
    }
    cases[place].runs = runs
  }
}

extension SnapshotCase {
  /// False if the run has rendered the reference. A library that leaves files of failures alone
  /// leaves this one where the reference was recorded since.
  fileprivate var hasFailed: Bool {
    guard let reference, let actual, !isReportedFailed, difference == nil else { return true }
    return !FileBytes.areEqual(reference, actual)
      && (content != .image || !TestRuns.areSamePixels(reference, actual))
  }

  /// Says whether runs differ.
  mutating func compareRuns() {
    guard var runs else { return }
    runs.compare(with: self)
    self.runs = runs
    if runs.isFlaky { remarks.append(.runs(runs)) }
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
    var (ledger, isNewestGreen) = (Ledger(), false)
    for run in runs {
      do throws(CatalogError) {
        catalogs.append(try Catalog(paths: [run], options: options))
        ledger.list(.run, run)
      } catch {
        guard [.noCase, .unchanged].contains(error.reason), error.skipped.isEmpty else {
          throw error
        }
        nothing = error
        isNewestGreen = run == runs.last
        ledger.pass(.run, run)
        green.append("\(printable(run)) holds no failures, so every test counts as passed in it.")
      }
    }
    guard let newest = catalogs.popLast() else { throw nothing! }
    self = newest
    join(catalogs.reversed(), count: runs.count, isNewestGreen: isNewestGreen)
    self.ledger.add(ledger)
    remarks += green
  }
}
