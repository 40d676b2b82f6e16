import Base
import Host
import Settings

/// The input of a search for failures: the opened folders, and everything that can be asked about
/// their surroundings. A search does not change it.
struct Tree: Sendable {
  private(set) var sources: [Source] = []
  let stateFolder: UserFolder?
  let log: TestLog?
  let index: PresetIndex
  let layouts: Set<Layout>
  let isForced: Bool
  /// True if the user named the paths to search.
  let isNamed: Bool
  let references: [String]
  let actualFolders: ActualFolders
  let baselines: BaselineSearch
  private(set) var actualSearch: ActualSearch
  let pictures = PictureFolders()
  let git: GitEvidence

  init(options: CatalogOptions, opened: String?) throws(CatalogError) {
    let own = try opened.map { (opened) throws(CatalogError) in try options.ruled(opened: opened) }
    let all = [own?.layout].compactMap(\.self) + Library.all
    let known = Layout.allCases + all.map(\.layout)
    if let unknown = options.layouts.first(where: { !known.contains($0) }) {
      throw .wrongUse(
        "--layout \(printable(unknown.rawValue)): no such layout. "
          + Spelling.hint(unknown.rawValue, among: known.map(\.rawValue))
          + "Known: " + Set(known).map(\.rawValue).sorted().joined(separator: ", ") + ".")
    }
    index = PresetIndex(all)
    layouts = Set(options.layouts.isEmpty ? known : options.layouts)
    isForced = options.layouts.count == 1
    isNamed = options.isNamed
    references = try options.references.map { (path) throws(CatalogError) in
      do throws(SystemError) {
        let real = try Paths.real(path)
        _ = try ListedFolder(reading: real)
        return real
      } catch {
        throw CatalogError(unreadable: "--references \(printable(path))", error, " Name a folder.")
      }
    }
    actualFolders = try ActualFolders(options, opened: opened, ruled: own?.actuals)
    stateFolder = options.stateFolder
    log = try options.log.map { (path) throws(CatalogError) in try TestLog(named: path) }
    let writeScope = WriteScope(named: references, libraries: all)
    git = GitEvidence(writeScope, in: stateFolder)
    baselines = BaselineSearch(
      references: references, actuals: actualFolders.present, writeScope: writeScope,
      stateFolder: stateFolder, environment: options.environment)
    actualSearch = ActualSearch(
      roots: actualFolders.present, named: actualFolders.named, pictures: pictures)
  }

  mutating func open(_ sources: [Source]) {
    self.sources = sources
    for source in sources { baselines.add(source) }
    takeActuals()
  }

  /// Adds the folders of actuals in the opened sources: one archive may hold a whole run.
  private mutating func takeActuals() {
    guard layouts.contains(.afsnapshot), actualSearch.named.isEmpty else { return }
    let found = sources.filter { $0.onlyFile == nil && $0.logged == nil }.flatMap(\.folders)
      .filter { folder in
        folder.name == ActualFolders.usualName
          && !folder.folders.contains(ReferenceFolders.difference)
          && !Paths.hasComponent(of: folder.path, beginningWith: ReferenceFolders.difference)
      }
      .map { realPath($0.path) }
    guard !found.isEmpty else { return }
    let roots = found + actuals.filter { !found.contains($0) }
    actualSearch = ActualSearch(roots: roots, named: [], pictures: pictures)
  }

  var actuals: [String] { actualSearch.roots }
  var writeScope: WriteScope { baselines.writeScope }

  func realPath(_ path: String) -> String { baselines.real(path) }

  /// Returns the folder that a report's paths may lead into: the repository around it, or else the
  /// opened folder.
  func top(around path: String, _ source: Source) -> String {
    writeScope.repository(around: path) ?? source.top
  }
}

extension Source {
  func wants(_ snapshot: SnapshotCase, _ other: String? = nil) -> Bool {
    if let logged { return snapshot.leftFiles.contains { logged.failures[ExactName($0)] != nil } }
    guard let onlyFile = onlyFile.map(ExactName.init) else { return true }
    return (snapshot.leftFiles + [other].compactMap(\.self)).contains { ExactName($0) == onlyFile }
  }
}
