import Catalog
import Store
import TestSupport

/// A project and the places that its tests write to, with the log of a run.
struct LogScene {
  let folder = TestFolder()
  /// The app's own folder in a simulator, where swift-snapshot-testing writes by default.
  let simulator: String
  let home: String

  static let minus = "\u{2212}"

  init(isRepository: Bool = true) {
    (home, simulator) = (folder["App"], folder["Devices/1/tmp"])
    folder.folder("App/Tests")
    if isRepository { folder.folder("App/.git") }
  }

  /// A failure of swift-snapshot-testing, with its reference in the project.
  func pointfree(_ name: String, in testFile: String = "ChartTests", text: String = "new") {
    folder.png("Devices/1/tmp/\(testFile)/\(name)", text)
    folder.png("App/Tests/__Snapshots__/\(testFile)/\(name)", "old")
  }

  func reference(_ name: String, in testFile: String = "ChartTests") -> String {
    folder["App/Tests/__Snapshots__/\(testFile)/\(name)"]
  }

  func failure(_ name: String, in testFile: String = "ChartTests") -> String {
    simulator + "/\(testFile)/\(name)"
  }

  /// Returns xcodebuild's output for a failure of swift-snapshot-testing.
  func message(
    _ name: String, in testFile: String = "ChartTests", test: String = "testFoo", line: Int = 42
  ) -> String {
    """
    Test Case '-[AppTests.\(testFile) \(test)]' started.
    \(home)/Tests/\(testFile).swift:\(line): error: -[AppTests.\(testFile) \(test)] : failed - Snapshot "\(test)" does not match reference.

    @\(Self.minus)
    "file://\(reference(name, in: testFile))"
    @+
    "file://\(failure(name, in: testFile))"

    To configure output for a custom diff tool, use 'withSnapshotTesting'. For example:

        withSnapshotTesting(diffTool: .ksdiff) {
          // ...
        }

    Newly-taken snapshot does not match reference.
    Test Case '-[AppTests.\(testFile) \(test)]' failed (0.1 seconds).

    """
  }

  func open(
    _ log: String, named name: String = "run.log", beside: [String] = [],
    references: [String] = [], from workingFolder: String? = nil, layouts: [Layout] = []
  ) throws -> Catalog {
    let file = folder.write(name, log)
    return try open([file] + beside, references: references, from: workingFolder, layouts: layouts)
  }

  func open(
    _ paths: [String], references: [String] = [], from workingFolder: String? = nil,
    layouts: [Layout] = []
  ) throws -> Catalog {
    var options = CatalogOptions(layouts: layouts, references: references)
    options.workingFolder = workingFolder ?? home
    return try Catalog(paths: paths, options: options)
  }

  /// Returns the error that opening a log throws.
  func refusal(_ log: String, named name: String = "run.log", beside: [String] = [])
    -> CatalogError?
  {
    do {
      _ = try open(log, named: name, beside: beside)
      return nil
    } catch {
      return error as? CatalogError
    }
  }

  /// Accepts every case, and says which files have changed.
  func accepted(_ catalog: Catalog) throws -> Set<String> {
    let before = folder.everything()
    let store = try ReviewStore(catalog, stateFolder: folder.stateFolder)
    for snapshot in catalog.cases {
      try? store.accept(snapshot)
    }
    store.close()
    return Set(folder.everything().filter { before[$0.key] != $0.value }.keys)
  }
}
