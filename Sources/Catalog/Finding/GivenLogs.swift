import Base
import Host

/// The given logs, read as one, and the outcome of the failures that they name.
struct GivenLogs {
  /// The places given besides the logs; failures of another machine are searched for below them.
  let others: [GivenPath]
  /// The path of the log if exactly one was given, as a file.
  var path: String? { places.count == 1 && places[0].path != "/dev/stdin" ? places[0].path : nil }
  /// The folder where rules are looked for; nil if that follows from the failures.
  private(set) var root: String?
  private var log = TestLog()
  private let places: [GivenPath]
  private var folders: [GivenPath] = []
  private var wanted: [LoggedFailure] = []
  private var gone: [String] = []
  private var ambiguous: [String] = []
  private var unlisted: [Skipped] = []

  init?(_ paths: [String]) throws(CatalogError) {
    let named = try paths.filter { $0 != GivenPath.standardInputName }
      .map { (path) throws(CatalogError) in try GivenPath(path) }
    let hasInput = named.count < paths.count
    let isPair =
      !hasInput && named.count == 2
      && named.allSatisfy { $0.kind != .folder && !UnpackedArchive.isArchive($0) }
    var logs: [(place: GivenPath, log: TestLog)] = []
    if hasInput { logs.append((.standardInput, try .ofStandardInput())) }
    for place in named {
      if let log = try Self.log(place, isPair: isPair) { logs.append((place, log)) }
    }
    guard !logs.isEmpty, !isPair || logs.count == 2 else { return nil }
    places = logs.map(\.place)
    others = named.filter { place in !logs.contains { $0.place.path == place.path } }
    for (place, log) in logs {
      self.log.add(log)
      guard log.namesNothing, !log.progress.hasEnded else { continue }
      unlisted.append(Skipped(place.shown, Self.endless))
    }
  }

  private static func log(_ place: GivenPath, isPair: Bool) throws(CatalogError) -> TestLog? {
    let name = Paths.name(place.path)
    guard place.kind == .file, !UnpackedArchive.isArchive(place),
      [nil, .text].contains(FileKind(name: name))
    else { return nil }
    do throws(CatalogError) {
      let log = try TestLog(contentsOf: place.path, shown: place.shown)
      return log?.isLog(name, isPair: isPair) == true ? log : nil
    } catch {
      if isPair { return nil }
      throw error
    }
  }
}

// MARK: - Finding the files

extension GivenLogs {
  /// Returns the folders that hold the failures, each with the logged failures in it.
  mutating func sources(
    below folders: [GivenPath], for tree: Tree, workingFolder: String
  ) throws(CatalogError) -> [Source] {
    self.folders = folders
    wanted = log.failures.filter { tree.layouts.contains($0.layout) }
    guard folders.isEmpty else { return try sources(below: folders) }
    let projects = projects(tree.writeScope.repositories, workingFolder)
    root = projects.first ?? workingFolder
    return sources(homes: tree.references.isEmpty ? projects : tree.references)
  }

