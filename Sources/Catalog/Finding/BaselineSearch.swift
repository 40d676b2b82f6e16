import Base
import DiffEngine
import Host
import Store

/// Finds baselines where they may be written and nowhere else: see `WriteScope`.
///
/// The first tier that holds the file wins. Folders are read once and only when needed.
final class BaselineSearch: Sendable {
  let writeScope: WriteScope
  let environment: @Sendable (String) -> String?
  /// The folders that the user named, links resolved.
  private let named: [String]
  /// Folders of actuals, which hold no baseline unless the user named it.
  private let actuals: [String]
  private let sources = Mutex<[Source]>([])
  private let indexes = Memo<String, FileIndex>()
  private let walked = Mutex<[String: ListedFolder]>([:])
  private let folders = Memo<String, ListedFolder?>()
  private let realPaths = Memo<String, String>()
  private let homes: Homes
  private let journals: Mutex<JournaledBaselines>

  init(
    references: [String], actuals: [String] = [], writeScope: WriteScope,
    stateFolder: UserFolder?, environment: @escaping @Sendable (String) -> String?
  ) {
    (self.writeScope, self.environment, named) = (writeScope, environment, references)
    homes = Homes(stateFolder: stateFolder)
    journals = Mutex(JournaledBaselines(stateFolder: stateFolder))
    self.actuals = actuals.filter { folder in !references.contains { Paths.isInside($0, folder) } }
  }

  /// Adds a source, so that references among its failures are found.
  func add(_ source: Source) {
    sources.withLock { $0.append(source) }
    walked.withLock { walked in
      walked.reserveCapacity(walked.count + source.folders.count)
      for folder in source.folders where walked[folder.path] == nil {
        walked[folder.path] = folder
      }
    }
  }

  private var opened: [Source] { sources.withLock(\.self) }

  var isNamed: Bool { !named.isEmpty }

  /// Folders that are looked up on first use.
  typealias Tier = @Sendable () -> [Candidate]

  func tier(_ find: @escaping @Sendable () -> [Candidate]) -> Tier {
    let found = Once<[Candidate]>()
    return { found.value(find) }
  }

  /// Finds `<named reference folder>/<folder>/<file>`, for AFSnapshotTesting, if it exists.
  func plain(folder: String, file: String) -> BaselineAnswer {
    let candidates = namedIndexes.flatMap { index in
      index.folders(holding: file, endingIn: folder).map { Candidate(folder: $0, root: index.root) }
    }.filter { candidate in
      !actuals.contains { Paths.isInside(candidate.folder.path, $0) }
        && !isOfRun(candidate.folder.path, holding: file)
    }
    return answer(candidates, file: file, exists: true)
  }

  /// True if a word calls a folder one of a run, next to one of references: "actual" next to
  /// "golden".
  func isOfRun(_ place: String, holding file: String) -> Bool {
    let (home, word) = (Paths.parent(place), FileRole.word(folder: Paths.name(place)))
    guard let word, word.role != .reference else { return false }
    return (folder(home)?.folders ?? []).contains { name in
      guard let other = FileRole.word(folder: name), other.role == .reference else { return false }
      // "base", "new" and "test" also call things that are no snapshots.
      return !(word.isCommon && (other.isCommon || Paths.name(place).lowercased() == "test"))
        || FileStatus.exists(Paths.join(Paths.join(home, name), file))
    }
  }

  func path(of file: String, in folder: String) -> String? { self.folder(folder)?.path(of: file) }

  /// Returns the file at a template's path; nil if it is missing, or a gap has no value.
  func file(_ template: Template, _ home: String, _ gaps: Template.Gaps) -> String? {
    guard let folder = template.folder(home, gaps), let name = template.file(gaps)
    else { return nil }
    return path(of: name, in: folder)
  }

  /// The path with links resolved, or unchanged if that fails.
  func real(_ path: String) -> String {
    if walked.withLock({ $0[path]?.isBehindLink }) == false { return path }
    return realPaths.value(path) { (try? Paths.real(path)) ?? path }
  }

  func folder(_ path: String) -> ListedFolder? {
    walked.withLock { $0[path] } ?? folders.value(path) { try? ListedFolder(reading: path) }
  }

  private func openedFolders(_ home: String, isRepository: Bool) -> [ListedFolder] {
    let folders = opened.flatMap(\.folders).filter { Paths.isInside($0.path, home) }
    var others = folders.filter { isRepository && $0.isRepository && $0.path != home }.map(\.path)
    guard !others.isEmpty else { return folders }
    let submodules = Set(([home] + others).flatMap(Repositories.submodules))
    others.removeAll(where: submodules.contains)
    return folders.filter { folder in !others.contains { Paths.isInside(folder.path, $0) } }
  }

