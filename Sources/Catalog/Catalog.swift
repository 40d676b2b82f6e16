import Base
import Host
import Libc
import Store

/// The failed snapshots below some folders, each with its files and its baseline.
///
/// Nothing is written and no image is decoded; folders are read once.
package struct Catalog: Sendable {
  package static let standardInput = GivenPath.standardInputName

  /// The cases, sorted by suite, then name, with numbers compared by value.
  package var cases: [SnapshotCase]
  /// Advice, as sentences.
  package var remarks: [String]
  /// Everything that was given, and its outcome.
  package internal(set) var ledger = Ledger()
  /// The failures' folder, absolute, links resolved; the search for `.snapreview.toml` starts here.
  package var root: String
  /// Folders below which the cases' baselines may be written, links resolved: folders that the user
  /// named or opened, the repository around them, and the folder next to the failures that a
  /// library prescribes. A store writes nowhere else, whatever its journal says.
  package var writableRoots: [String]
  /// The folders of references that the user named, links resolved.
  private(set) var references: [String]
  /// Folders where actuals may still appear for cases that have none.
  package internal(set) var watchedActuals: [String] = []
  /// The repository around the working folder, if it holds the baselines of fetched failures; nil
  /// otherwise.
  private(set) var checkout: String?
  /// The opened folders, and for archives the folders of their decisions. Below these, a failure
  /// has the same path in every run.
  private(set) var tops: [String] = []
  /// The reason why nothing can be decided; nil if cases can be decided.
  package var readOnlyReason: String?

  /// Finds the cases.
  ///
  /// - Parameters:
  ///   - paths: Folders of failures, folders above or within them, or single failure files. Two
  ///     plain files are a reference and its actual; a log of tests, or `-` for one from standard
  ///     input, names its failures.
  ///   - options: The settings that cannot be guessed.
  /// - Throws: `CatalogError` if a path is missing or unreadable, or if no case is found.
  package init(paths: [String], options: CatalogOptions = CatalogOptions()) throws(CatalogError) {
    if let revisions = options.git {
      self = try Catalog(git: revisions, below: paths, options: options)
      return
    }
    guard !paths.isEmpty else {
      throw .wrongUse("No path given. Name the folder of failures, or two files.")
    }
    if options.runs == .several {
      self = try Catalog(runs: paths, options: options)
      return
    }
    let addresses = paths.filter(RunAddress.isAddress)
    let fetched = try addresses.map { (address) throws(CatalogError) in
      try RemoteFailures.fetched(address, options)
    }
    let paths = paths.filter { !RunAddress.isAddress($0) }
      .map { Self.standIn(for: $0, options) ?? $0 }
    let around = Checkout(of: fetched, options)
    checkout = around.flatMap { $0.isOfRuns ? $0.top : nil }
    var options = options
    if options.references.isEmpty { options.references = checkout.map { [$0] } ?? [] }
    var logs = try GivenLogs(paths)
    let here =
      if let logs { logs.others } else {
        try paths.map { (path) throws(CatalogError) in try GivenPath(path) }
      }
    let given = fetched.flatMap(\.archives) + here
    let isPair = given.count == 2 && given.allSatisfy { $0.kind != .folder }
    let packed = given.filter { UnpackedArchive.canUnpack($0, options, byName: isPair) }
    var room = ArchiveLimits.totalLimit
    var ledger = Ledger()
    for failures in fetched { ledger.add(failures.ledger) }
    var archives = try UnpackedArchive.all(packed, options, room: &room, &ledger)
    let places = given.compactMap { place in
      archives.first { $0.path == place.path }.map { GivenPath($0) }
        ?? (place.artifact == nil ? place : nil)
    }
    var tree = try Tree(options: options, opened: ActualFolders.first(of: places, options)?.path)
    references = tree.references
    if logs == nil, let pair = try tree.pair(places, merged: options.merged) {
      (cases, remarks, root) = ([pair.snapshot], [], pair.root)
      writableRoots = pair.writableRoots
      findHomes(options)
      return
    }
    let logged = try logs?.sources(below: places, for: tree, workingFolder: options.workingFolder)
    let limits = options.isNamed ? Walk.Limits.named : .around
    var sources =
      if let logged { logged } else {
        try places.map { (place) throws(CatalogError) in try Source(place, limits: limits) }
      }
    if logged == nil, options.isNamed {
      let inner = tree.innerArchives(of: sources, options, room: &room, &ledger)
      for archive in inner {
        archives.append(archive)
        sources.append(try Source(GivenPath(archive), limits: limits))
      }
    }
    tree.open(sources)
    var finder = Finder(tree, ledger: ledger, remarks: around?.remarks ?? [])
    let pairs = finder.search(LibrarySearch.all, mayBePair: logs == nil)
    try logs?.addRecorded(to: &finder, workingFolder: options.workingFolder)
    logs?.settle(&finder)
    // If nothing failed and nothing passed, the error says what was searched.
    if !finder.cases.isEmpty || !finder.ledger.passes.isEmpty {
      if logs == nil, pairs == nil, options.isNamed { finder.settlePaths(given: places.count) }
      finder.ledger.close(showing: finder.cases)
    }
    for archive in archives { finder.ledger.rename(below: archive.folder, as: archive.shown) }
    if finder.cases.isEmpty {
      throw logs?.nothingFound(finder, sources)
        ?? Self.didYouMean(
          archives.isEmpty ? places : [], finder.nothingFound(in: sources), options)
    }
    let fruitful = sources.filter { finder.fruitful.contains($0.place.path) }
    root =
      pairs ?? logs?.root
      ?? Source.commonRoot(of: fruitful.isEmpty ? sources : fruitful, layouts: finder.rootHints)
    (remarks, self.ledger) = (finder.remarks, finder.ledger)
    writableRoots = finder.writableRoots.sorted()
    tops = sources.map(\.top)
    cases = (consume finder).cases
    CaseChecks.findRivals(in: &cases)
    findHomes(options)
    CaseChecks(actuals: tree.actuals).checkFiles(of: &cases, stateFolder: options.stateFolder)
    if options.runs == .one { compareRuns() }
    let byFolder = Dictionary(archives.map { (Paths.name($0.folder), $0) }) { first, _ in first }
    for index in cases.indices { byFolder[cases[index].suite]?.nameSuite(of: &cases[index]) }
    identify(&cases, place: naming(archives, isAlone: places.count == 1))
    if let log = logs?.path {
      for index in cases.indices { cases[index].source = log }
    }
    settle(archives, from: zip(addresses, fetched))
    if !archives.isEmpty { findHomes(options) }
    if cases.contains(where: \.isMasked) { watchedActuals = tree.actualFolders.all }
  }
}

