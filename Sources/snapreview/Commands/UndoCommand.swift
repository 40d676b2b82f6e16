import ArgumentParser
import Base
import Catalog
import Essentials
import Host
import Store

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undoes the last decision, even from an earlier run, and restores the baseline.",
    discussion: """
      Decisions and replaced baselines are kept with the project, not with the failures: this works \
      after the next run has emptied its folder. A decision on many cases at once is undone as a \
      whole. A step that cannot be undone, because its baseline has changed since, is skipped and \
      reported. Replaced baselines are kept for 90 days, up to a gigabyte in all.

      Examples:
        snapreview undo
        snapreview undo --list
        snapreview undo Difference/ --all --since 2026-11-20
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders, archives, a log or two files, as they were decided on (default: all decisions in the "
        + "project around the working folder)."),
    completion: .file(), transform: FileAddress.path)
  var paths: [String] = []

  @Flag(help: "Undo every decision of the newest session: an hour without one ends a session.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "With --all: every decision since a date, 2026-11-20 or '2026-11-20 14:30'.",
      valueName: "DATE"), transform: StepTime.parse)
  var since: Double?

  @Flag(help: "Only list the last decisions.")
  var list = false

  @Flag(help: "Only print what would be undone.")
  var dryRun = false

  @Flag(help: "Remove the kept baselines, after asking: nothing can be undone then.")
  var forget = false

  @Option(
    help: ArgumentHelp("The rules file that describes a layout of your own.", valueName: "FILE"),
    completion: .file(extensions: ["toml"]), transform: FileAddress.path)
  var rules: String?

  @OptionGroup(title: "Git")
  var git: GitOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  @OptionGroup
  var loudness: QuietOption

  func validate() throws {
    if since != nil && !all { throw ValidationError("--since goes with --all.") }
    if [list, forget, all].count(where: \.self) > 1 {
      throw ValidationError("Give one of --all, --list and --forget.")
    }
    if list && dryRun { throw ValidationError("--list changes nothing: leave --dry-run out.") }
  }

  func run() throws {
    let (folders, mistake) = try folders()
    let store = try ReviewStore(folders, readOnly: list || dryRun)
    for sentence in store.notices { Console.complain(sentence) }
    if list { return Console.write(table(of: store.steps)) }
    if dryRun && forget {
      return Console.write(
        "Would remove \(Wording.bytes(store.room)) of replaced baselines. Nothing was removed.\n")
    }
    if dryRun { return tell(store.undoable(extent), "Would undo", store) }
    if let reason = store.readOnlyReason { throw CommandFailure(.fileTrouble, reason) }
    if forget { return try empty(store) }
    let reversal = try store.undo(extent)
    if let mistake, store.steps.isEmpty, store.latest == nil { throw mistake }
    if !loudness.quiet {
      tell(reversal.steps, "Undid", store, saysNothing: reversal.troubles.isEmpty)
    }
    for sentence in reversal.troubles { Console.complain(sentence) }
    guard reversal.troubles.isEmpty, store.unsettled.isEmpty else {
      throw ExitCode(ExitStatus.fileTrouble.rawValue)
    }
  }

  private var extent: ReviewStore.Extent {
    all ? since.map(ReviewStore.Extent.since) ?? .session : .last
  }

  /// Prints the undone steps, each with its time and the run it was made on.
  private func tell(
    _ steps: [Step], _ verb: String, _ store: ReviewStore, saysNothing: Bool = true
  ) {
    guard !steps.isEmpty else {
      if saysNothing && store.unsettled.isEmpty { Console.write(nothing(store)) }
      return
    }
    for step in steps.prefix(Self.told) {
      Console.write("\(verb): \(step.act) (\(step.age), \(step.origin))\n")
    }
    let rest = steps.count - Self.told
    if rest > 0 { Console.write("and \(Wording.grouped(rest)) more\n") }
    guard steps.count > 1 else { return }
    let count = Wording.count(steps.count, "step")
    Console.write(dryRun ? "\(verb) \(count). Nothing was written.\n" : "\(count) undone.\n")
  }

  /// The maximum number of steps to list by name.
  private static let told = 20

  private func nothing(_ store: ReviewStore) -> String {
    guard !paths.isEmpty, let latest = store.latest else { return "Nothing to undo.\n" }
    let places = Wording.names(paths.map(printable), atMost: 3)
    return "Nothing to undo in \(places). The last decision was "
      + "\(latest.act) (\(latest.age), \(latest.origin)). To undo it: snapreview undo\n"
  }

  /// Returns a table of the latest decisions, the newest first. A bulk decision, which is undone as
  /// a whole, takes one line.
  private func table(of steps: [Step]) -> String {
    var groups: [[Step]] = []
    for step in steps.sorted(by: { $0.at > $1.at }) {
      if let last = groups.last?.last, step.batch != nil,
        (step.batch, step.isUndone) == (last.batch, last.isUndone)
      {
        groups[groups.count - 1].append(step)
      } else if groups.count < Self.told {
        groups.append([step])
      } else {
        break
      }
    }
    guard !groups.isEmpty else { return "Nothing was decided here.\n" }
    let rows = groups.map { steps in
      [
        StepTime.text(steps[0].at), steps[0].isUndone ? "undone" : "", steps[0].origin,
        Step.act(of: steps),
      ]
    }
    var columns = TextColumns(flushRight: [])
    for row in rows { columns.fit(row) }
    return rows.map { columns.line($0) + "\n" }.joined()
  }

  private func empty(_ store: ReviewStore) throws {
    let room = store.room
    guard room > 0 else { return Console.write("No replaced baseline is kept.\n") }
    let question =
      "Remove \(Wording.bytes(room)) of replaced baselines? Earlier decisions can then not be undone."
    guard Console.confirms(question) else { return Console.write("Nothing was removed.\n") }
    try store.forget()
    Console.write("\(Wording.bytes(room)) removed.\n")
  }

  /// Returns the places where decisions are kept, even if the failures themselves are gone, and the
  /// reason if the failures cannot be opened.
  private func folders() throws -> (DecidedFolders, mistake: CatalogError?) {
    if let revision = git.git {
      // As with the other commands, a path may appear in place of a revision.
      let named = paths + (FileStatus.exists(revision) ? [revision] : [])
      return (try DecidedFolders(around: named.first ?? "."), nil)
    }
    let references = layouts.references
    guard !paths.isEmpty else {
      return (DecidedFolders(below: [], references: references, catalog: nil), nil)
    }
    do {
      let catalog = try Catalog(paths: paths, options: wanted)
      return (DecidedFolders(below: paths, references: references, catalog: catalog), nil)
    } catch {
      // The two sides of a merge are gone once it is resolved.
      if let merged = git.merged { return (try DecidedFolders(around: Paths.parent(merged)), nil) }
      return (DecidedFolders(below: paths, references: references, catalog: nil), error)
    }
  }

  private var wanted: CatalogOptions {
    var options = layouts.catalog
    (options.rulesFile, options.merged) = (rules, git.merged)
    return options
  }
}

extension Step {
  /// "accepted 12 cases, LoginTests/testDark and others"
  ///
  /// - Parameter steps: The steps of one decision.
  fileprivate static func act(of steps: [Step]) -> String {
    let names = Set(steps.map(\.caseID))
    guard names.count > 1, let first = names.min() else {
      return steps.reversed().map(\.act).joined(separator: "; ")
    }
    let count = Wording.count(names.count, "case")
    return "\(steps[0].decision.rawValue) \(count), \(printable(first)) and others"
  }

  /// "5 minutes ago".
  fileprivate var age: String {
    Wording.age(Int(max(0, Date().timeIntervalSince1970 - at).rounded()))
  }

  /// "from test-results": the failures that were decided on.
  fileprivate var origin: String {
    let place = source ?? failures
    return "from " + printable(Paths.below(Paths.workingFolder, place) ?? place)
  }
}

private enum StepTime {
  private static let calendar = Calendar(identifier: .gregorian)

  @Sendable static func parse(_ text: String) throws -> Double {
    let numbers = text.split { "-T: ".contains($0) }.map { Int($0) ?? -1 }
    let ranges: [ClosedRange<Int>] = [1970...9999, 1...12, 1...31, 0...23, 0...59]
    guard numbers.count == 3 || numbers.count == 5,
      zip(numbers, ranges).allSatisfy({ $1.contains($0) })
    else { throw ValidationError("takes a date, such as 2026-11-20 or '2026-11-20 14:30'.") }
    let date = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2],
      hour: numbers.count == 5 ? numbers[3] : 0, minute: numbers.count == 5 ? numbers[4] : 0)
    // The calendar turns February 30 into March 2.
    guard let day = calendar.date(from: date), calendar.component(.day, from: day) == date.day
    else { throw ValidationError("\(text) is no day of the calendar.") }
    return day.timeIntervalSince1970
  }

  /// "2026-11-20 14:30".
  static func text(_ seconds: Double) -> String {
    let date = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute], from: Date(timeIntervalSince1970: seconds))
    let two = { (number: Int?) in (number ?? 0).digits(2) }
    let day = "\(date.year ?? 0)-\(two(date.month))-\(two(date.day))"
    return "\(day) \(two(date.hour)):\(two(date.minute))"
  }
}
