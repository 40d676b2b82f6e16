import ArgumentParser
import Base
import Catalog
import Host
import Review
import Store

struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until a person has decided every case, then prints the decisions.",
    discussion: """
      For a script or a coding agent: the person decides in a review screen elsewhere, even over \
      ssh. That screen says that a script waits, and asks why whenever a case is rejected. Prints \
      JSON: every decision with its note and its cause; see docs/agents.md. Also ends when the \
      failures are gone: at once if the library says that its run has passed, or else if no new ones \
      come within a minute.

      Exit status: 0 all accepted or tolerated, or the run has passed; 1 something was rejected; \
      4 timed out, or the failures are gone and nothing says why.

      Examples:
        snapreview wait Difference/
        snapreview wait --git --timeout 600
      """)

  @Option(
    help: ArgumentHelp(
      "Give up after S seconds (default: never), and print the cases that are left.", valueName: "S"
    ))
  var timeout: Double?

  @OptionGroup
  var options: FolderOptions

  func validate() throws {
    if let timeout, !(0...1e9).contains(timeout) {
      throw ValidationError("--timeout: takes seconds, from 0.")
    }
  }

  func run() throws {
    let options = try options.found(for: "wait")
    let end = timeout.map { ContinuousClock.now + .seconds($0) }
    var awaited: AwaitedCases
    do {
      awaited = try AwaitedCases(options)
    } catch let error as CatalogError where error.reason == .unchanged {
      Console.complain(error.description)
      return Console.write(AwaitedCases.nothing.json(.gone).text + "\n")
    }
    let mark = WaitingMark(on: awaited.roots)
    defer { withExtendedLifetime(mark) {} }
    var watch = DecisionWatch(roots: awaited.roots, homes: awaited.homes)
    try awaited.readDecisions()
    Console.complain(awaited.invitation(options))
    while true {
      if try awaited.followRun(options) { continue }
      if try awaited.undecided.isEmpty && awaited.isWhole(options) { break }
      let left = [end, awaited.end].compactMap(\.self).min().map { $0 - .now } ?? .seconds(3600)
      guard left > .zero else { break }
      let pause = min(Int((left / .milliseconds(1)).rounded(.up)), awaited.pause)
      if watch.wait(atMost: pause) { awaited.noteActivity() }
      try awaited.readDecisions()
    }
    let (outcome, status) = awaited.finish()
    Console.write(awaited.json(outcome).text + "\n")
    throw ExitCode(status.rawValue)
  }
}

/// The cases as the command last saw them.
private struct AwaitedCases {
  private var catalog: Catalog?
  private var reports: [CaseReport] = []
  /// The stamps of the cases' files when they were measured; a different stamp means that a run has
  /// written a file since.
  private var stamps: [String: FileStamp?] = [:]
  /// The time at which the waiting ends because the failures are gone; nil while there are some.
  ///
  /// Few libraries say that a run has passed. With the others, a folder that stays empty is all
  /// that distinguishes it from a run that has just begun.
  private(set) var end: ContinuousClock.Instant?
  /// True if the library says that the run which removed the failures has passed.
  private var hasPassed = false
  /// The undecided cases whose files had changed at the last check.
  private var suspects: Set<SnapshotCase.ID> = []

  enum Outcome: String { case decided, gone, timedOut }

  static let nothing = AwaitedCases()
  /// The time that a run may take from emptying the folder to its first failure.
  private static let patience = Duration.seconds(60)

  private init() {}

  init(_ options: FolderOptions) throws {
    let folder = try Folder(options)
    catalog = folder.catalog
    folder.forEachReport { reports.append($0) }
    stamps = currentStamps(of: reports)
  }

  var roots: [String] { (catalog?.failures ?? []).sorted() }

  var homes: [StoreHome] { catalog?.homes(in: .state) ?? [] }

  var undecided: [CaseReport] { reports.filter { $0.decision == nil && $0.isFailing } }

  /// Reads new decisions. A decision remains known after its case is gone.
  mutating func readDecisions() throws {
    guard let catalog else { return }
    let decisions = try ReviewStore(catalog, readOnly: true).decisions(for: catalog.cases)
    let known = Set(catalog.cases.map(\.id))
    for index in reports.indices {
      let snapshot = reports[index].snapshot
      let file = snapshot.actual ?? snapshot.difference ?? snapshot.reference
      let isThere = known.contains(snapshot.id) && file.map(FileStatus.exists) != false
      let decision = decisions[snapshot.id]
      if decision != nil || isThere { reports[index].decision = decision }
    }
  }

