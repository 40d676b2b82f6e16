import Base
import Host
import Settings

/// Gathers cases from the folders of every source, layout by layout.
struct Finder: Sendable {
  var cases: [SnapshotCase] = []
  var remarks: [String] = []
  /// What was given, and what becomes of it.
  var ledger = Ledger()
  var resolver = Resolver()
  var places = FoundPlaces()
  /// Files that look like swift-snapshot-testing's, with no reference to prove it.
  var unproven: [(snapshot: SnapshotCase, source: Source)] = []
  /// What to say where no failure is found.
  var hints = Hints()

  struct Hints: Sendable {
    /// The first file that is named as some library's, and why it is no failure.
    private(set) var nearMiss: String?
    /// The number of files that are no failures because their folder says that it holds baselines.
    var baselineCount = 0

    mutating func note(nearMiss why: @autoclosure () -> String?) { nearMiss = nearMiss ?? why() }
  }

  let stateFolder: UserFolder?
  let log: TestLog?
  let index: PresetIndex
  let layouts: Set<Layout>
  let isForced: Bool
  /// True if the user said what to look into.
  let isNamed: Bool
  let references: [String]
  /// Folders in which more actuals may appear; they need not exist yet.
  let watchedActuals: [String]
  let baselines: BaselineSearch
  var actualSearch: ActualSearch
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
    watchedActuals = kept.all
    remarks = kept.remarks
    stateFolder = options.stateFolder
    log = try options.log.map { (path) throws(CatalogError) in try TestLog(named: path) }
    let writeScope = WriteScope(named: references, libraries: all)
    git = GitEvidence(writeScope, in: stateFolder)
    baselines = BaselineSearch(
      references: references, actuals: kept.present, writeScope: writeScope,
      environment: options.environment)
    actualSearch = ActualSearch(roots: kept.present, named: kept.named, pictures: pictures)
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

  /// The folders of actuals, links resolved.
  var actuals: [String] { actualSearch.roots }
  var writeScope: WriteScope { baselines.writeScope }

  /// The libraries whose layouts are looked for.
  var libraries: [Library] { index.libraries.filter { layouts.contains($0.layout) } }

  /// The path with links resolved, or unchanged if that fails.
  func realPath(_ path: String) -> String { baselines.real(path) }

  /// Adds a case unless its files belong to another, or were not asked for.
  ///
  /// - Parameter copy: The run's own copy of the reference.
  mutating func add(
    _ snapshot: SnapshotCase, from source: Source, by evidence: Evidence, copy: String? = nil
  ) {
    var snapshot = snapshot
    guard source.wants(snapshot, copy), resolver.claim(&snapshot, by: evidence) else { return }
    if let logged = source.logged { complete(&snapshot, by: logged, source) }
    append(snapshot, from: source)
  }

  /// Adds a failure that a report lists. Another of the report may have the same files.
  mutating func add(
    entry snapshot: SnapshotCase, from source: Source, by evidence: Evidence = .report
  ) {
    guard source.wants(snapshot) else { return }
    let (count, name) = (cases.count, Paths.join(snapshot.failures, snapshot.key))
    ledger.list(.test, name)
    add(snapshot, from: source, by: evidence)
    // Two libraries may read the same files; two failures of one library are not the same.
    guard cases.count == count else { return }
    let others = cases.filter { $0.layout == snapshot.layout }
    guard !others.contains(where: { $0.key == snapshot.key }),
      let file = snapshot.actual ?? snapshot.difference,
      let holder = others.first(where: { ($0.actual ?? $0.difference) == file })
    else { return }
    ledger.skip(
      .test, [name],
      Skipped(
        file,
        "\(printable(snapshot.id)) is not listed, as \(printable(holder.id)) has its file."))
  }

  /// Adds a case, whoever else shows its files.
  mutating func append(_ snapshot: SnapshotCase, from source: Source) {
    places.add(snapshot, in: source.place.path) { [writeScope] in
      source.logged?.homes
        ?? writeScope.roots(of: snapshot.failures, snapshot.layout, openedAs: source.top)
    }
    if let file = snapshot.promised { ledger.give(.file, file) }
    cases.append(baselines.followingLinks(of: snapshot))
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
