import Base

/// What the inputs promised and how each promise ended: given = cases + passes + skipped.
///
/// An input promises things before anyone looks at them: the paths on the command line, the artifacts
/// that a service counts, an archive's entries, a log's failing tests, git's changes, and the files
/// that a library's own names call a failure's. A promise ends when the ledger is closed: a case shows
/// it, it has passed, or it is skipped for a reason. A promise that no stage has ended is skipped too,
/// so that no stage can lose one.
package struct Ledger: Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    case path, run, artifact, entry, test, change, file
  }

  /// The number of promises of a kind, and of those that ended in each way.
  package struct Account: Hashable, Sendable {
    package var given = 0
    package var listed = 0
    package var passed = 0
    package var skipped = 0

    package static func + (one: Account, other: Account) -> Account {
      Account(
        given: one.given + other.given, listed: one.listed + other.listed,
        passed: one.passed + other.passed, skipped: one.skipped + other.skipped)
    }
  }

  private struct Promise: Hashable, Sendable {
    let kind: Kind
    let name: ExactName
  }

  private enum End: Sendable {
    case open, listed, passed
    /// `why` tells of the promise alone; nil if a sentence on several does.
    case skipped(why: Skipped?)
  }

  private var ends: [Promise: End] = [:]
  /// Items that were skipped as soon as they were seen, by kind.
  private var unnamed: [Kind: Int] = [:]
  /// The sentences on what was skipped so far.
  package private(set) var skipped: [Skipped] = []
  /// The number of snapshots that passed, by the path that was given.
  private(set) var passes: [String: Int] = [:]

  init() {}

  private mutating func end(_ kind: Kind, _ name: String, _ end: End) {
    ends[Promise(kind: kind, name: ExactName(name))] = end
  }

  /// Notes that something was promised, whatever becomes of it.
  mutating func give(_ kind: Kind, _ name: String) {
    let promise = Promise(kind: kind, name: ExactName(name))
    if ends[promise] == nil { ends[promise] = .open }
  }

  mutating func list(_ kind: Kind, _ name: String) { end(kind, name, .listed) }
  mutating func pass(_ kind: Kind, _ name: String) { end(kind, name, .passed) }

  /// Notes an actual that passed, by what its library says.
  ///
  /// - Parameter path: The path that was given.
  mutating func pass(file: String, below path: String) {
    pass(.file, file)
    passes[path, default: 0] += 1
  }

  /// Notes that a library says of all its tests that they passed.
  mutating func passAll(below path: String) { passes[path, default: 0] += 0 }

  /// Notes why something is no case. It counts unless a case shows it in the end.
  mutating func refuse(_ kind: Kind, _ name: String, _ why: Skipped) {
    let promise = Promise(kind: kind, name: ExactName(name))
    switch ends[promise] {
    case .listed?, .passed?: return
    case .open?, .skipped?, nil: ends[promise] = .skipped(why: why)
    }
  }

  /// Skips promises for one reason.
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

  /// Takes back a promise of what turned out to be something else.
  mutating func withdraw(_ kind: Kind, _ name: String) {
    ends[Promise(kind: kind, name: ExactName(name))] = nil
  }

  /// True if an actual passed, or a later try of its test counts.
  func hasPassed(_ file: String) -> Bool {
    if case .passed? = ends[Promise(kind: .file, name: ExactName(file))] { true } else { false }
  }

  mutating func add(_ other: Ledger) {
    ends.merge(other.ends) { first, _ in first }
    unnamed.merge(other.unnamed, uniquingKeysWith: +)
    passes.merge(other.passes, uniquingKeysWith: +)
    skipped += other.skipped
  }
}

extension Ledger {
  /// Ends every promise: in a case that shows the file, else as it was noted, else as skipped.
  mutating func close(showing cases: some Sequence<SnapshotCase>) {
    var shown = FileSet()
    for snapshot in cases {
      for file in snapshot.everyFile { shown.insert(file) }
    }
    var found: [Skipped] = []
    for (promise, end) in ends {
      let isFile = promise.kind == .file || promise.kind == .test
      if isFile, shown.contains(promise.name.text) {
        ends[promise] = .listed
        continue
      }
      switch end {
      case .open:
        ends[promise] = .skipped(why: nil)
        found.append(Skipped(promise.name.text, Self.unexplained))
      case .skipped(let why?):
        ends[promise] = .skipped(why: nil)
        found.append(why)
      case .listed, .passed, .skipped(nil): break
      }
    }
    skipped += found.sorted { ExactName($0.path) < ExactName($1.path) }
  }

  private static let unexplained =
    "named as a failure's file is, and in no case. Open it by itself, or say by --layout what it is."

  /// The promises of each kind, and how they ended.
  package var accounts: [Kind: Account] {
    var accounts = unnamed.mapValues { Account(given: $0, skipped: $0) }
    for (promise, end) in ends {
      accounts[promise.kind, default: Account()].given += 1
      switch end {
      case .open: break
      case .listed: accounts[promise.kind]?.listed += 1
      case .passed: accounts[promise.kind]?.passed += 1
      case .skipped: accounts[promise.kind]?.skipped += 1
      }
    }
    return accounts
  }

  /// True if every promise has ended.
  package var isBalanced: Bool {
    accounts.values.allSatisfy { $0.given == $0.listed + $0.passed + $0.skipped }
  }
}

extension SnapshotCase {
  /// The files that its run left or wrote, and those of earlier tries.
  fileprivate var everyFile: [String] {
    files + [vector].compactMap(\.self) + followUps.map(\.target.path) + (runs?.failures ?? [])
  }
}
