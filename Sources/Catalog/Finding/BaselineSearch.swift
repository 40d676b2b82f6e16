import Base
import DiffEngine
import Host

/// The result of looking for a case's baseline.
enum BaselineAnswer {
  case found(Baseline, exists: Bool)
  /// More than one file could be meant; guessing would overwrite the wrong one.
  /// So could a single one that nothing but its name joins to the failure.
  case ambiguous([String])
  /// A link leads to the baseline out of the folder in which it may be written.
  case behindLink(path: String, link: String, root: String)
  case none

  /// The path of a baseline that is there.
  var existing: String? {
    if case .found(let baseline, exists: true) = self { baseline.path } else { nil }
  }
}

/// Finds baselines where they may be written and nowhere else: see `WriteScope`.
///
/// The first tier that holds the file wins. Folders are read once and only when needed.
final class BaselineSearch: Sendable {
  let writeScope: WriteScope
  /// The value of an environment variable, by its name.
  let environment: @Sendable (String) -> String?
  let named: [ReferenceTree]
  /// Folders that hold actuals: no baseline lies in them, unless the user named it.
  private let actuals: [String]
  private let sources = Mutex<[Source]>([])
  private let indexes = Memo<String, FileIndex>()
  private let openedTrees = Memo<String, ReferenceTree>()
  private let repositories = Memo<String, ReferenceTree>()
  /// The folders that were opened, by path.
  private let walked = Mutex<[String: ListedFolder]>([:])
  private let folders = Memo<String, ListedFolder?>()
  private let realPaths = Memo<String, String>()

  /// - Parameter references: The folders that the user named, links resolved.
  init(
    references: [String], actuals: [String] = [], writeScope: WriteScope,
    environment: @escaping @Sendable (String) -> String?
  ) {
    (self.writeScope, self.environment) = (writeScope, environment)
    self.actuals = actuals.filter { folder in
      !references.contains { Paths.isInside($0, folder) }
    }
    named = references.map { ReferenceTree($0, isNamed: true, limits: .named) }
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

  /// Folders that are looked up when the first file asks for them.
  final class Tier {
    private let found = Once<[Candidate.Settled]>()
    private let find: () -> [Candidate.Settled]

    init(_ find: @escaping () -> [Candidate.Settled]) { self.find = find }

    var folders: [Candidate.Settled] { found.value(find) }
  }

  func tier(_ find: @escaping () -> [Candidate]) -> Tier { Tier { self.settled(find()) } }

  func settled(_ candidates: [Candidate]) -> [Candidate.Settled] {
    candidates.map { Candidate.Settled($0, real) }
  }

  /// Finds `<named reference folder>/<folder>/<file>`, for AFSnapshotTesting, if it exists.
  func plain(folder: String, file: String) -> BaselineAnswer {
    let ending = ("/" + folder).utf8
    let candidates = named.flatMap { $0.folders(named: Paths.name(folder)) }.filter {
      $0.folder.path.utf8.reversed().starts(with: ending.reversed())
        && $0.folder.spelling(of: file) != nil
    }.filter { candidate in !actuals.contains { Paths.isInside(candidate.folder.path, $0) } }
    return answer(settled(candidates), file: file, exists: true)
  }

  /// The path of a snapshot in one folder; nil where it is not there.
  func path(of file: String, in folder: String) -> String? { self.folder(folder)?.path(of: file) }

  /// The path of a folder in another; nil where it is not there.
  func path(ofFolder name: String, in folder: String) -> String? {
    self.folder(folder)?.folders.contains(name) == true ? Paths.join(folder, name) : nil
  }

  /// The path with links resolved, or unchanged if that fails.
  func real(_ path: String) -> String {
    if walked.withLock({ $0[path]?.isBehindLink }) == false { return path }
    return realPaths.value(path) { (try? Paths.real(path)) ?? path }
  }

  /// A folder as it was read, or is read now; nil where there is none.
  func folder(_ path: String) -> ListedFolder? {
    walked.withLock { $0[path] } ?? folders.value(path) { try? ListedFolder(reading: path) }
  }
}

extension BaselineSearch {
  /// Returns the trees to search: what was opened, then the rest of the repository that the
  /// failures lie in.
  func trees(around failures: String, in source: Source) -> [() -> ReferenceTree] {
    guard named.isEmpty else { return [] }
    guard let repository = writeScope.repository(around: failures) else {
      if let homes = source.logged?.homes {
        return homes.map { home in { self.repositoryTree(home) } }
      }
      return [{ self.openedTree(source.top, isRepository: false) }]
    }
    return [
      { self.openedTree(repository, isRepository: true) },
      { self.repositoryTree(repository) },
    ]
  }

