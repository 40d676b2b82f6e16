import Base
import Host
import Settings

/// Gathers cases from the folders of every source, layout by layout.
struct Finder: Sendable {
  var cases: [SnapshotCase] = []
  var remarks: [String] = []
  /// What was given, and what becomes of it.
  var ledger = Ledger()
  /// Folders that hold class folders of failures.
  private(set) var rootHints: Set<String> = []
  /// Files that a case already shows: no other layout may take them.
  var claimed = FileSet()
  /// Files that look like swift-snapshot-testing's, with no reference to prove it.
  var unproven: [(snapshot: SnapshotCase, source: Source)] = []
  /// The number of files are no failures because their folder says that it holds baselines.
  var baselineCount = 0
  /// Folders beside a `Difference` folder hold AFSnapshotTesting's references.
  var referenceBases: Set<String> = []
  /// Opened paths in which a failure was found.
  var fruitful: Set<String> = []
  /// Folders below which the cases' baselines may be written.
  var writableRoots: Set<String> = []
  /// The failures whose writable places are noted already.
  private var known: Set<KnownFailures> = []

  /// Folders that a library keeps its actuals in: those that are no failures have passed.
  var taken: Set<String> = []

  /// Folders for which a manifest has said what failed.
  var answered: Set<String> = []
  /// Names of actuals that a manifest knows to be left from an earlier run.
  var passed: Set<String> = []
  /// The actuals of earlier tries, by the last one's.
  var retries: [String: [String]] = [:]
  /// Cases whose actual is a part of a strip, by their place among the cases.
  var strips: [Int] = []
  /// The first file that is named as some library's, and why it is no failure.
  var nearMiss: String?

  let stateFolder: UserFolder?
  let log: TestLog?
  let index: PresetIndex
  let layouts: Set<Layout>
  let isForced: Bool
  /// True if the user said what to look into.
  let isNamed: Bool
  let references: [String]
  private(set) var actuals: [String]
  /// Folders in which more actuals may appear; they need not exist yet.
  let watchedActuals: [String]
  let baselines: BaselineSearch
  private(set) var actualSearch: ActualSearch
  let writeScope: WriteScope
  let pictures = PictureFolders()
  let git: GitEvidence

  /// - Parameter opened: The folder from which rules are looked for.
  init(options: CatalogOptions, opened: String?) throws(CatalogError) {
    let all = try Self.libraries(options, opened: opened)
    let known = Layout.allCases + all.map(\.layout)
    if let unknown = options.layouts.first(where: { !known.contains($0) }) {
      throw CatalogError(
        .wrongUse,
        "--layout \(printable(unknown.rawValue)): no such layout. Known: "
          + Set(known).map(\.rawValue).sorted().joined(separator: ", ") + ".")
    }
    index = PresetIndex(all)
    layouts = Set(options.layouts.isEmpty ? known : options.layouts)
    isForced = options.layouts.count == 1
    isNamed = options.isNamed
    references = try Self.folders(options.references, flag: "--references")
    let kept = try ActualFolders(options, opened: opened)
    actuals = kept.present
    watchedActuals = kept.all
    remarks = kept.remarks
    stateFolder = options.stateFolder
    log = try options.log.map { (path) throws(CatalogError) in try TestLog(named: path) }
    writeScope = WriteScope(named: references, libraries: all)
    git = GitEvidence(writeScope, in: stateFolder)
    baselines = BaselineSearch(
      references: references, actuals: actuals, writeScope: writeScope,
      environment: options.environment)
    actualSearch = ActualSearch(roots: actuals, named: kept.named, pictures: pictures)
  }

  /// Every library, and before them a team's own.
  private static func libraries(
    _ options: CatalogOptions, opened: String?
  ) throws(CatalogError) -> [Library] {
    guard let opened else { return Library.all }
    do throws(SettingsError) {
      let own = try Library.own(opened: opened, options)
      return [own].compactMap { $0 } + Library.all
    } catch {
      throw CatalogError(.wrongUse, error.description)
    }
  }

  private static func folders(_ given: [String], flag: String) throws(CatalogError) -> [String] {
    try given.map { (path) throws(CatalogError) in
      do throws(SystemError) {
        let real = try Paths.real(path)
        _ = try ListedFolder(reading: real)
        return real
      } catch {
        throw CatalogError(
          error.isMissing ? .missing : .unreadable,
          "\(flag) \(printable(path)): \(error). Name a folder.")
      }
    }
  }

  mutating func search(_ sources: [Source]) throws(CatalogError) {
    for source in sources {
      baselines.add(source)
      ledger.skip(source.skipped)
    }
    takeActuals(in: sources)
    search(sources, .ownNames)
    // A log tells of the three libraries that print where their files are.
    let whole = sources.filter { $0.logged == nil }
    for source in whole { findManifests(in: source) }
    for source in whole { findPresets(in: source) }
    takeStripsApart()
    search(whole, .remainder)
    search(sources, .commonNames)
    if layouts.contains(.words) {
      for source in sources { findWords(in: source) }
      remarks += wordRemark.map { [$0] } ?? []
    }
    search(sources, .unproven)
    remarks += actualSearch.unusedRoots.map {
      "--actuals \(printable($0)): holds no actual of these cases."
    }
  }

