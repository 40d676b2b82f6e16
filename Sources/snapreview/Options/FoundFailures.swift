import ArgumentParser
import Catalog
import Essentials

/// What has failed around a user who named nothing.
struct FoundFailures {
  private var options: CatalogOptions
  private let workingFolder = Paths.workingFolder

  /// - Parameter options: What cannot be guessed.
  init(_ options: CatalogOptions) {
    self.options = options
    self.options.isNamed = false
  }

  /// The paths that are looked into: the working folder, and folders elsewhere.
  private var places: [String] {
    let named = CatalogOptions.failureVariables.compactMap(options.environment)
      .compactMap { try? Paths.real($0) }
    return ["."] + named.filter { !Paths.isInside($0, workingFolder) }
  }

  /// The failures of one library in one place.
  private struct Kind {
    let place: String
    let layout: Layout
    let cases: [SnapshotCase]
  }

  /// The place to open where one library's failures are found. Of several, a list of commands that
  /// open each is printed.
  func onlyOne(for command: String?) throws -> String {
    var kinds: [Kind] = []
    var mistake: CatalogError?
    for place in places {
      do throws(CatalogError) {
        kinds += try failures(in: place)
      } catch {
        if error.reason == .wrongUse { mistake = mistake ?? error }
      }
    }
    if kinds.count == 1 { return kinds[0].place }
    guard kinds.isEmpty else { throw list(kinds, for: command) }
    throw mistake
      ?? CatalogError(
        .noCase,
        "No path given, and no failed snapshot found below \(printable(workingFolder)). "
          + "Name a folder of failures, or two files; compare with git: snapreview --git; "
          + "or start with: snapreview demo")
  }

  private func failures(in place: String) throws(CatalogError) -> [Kind] {
    let cases = try Catalog(paths: [place], options: options).cases
    return Dictionary(grouping: cases, by: \.layout).map {
      Kind(place: place, layout: $0.key, cases: $0.value)
    }
  }

  /// Prints what there is to choose from, the newest first.
  private func list(_ kinds: [Kind], for command: String?) -> ExitCode {
    let command = ["snapreview", command].compactMap { $0 }.joined(separator: " ")
    let aged = kinds.map { (kind: $0, age: age(of: $0)) }.sorted {
      ($0.age ?? .max, $0.kind.layout.title) < ($1.age ?? .max, $1.kind.layout.title)
    }
    let rows = aged.map { kind, age in
      [
        Wording.count(kind.cases.count, "case"), age.map(Wording.age) ?? "", kind.layout.title,
      ]
    }
    let widths = (0..<3).map { column in rows.map(\.[column].count).max() ?? 0 }
    Console.complain("\(kinds.count) kinds of failures. Open one of them:")
    for (row, (kind, _)) in zip(rows, aged) {
      let padding = zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) }
      Console.writeError(
        "  \(padding[0])\(row[0])   \(row[1])\(padding[1])   \(row[2])\(padding[2])   "
          + "\(command) \(words(opening: kind))\n")
    }
    return ExitCode(ExitStatus.wrongUse.rawValue)
  }

  /// How many seconds ago the newest of its files was written.
  private func age(of kind: Kind) -> Int? {
    kind.cases.compactMap { snapshot in
      (snapshot.actual ?? snapshot.difference)
        .flatMap { try? FileStatus(of: $0).stamp.modified.seconds }
    }.max().map { Int(Date().timeIntervalSince1970) &- $0 }
  }

  /// The folder of its failures, or that of its failures and baselines, where it opens the same
  /// cases; else the place and the layout.
  private func words(opening kind: Kind) -> String {
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
