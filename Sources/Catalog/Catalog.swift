import PNGCodec

/// What the user specifies where a catalogue cannot guess.
public struct CatalogOptions: Sendable {
  /// Only these layouts are looked for; none means all of them.
  public var layouts: [Layout]
  /// Folders in which references are looked for first.
  public var references: [String]
  /// Folders in which actuals are looked for first.
  public var actuals: [String]
  /// The rules file that the user named: it can describe a layout.
  public var rulesFile: String?
  /// A log of xcodebuild, which names the references that Xcode's export leaves out.
  public var log: String?
  /// Where parts of pictures are kept as files; see `PartsFolder`.
  package var stateFolder = StateFolder.ofUser

  public init(layouts: [Layout] = [], references: [String] = [], actuals: [String] = []) {
    self.layouts = layouts
    self.references = references
    self.actuals = actuals
  }
}

/// Why there is nothing to review: one sentence that says what was looked for and what to give.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable { case missing, unreadable, empty, noCase, wrongUse }

  public var reason: Reason
  public var description: String

  public init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}

/// The failed snapshots below some folders, each with its files and its baseline.
///
/// Nothing is written and no image is decoded; folders are read once.
public struct Catalog: Sendable {
  /// Sorted by suite, then name, numbers by their value.
  public var cases: [SnapshotCase]
  /// What was skipped and why, as sentences.
  public var remarks: [String]
  /// The failures' folder, absolute, links resolved: `.snapreview/` lives here, and
  /// `.snapreview.toml` is searched from here upwards.
  public var root: String
  /// Folders below which the cases' baselines may be written, links resolved: what the user named
  /// or opened, the repository around it, and the place beside the failures that a library
  /// prescribes. A store writes nowhere else, whatever its journal says.
  public var writableRoots: [String]
  /// The folders of references that the user named, links resolved.
  let references: [String]

  /// Finds the cases.
  ///
  /// - Parameters:
  ///   - paths: Folders of failures, folders above or within them, or single failure files.
  ///     Two plain files are a reference and its actual.
  ///   - options: What cannot be guessed.
  /// - Throws: `CatalogError` for a path that is missing or unreadable, and where no case is found.
  public init(paths: [String], options: CatalogOptions = CatalogOptions()) throws(CatalogError) {
    guard !paths.isEmpty else {
      throw CatalogError(.wrongUse, "No path given. Name the folder of failures, or two files.")
    }
    let places = try paths.map { (path) throws(CatalogError) in try Place(path) }
    var finder = try Finder(
      options: options, opened: places.first { $0.kind == .folder }?.path)
    references = finder.references
    if let pair = try finder.pair(places) {
      (cases, remarks, root) = ([pair.snapshot], [], pair.root)
      writableRoots = finder.writableRoots.sorted()
      return
    }
    let sources = try places.map { (place) throws(CatalogError) in try Source(place) }
    try finder.search(sources)
    if finder.cases.isEmpty { throw finder.nothingFound(in: sources) }
    root = Source.commonRoot(of: sources, layouts: finder.rootHints)
    remarks = sources.flatMap(\.remarks) + finder.remarks
    writableRoots = finder.writableRoots.sorted()
    let checks = CaseChecks(actuals: finder.actuals)
    cases = []
    swap(&cases, &finder.cases)
    // Neither finder nor sources are used from here on: the names of all files that were read, a
    // third of the memory, make room for what follows.
    checks.finish(&cases, root: root)
    if cases.count > 10_000 { giveBackFreeMemory() }
  }
}
