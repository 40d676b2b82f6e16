import Base

/// Failures whose files' names state their roles: `login.expected.png` next to `login.actual.png`,
/// `Reference/login.png` and `Actual/login.png`, `login/before.png` and `login/after.png`.
extension Finder {
  func wordSightings(in source: Source) -> [Sighting] {
    var failures = wordFailures(in: source)
    guard !failures.isEmpty else { return [] }
    let library = Resolver.holders(cases)
    let new = failures.partition { $0.rank == .new }
    var chosen = ChosenFailures(among: failures[..<new])
    for failure in chosen.inOrder(failures[..<new]) { choose(failure, library, &chosen) }
    let forms = WordForms(of: chosen.failures)
    let first = failures[new...].filter {
      forms.reference(of: $0) != nil || tree.mayHaveNamedBaseline($0, source)
    }
    for failure in first.sorted() { choose(failure, library, &chosen) }
    let firsts = Set(first.map(\.actual))
    let lost = failures[new...].filter { forms.isMarked($0) && !firsts.contains($0.actual) }
      .compactMap { failure in
        Self.nearMiss(failure).map { Skipped(failure.actual ?? "", $0) }
      }
    let found = chosen.failures
    let baselineFolders = Set(cases.lazy.compactMap(\.baseline).map { Paths.parent($0.path) })
    let hasPassed = havePassed(found)
    let (ofRun, past) = ofRun(found)
    let listed = found.indices.filter { index in
      (forms.isProven(found[index]) || counts(pair: found[index], baselineFolders))
        && !hasPassed[index] && ofRun[index]
    }
    let near = (failures[new...].min().flatMap(Self.nearMiss).map { [.nearMiss($0)] } ?? []) + past
    let passed = found.indices.filter { hasPassed[$0] }.map {
      Sighting.passed(file: found[$0].actual ?? "", below: source.place.path)
    }
    let seen = near + passed + tree.refused(lost)
    return seen + [.replaced(Set(listed.flatMap { chosen.replaced[$0] }))]
      + listed.flatMap { index in
        tree.sightings(of: found[index], first: forms.reference(of: found[index]), in: source)
      }
  }

  /// Returns all failures that words find in a source, if at least one of its files is in no
  /// library's case.
  private func wordFailures(in source: Source) -> [WordFailure] {
    let baselines = Set(cases.lazy.compactMap(\.baseline).map { ExactName($0.path) })
    let isExplained = { @Sendable [resolver] (path: String) in
      resolver.isClaimed(path) || baselines.contains(ExactName(path))
    }
    let trees = WordTrees(of: source)
    let read = { (wanted: Bool) in
      source.lookIntoFolders { folder in
        folder.wordReadings(below: trees) { isExplained($0) == wanted }
      }.joined()
    }
    let unexplained = read(false)
    guard !unexplained.isEmpty else { return [] }
    var groups: [ExactName: WordGroup] = [:]
    for reading in [unexplained, read(true)].joined() where !reading.subject.isEmpty {
      groups[reading.key, default: WordGroup()].add(reading)
    }
    Self.joinVariants(&groups)
    return groups.values.compactMap { group in
      WordFailure(group, isCertain: tree.isForced) { unmarked(for: $0, source) }
    }
  }

  /// Gives each actual without a reference the one of the shorter name: "x.expected.png" belongs to
  /// "x.immediate.out.png" too.
  private static func joinVariants(_ groups: inout [ExactName: WordGroup]) {
    for (key, group) in groups {
      guard group.files(.reference).isEmpty,
        let actual = group.files(.actual).first(where: { $0.mark.folder == nil })
      else { continue }
      var shorter = actual
      while let rest = shorter.withoutLastPart {
        shorter = rest
        guard let other = groups[shorter.key], !other.isVariant, other.files(.actual).isEmpty,
          let reference = other.files(.reference).first(where: \.mark.isInName)
        else { continue }
        groups[key]?.add(sharing: reference)
        break
      }
    }
  }

  /// Returns, for each failure, true if its files are in two trees and are equal, so that the test
  /// passed, unless git or the journal says that the reference is another than before: the run, or
  /// an accept, may have written it.
  private func havePassed(_ failures: [WordFailure]) -> [Bool] {
    let areEqual = mapOnAllCores(failures.count, band: 16) { failures[$0].isOfEqualFiles }
    let references = zip(failures, areEqual).compactMap { $1 ? $0.reference : nil }
    let unchanged = tree.git.unchanged(references)
    let accepted = tree.baselines.accepted(references.filter { !unchanged.contains($0) })
    return zip(failures, areEqual).map { failure, isEqual in
      guard isEqual, let file = failure.reference else { return false }
      let isTracked = tree.git.tracked(around: Paths.parent(file))?.isTracked(file) == true
      return unchanged.contains(file) || !isTracked && !accepted.contains(file)
    }
  }

  /// Returns, for each failure, true if a run can have left it: a committed, unchanged file is a
  /// failure only if more than words says so.
  private func ofRun(_ failures: [WordFailure]) -> (ofRun: [Bool], past: [Sighting]) {
    guard !tree.isForced else { return (failures.map { _ in true }, []) }
    let left = failures.map { $0.actual ?? $0.difference ?? "" }
    let committed = tree.git.unchanged(left)
    let past = left.first(where: committed.contains).map {
      "\(printable(Paths.name($0))) is committed and unchanged, so no run left it there."
    }
    return (left.map { !committed.contains($0) }, past.map { [.nearMiss($0)] } ?? [])
  }

