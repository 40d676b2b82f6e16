import Base
import DiffEngine
import Host

/// The cases of several runs of the same tests, each as it last failed.
struct JoinedRuns {
  private(set) var cases: [SnapshotCase] = []
  let count: Int
  var places: [String: Int] = [:]

  /// Adds the cases of a run that is older than the runs added before.
  mutating func add(_ cases: [SnapshotCase], by place: (SnapshotCase) -> String, isNewest: Bool) {
    for (key, found) in Dictionary(grouping: cases, by: place) {
      guard let known = places[key] else {
        places[key] = self.cases.count
        for snapshot in found { append(snapshot, isOne: found.count == 1, isNewest: isNewest) }
        continue
      }
      // Several cases with one key cannot be matched between runs; only their failures are known.
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
      runs.add(other.actual ?? other.difference)
    } else {
      cases[place] = other
      runs.failed = 1
    }
    cases[place].runs = runs
  }
}

extension TestRuns {
  fileprivate mutating func compare(with snapshot: SnapshotCase) {
    guard let newest = snapshot.actual ?? snapshot.difference else { return }
    let passed = isNoise && snapshot.actual != nil ? [snapshot.reference].compactMap(\.self) : []
    for other in failures + passed where !FileBytes.areEqual(other, newest) {
      guard snapshot.content == .image else {
        unlike = other
        return
      }
      // Any ΔE counts.
      guard let found = Self.comparison(other, newest, by: Strategy(.perceptual)),
        found.verdict != .match
      else { continue }
      let deltaE = snapshot.actual == nil || found.verdict == .sizeMismatch ? nil : found.maxDeltaE
      guard unlike == nil || deltaE ?? .infinity > maxDeltaE ?? .infinity else { continue }
      (unlike, maxDeltaE) = (other, deltaE)
    }
  }
}

extension SnapshotCase {
  /// False if the run rendered the reference. A library that writes files only for failures leaves
  /// such a case if the reference was recorded since.
  fileprivate var hasFailed: Bool {
    guard let reference, let actual, !isReportedFailed, difference == nil else { return true }
    if FileBytes.areEqual(reference, actual) { return false }
    return content != .image
      || TestRuns.comparison(reference, actual, by: Strategy(.naive))?.verdict != .match
  }
}

extension Catalog {
  /// Compares the files that the runs left, and adds a remark to each flaky case.
  mutating func compareRuns() {
    guard cases.contains(where: { $0.runs != nil }) else { return }
    cases = mapOnAllCores(cases.count, band: 1) { [cases] index in
      var snapshot = cases[index]
      snapshot.runs?.compare(with: cases[index])
      if let runs = snapshot.runs, runs.isFlaky { snapshot.remarks.append(.runs(runs)) }
      return snapshot
    }
  }

  /// Finds the cases of several runs of the same tests: each snapshot as it last failed.
  ///
  /// - Parameter runs: Folders, archives or addresses, the newest last. In a run without failures,
  ///   every test passed.
  init(runs: [String], options: CatalogOptions) throws(CatalogError) {
    guard runs.count > 1 else {
      throw .wrongUse("--runs takes two or more runs of the same tests, the newest last.")
    }
    var options = options
    options.runs = .oneOfSeveral
    var catalogs: [Catalog] = []
    var (green, nothing): ([String], CatalogError?) = ([], nil)
    var (ledger, isNewestGreen) = (Ledger(), false)
    for run in runs {
      do throws(CatalogError) {
        catalogs.append(try Catalog(paths: [run], options: options))
        ledger.list(.run, run)
      } catch {
        guard [.noCase, .unchanged, .empty].contains(error.reason), error.skipped.isEmpty else {
          throw error
        }
        // A log that names no failure is one of a run that passed; a folder of notes is of any run.
        if error.reason != .unchanged, (try? FileStatus(of: run))?.kind == .folder {
          let isEmpty = error.reason == .empty
          let what = isEmpty ? "an empty folder" : "nothing in it could be a snapshot"
          ledger.skip(Skipped(run, "\(what). Name the folder of a run.", isEmpty: true))
        }
        nothing = error
        isNewestGreen = run == runs.last
        ledger.pass(.run, run)
        green.append("\(printable(run)) holds no failures, so every test counts as passed in it.")
      }
    }
    guard let newest = catalogs.popLast() else {
      nothing!.skipped = ledger.skipped
      throw nothing!
    }
    self = newest
    join(catalogs.reversed(), count: runs.count, isNewestGreen: isNewestGreen)
    self.ledger.add(ledger)
    remarks += green
  }

  /// Adds the cases of earlier runs of the same tests.
  ///
  /// - Parameters:
  ///   - runs: The catalogues of earlier runs, the newest first.
  ///   - count: The number of all runs, including those without failures.
  ///   - isNewestGreen: True if the newest run has no failures; then `self` is an earlier one.
  mutating func join(_ runs: [Catalog], count: Int, isNewestGreen: Bool) {
    let all = [self] + runs
    var joined = JoinedRuns(count: count)
    for (index, run) in all.enumerated() {
      joined.add(run.cases, by: run.placeInRun, isNewest: index == 0 && !isNewestGreen)
    }
    cases = joined.cases
    for remark in runs.flatMap(\.remarks) where !remarks.contains(remark) { remarks.append(remark) }
    for run in runs { ledger.add(run.ledger) }
    root = Paths.common(Set(all.map(\.root)))
    writableRoots = Set(all.flatMap(\.writableRoots)).sorted()
    watchedActuals = all.flatMap(\.watchedActuals)
    compareRuns()
    identify(&cases) { Paths.relative($0, from: root) }
  }

  /// Returns the path of the baseline that all runs share, or else the failure's place in its run.
  private func placeInRun(_ snapshot: SnapshotCase) -> String {
    if let path = snapshot.baseline?.path, !tops.contains(where: { Paths.isInside(path, $0) }) {
      return path
    }
    let folder = tops.lazy.compactMap { Paths.below($0, snapshot.failures) }.first ?? ""
    return "\(folder)\0\(snapshot.key)"
  }
}
