import ArgumentParser
import Catalog

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
    guard !filled.isEmpty else {
      throw CatalogError(
        .noCase,
        "No path given, and no folder of failures found below \(printable(workingFolder)). "
          + "Name one, or two files; compare with git: snapreview --git; "
          + "or start with: snapreview demo")
    }
    Console.complain("\(filled.count) folders of failures. Open one of them:")
    let words = ["snapreview", command].compactMap { $0 }.joined(separator: " ")
    let counts = filled.map { Wording.count($0.1, "case") }
    let width = counts.map(\.count).max() ?? 0
    for ((folder, _), count) in zip(filled, counts) {
      let padding = String(repeating: " ", count: width - count.count)
      Console.writeError("  \(padding)\(count)   \(words) \(Shell.quoted(shown(folder)))\n")
    }
    throw ExitCode(ExitStatus.wrongUse.rawValue)
  }

  private func shown(_ folder: String) -> String { Paths.below(workingFolder, folder) ?? folder }
}