  /// Returns indexes of the files that may be a reference: in the folders that the user named, else
  /// in the opened ones, then in the rest of the repository around the failures.
  ///
  /// - Parameter byAliases: True if names of links to folders count too; only the repository is
  ///   read in this way.
  func fileIndexes(
    around failures: String, in source: Source, byAliases: Bool = false
  ) -> [FileIndex] {
    guard !isNamed else { return namedIndexes }
    let repository = writeScope.repository(around: failures)
    if repository == nil, let homes = source.logged?.homes {
      return homes.map { index($0, limits: .repository) }
    }
    let home = repository ?? source.top
    let opened = indexes.value(home) {
      let folders = openedFolders(home, isRepository: repository != nil)
      let links = self.opened.flatMap(\.outwardLinks).filter { Paths.isInside($0, home) }
      return FileIndex(root: home) { (folders, links) }
    }
    guard let repository, byAliases || !Paths.isInside(repository, source.top) else {
      return [opened]
    }
    return [opened, index(repository, limits: .repository)]
  }

  func holdsFolder(named name: String) -> Bool {
    namedIndexes.contains { !$0.folders(named: name).isEmpty }
  }

  private var namedIndexes: [FileIndex] { named.map { index($0, limits: .named) } }

  private func index(_ root: String, limits: Walk.Limits) -> FileIndex {
    indexes.value(root + "/") {
      FileIndex(root: root) {
        let walk = try? Walk(root, limits: limits)
        return (walk?.folders ?? [], walk?.outwardLinks ?? [])
      }
    }
  }

  /// Returns advice if content may join no reference because Git LFS has not fetched it.
  func unfetched(around failures: String, in source: Source) -> String {
    fileIndexes(around: failures, in: source).contains(where: \.holdsPointers)
      ? " Some files there are Git LFS pointers. Run: git lfs pull." : ""
  }

  /// True if this user accepted just this failure into a file that held what the run expected, and
  /// that still holds what was written.
  func wasAccepted(_ snapshot: SnapshotCase, into file: String, _ expected: String?) -> Bool {
    guard let expected, let around = homes.around(Paths.parent(file)) else { return false }
    let home = Homes.home(around, in: homes.stateFolder)
    let state = homes.stateFolder.map { Paths.realAsFarAsItExists($0.path) } ?? ""
    let last = journals.withLock { $0.steps(in: home) }.last { step in
      // An archive's decisions are in a folder of its hash, as are its unpacked files.
      let archived = Paths.below(state, step.failures).map { snapshot.failures.hasSuffix("/" + $0) }
      return !step.isUndone && step.baseline == file && step.caseKey == snapshot.key
        && (step.failures == snapshot.failures || archived == true)
    }
    guard let last, last.decision == .accepted else { return false }
    return last.before == Self.hash(expected) && last.after == Self.hash(file)
  }

  private static func hash(_ file: String) -> String? {
    try? Fingerprint.hash(ofFile: file, on: .real)
  }

  /// Returns the files that hold what this user accepted last.
  func accepted(_ files: [String]) -> Set<String> {
    let around = Set(files.compactMap { homes.around(Paths.parent($0)) })
    let steps = journals.withLock { journals in
      around.flatMap { journals.steps(in: Homes.home($0, in: homes.stateFolder)) }
    }
    let last = Dictionary(steps.filter { !$0.isUndone }.map { ($0.baseline, $0) }) { $1 }
    return Set(files.filter { last[$0]?.decision == .accepted && last[$0]?.after == Self.hash($0) })
  }

  func answer(
    file: String, _ tiers: [Tier], choose: ([Candidate]) -> [Candidate]
  ) -> BaselineAnswer {
    var empty: [Candidate] = []
    for tier in tiers {
      let holding = choose(tier().filter { $0.folder.path(of: file) != nil })
      if !holding.isEmpty { return answer(holding, file: file, exists: true) }
      if empty.isEmpty { empty = choose(tier()) }
    }
    return answer(empty, file: file, exists: false)
  }

  /// - Parameter areFlat: True if the folders hold references without a folder for each test file.
  func answer(
    _ candidates: [Candidate], file: String, exists: Bool, areFlat: Bool = false
  ) -> BaselineAnswer {
    let spots = candidates.map { candidate in
      let folder = real(candidate.folder.path)
      // Whatever is written must stay in the nearest folder that holds the file.
      let parent = areFlat ? folder : real(candidate.parent)
      return Spot(
        folder: candidate.folder.path, file: candidate.folder.spelling(of: file) ?? file,
        root: candidate.root, home: Paths.isInside(folder, parent) ? parent : nil)
    }
    return settle(spots, exists: exists)
  }
}