  /// Takes the folders of actuals that lie in what was opened: one archive may hold all of a run.
  private mutating func takeActuals(in sources: [Source]) {
    guard layouts.contains(.afsnapshot), actualSearch.named.isEmpty else { return }
    let found = sources.filter { $0.onlyFile == nil && $0.logged == nil }.flatMap(\.folders)
      .filter { folder in
        folder.name == SecondRun.folderName && !folder.folders.contains(Self.differenceFolder)
          && !Paths.hasComponent(of: folder.path, beginningWith: Self.differenceFolder)
      }
      .map { realPath($0.path) }
    guard !found.isEmpty else { return }
    actuals = found + actuals.filter { !found.contains($0) }
    actualSearch = ActualSearch(roots: actuals, named: [], pictures: pictures)
  }

  private mutating func search(_ sources: [Source], _ stage: Library.Stage) {
    for library in libraries { library.searches[stage]?(&self, sources) }
  }

  /// The libraries whose layouts are looked for.
  var libraries: [Library] { index.libraries.filter { layouts.contains($0.layout) } }

  mutating func hintRoot(_ folder: String) { rootHints.insert(folder) }

  /// The path with links resolved, or unchanged if that fails.
  func realPath(_ path: String) -> String { baselines.real(path) }

  /// Adds cases of one folder.
  mutating func add(_ found: [SnapshotCase], from source: Source) {
    for snapshot in found { add(snapshot, from: source) }
  }

  /// Adds a case unless another source has brought it already or its file was not asked for.
  ///
  /// - Parameter copy: The run's own copy of the reference.
  mutating func add(_ snapshot: SnapshotCase, from source: Source, copy: String? = nil) {
    var snapshot = snapshot
    guard source.wants(snapshot, copy), claim(&snapshot) else { return }
    if let logged = source.logged { complete(&snapshot, by: logged, source) }
    append(snapshot, from: source)
  }

  /// Adds a failure that a report lists. Another of the report may have the same files.
  mutating func add(entry snapshot: SnapshotCase, from source: Source) {
    let (count, name) = (cases.count, Paths.join(snapshot.failures, snapshot.key))
    ledger.give(.test, name)
    add(snapshot, from: source)
    let file = snapshot.actual ?? snapshot.difference
    let holder = cases.count > count ? cases[count] : cases.first {
      file != nil && ($0.actual ?? $0.difference) == file
    }
    guard let holder, holder.layout == snapshot.layout, holder.key != snapshot.key else {
      return ledger.list(.test, name)
    }
    ledger.skip(
      .test, [name],
      Skipped(
        file ?? name, "\(printable(snapshot.id)) is not listed, as \(printable(holder.id)) has its file."))
  }

  /// Adds a case, whoever else shows its files.
  mutating func append(_ snapshot: SnapshotCase, from source: Source) {
    let failures = KnownFailures(
      layout: snapshot.layout, path: snapshot.failures, opened: source.place.path)
    if known.insert(failures).inserted {
      fruitful.insert(source.place.path)
      writableRoots.formUnion(
        source.logged?.homes
          ?? writeScope.roots(of: snapshot.failures, snapshot.layout, openedAs: source.top))
    }
    if let file = snapshot.leftFiles.last { ledger.give(.file, file) }
    cases.append(baselines.followingLinks(of: snapshot))
  }

  private struct KnownFailures: Hashable {
    let layout: Layout
    let path, opened: String
  }

  /// Takes the files of a case. A difference that another case shows is that one's.
  ///
  /// - Returns: False where another case shows its actual, or of a case without one any file.
  private mutating func claim(_ snapshot: inout SnapshotCase) -> Bool {
    let isShown =
      snapshot.actual.map(claimed.contains)
      ?? snapshot.leftFiles.contains(where: claimed.contains)
    guard !isShown else { return false }
    if let difference = snapshot.difference, claimed.contains(difference) {
      snapshot.difference = nil
    }
    for file in snapshot.leftFiles { claimed.insert(file) }
    return true
  }
}

extension Source {
  func wants(_ files: [String], _ other: String? = nil) -> Bool {
    if let logged { return files.contains { logged.failures[ExactName($0)] != nil } }
    guard let onlyFile else { return true }
    return files.contains { ExactName($0) == ExactName(onlyFile) }
      || other.map(ExactName.init) == ExactName(onlyFile)
  }

  func wants(_ snapshot: SnapshotCase, _ other: @autoclosure () -> String? = nil) -> Bool {
    onlyFile == nil && logged == nil || wants(snapshot.leftFiles, other())
  }
}
