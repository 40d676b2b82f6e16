import Base
import Catalog
import Store
import TestSupport
import Testing

/// A project after a run of its tests, as a library leaves it.
struct Scene {
  let folder = TestFolder()

  /// - Parameter files: Pictures, each with the words in it: the same words are the same bytes. Other
  ///   files hold the words, vectors behind their marks.
  init(_ files: [String: String] = [:], isRepository: Bool = true) {
    if isRepository { folder.folder(".git") }
    for (name, words) in files {
      if name.hasSuffix(".png") {
        folder.png(name, words)
      } else {
        let mark = name.hasSuffix(".pdf") ? "%PDF-" : name.hasSuffix(".svg") ? "<" : ""
        folder.write(name, mark + words)
      }
    }
  }

  /// Checks a project that holds the files of some cases, references with "old" in them, actuals
  /// with "new" and differences with "d", unless `others` says what they hold, and those.
  static func check(
    _ cases: [String: Triple], and others: [String: String] = [:],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let own = cases.values.flatMap {
      [($0.reference, "old"), ($0.actual, "new"), ($0.difference, "d")]
    }
    let files = own.compactMap { path, words in path.map { ($0, words) } }
    try Scene(Dictionary(files) { one, _ in one }.merging(others) { $1 }).check(cases, at: location)
  }

  func open(
    _ given: String = "", references: [String] = [], layouts: [Layout] = []
  ) throws -> Catalog {
    try catalog(
      folder[given], references: references.map { folder[$0] },
      layouts: layouts)
  }

  /// Opens the whole folder, with a place for what is made of its files.
  func openWithState(isNamed: Bool = true) throws -> Catalog {
    var options = folder.options()
    options.isNamed = isNamed
    return try Catalog(paths: [folder.path], options: options)
  }

  /// The files of each case, by its identifier.
  func found(_ catalog: Catalog) -> [String: Triple] {
    Dictionary(uniqueKeysWithValues: catalog.cases.map { ($0.id, triple($0)) })
  }

  /// The reference, actual and difference of each case.
  func parts(of found: Catalog) -> [[String?]] {
    found.cases.map { [$0.reference, $0.actual, $0.difference].map { folder.short($0) } }
  }

  func triple(_ snapshot: SnapshotCase) -> Triple {
    Triple(
      snapshot.layout.rawValue, reference: folder.short(snapshot.reference),
      actual: folder.short(snapshot.actual), difference: folder.short(snapshot.difference),
      writes: folder.short(snapshot.baseline?.path), isRefused: snapshot.obstacle != nil)
  }

  /// Accepts every case that can be, and says what each file that was written now holds.
  func accepted(_ catalog: Catalog) throws -> [String: [UInt8]] {
    let before = folder.everything()
    let store = try ReviewStore(catalog, stateFolder: folder.stateFolder)
    for snapshot in catalog.cases where snapshot.obstacle == nil {
      try store.accept(snapshot)
    }
    store.close()
    return folder.everything().filter { before[$0.key] != $0.value }
  }

  func check(_ expected: [String: Triple], at location: SourceLocation = #_sourceLocation) throws {
    try check("", expected, at: location)
  }

  /// Opens a folder, and checks that its cases are these and that accepting writes the actuals'
  /// bytes to their baselines and nowhere else.
  func check(
    _ given: String = "", references: [String] = [], layouts: [Layout] = [],
    _ expected: [String: Triple], at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try open(given, references: references, layouts: layouts)
    #expect(self.found(found) == expected, sourceLocation: location)
    let writes = expected.values.filter { !$0.isRefused }
    let wanted = writes.map { ($0.writes ?? "", folder.bytes($0.actual ?? "")) }
    let written = try accepted(found)
    #expect(
      written
        == Dictionary(wanted) { first, _ in first }.compactMapValues { $0 }
        .filter { !$0.key.isEmpty }, sourceLocation: location)
    // Accepted cases are still accepted when opened again, unless they are no failures then.
    guard let again = try? open(given, references: references, layouts: layouts) else { return }
    let store = try ReviewStore(again, readOnly: true, stateFolder: folder.stateFolder)
    let decisions = store.decisions(for: again.cases)
    for snapshot in again.cases where expected[snapshot.id]?.isRefused == false {
      #expect(snapshot.obstacle == nil, "\(snapshot.id)", sourceLocation: location)
      #expect(decisions[snapshot.id]?.decision == .accepted, sourceLocation: location)
    }
  }
}

/// The report that reg-cli writes beside its folders.
func regReport(
  failed: [String] = [], new: [String] = [], deleted: [String] = [], passed: [String] = [],
  actual: String = "./actual", expected: String = "./expected"
) -> String {
  let list = { (names: [String]) in names.map { "\"\($0)\"" }.joined(separator: ",") }
  return """
    {"failedItems":[\(list(failed))],"newItems":[\(list(new))],"deletedItems":[\(list(deleted))],
     "passedItems":[\(list(passed))],"expectedItems":[],"actualItems":[],"diffItems":[],
     "actualDir":"\(actual)","expectedDir":"\(expected)","diffDir":"./diff"}
    """
}

/// The files of a case, below the folder.
struct Triple: Hashable {
  let layout: String
  let reference: String?
  let actual: String?
  let difference: String?
  let writes: String?
  let isRefused: Bool

  init(
    _ layout: String, reference: String?, actual: String?, difference: String? = nil,
    writes: String?, isRefused: Bool = false
  ) {
    (self.layout, self.reference, self.actual) = (layout, reference, actual)
    (self.difference, self.writes, self.isRefused) = (difference, writes, isRefused)
  }

  /// Makes a case whose reference is the baseline.
  init(_ layout: String, _ reference: String, _ actual: String, _ difference: String? = nil) {
    self.init(
      layout, reference: reference, actual: actual, difference: difference, writes: reference)
  }
}
