import Essentials

/// What taking over other people's decisions did, or would do.
package struct AdoptionReport: Sendable {
  package internal(set) var steps: [Step] = []
  /// Steps that were left out: on cases that are not here, on files that are not their baselines.
  package internal(set) var refused = 0
}

/// Turns a journal that someone else wrote into one of our own.
///
/// Only decisions on cases that the catalogue has are taken over, and of their file changes only
/// those of the cases' own baselines. Temporary files and folders that a step names are left out:
/// another's journal must not make us delete anything.
struct Adoption {
  private let root: String
  private let cases: [String: SnapshotCase]
  private let place: (String) -> String?
  private let now = Date().timeIntervalSince1970
  private var lastID: Int
  /// Their numbers and ours.
  private var ids: [Int: Int] = [:]
  private var changed: [Int: String] = [:]
  private(set) var entries: [JournalEntry] = []
  private(set) var refused = 0

  /// - Parameters:
  ///   - lastID: The last number that is taken.
  ///   - place: The real path of a baseline; nil where none may be written there.
  init(
    root: String, cases: [SnapshotCase], lastID: Int, place: @escaping (String) -> String?
  ) {
    self.root = root
    self.lastID = lastID
    self.place = place
    var known: [String: SnapshotCase] = [:]
    for snapshot in cases { known[snapshot.id] = snapshot }
    for snapshot in cases { known[snapshot.key] = snapshot }
    self.cases = known
  }

  mutating func take(_ line: JournalLine) {
    switch line {
    case .ours(let entry): entries.append(entry)
    case .foreign(let entry):
      if let own = translated(entry) {
        entries.append(own)
      } else if entry.event == .begin {
        refused += 1
      }
    case .newer, .damaged: break
    }
  }

  private mutating func translated(_ entry: JournalEntry) -> JournalEntry? {
    guard entry.event == .begin else {
      guard let id = ids[entry.id] else { return nil }
      var own = JournalEntry(entry.event, id: id)
      own.files = entry.files?.withoutStamps
      return own
    }
    guard ids[entry.id] == nil, let action = entry.action else { return nil }
    lastID += 1
    var own = JournalEntry(.begin, id: lastID)
    own.action = action
    own.at = min(entry.at ?? 0, now)
    guard action == .decide ? decide(entry, &own) : move(entry, &own) else { return nil }
    ids[entry.id] = own.id
    return own
  }

  private mutating func decide(_ entry: JournalEntry, _ own: inout JournalEntry) -> Bool {
    guard var decision = entry.decision, let snapshot = cases[decision.subject] else {
      return false
    }
    let baseline = snapshot.baseline.flatMap { place($0.path) }
    if let change = entry.file {
      guard let baseline, let file = translated(change, of: baseline) else { return false }
      own.file = file
      changed[own.id] = baseline
    }
    decision.key = snapshot.key
    decision.caseID = snapshot.id
    decision.files = decision.files.withoutStamps
    decision.baseline = baseline.map { Paths.relative($0, from: root) }
    decision.kept?.folders = []
    own.decision = decision
    return true
  }

  private func move(_ entry: JournalEntry, _ own: inout JournalEntry) -> Bool {
    guard let step = entry.of.flatMap({ ids[$0] }) else { return false }
    own.of = step
    guard let change = entry.file else { return true }
    guard let baseline = changed[step], let file = translated(change, of: baseline) else {
      return false
    }
    own.file = file
    return true
  }

  private func translated(_ change: FileChange, of baseline: String) -> FileChange? {
    guard place(Paths.resolve(change.path, from: root)) == baseline else { return nil }
    return FileChange(
      path: Paths.relative(baseline, from: root), before: change.before, after: change.after)
  }
}

extension FolderStore {
  /// Takes over the decisions that others have recorded here.
  ///
  /// - Parameter isTrial: Writes nothing.
  mutating func adopt(
    for cases: [SnapshotCase], isTrial: Bool
  ) throws(StoreError) -> AdoptionReport {
    guard !foreign.items.isEmpty else { return AdoptionReport() }
    if !isTrial { try claim() }
    do throws(SystemError) {
      let contents = try JournalContents(
        reading: folder.journal, author: context.access.author, on: disk)
      let (disk, roots) = (disk, context.writableRoots)
      var adoption = Adoption(root: root, cases: cases, lastID: history.lastID) { path in
        try? BaselineFile(path, within: roots, on: disk).path
      }
      for line in contents.inOrder { adoption.take(line) }
      let before = history.lastID
      var result = History(root: root)
      _ = result.replay(adoption.entries)
      if !isTrial { try replaceJournal(adoption.entries) }
      return AdoptionReport(
        steps: result.steps.filter { $0.id > before && !$0.isUndone }, refused: adoption.refused)
    } catch {
      throw .cannotKeep(folder.path, error)
    }
  }

  /// Puts another journal in the place of the one that is there.
  private mutating func replaceJournal(_ entries: [JournalEntry]) throws(SystemError) {
    guard case .deciding(let author) = context.access else { return }
    let lines = try entries.map { (entry) throws(SystemError) in
      try JournalLine.bytes(entry, by: author)
    }
    try disk.replace(folder.journal, by: lines, through: folder.journal + ".tmp")
    try disk.syncFolder(folder.path)
    let contents = try JournalContents(reading: folder.journal, author: author, on: disk)
    let journal = Journal(path: folder.journal, disk: disk, author: author, contents: contents)
    hold?.journal.close()
    hold?.journal = journal
    take(contents)
    settleAll()
  }
}
