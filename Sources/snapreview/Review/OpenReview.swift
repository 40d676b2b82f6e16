import Catalog
import DiffEngine
import Terminal

/// Opens the review screen and stays in it until the reviewer leaves.
func openReview(
  paths: [String], options: CatalogOptions, terminal: TerminalOptions,
  settings: @escaping @Sendable (SnapshotCase, RuleBook) -> Strategy
) throws -> Int32 {
  let catalog = try Catalog(paths: paths, options: options)
  for snapshot in catalog.cases { Console.write(printable(snapshot.id) + "\n") }
  return ExitStatus.failing.rawValue
}
