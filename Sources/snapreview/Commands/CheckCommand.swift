import ArgumentParser
import Base
import Catalog
import DiffEngine
import Essentials
import Host
import Review

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks whether a folder passes under its rules and decisions, for CI.",
    discussion: """
      A case passes when it matches, was accepted or was tolerated. The rules come from the \
      project's .snapreview.toml, or from --rules; flags override them.

      Examples:
        snapreview check Difference/
        snapreview check Difference/ --format html --output snapshots.html
        snapreview check --since origin/main --format github
      """)

  @Option(help: "The form of the result.")
  var format = CheckFormat.text

  @Option(
    help: ArgumentHelp("Write the result to a file instead.", valueName: "F"), completion: .file(),
    transform: FileAddress.path)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "With markdown or github: write small pictures of the failing cases here.", valueName: "DIR"),
    completion: .directory, transform: FileAddress.path)
  var pictures: String?

  @Option(
    help: ArgumentHelp(
      "The address at which readers will find the pictures (default: DIR).", valueName: "URL"))
  var picturesURL: String?

  @Option(
    help: ArgumentHelp(
      "Check what changed since the branch left REV, like --git with the merge base.",
      valueName: "REV"))
  var since: String?

  @Flag(help: "Pass if there are no cases, or no such folder: a green run writes none.")
  var allowEmpty = false

  @Flag(help: "Pass even if something was skipped: a name, folder or entry that could not be read.")
  var allowSkipped = false

  @Flag(help: "With --runs: pass a case that failed in one run if it passed in the newest.")
  var allowFlaky = false

  @OptionGroup
  var filters: FilterOptions

  @OptionGroup
  var options: FolderOptions

  @OptionGroup
  var loudness: QuietOption

  func validate() throws {
    if since != nil && options.git.git != nil {
      throw ValidationError("Give either --git or --since.")
    }
    if allowFlaky && !options.layouts.runs {
      throw ValidationError("--allow-flaky goes with --runs.")
    }
    if pictures != nil && format != .markdown && format != .github {
      throw ValidationError("--pictures goes with --format markdown or github.")
    }
    if picturesURL != nil && pictures == nil {
      throw ValidationError("--pictures-url goes with --pictures.")
    }
  }

  func run() throws {
    var folder: Folder
    do {
      var options = options
      if let since { options.git.git = try Catalog.mergeBase(with: since, around: options.paths) }
      if allowEmpty { options.paths = try Self.present(options) }
      folder = try Folder(
        try options.found(for: "check"), saysSkipped: false, saysRemarks: !loudness.quiet)
    } catch let error as CatalogError
      where error.reason == .unchanged
      || allowEmpty && [.empty, .noCase].contains(error.reason)
    {
      let tally = try write(nil, unseen(error.skipped), nothing: "Nothing to check. \(error)")
      let idle = try options.ruleBookWithoutCases().idleSettings(for: []) { _ in .naive }
      for sentence in idle { Console.complain(sentence) }
      try exit(tally, isIdle: !idle.isEmpty)
    }
    folder.allowsFlaky = allowFlaky
    folder.takesHashes = format == .html
    let tally = try write(folder, unseen(folder.catalog.skipped))
    try exit(tally, isIdle: folder.hasIdleSettings)
  }

  private func exit(_ tally: CaseCounts, isIdle: Bool) throws -> Never {
    let isWrong = isIdle && tally.status == .success
    throw ExitCode((isWrong ? .wrongUse : tally.status).rawValue)
  }

  /// Returns the paths without missing folders. A missing path with a file's name stays, because it
  /// was named to be checked.
  ///
  /// - Throws: `CatalogError` if none is left.
  private static func present(_ options: FolderOptions) throws -> [String] {
    let (paths, found) = try options.catalog()
    let present = paths.filter { path in
      let name = Paths.name(path)
      return FileStatus.exists(path) || path == StandardInput.name || stem(name) != name
        || RunAddress.isAddress(path)
        || Catalog.standIn(for: path, found) != nil
    }
    let absent = paths.filter { !present.contains($0) }
    guard present.isEmpty, !paths.isEmpty else {
      for path in absent { Console.complain("\(printable(path)) is not there.") }
      return present
    }
    let (names, verb) = (
      paths.map(printable).joined(separator: ", "), paths.count == 1 ? "is" : "are"
    )
    throw CatalogError(.empty, "\(names) \(verb) not there.")
  }

  private func unseen(_ skipped: [Skipped]) -> Unseen {
    var kinds: Set<Unseen.Kind> = []
    if !allowEmpty { kinds.insert(.empty) }
    if !allowSkipped { kinds.insert(.unread) }
    return Unseen(skipped: skipped, failingKinds: kinds)
  }

  /// Writes the report to its destination.
  ///
  /// - Parameter nothing: The text of a report without a folder.
  private func write(_ folder: Folder?, _ unseen: Unseen, nothing: String? = nil) throws
    -> CaseCounts
  {
    guard let output else {
      let isSilent = loudness.quiet && format == .text
      return try report(folder, .current, unseen, nothing, isSilent ? { _ in } : Console.write)
    }
    var bytes: [UInt8] = []
    let tally = try report(folder, .plain, unseen, nothing) { bytes += $0.utf8 }
    let inputs = folder?.catalog.cases.flatMap(\.files) ?? []
    try OutputFile.write(bytes, to: output, sparing: inputs)
    return tally
  }

  private func report(
    _ folder: Folder?, _ style: ConsoleStyle, _ unseen: Unseen, _ nothing: String?,
    _ emit: @escaping (String) -> Void
  ) throws -> CaseCounts {
    var recorded = RecordedMatches()
    guard let plain = format.plain else {
      var report = CauseReport(unseen)
      report.nothing = nothing
      let finder = try folder?.forEachReport(of: filters) {
        report.add($0)
        recorded.add($0)
      }
      report.families = finder?.families ?? []
      recorded.sentence.map(Console.complain)
      try write(report, folder, emit)
      return report.tally
    }
    var writer = ReportWriter(plain, style, onlyFailing: true, unseen, emit)
    try folder?.forEachReport(of: filters) { report in
      writer.add(report)
      recorded.add(report)
    }
    recorded.sentence.map(Console.complain)
    writer.end(nothing: nothing)
    return writer.tally
  }

  private func write(
    _ report: CauseReport, _ folder: Folder?, _ emit: @escaping (String) -> Void
  ) throws {
    let files = { @Sendable (snapshot: SnapshotCase) in
      folder?.store.shownFiles(of: snapshot) ?? ShownFiles(of: snapshot)
    }
    switch format {
    case .junit: emit(report.junit)
    case .html:
      ReportPage(report, RunFacts(options, of: folder?.catalog), files: files).write(emit)
    case .markdown: emit(report.markdown(picture: try smallPictures(report, files)))
    case .github:
      emit(report.annotations(in: Paths.realAsFarAsItExists(workspace)))
      try appendSummary(report.markdown(picture: try smallPictures(report, files)))
    case .text, .json: break
    }
  }
}