  /// The references among what was opened that lie in `home`, and in no repository within it.
  private func openedTree(_ home: String, isRepository: Bool) -> ReferenceTree {
    openedTrees.value(home) {
      ReferenceTree(
        root: home, isNamed: false, folders: openedFolders(home, isRepository: isRepository),
        outwardLinks: opened.flatMap(\.outwardLinks).filter { Paths.isInside($0, home) })
    }
  }

  private func openedFolders(_ home: String, isRepository: Bool) -> [ListedFolder] {
    let folders = opened.flatMap(\.folders).filter { Paths.isInside($0.path, home) }
    var others = folders.filter { isRepository && $0.isRepository && $0.path != home }.map(\.path)
    guard !others.isEmpty else { return folders }
    let submodules = Set(([home] + others).flatMap(Submodule.paths))
    others.removeAll(where: submodules.contains)
    return folders.filter { folder in !others.contains { Paths.isInside(folder.path, $0) } }
  }

  /// The files among which a reference may be: those of the folders that the user named, else what
  /// was opened, then the rest of the repository that the failures lie in.
  func fileIndexes(around failures: String, in source: Source) -> [@Sendable () -> FileIndex] {
    guard named.isEmpty else {
      return named.map { tree in
        { self.index(tree.root) { (try? Walk(tree.root, limits: .named))?.folders ?? [] } }
      }
    }
    let repository = writeScope.repository(around: failures)
    let home = repository ?? source.top
    let opened = { @Sendable in
      self.index(home) { self.openedFolders(home, isRepository: repository != nil) }
    }
    guard let repository, !Paths.isInside(repository, source.top) else { return [opened] }
    return [
      opened,
      {
        self.index(repository + "/") {
          (try? Walk(repository, limits: .repository))?.folders ?? []
        }
      },
    ]
  }

  /// Returns advice if references may not be recognised by their content because Git LFS has not
  /// fetched them; else an empty text.
  func unfetched(around failures: String, in source: Source) -> String {
    fileIndexes(around: failures, in: source).contains { $0().holdsPointers }
      ? " Some files there are Git LFS pointers. Run: git lfs pull." : ""
  }

  private func index(_ root: String, _ folders: () -> [ListedFolder]) -> FileIndex {
    indexes.value(root) { FileIndex(root: Paths.resolve(root, from: "/"), folders: folders()) }
  }

  private func repositoryTree(_ root: String) -> ReferenceTree {
    repositories.value(root) { ReferenceTree(root, isNamed: false, limits: .repository) }
  }

  func answer(
    file: String, _ tiers: [Tier], choose: ([Candidate.Settled]) -> [Candidate.Settled]
  ) -> BaselineAnswer {
    var empty: [Candidate.Settled] = []
    for tier in tiers {
      let holding = choose(tier.folders.filter { $0.folder.spelling(of: file) != nil })
      if !holding.isEmpty { return answer(holding, file: file, exists: true) }
      if empty.isEmpty { empty = choose(tier.folders) }
    }
    return answer(empty, file: file, exists: false)
  }

  func answer(_ candidates: [Candidate.Settled], file: String, exists: Bool) -> BaselineAnswer {
    guard let candidate = candidates.first else { return .none }
    guard candidates.dropFirst().allSatisfy({ ExactName($0.real) == ExactName(candidate.real) })
    else {
      let places = Set(candidates.map { ExactName($0.real) })
      return .ambiguous(places.map { Paths.join($0.text, file) }.sorted())
    }
    guard !candidate.isBehindLink else {
      return .behindLink(
        path: candidate.path(of: file), link: candidate.folder.path, root: candidate.root)
    }
    return .found(Baseline(path: candidate.path(of: file), root: candidate.home), exists: exists)
  }

  /// The answer, or why there is none: a link that is not followed.
  func orBehindLink(
    _ answer: BaselineAnswer, suite: String, file: String, _ trees: [() -> ReferenceTree]
  ) -> BaselineAnswer {
    switch answer {
    case .found(_, exists: true), .ambiguous, .behindLink: return answer
    case .found(_, exists: false), .none: break
    }
    for tree in named.isEmpty ? trees.map({ $0() }) : named {
      if let (path, link) = tree.behindLink(suite: suite, file: file) {
        return .behindLink(path: path, link: link, root: tree.root)
      }
    }
    return answer
  }
}
