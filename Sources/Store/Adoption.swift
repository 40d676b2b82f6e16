import Base
import Essentials
import Host

/// The result of adopting other people's decisions, or of a dry run.
package struct AdoptionReport: Sendable {
  package internal(set) var steps: [Step] = []
  /// Steps that were left out: on cases that are not here, on files that are not their baselines.
  package internal(set) var refused = 0
}

/// Turns a journal that someone else wrote into one of our own.
///
/// Decisions are taken over, never bytes: what another's store keeps has not lain in a baseline on
/// this machine, so undoing an adopted step withdraws the decision and leaves every file alone. A
/// step that changed another file than its case's baseline, or was not completed, is left out.
struct Adoption {
  private let root: String
  private let cases: [String: StoredCase]
  private let place: (String) -> String?
  private let now = Date().timeIntervalSince1970
  private var lastID: Int
  /// Their numbers and ours.
  private var ids: [Int: Int] = [:]
  /// Steps whose change of a file is not known to be complete.
  private var begun: [Int: JournalEntry] = [:]
  private(set) var entries: [JournalEntry] = []
  private(set) var refused = 0

  /// - Parameters:
  ///   - lastID: The last number that is taken.
  ///   - place: The real path of a baseline; nil where none may be written there.
  init(root: String, cases: [StoredCase], lastID: Int, place: @escaping (String) -> String?) {
    self.root = root
    self.lastID = lastID
    self.place = place
    var known: [String: StoredCase] = [:]
    for snapshot in cases { known[snapshot.id] = snapshot }
    for snapshot in cases { known[snapshot.key] = snapshot }
    self.cases = known
  }

  mutating func take(_ line: JournalLine) {
    switch line {
    case .ours(let entry): entries.append(entry)
    case .foreign(let entry):
      guard let step = completed(entry) else { return }
      if let own = translated(step) { entries.append(own) } else { refused += 1 }
    case .newer, .damaged: break
    }
  }

  /// A step once it is complete: one that changes no file is so at once.
  private mutating func completed(_ entry: JournalEntry) -> JournalEntry? {
    switch entry.event {
    case .begin where entry.file == nil: return entry
    case .begin:
      if begun[entry.id] == nil, ids[entry.id] == nil { begun[entry.id] = entry }
      return nil
    case .done:
      var step = begun.removeValue(forKey: entry.id)
      if let files = entry.files { step?.decision?.files = files }
      return step
    case .dropped:
      begun[entry.id] = nil
      return nil
    }
  }

  private mutating func translated(_ entry: JournalEntry) -> JournalEntry? {
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
      guard let baseline, place(Paths.resolve(change.path, from: root)) == baseline else {
        return false
      }
    }
    decision.key = snapshot.key
    decision.caseID = snapshot.id
    decision.files = decision.files.withoutStamps
    decision.baseline = baseline.map { Paths.relative($0, from: root) }
    decision.kept = nil
    own.decision = decision
    return true
  }

  private func move(_ entry: JournalEntry, _ own: inout JournalEntry) -> Bool {
    guard let step = entry.of.flatMap({ ids[$0] }) else { return false }
    own.of = step
    return true
  }
}

extension FolderStore {
  /// Takes over the decisions that others have recorded here.
  ///
  /// - Parameter isTrial: Writes nothing.
  mutating func adopt(for cases: [StoredCase], isTrial: Bool) throws(StoreError) -> AdoptionReport {
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
    try disk.replace(folder.journal, by: Array(lines.joined()), through: folder.journal + ".tmp")
    try disk.syncFolder(folder.path)
    let contents = try JournalContents(reading: folder.journal, author: author, on: disk)
    let journal = Journal(path: folder.journal, disk: disk, author: author, contents: contents)
    hold?.journal.close()
    hold?.journal = journal
    take(contents)
    settleAll()
  }
}