  /// Returns the file next to the marked ones that has no word in its path.
  private func unmarked(for reading: WordReading, _ source: Source) -> String? {
    let path = Paths.join(reading.home, reading.subject)
    let folder = Paths.parent(path)
    guard Paths.isInside(folder, source.top),
      let file = tree.baselines.path(
        of: WordMark.name(Paths.name(path), ending: reading.ending), in: folder),
      !resolver.isClaimed(file)
    else { return nil }
    // A file in a folder of differences or references has the role that the folder's name states.
    let words = Paths.components(Paths.below(source.top, folder) ?? "")
      .compactMap { FileRole.word($0)?.role }
    return words.allSatisfy { $0 == .actual } ? file : nil
  }

  // MARK: Choosing failures

  private struct ChosenFailures {
    var failures: [WordFailure] = []
    /// The position of the failure that shows a file; nil for a library's.
    var places: [ExactName: Int?] = [:]
    /// For each failure, the positions of the libraries' cases that explain less.
    var replaced: [Set<Int>] = []
    /// The number of failures by their actual's mark: the reading that explains more is likelier.
    private var counts: [WordMark: Int] = [:]

    init(among failures: some Sequence<WordFailure>) {
      for failure in failures { counts[failure.actualMark, default: 0] += 1 }
    }

    private func count(_ failure: WordFailure) -> Int { counts[failure.actualMark] ?? 0 }

    /// Sorts the more complete failures first, then those whose form more failures have.
    func inOrder(_ failures: some Sequence<WordFailure>) -> [WordFailure] {
      failures.sorted { one, other in
        one.rank == other.rank && count(one) != count(other)
          ? count(one) > count(other) : one < other
      }
    }

    /// Notes another reading of chosen failures' files, unless it is less likely.
    mutating func dispute(_ places: [Int?], by failure: WordFailure) {
      for case let place? in places where failure.rank > .new {
        let lead = count(failure) - count(failures[place])
        if lead > 0 || lead == 0 && failures[place].rank == failure.rank {
          failures[place].dispute(failure.shown)
        }
      }
    }

    mutating func add(_ failure: WordFailure, replacing places: Set<Int>) {
      for file in failure.ownFiles { self.places[ExactName(file)] = failures.count }
      failures.append(failure)
      replaced.append(places)
    }
  }

  /// Adds a failure unless a library explains all of it, or a fuller one has its files.
  private func choose(
    _ failure: WordFailure, _ library: [ExactName: Int], _ chosen: inout ChosenFailures
  ) {
    guard !isPast(failure) else { return }
    let places = failure.ownFiles.compactMap { chosen.places[ExactName($0)] }
    guard places.isEmpty else { return chosen.dispute(places, by: failure) }
    switch resolver.verdict(on: failure, library, among: cases) {
    case .libraries:
      for file in failure.files { chosen.places[ExactName(file)] = .some(nil) }
    case .words(let replaced): chosen.add(failure, replacing: replaced)
    case .disputed(let index):
      var (failure, snapshot) = (failure, cases[index])
      failure.dispute(
        "\(snapshot.layout.title)'s reference \(printable(snapshot.reference.map(Paths.name) ?? "")) "
          + "and actual \(printable(snapshot.actual.map(Paths.name) ?? ""))")
      chosen.add(failure, replacing: [index])
    }
  }

  /// True if a library says that it is not a failure of the last run.
  private func isPast(_ failure: WordFailure) -> Bool {
    guard let file = failure.actual ?? failure.difference else { return true }
    return ledger.hasPassed(file) || resolver.leftNames.contains(Paths.name(file))
      || resolver.isAnswered(folder: Paths.parent(file))
  }

  /// True if reference and actual are enough. Among a library's baselines, two snapshots may well
  /// be named "before" and "after".
  private func counts(pair failure: WordFailure, _ baselineFolders: Set<String>) -> Bool {
    tree.isNamed
      && failure.files.allSatisfy { file in
        let folder = Paths.parent(file)
        return !baselineFolders.contains(folder)
          && !referenceBases.contains { Paths.isInside(folder, $0) }
          && !ReferenceFolders.isReference(failure.home)
          && !Paths.components(folder).contains {
            $0.hasPrefix("__") || $0.hasSuffix("-snapshots")
          }
      }
  }

  /// A remark that words alone recognised some cases; it names a reference that accepting writes.
  /// Nothing is written in an unpacked archive.
  var wordRemark: String? {
    let found = cases.filter { $0.layout == .words }.compactMap(\.baseline?.path)
    guard !found.isEmpty else { return nil }
    let archives = tree.sources.filter(\.place.isUnpacked).map(\.top)
    let written = found.first { path in !archives.contains { Paths.isInside(path, $0) } }
    return Wording.count(found.count, "case") + " recognised by words in file names"
      + (written.map { ": accepting writes the reference, such as \(printable($0))." } ?? ".")
  }

  private static func nearMiss(_ failure: WordFailure) -> String? {
    failure.actual.map {
      "\(printable(Paths.name($0))) is named like an actual, but nothing tells which file is its reference. If the "
        + "references are elsewhere, add --references DIR."
    }
  }
}