// MARK: - GitHub

extension CheckCommand {
  private var workspace: String {
    ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? Paths.workingFolder
  }

  /// Appends to the job's summary page, if there is one, because earlier steps may have written to
  /// it.
  private func appendSummary(_ markdown: String) throws {
    guard let file = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !file.isEmpty
    else { return }
    do throws(SystemError) {
      try Disk.real.append(Array(markdown.utf8), to: file)
    } catch {
      throw CommandFailure(
        .fileTrouble,
        "\(printable(file)): the report cannot be added to the job's summary: \(error). What earlier "
          + "steps wrote there is unchanged.")
    }
  }

  /// Writes a small image of each failing case.
  ///
  /// - Returns: A function from a case to its image's URL; nil without a folder for images.
  private func smallPictures(
    _ report: CauseReport, _ files: @Sendable (SnapshotCase) -> ShownFiles
  ) throws -> ((CaseReport) -> String?)? {
    guard let pictures else { return nil }
    let folder = PictureFolder(pictures, url: picturesURL)
    return try folder.write(report.failing.reports, files)
  }
}

/// Cases that may match only because the failing run wrote the reference.
private struct RecordedMatches {
  private var names: [String] = []
  private var words = ""

  mutating func add(_ report: CaseReport) {
    guard report.snapshot.matchProvesNothing, report.decision?.decision != .accepted else {
      return
    }
    names.append(printable(report.snapshot.id))
    words = report.snapshot.recordedWords
  }

  var sentence: String? {
    guard !names.isEmpty else { return nil }
    return
      "\(Wording.count(names.count, "case")) \(names.count == 1 ? "matches" : "match") because the "
      + "baseline equals the failure's actual \(words): "
      + "\(Wording.names(names, atMost: 4)). Compare with what is in Git."
  }
}