  private func currentStamps(of reports: [CaseReport]) -> [String: FileStamp?] {
    let files = reports.flatMap { [$0.snapshot.reference, $0.snapshot.actual].compactMap(\.self) }
    return Dictionary(uniqueKeysWithValues: Set(files).map { ($0, try? FileStatus(of: $0).stamp) })
  }

  /// The maximum time until the next check, in milliseconds.
  var pause: Int { suspects.isEmpty || end != nil ? .max : 200 }

  /// Waits longer for new failures, because something has changed in the emptied folder.
  mutating func noteActivity() { end = end.map { _ in .now + Self.patience } }

  /// Forgets the undecided cases if the failures are gone. That alone proves no green run: the next
  /// one may only be slow.
  mutating func finish() -> (Outcome, ExitStatus) {
    let isRejected = reports.contains { $0.decision?.decision == .rejected }
    if undecided.isEmpty { return (.decided, isRejected ? .failing : .success) }
    guard end != nil else { return (.timedOut, .timedOut) }
    let other: ExitStatus = hasPassed ? .success : .timedOut
    take(.nothing)
    return (.gone, isRejected ? .failing : other)
  }

  /// Switches to the new cases if a run has rewritten the folder.
  ///
  /// A decision writes the baseline a moment before it is recorded, so a case must be undecided
  /// with changed files at two successive checks.
  ///
  /// - Returns: True if it switched.
  mutating func followRun(_ options: FolderOptions) throws -> Bool {
    let changed = undecided.filter { report in
      currentStamps(of: [report]).contains { stamps[$0.key] != $0.value }
    }
    let former = suspects
    suspects = Set(changed.map(\.snapshot.id))
    guard !suspects.isDisjoint(with: former) else { return false }
    do {
      take(try AwaitedCases(options))
    } catch let error as CatalogError {
      if error.reason == .unchanged {
        Console.complain(error.description)
        (end, hasPassed) = (.now, true)
      } else if end == nil {
        Console.complain(
          "The failures are gone: the tests run again, or have passed. Waiting a minute for new ones."
        )
        end = .now + Self.patience
      }
      return false
    }
    sayRewritten()
    return true
  }

  private func sayRewritten() {
    guard !undecided.isEmpty else { return }
    Console.complain(
      "The run has rewritten the folder: \(Wording.count(undecided.count, "case")) to decide now.")
  }

  /// Switches to the current cases. Decided cases that are gone, such as files that git restored,
  /// stay as they were.
  mutating func take(_ fresh: AwaitedCases) {
    let known = Set(fresh.reports.map(\.snapshot.identity))
    let gone = reports.filter { !known.contains($0.snapshot.identity) && $0.decision != nil }
    self = fresh
    reports = (reports + gone).sorted { $0.snapshot.id < $1.snapshot.id }
  }

  /// Checks once more when nothing is undecided: the measurements may be outdated by another run,
  /// and there may be new cases.
  ///
  /// - Returns: True if there is nothing more to decide.
  mutating func isWhole(_ options: FolderOptions) throws -> Bool {
    guard currentStamps(of: reports) != stamps else { return true }
    do { take(try AwaitedCases(options)) } catch is CatalogError { return true }
    sayRewritten()
    return undecided.isEmpty
  }

  func invitation(_ options: FolderOptions) -> String {
    "Waiting for \(Wording.count(undecided.count, "decision")). To decide: "
      + "snapreview \((catalog.map(options.words) ?? []).joined(separator: " "))"
  }

  func json(_ outcome: Outcome) -> JSON {
    var tally = CaseCounts()
    for report in reports { tally.add(report) }
    let unseen = Unseen(skipped: catalog?.skipped ?? [])
    return .object([
      ("schema", .int(1)), ("status", .string(outcome.rawValue)),
      ("undecided", .array(undecided.map { .string($0.snapshot.id) })),
      ("cases", .array(reports.filter { $0.decision != nil }.map(\.decidedBrief))),
      ("skipped", unseen.json),
      ("summary", tally.json(unseen)),
    ])
  }
}
