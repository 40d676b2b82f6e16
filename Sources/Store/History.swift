import Base

/// The steps of a store, replayed from its journal. Performs no I/O.
struct History {
  struct Item {
    var step: Step
    var entry: DecisionEntry
    var file: FileChange?
  }

  struct Undone {
    var id: Int
    var at: Double
  }

  /// The folder that the journal's paths are relative to.
  let root: String
  private(set) var items: [Item] = []
  /// Undone steps that can be redone, the next one last.
  private(set) var undone: [Undone] = []
  private(set) var lastID = 0
  /// The time of the latest decision.
  private(set) var lastDecision = -Double.infinity
  private var seen: Set<Int> = []
  private var positions: [Int: Int] = [:]
  private var bySubject: [String: [Int]] = [:]

  init(root: String) { self.root = root }

  var steps: [Step] { items.map(\.step) }

  /// Replays entries.
  ///
  /// - Returns: Entries that were begun but not ended.
  mutating func replay(_ entries: [JournalEntry]) -> [JournalEntry] {
    var open: [JournalEntry] = []
    for entry in entries {
      switch entry.event {
      case .begin where entry.file == nil: apply(entry)
      case .begin:
        if !seen.contains(entry.id), !open.contains(where: { $0.id == entry.id }) {
          open.append(entry)
        }
      case .done:
        if let index = open.firstIndex(where: { $0.id == entry.id }) {
          var begun = open.remove(at: index)
          if let files = entry.files { begun.decision?.files = files }
          apply(begun)
        }
      case .dropped:
        open.removeAll { $0.id == entry.id }
        skip(entry.id)
      }
    }
    return open
  }

  /// Adds a completed operation; adding it twice has no effect.
  mutating func apply(_ entry: JournalEntry) {
    guard seen.insert(entry.id).inserted else { return }
    lastID = max(lastID, entry.id)
    switch entry.action {
    case .decide: add(entry)
    case .undo: setUndone(entry.of, at: entry.at ?? 0)
    case .redo: setUndone(entry.of, at: nil)
    case nil: break
    }
  }

  /// Records that an operation was dropped.
  mutating func skip(_ id: Int) {
    seen.insert(id)
    reserve(id)
  }

  /// Reserves a number, so that no other operation gets it.
  mutating func reserve(_ id: Int) { lastID = max(lastID, id) }

  private mutating func add(_ entry: JournalEntry) {
    guard let decision = entry.decision else { return }
    let at = entry.at ?? 0
    let untouched = decision.files.baseline?.hash
    let step = Step(
      id: entry.id, at: at, home: root, failures: Paths.resolve(decision.failures, from: root),
      source: decision.source, caseKey: decision.key, caseID: decision.caseID,
      decision: decision.decision, note: decision.note, batch: decision.batch,
      baseline: (entry.file?.path ?? decision.baseline).map { Paths.resolve($0, from: root) },
      before: entry.file.map(\.before) ?? untouched, after: entry.file.map(\.after) ?? untouched)
    positions[entry.id] = items.count
    for subject in decision.subjects { bySubject[subject, default: []].append(items.count) }
    items.append(Item(step: step, entry: decision, file: entry.file))
    lastDecision = max(lastDecision, at)
    // A new decision ends the chance to redo what was undone before it.
    undone.removeAll()
  }

  /// - Parameter at: The time of the undo; nil if the step was redone.
  private mutating func setUndone(_ id: Int?, at: Double?) {
    guard let id, let position = positions[id] else { return }
    items[position].step.isUndone = at != nil
    undone.removeAll { $0.id == id }
    if let at { undone.append(Undone(id: id, at: at)) }
  }

  /// The decisions on a case from all runs, the latest first, including undone ones.
  func items(on subjects: [String]) -> [Item] {
    Set(subjects.flatMap { bySubject[$0] ?? [] }).sorted(by: >).map { items[$0] }
  }

  /// The current decision on a case with exactly these bytes.
  func standing(on subjects: [String], failure: String?) -> DecisionEntry? {
    items(on: subjects).first { !$0.step.isUndone && $0.entry.failure == failure }?.entry
  }

  /// The hashes that steps have written to each baseline, or restored when undone.
  var writtenBaselines: [String: Set<String>] {
    var written: [String: Set<String>] = [:]
    for step in items.lazy.map(\.step) where step.changesBaseline {
      guard let path = step.baseline else { continue }
      written[path, default: []].formUnion([step.before, step.after].compactMap(\.self))
    }
    return written
  }

  /// Seconds without a decision that end a session.
  static let pause = 3600.0

  var newestSession: ArraySlice<Item> {
    let first = items.indices.dropFirst().last {
      items[$0].step.at - items[$0 - 1].step.at > Self.pause
    }
    return items[(first ?? 0)...]
  }

  func item(_ id: Int) -> Item? { positions[id].map { items[$0] } }
}
