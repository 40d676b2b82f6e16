import Base

/// Collects cases from the sightings of the searches in a tree, by the strongest evidence first.
///
/// A search reads the finder but does not change it; see `Sighting`.
struct Finder: Sendable {
  let tree: Tree
  var cases: [SnapshotCase] = []
  var remarks: [String]
  /// Everything that was given, and its outcome.
  var ledger: Ledger
  private(set) var resolver = Resolver()
  /// Folders that hold class folders of failures.
  private(set) var rootHints: Set<String> = []
  /// Folders below which the cases' baselines may be written.
  var writableRoots: Set<String> = []
  /// Opened paths in which a failure was found.
  private(set) var fruitful: Set<String> = []
  /// Names the first file that is named like a library's, and says why it is not a failure.
  private(set) var nearMiss: String?
  /// The number of files skipped because their folder's name says that it holds baselines.
  private(set) var baselineCount = 0

  init(_ tree: Tree, ledger: Ledger = Ledger(), remarks: [String] = []) {
    (self.tree, self.ledger, self.remarks) = (tree, ledger, tree.actualFolders.remarks + remarks)
  }

  /// The parents of the cases' `Difference` folders, which hold the library's references.
  var referenceBases: Set<String> {
    let hints = rootHints.lazy.filter { Paths.name($0) == ReferenceFolders.difference }
    return Set(hints.map(Paths.parent))
  }

  mutating func take(_ seen: [Sighting]) {
    var strips: [Int] = []
    for sighting in seen {
      switch sighting {
      case .failure(let failure):
        let count = cases.count
        add(failure)
        if failure.isStrip, cases.count > count { strips.append(count) }
      case .unproven(let failure): resolver.unproven.append(failure)
      case .claim(let file, let evidence): resolver.claim(file, by: evidence)
      case .folder(let folder, let isAnswered):
        resolver.take(folder: folder, isAnswered: isAnswered)
      case .left(let name): resolver.leftNames.insert(name)
      case .retried(let tries): note(tries)
      case .baseline: baselineCount += 1
      case .nearMiss(let why, let file):
        if file.map(resolver.isClaimed) != true { nearMiss = nearMiss ?? why }
      case .remark(let remark): remarks.append(remark)
      case .replaced(let places):
        cases = cases.indices.filter { !places.contains($0) }.map { cases[$0] }
      case .overtaken(let file): ledger.pass(.file, file)
      case .passed(let file, let place) where !resolver.isClaimed(file):
        ledger.pass(file: file, below: place)
      case .passedRun(let place) where !fruitful.contains(place):
        ledger.passAll(below: place)
      case .skipped(let why): ledger.skip(why)
      // If nothing else is found, `nothingFound` reports it.
      case .passedOver(let why) where !cases.isEmpty && !ledger.skipped.contains(why):
        ledger.skip(why)
      case .refused(let kind, let name, let why) where !resolver.isClaimed(name):
        ledger.refuse(kind, name, why)
      case .passed, .passedRun, .passedOver, .refused: break
      }
    }
    takeApart(strips)
  }

  private mutating func note(_ tries: [String: [String]]) {
    guard !tries.isEmpty else { return }
    for index in cases.indices {
      guard let earlier = cases[index].actual.flatMap({ tries[$0] }) else { continue }
      var runs = TestRuns(count: earlier.count + 1)
      for file in earlier { runs.add(file) }
      cases[index].runs = runs
    }
  }

  private mutating func add(_ failure: Failure) {
    let isOwn = failure.sharing == .own
    let first = failure.snapshot.paintedDifference ?? failure.snapshot.promised
    guard !isOwn || first.map(resolver.isClaimed) != true else { return }
    if let root = failure.root { rootHints.insert(root) }
    switch failure.sharing {
    case .own: claim(failure)
    case .entry: addEntry(failure)
    case .content where mayShare(failure): append(failure.snapshot, from: failure.source)
    case .content: addEntry(failure)
    case .shared: append(failure.snapshot, from: failure.source)
    }
    if isOwn { for copy in failure.copies { resolver.claim(copy, by: failure.evidence) } }
  }

  /// Adds a failure unless its files belong to another or were not asked for.
  private mutating func claim(_ failure: Failure) {
    var (snapshot, source) = (failure.snapshot, failure.source)
    guard source.wants(snapshot, failure.copies.first),
      resolver.claim(&snapshot, by: failure.evidence)
    else { return }
    if let logged = source.logged { tree.complete(&snapshot, by: logged, source) }
    append(snapshot, from: source)
  }

  /// Adds a failure that a report lists. Another entry of the report may have the same files.
  private mutating func addEntry(_ failure: Failure) {
    let snapshot = failure.snapshot
    guard failure.source.wants(snapshot) else { return }
    let (count, name) = (cases.count, Paths.join(snapshot.failures, snapshot.key))
    ledger.list(.test, name)
    claim(failure)
    // Two libraries may read the same files; two failures of one library are not the same.
    guard cases.count == count else { return }
    let others = cases.filter { $0.layout == snapshot.layout }
    guard !others.contains(where: { $0.key == snapshot.key }),
      let file = snapshot.actual ?? snapshot.difference,
      let holder = others.first(where: { ($0.actual ?? $0.difference) == file })
    else { return }
    let why = "is not listed, because its file belongs to \(printable(holder.id))."
    ledger.skip(.test, [name], Skipped(file, "\(printable(snapshot.id)) \(why)"))
  }

  /// True if another case has a failure's files because they are named by their content.
  private func mayShare(_ failure: Failure) -> Bool {
    let snapshot = failure.snapshot
    return snapshot.leftFiles.contains(where: resolver.isClaimed) && failure.source.wants(snapshot)
      && !cases.contains { $0.key == snapshot.key && $0.failures == snapshot.failures }
  }

  /// Adds a case, even if others show its files too.
  private mutating func append(_ snapshot: SnapshotCase, from source: Source) {
    fruitful.insert(source.place.path)
    writableRoots.formUnion(
      source.logged?.homes
        ?? tree.writeScope.roots(of: snapshot.failures, snapshot.layout, openedAs: source.top))
    if let file = snapshot.promised { ledger.give(.file, file) }
    cases.append(tree.baselines.followingLinks(of: snapshot))
  }
}
