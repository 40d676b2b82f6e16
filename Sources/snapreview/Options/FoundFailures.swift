import ArgumentParser
import Base
import Catalog
import Host

/// Finds the failures near the working folder, for a user who named none.
struct FoundFailures {
  private var options: CatalogOptions
  private var workingFolder: String { options.workingFolder }

  /// - Parameter options: Settings that cannot be guessed.
  init(_ options: CatalogOptions) {
    self.options = options
    self.options.isNamed = false
  }

  /// The paths to search: the working folder, and folders elsewhere.
  private var places: [String] {
    let named = Layout.failureVariables.compactMap(options.environment)
      .compactMap { try? Paths.real($0) }
    return ["."] + named.filter { !Paths.isInside($0, workingFolder) }
  }

  private struct LibraryFailures {
    let place: String
    let layout: Layout
    let cases: [SnapshotCase]
  }

  /// Returns the path to open if the failures of a single library are found. If there are several,
  /// prints a list of commands that open each.
  func onlyOne(for command: String?) throws -> String {
    var (found, mistake) = look(in: places)
    if found.isEmpty, let top = Repositories().repository(around: workingFolder),
      top != workingFolder
    {
      found = look(in: [Paths.relative(top, from: workingFolder)]).found
    }
    if found.count == 1 { return found[0].place }
    let command = ["snapreview", command].compactMap { $0 }.joined(separator: " ")
    let offers = found.map { offer($0, command) } + inSimulators(command)
    guard offers.isEmpty else { throw list(offers) }
    throw mistake
      ?? CatalogError(
        .noCase,
        "No failed snapshot found in \(printable(Paths.name(workingFolder))), and no path given. "
          + "Name the folder that the test run wrote its failures to: snapreview FOLDER")
  }

  private func look(in places: [String]) -> (found: [LibraryFailures], mistake: CatalogError?) {
    var found: [LibraryFailures] = []
    var mistake: CatalogError?
    for place in places {
      do throws(CatalogError) {
        found += try failures(in: place)
      } catch {
        if error.reason == .wrongUse { mistake = mistake ?? error }
      }
    }
    return (found, mistake)
  }

  private func failures(in place: String) throws(CatalogError) -> [LibraryFailures] {
    let cases = try Catalog(paths: [place], options: options).cases
    return Dictionary(grouping: cases, by: \.layout).map {
      LibraryFailures(place: place, layout: $0.key, cases: $0.value)
    }
  }

  /// Failures to choose from, with the command that opens them.
  private struct Offer {
    let count: Int
    /// The age of the newest file, in seconds.
    let age: Int?
    let title: String
    let command: String
  }

  private func offer(_ kind: LibraryFailures, _ command: String) -> Offer {
    Offer(
      count: kind.cases.count, age: age(of: kind), title: kind.layout.title,
      command: "\(command) \(words(opening: kind))")
  }

  /// Returns the newest failures in simulators whose baselines are here.
  private func inSimulators(_ command: String) -> [Offer] {
    guard let devices = SimulatorFailures.devices else { return [] }
    var options = options
    if options.references.isEmpty { options.references = [workingFolder] }
    let references = options.references.map { " --references \(Shell.quoted(shown($0)))" }.joined()
    return SimulatorFailures.found(in: devices).compactMap { found in
      let cases = (try? Catalog(paths: [found.folder], options: options))?.cases ?? []
      let count = cases.count { $0.baseline != nil }
      guard count > 0 else { return nil }
      return Offer(
        count: count, age: FileTime.now.seconds &- found.newest,
        title: "in a simulator",
        command: "\(command) \(Shell.quoted(found.folder))\(references)")
    }
  }

  private func shown(_ folder: String) -> String {
    folder == workingFolder ? "." : Paths.below(workingFolder, folder) ?? folder
  }

  /// Prints the offers, the newest first.
  private func list(_ offers: [Offer]) -> ExitCode {
    let sorted = offers.sorted { ($0.age ?? .max, $0.title) < ($1.age ?? .max, $1.title) }
    let rows = sorted.map {
      [Wording.count($0.count, "case"), $0.age.map(Wording.age) ?? "", $0.title, $0.command]
    }
    var columns = TextColumns(flushRight: [0], gap: "   ")
    for row in rows { columns.fit(row) }
    Console.complain("\(offers.count) kinds of failures. Open one of them:")
    for row in rows { Console.writeError("  \(columns.line(row))\n") }
    return ExitCode(ExitStatus.wrongUse.rawValue)
  }

  private func age(of kind: LibraryFailures) -> Int? {
    kind.cases.compactMap { snapshot in
      (snapshot.actual ?? snapshot.difference)
        .flatMap { try? FileStatus(of: $0).stamp.modified.seconds }
    }.max().map { FileTime.now.seconds &- $0 }
  }

  /// Returns the folder of its failures, or of its failures and baselines, if that opens the same
  /// cases; otherwise the path and the layout.
  private func words(opening kind: LibraryFailures) -> String {
    let failures = Set(kind.cases.map(\.failures))
    let baselines = kind.cases.compactMap(\.baseline).map { Paths.parent($0.path) }
    for folders in [failures, failures.union(baselines)] {
      let folder = Paths.common(folders)
      let shown = Paths.below(workingFolder, folder) ?? folder
      let found = (try? Catalog(paths: [shown], options: options))?.cases ?? []
      if Set(found.map(\.identity)) == Set(kind.cases.map(\.identity)) {
        return Shell.quoted(shown)
      }
    }
    return "\(Shell.quoted(kind.place)) --layout \(kind.layout.rawValue)"
  }
}
