import Base

/// Everything that the inputs list, and its outcome: given = cases + passes + skipped.
///
/// An input lists items before anyone looks at them: the paths on the command line, the artifacts
/// that a service counts, an archive's entries, a log's failing tests, git's changes, and the files
/// that have a library's names for failures. When the ledger is closed, each item is shown by a
/// case, has passed, or is skipped for a reason. An item without an outcome is skipped too, so that
/// no stage can lose one.
package struct Ledger: Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    case path, run, artifact, entry, test, change, file
  }

  package enum End: Sendable {
    case open, listed, passed
    /// `why` is about this item alone; nil if one sentence covers several.
    case skipped(why: Skipped?)
  }

  /// The outcomes, by kind and then by name.
  package private(set) var ends = [[ExactName: End]](repeating: [:], count: Kind.allCases.count)
  /// The number of items that were skipped as soon as they were seen, by kind.
  package private(set) var unnamed: [Kind: Int] = [:]
  /// The sentences about items skipped so far.
  package private(set) var skipped: [Skipped] = []
  /// The number of snapshots that passed, by the path that was given.
  private(set) var passes: [String: Int] = [:]

  private mutating func end(_ kind: Kind, _ name: String, _ end: End) {
    ends[kind.rawValue][ExactName(name)] = end
  }

  /// Adds an item whose outcome is open.
  mutating func give(_ kind: Kind, _ name: String) {
    let name = ExactName(name)
    if ends[kind.rawValue][name] == nil { ends[kind.rawValue][name] = .open }
  }

  mutating func list(_ kind: Kind, _ name: String) { end(kind, name, .listed) }
  mutating func pass(_ kind: Kind, _ name: String) { end(kind, name, .passed) }

  mutating func pass(file: String, below path: String) {
    pass(.file, file)
    passes[path, default: 0] += 1
  }

  /// Records that all tests passed, according to a library.
  mutating func passAll(below path: String) { passes[path, default: 0] += 0 }

  /// Records why an item is not a case. The reason counts unless a case shows the item in the end.
  mutating func refuse(_ kind: Kind, _ name: String, _ why: Skipped) {
    switch ends[kind.rawValue][ExactName(name)] {
    case .listed?, .passed?: return
    case .open?, .skipped?, nil: end(kind, name, .skipped(why: why))
    }
  }

  mutating func skip(_ kind: Kind, _ names: some Sequence<String>, _ why: Skipped? = nil) {
    for name in names { end(kind, name, .skipped(why: nil)) }
    if let why { skipped.append(why) }
  }

  /// Skips items that have no name of their own.
  mutating func skip(_ why: Skipped, as kind: Kind = .file, count: Int = 1) {
    unnamed[kind, default: 0] += count
    skipped.append(why)
  }

  mutating func skip(_ all: some Sequence<Skipped>, as kind: Kind = .file) {
    for why in all { skip(why, as: kind) }
  }

  /// Removes an item that turned out to be something else.
  mutating func withdraw(_ kind: Kind, _ name: String) {
    ends[kind.rawValue][ExactName(name)] = nil
  }

  /// True if an actual passed, or only a later try of its test counts.
  func hasPassed(_ file: String) -> Bool {
    if case .passed? = ends[Kind.file.rawValue][ExactName(file)] { true } else { false }
  }

  var passedFolders: Set<String> {
    Set(
      ends[Kind.file.rawValue].compactMap { name, end in
        if case .passed = end { Paths.parent(name.text) } else { nil }
      })
  }

  mutating func add(_ other: Ledger) {
    for kind in ends.indices { ends[kind].merge(other.ends[kind]) { first, _ in first } }
    unnamed.merge(other.unnamed, uniquingKeysWith: +)
    passes.merge(other.passes, uniquingKeysWith: +)
    skipped += other.skipped
  }

  /// Names what was skipped in an unpacked archive by the archive.
  mutating func rename(below folder: String, as archive: String) {
    for index in skipped.indices {
      guard let below = Paths.below(folder, skipped[index].path) else { continue }
      skipped[index].path = below.isEmpty ? archive : "\(archive), \(below)"
    }
  }

  /// Settles every item: as listed if a case shows the file, else as recorded, else as skipped.
  mutating func close(showing cases: some Collection<SnapshotCase>) {
    for file in cases.compactMap(\.promised) { list(.file, file) }
    let shown = Once<Set<ExactName>>()
    let isShown = { (name: ExactName) in
      shown.value { Set(cases.lazy.flatMap(\.everyFile).map(ExactName.init)) }.contains(name)
    }
    var found: [Skipped] = []
    for kind in Kind.allCases {
      for (name, end) in ends[kind.rawValue] {
        if case .listed = end { continue }
        if kind == .file || kind == .test, isShown(name) {
          ends[kind.rawValue][name] = .listed
          continue
        }
        switch end {
        case .open: found.append(Skipped(name.text, Self.unexplained))
        case .skipped(let why?): found.append(why)
        case .listed, .passed, .skipped(nil): continue
        }
        ends[kind.rawValue][name] = .skipped(why: nil)
      }
    }
    skipped += found.sorted { ExactName($0.path) < ExactName($1.path) }
  }

  private static let unexplained =
    "named like a file of a failure, but part of no case. Open it by itself, or give --layout."
}

extension SnapshotCase {
  var promised: String? { actual ?? difference ?? reference }

  /// The files that its run left or wrote, including earlier tries.
  fileprivate var everyFile: [String] {
    files + [vector].compactMap(\.self) + followUps.map(\.target.path) + (runs?.failures ?? [])
  }
}
