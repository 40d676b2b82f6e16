import ArgumentParser
import Catalog
import Essentials

/// The folders of failures around a user who named none.
struct FoundFailures {
  private let options: CatalogOptions
  private let folders: [String]
  private let workingFolder = Paths.workingFolder

  init(_ options: CatalogOptions) {
    self.options = options
    folders = FailureSearch(in: workingFolder).found
  }

  /// The one that there is; of several, a list of commands that open each is printed.
  func onlyOne(for command: String?) throws -> String {
    guard folders.count != 1 else { return shown(folders[0]) }
    let counted = folders.map { ($0, (try? Catalog(paths: [$0], options: options))?.cases.count) }
    let filled = counted.compactMap { folder, count in count.map { (folder, $0) } }
    if filled.count == 1 { return shown(filled[0].0) }
    let words = ["snapreview", command].compactMap { $0 }.joined(separator: " ")
    let inSimulators = inSimulators(words)
    guard !filled.isEmpty || !inSimulators.isEmpty else {
      throw CatalogError(
        .noCase,
        "No path given, and no folder of failures found below \(printable(workingFolder)). "
          + "Name one, or two files; compare with git: snapreview --git; "
          + "or start with: snapreview demo")
    }
    offer(filled.map { ($0.1, "\(words) \(Shell.quoted(shown($0.0)))") } + inSimulators)
    throw ExitCode(ExitStatus.wrongUse.rawValue)
  }

  private func offer(_ folders: [(count: Int, line: String)]) {
    Console.complain("\(Wording.count(folders.count, "folder")) of failures. Open one:")
    let counts = folders.map { Wording.count($0.count, "case") }
    let width = counts.map(\.count).max() ?? 0
    for (folder, count) in zip(folders, counts) {
      let padding = String(repeating: " ", count: width - count.count)
      Console.writeError("  \(padding)\(count)   \(folder.line)\n")
    }
  }

  /// The newest failures in simulators whose baselines are here, with the commands that open them.
  private func inSimulators(_ words: String) -> [(count: Int, line: String)] {
    guard let devices = SimulatorFailures.devices else { return [] }
    var options = options
    if options.references.isEmpty { options.references = [workingFolder] }
    let references = options.references.map { " --references \(Shell.quoted(shown($0)))" }.joined()
    let now = Int(Date().timeIntervalSince1970)
    return SimulatorFailures.found(in: devices).compactMap { found in
      let cases = (try? Catalog(paths: [found.folder], options: options))?.cases ?? []
      let count = cases.count { $0.baseline != nil }
      guard count > 0 else { return nil }
      let command = "\(words) \(Shell.quoted(found.folder))\(references)"
      return (count, "\(command)   # in a simulator, \(found.age(at: now))")
    }
  }

  private func shown(_ folder: String) -> String {
    folder == workingFolder ? "." : Paths.below(workingFolder, folder) ?? folder
  }
}
