import Base
import Host

/// Two folders, as from `git difftool -d`: files at the same path in both are a pair.
extension Finder {
  /// Searches for failures. In two folders, pairs the files at the same path instead, if only the
  /// form of names suggests a library.
  ///
  /// - Returns: The root of the pairs, if the cases are pairs.
  mutating func search(_ searches: [LibrarySearch], mayBePair: Bool) -> String? {
    var pairs = self
    findCases(searches)
    let sources = tree.sources
    guard mayBePair, tree.references.isEmpty, sources.count == 2,
      cases.isEmpty || isGuess(sources), let root = pairs.folderPairs(sources)
    else {
      finish()
      return nil
    }
    self = pairs
    return root
  }

  /// True if names are the only evidence for the cases: words, a name such as "test.1.png" without
  /// a baseline, or the places in two folders, the first one of references.
  private func isGuess(_ sources: [Source]) -> Bool {
    cases.allSatisfy { snapshot in
      let presets = tree.index.presets(of: snapshot.layout)
      let isOfBoth =
        presets.contains { $0.suites == nil }
        && Paths.isInside(snapshot.actual ?? "", sources[1].top)
        && Paths.isInside(snapshot.baseline?.path ?? "", sources[0].top)
      return isOfBoth || snapshot.layout == .words
        || snapshot.reference == nil && presets.contains { $0.proof == .reference }
    }
  }

  /// Adds the cases of two folders in which no library's failures were found.
  mutating func folderPairs(_ sources: [Source]) -> String? {
    guard tree.layouts.contains(.pair), sources.count == 2,
      sources.allSatisfy({ $0.onlyFile == nil }), sources[0].top != sources[1].top
    else { return nil }
    let (left, right) = (FolderFiles(sources[0]), FolderFiles(sources[1]))
    let names = Set(left.files.keys).union(right.files.keys)
    // Two folders without a common file are more likely a mistake than a complete rewrite.
    let isShared = names.count < left.files.count + right.files.count
    guard tree.isForced || isShared || GitCopy.holds(left.top) else { return nil }
    for name in names {
      // A difference next to its actual is not a snapshot of its own.
      if left.files[name] == nil, right.differenceNames.contains(name) { continue }
      addPair(name.text, left, right)
    }
    guard !cases.isEmpty else { return nil }
    for source in sources { ledger.skip(source.skipped) }
    writableRoots.insert(left.top)
    return right.top
  }

  private mutating func addPair(_ name: String, _ left: FolderFiles, _ right: FolderFiles) {
    let reference = left.files[ExactName(name)]
    let actual = right.files[ExactName(name)]
    guard let file = reference ?? actual else { return }
    let content = SnapshotCase.Content(fileNamed: name, at: [reference, actual])
    let isImage = content == .image
    let path = reference ?? Paths.join(left.top, name)
    var snapshot = SnapshotCase(
      suite: Paths.name(Paths.parent(file)),
      name: isImage ? stem(Paths.name(name)) : Paths.name(name), layout: .pair,
      content: content, reference: reference, actual: actual,
      difference: reference == nil ? nil : right.differences[ExactName(name)],
      baseline: Baseline(path: path, root: left.top), failures: right.top,
      // The same actuals with other references are other cases.
      key: "\(name)//\(Paths.relative(left.top, from: right.top))")
    let isCopy = GitCopy.holds(left.top)
    if isCopy { snapshot.obstacle = GitCopy.obstacle }
    let other = Paths.join(right.top, name)
    if actual == nil, FileStatus.exists(other) || FileStatus.isLink(other) {
      snapshot.obstacle = "\(printable(other)) is there, but is no plain file. Put the file back."
    }
    if actual == nil {
      snapshot.isDeletion = true
      snapshot.remarks = [.onlyInFirst(isCopy: isCopy)]
    } else if reference == nil {
      snapshot.remarks = [.onlyInSecond(isCopy: isCopy)]
    }
    cases.append(snapshot)
  }
}

/// The copies that `git difftool` makes for the program that it starts.
enum GitCopy {
  static func holds(_ path: String) -> Bool {
    Paths.components(path).contains { $0.hasPrefix("git-difftool.") || $0.hasPrefix("git-blob-") }
  }

  static let obstacle =
    "The first file is git's temporary copy, so accepting would be lost. The new snapshot is already "
    + "in place; snapreview --git keeps it or puts the old one back."

  static let absence = "The first file is /dev/null: there is no baseline to write."
}

extension SnapshotCase {
  /// True if the folder's files are git's temporary copies, whose paths change from run to run.
  package var isForOneLook: Bool { [GitCopy.obstacle, GitCopy.absence].contains(obstacle) }
}

/// The files of a folder by their paths in it.
private struct FolderFiles {
  let top: String
  private(set) var files: [ExactName: String] = [:]
  private(set) var differences: [ExactName: String] = [:]
  private(set) var differenceNames: Set<ExactName> = []

  init(_ source: Source) {
    top = source.top
    for folder in source.folders.flatMap(Self.withHidden) {
      for name in folder.allFiles + folder.hiddenFiles {
        let path = Paths.join(folder.path, name)
        guard let below = Paths.below(top, path) else { continue }
        files[ExactName(below)] = path
        if let actual = folder.actual(ofDifference: name),
          let namesake = Paths.below(top, Paths.join(folder.path, actual))
        {
          differences[ExactName(namesake)] = path
          differenceNames.insert(ExactName(below))
        }
      }
    }
  }

  /// Returns a folder and the hidden ones in it, which count in two folders that are compared.
  private static func withHidden(_ folder: ListedFolder) -> [ListedFolder] {
    [folder] + folder.hidden(with: "node_modules").flatMap(withHidden)
  }
}

extension ListedFolder {
  /// Returns the hidden folders in it and everything below them, except for the folders of
  /// programs, which hold no snapshots. A test may have such a name too.
  func hidden(with other: String? = nil) -> [ListedFolder] {
    hiddenFolders.filter { $0 == other || !isOfProgram($0) }
      .compactMap { try? Walk(Paths.join(path, $0), limits: .named) }.flatMap(\.folders)
  }

  /// True if a folder is a program's own: it has the program's name, at the top of a project.
  private func isOfProgram(_ name: String) -> Bool {
    let isTop = isRepository || Self.projects.contains { spelling(of: $0) != nil }
    return name == "node_modules" || isTop && Self.programs.contains(name)
  }

  private static let programs: Set<String> = [
    ".git", ".hg", ".svn", ".snapreview", ".build", ".swiftpm", ".gradle", ".idea", ".vscode",
    ".cache", ".venv",
  ]
  private static let projects = [
    "Package.swift", "package.json", "settings.gradle", "settings.gradle.kts", "build.gradle",
    "build.gradle.kts", "pyproject.toml", "Cargo.toml", "pubspec.yaml", "go.mod",
  ]
}