extension Catalog {
  /// True if the failures were fetched, so that their baselines belong to the reviewed change.
  package var isFetched: Bool { checkout != nil }

  /// Returns a sentence with the command that commits the baselines of cases; nil if they are in no
  /// repository.
  package func commitSentence(_ decided: [SnapshotCase]) -> String? {
    let paths = decided.compactMap(\.baseline?.path)
    guard !paths.isEmpty else { return nil }
    let folder = Paths.common(Set(paths.map(Paths.parent)))
    guard let top = checkout ?? Repositories().repository(around: folder) else { return nil }
    let git = top == Paths.workingFolder ? "git" : "git -C \(Shell.quoted(top))"
    let place = paths.count == 1 ? paths[0] : folder
    let shown = Paths.below(top, place).flatMap { $0.isEmpty ? nil : $0 } ?? "."
    return "Commit with: \(git) add -- \(Shell.quoted(shown)) && \(git) commit"
  }

  /// Everything that was given but is not a case.
  package var skipped: [Skipped] { ledger.skipped }

  /// True if no case uses a folder of references that the user named.
  package var hasIdleReferences: Bool {
    let used = cases.lazy.flatMap { [$0.baseline?.path, $0.reference].compactMap(\.self) }
    return !references.isEmpty
      && !used.contains { path in references.contains { Paths.isInside(path, $0) } }
  }

  /// The folders of failures that the cases are from.
  package var failures: Set<String> { Set(cases.lazy.map(\.failures)) }

  package var layouts: Set<Layout> { Set(cases.lazy.map(\.layout)) }

  mutating func findHomes(_ options: CatalogOptions) {
    let homes = Homes(stateFolder: options.stateFolder)
    for index in cases.indices {
      cases[index].home = homes.folder(of: cases[index], openedAs: tops)
    }
    // A new home below another would hide decisions in the outer one from the next call.
    let new = Set(cases.lazy.map(\.home)).filter { homes.around($0) == nil }
    for index in cases.indices where new.contains(cases[index].home) {
      let outer = new.filter { Paths.isInside(cases[index].home, $0) }
      cases[index].home = outer.min { $0.utf8.count < $1.utf8.count } ?? cases[index].home
    }
  }

  /// The stores that keep the decisions on the cases.
  package func homes(in stateFolder: UserFolder?) -> [StoreHome] {
    Set(cases.lazy.map(\.home)).sorted().map { Homes.home($0, in: stateFolder) }
  }

  /// Matches the steps on the failures that the cases are from, in this run or another.
  var reach: ReviewStore.Reach {
    { [failures] in failures.contains($0.failures) }
  }

  /// Returns a function that names paths, by their archive if several inputs are open.
  private func naming(_ archives: [UnpackedArchive], isAlone: Bool) -> (String) -> String {
    let home = archives.first { Paths.isInside(root, $0.folder) }.map { Paths.parent($0.path) }
    return { [root] path in
      guard let archive = archives.first(where: { Paths.isInside(path, $0.folder) }) else {
        return Paths.relative(path, from: home ?? root)
      }
      return isAlone ? Paths.relative(path, from: root) : archive.name(of: path)
    }
  }

  /// Ties the cases of archives to the archives instead of their temporary folders.
  private mutating func settle(
    _ archives: [UnpackedArchive], from fetched: some Sequence<(String, RemoteFailures)>
  ) {
    for archive in archives {
      let address = fetched.first { _, failures in
        failures.archives.contains { $0.path == archive.path }
      }?.0
      for index in cases.indices {
        archive.settle(
          &cases[index], hasReferences: !references.isEmpty, from: address ?? archive.path)
      }
      writableRoots.removeAll { Paths.isInside($0, archive.folder) }
      if Paths.isInside(root, archive.folder) { root = Paths.parent(archive.path) }
      tops.append(archive.decisions)
    }
  }

  /// Creates a catalogue without cases, for its rules.
  package init(around root: String, references: [String] = []) {
    self.init(cases: [], root: root, writableRoots: [])
    self.references = references
  }

  /// Creates a catalogue of cases that do not come from folders of failures.
  init(
    cases: [SnapshotCase], ledger: Ledger = Ledger(), root: String, writableRoots: [String],
    readOnlyReason: String? = nil
  ) {
    (self.cases, remarks, self.ledger, self.root) = (cases, [], ledger, root)
    self.ledger.close(showing: cases)
    (self.writableRoots, self.readOnlyReason) = (writableRoots, readOnlyReason)
    references = []
  }
}
