import ArgumentParser
import Base
import Catalog
import DiffEngine
import Host

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Finds settings that separate rendering noise from real changes.",
    discussion: """
      Learns from your decisions: tolerated cases are noise and should pass, rejected ones are changes \
      and should fail. It can also learn from folders that hold only one kind, --noise DIR --change DIR, \
      or from commits that recorded baselines again: --git REV reads those up to REV, --git A..B those \
      in between, from the newest back until it has enough of both kinds. A commit counts as noise if at \
      least half of its images show nothing else. If half of them may be noise, it is left out; any \
      other commit is a change. The table says how each was read; --without COMMIT leaves one out. \
      Ctrl-C stops reading and shows the result so far.

      It tries the settings of the library that wrote the failures, with values that people write, and \
      prints the line for its test. The best settings of other libraries are listed next to it. \
      --strategy, or a rule, chooses another library; if the library is unknown, all compete.

      Examples:
        snapreview tune Difference/
        snapreview tune Difference/ --write
        snapreview tune --noise flaky-runs/ --change real-bugs/ --strategy cluster
        snapreview tune --git main --without 1a2b3c4
      """)

  @Option(
    help: ArgumentHelp(
      "A folder of failures that are all noise; may be repeated.", valueName: "DIR"),
    completion: .directory, transform: FileAddress.path)
  var noise: [String] = []

  @Option(
    help: ArgumentHelp(
      "A folder of failures that are all changes; may be repeated.", valueName: "DIR"),
    completion: .directory, transform: FileAddress.path)
  var change: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --git: a commit to leave out; may be repeated.", valueName: "COMMIT"))
  var without: [String] = []

  @Flag(
    help: "Save the setting as the default rule, in a new file if there is none; other lines stay.")
  var write = false

  @Flag(help: "With --write: print what would be saved, and save nothing.")
  var dryRun = false

  @Option(help: "The form of the result.")
  var format = ReportFormat.text

  @OptionGroup
  var options: FolderOptions

  /// The seconds for which the pairs of each kind are compared, where a repository has as many as one
  /// likes.
  private static let counting = 60

  mutating func validate() throws {
    if write { options.letRulesBeMade() }
    if noise.isEmpty != change.isEmpty {
      throw ValidationError("Give both --noise DIR and --change DIR, or neither.")
    }
    if !noise.isEmpty && !options.paths.isEmpty {
      throw ValidationError(
        "Give either a folder with decisions or --noise and --change, not both.")
    }
    if !noise.isEmpty && options.git.git != nil {
      throw ValidationError("Give either --git or --noise and --change, not both.")
    }
    if !without.isEmpty && options.git.git == nil {
      throw ValidationError("--without goes with --git.")
    }
    if dryRun && !write { throw ValidationError("--dry-run goes with --write.") }
  }

  func run() throws {
    Interrupt.stopsWork()
    let override = try options.strategies.override()
    var (pairs, commits, book, inForce) = try learnt(override)
    let own = grids(pairs, override, inForce)
    let isOwn = Set(own.map(\.base.kind))
    let formula = own.first?.base.formula ?? .ciede2000
    let beside = Strategy.Kind.allCases.filter { !isOwn.contains($0) }.map { kind in
      SettingsGrid(Strategy(kind).with(\.formula, formula), isWritten: true)
    }
    pairs.count(own + beside, for: options.git.git == nil ? nil : Self.counting)
    let tuning = Tuning(pairs, own.isEmpty ? beside : own, beside: own.isEmpty ? [] : beside)
    guard let tuning else { throw CommandFailure(.wrongUse, nothingToLearn(pairs, commits)) }
    if Interrupt.wasPressed {
      Console.complain("Interrupted: this is what \(Wording.count(pairs.all.count, "pair")) show.")
    }
    let report = TuneReport(pairs: pairs, commits: commits, tuning: tuning)
    Console.write(format == .json ? report.json.text + "\n" : report.text(.current))
    if write { try save(tuning.best, book) }
  }

  private typealias Learnt = (
    pairs: DecidedPairs, commits: [LearntCommit], book: RuleBook, inForce: Strategy?
  )

  private func learnt(_ override: StrategyOverride) throws -> Learnt {
    guard let revisions = options.git.git else {
      let (cases, book, inForce) = try labelled()
      let formula = override.literal(over: inForce ?? Strategy(.naive)).formula
      return (DecidedPairs(cases, formula), [], book, inForce)
    }
    var history = try GitHistory(
      revisions, below: options.paths, without: without, options: options.layouts.catalog)
    let book = try options.ruleBook(for: history.catalog)
    let formula = override.literal(over: Strategy(.naive)).formula
    let (pairs, commits) = try DecidedPairs.learnt(from: &history, formula, rules: book)
    if commits.isEmpty { throw history.unchanged }
    return (pairs, commits, book, nil)
  }

  /// Returns the settings to choose from; empty if the strategy is unknown.
  private func grids(
    _ pairs: DecidedPairs, _ override: StrategyOverride, _ inForce: Strategy?
  ) -> [SettingsGrid] {
    let layout = pairs.layout
    let inForce = inForce ?? layout.strategy
    guard let kind = override.kind else { return layout.grids(override.literal(over: inForce)) }
    let base = inForce.kind == kind ? inForce : Strategy(kind).with(\.formula, inForce.formula)
    return [SettingsGrid(override.literal(over: base), isWritten: false)]
  }

  /// Returns the labelled cases, the rules of their folder, and the strategy of the first tolerated
  /// one; the latter is nil without a folder of decisions.
  private func labelled() throws -> ([LabelledCase], RuleBook, inForce: Strategy?) {
    guard noise.isEmpty else {
      let folders = try [(noise, LabelledCase.Label.noise), (change, .change)].map {
        (try Catalog(paths: $0, options: options.layouts.catalog), $1)
      }
      let book = try options.ruleBook(for: folders[0].0)
      let cases = folders.flatMap { catalog, label in
        catalog.cases.map {
          LabelledCase(
            snapshot: $0, files: ShownFiles(of: $0), label: label, ignored: book.ignored(in: $0))
        }
      }
      return (cases, book, nil)
    }
    let folder = try Folder(options.found(for: "tune"))
    let decisions = folder.store.decisions(for: folder.catalog.cases)
    let cases = folder.catalog.cases.flatMap { snapshot in
      let decided = LabelledCase(
        snapshot: snapshot, files: folder.store.shownFiles(of: snapshot),
        label: LabelledCase.Label(decisions[snapshot.id]?.decision),
        ignored: folder.strategies.rules.ignored(in: snapshot))
      return [decided] + [decided.betweenRuns].compactMap(\.self)
    }
    let first = cases.first { $0.label == .noise }
    return (
      cases, folder.strategies.rules, first.map { folder.strategies.strategy(for: $0.snapshot) }
    )
  }

  private func nothingToLearn(_ pairs: DecidedPairs, _ commits: [LearntCommit]) -> String {
    let left = pairs.unjudgedSentence
    if options.git.git != nil {
      let seen = Wording.count(commits.count, "commit")
      return "Read \(seen) that recorded images again: in none is at least half of the images "
        + "rendering noise.\(left) Name more with --git REV or A..B, or give --noise DIR and --change DIR."
    }
    guard noise.isEmpty else {
      return
        "\(noise.map(printable).joined(separator: ", ")): no two images of the same size.\(left)"
    }
    return
      "Nothing is tolerated yet.\(left) Tolerate rendering noise and reject bugs, with t and r on the "
      + "screen or by `snapreview tolerate` and `reject`; or give --noise DIR and --change DIR."
  }

  private func save(_ best: Recommendation, _ book: RuleBook) throws {
    let (strategy, file) = (best.strategy, printable(book.destination))
    guard !Interrupt.wasPressed else {
      throw CommandFailure(
        .failing, "Nothing was saved, because the reading was interrupted. Let it finish to save.")
    }
    guard best.separates else {
      throw CommandFailure(.failing, "No setting separates noise from change: nothing was saved.")
    }
    guard !dryRun else {
      return Console.complain("would write [default] of \(file): \(strategy.summary)")
    }
    _ = try book.saving(strategy, written: .ofUser)
    Console.complain("[default] of \(file) is now \(strategy.summary)")
  }
}