  /// The projects that the user works in: around the working folder and around the logs.
  private func projects(_ repositories: Repositories, _ workingFolder: String) -> [String] {
    let others = places.compactMap { repositories.repository(around: Paths.parent($0.path)) }
    let all = [repositories.project(around: workingFolder)].compactMap(\.self) + others
    return all.enumerated().filter { all.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  private func here(_ named: String) -> String? {
    guard let folder = try? Paths.real(Paths.parent(named)),
      case let file = Paths.join(folder, Paths.name(named)),
      FileStatus.isFile(file)
    else { return nil }
    return file
  }

  /// Returns the sources of this machine's failures, which are exactly where the log says.
  private mutating func sources(homes: [String]) -> [Source] {
    var found: [String: [ExactName: LoggedFailure]] = [:]
    for failure in wanted {
      guard let file = here(failure.file) else {
        gone.append(failure.file)
        continue
      }
      found[failure.root(of: file), default: [:]][ExactName(file)] = failure
    }
    return found.sorted { $0.key < $1.key }.map { root, failures in
      // The user did not name these folders.
      Source(
        places[0], top: root, files: failures.keys.map(\.text),
        LoggedFiles(failures: failures, homes: homes))
    }
  }

  /// Returns the sources of another machine's failures: the files below some folders whose paths
  /// share the most trailing components with the log's.
  private mutating func sources(below folders: [GivenPath]) throws(CatalogError) -> [Source] {
    if let file = folders.first(where: { $0.kind != .folder }) {
      throw .wrongUse(
        "\(file.shown): only folders can follow a log, to look there for the files that it names.")
    }
    let sources = try folders.map { (place) throws(CatalogError) in try Source(place) }
    let found = match(sources.flatMap(\.folders))
    return sources.map { source in
      var source = source
      let own = found.filter { Paths.isInside($0.key.text, source.top) }
      source.logged = LoggedFiles(failures: own, homes: nil)
      return source
    }
  }

  private mutating func match(_ folders: [ListedFolder]) -> [ExactName: LoggedFailure] {
    // A reference has the same name as its failures.
    let named = folders.filter { !ReferenceFolders.isReference($0.path) }.map { ($0.path, $0) }
    let byName = Dictionary(grouping: Dictionary(named) { first, _ in first }.values, by: \.name)
    var found: [ExactName: [LoggedFailure]] = [:]
    for failure in wanted {
      let (parent, name) = (Paths.parent(failure.file), Paths.name(failure.file))
      let holding = (byName[Paths.name(parent)] ?? []).filter { $0.files.spelling(of: name) != nil }
      let closest = Paths.closest(holding, to: parent, \.path)
      switch closest.count {
      case 0: gone.append(failure.file)
      case 1: found[ExactName(Paths.join(closest[0].path, name)), default: []].append(failure)
      default: ambiguous.append(failure.file)
      }
    }
    return found.compactMapValues { failures in
      // Two simulators' failures have the same file, so only one was kept.
      guard Set(failures.map(\.reference)).count == 1 else {
        ambiguous += failures.map(\.file)
        return nil
      }
      return failures[0]
    }
  }
}

// MARK: - Recorded snapshots

extension GivenLogs {
  /// Adds recorded snapshots that differ from the committed ones, because a person should look at
  /// them. Committed snapshots have been looked at already.
  mutating func addRecorded(to finder: inout Finder, workingFolder: String) throws(CatalogError) {
    guard !log.recorded.isEmpty else { return }
    let homes = projects(finder.tree.writeScope.repositories, workingFolder)
    var files: [String: [ExactName: LoggedFailure]] = [:]
    for recording in log.recorded {
      guard let file = here(recording.file),
        let top = finder.tree.writeScope.repository(around: file),
        homes.contains(where: { Paths.isInside(file, $0) })
      else {
        let test = LoggedFailure.words(test: recording.test, line: recording.line) ?? "a test"
        let why =
          "\(test) has recorded \(printable(recording.file)), which lies in no repository here. "
          + "Look at it before it is kept."
        unlisted.append(Skipped(shown, why))
        continue
      }
      files[top, default: [:]][ExactName(file)] = recording
    }
    for (top, recordings) in files.sorted(by: { $0.key < $1.key }) {
      try finder.addRecorded(recordings, in: top)
    }
  }
}

extension Finder {
  fileprivate mutating func addRecorded(
    _ recordings: [ExactName: LoggedFailure], in top: String
  ) throws(CatalogError) {
    let found = try GitCases.changes(
      of: Set(recordings.keys.map(\.text)), in: GitRepository(around: top, in: tree.stateFolder),
      to: PrivateFolder.own(in: tree.stateFolder))
    ledger.add(found.ledger)
    for file in recordings.keys { ledger.pass(.test, file.text) }
    for var snapshot in found.cases {
      let recording = snapshot.baseline.flatMap { recordings[ExactName($0.path)] }
      snapshot.remarks += recording?.remarks ?? []
      cases.append(snapshot)
    }
    writableRoots.insert(top)
  }
}

// MARK: - Reporting what is left out

extension GivenLogs {
  private var shown: String { places.map(\.shown).joined(separator: ", ") }
  private var below: String { folders.map(\.shown).joined(separator: ", ") }

  /// Accounts for each failing test of the log: it is a case, or skipped.
  func settle(_ finder: inout Finder) {
    let sources = finder.tree.sources
    let files = sources.flatMap { $0.logged.map { Array($0.failures.keys) } ?? [] }.map(\.text)
    for file in files { finder.ledger.give(.test, file) }
    let passedOver = files.filter { !finder.resolver.isClaimed($0) }.sorted()
    let missing = folders.isEmpty ? ("is gone", "are gone") : ("does not lie", "do not lie")
    let reasons = [
      (gone, missing, folders.isEmpty ? "" : " below \(below)"),
      (ambiguous.sorted(), ("is", "are"), " not listed, because several files could be meant"),
      (passedOver, ("is", "are"), " not listed, because its library does not write there"),
    ]
    for (files, verb, rest) in reasons {
      finder.ledger.skip(.test, files, sentence(files, verb, rest))
    }
    if let first = log.overwritten.first {
      let count = log.overwritten.count
      let why =
        "\(Wording.count(count, "failure")) cannot be shown, because a later test wrote to the same "
        + "file: compared with \(printable(first))."
      finder.ledger.skip(Skipped(shown, why), as: .test, count: count)
    }
    if log.isCut {
      let most = Wording.grouped(TestLog.failureLimit)
      finder.ledger.skip(
        Skipped(shown, "names more than \(most) failures; those after them are not listed."),
        as: .test)
    }
    finder.ledger.skip(log.lost.map { Skipped(shown, $0) } + unlisted, as: .test)
  }

  private func sentence(
    _ files: [String], _ verb: (one: String, many: String), _ rest: String
  ) -> Skipped? {
    guard let first = files.first else { return nil }
    let count = "\(Wording.grouped(files.count)) of the \(Wording.count(wanted.count, "failure"))"
    return Skipped(
      shown,
      "\(count) that it names \(files.count == 1 ? verb.one : verb.many)\(rest)"
        + (files.count == 1 ? ": " : ", first ") + printable(first) + ".")
  }

  private static let endless =
    "names no failed snapshot, and no line says that a run of tests ended. Give the whole log."

  func nothingFound(_ finder: Finder, _ sources: [Source]) -> CatalogError {
    let skipped = finder.ledger.skipped
    if wanted.isEmpty, skipped.isEmpty {
      return .noCase(
        "\(shown): names no failed snapshot. Looked for the messages of swift-snapshot-testing, "
          + "AFSnapshotTesting and iOSSnapshotTestCase.")
    }
    guard !wanted.isEmpty, gone.count == wanted.count else {
      return .wrongUse(skipped.map(\.sentence).joined(separator: " "), skipped: skipped)
    }
    let count = Wording.count(gone.count, "failure")
    let first = printable(gone[0])
    guard folders.isEmpty else {
      return .missing(
        "\(shown): none of the \(count) that it names lies below \(below), such as \(first). For "
          + "attachments that Xcode has exported, give the log by --log.")
    }
    return .missing(
      "\(shown): names \(count) whose files are not on this machine, such as \(first). If another "
        + "machine ran the tests, name the folder with their files beside the log.")
  }
}
