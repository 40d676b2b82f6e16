import Base

/// The steps of a store, replayed from its journal. Pure.
struct History {
  struct Item {
    var step: Step
    var entry: DecisionEntry
    var file: FileChange?
    /// The time of the step, in seconds since 1970.
    var at: Double
  }

  /// An undone step, and when it was undone.
  struct Undone {
    var id: Int
    var at: Double
  }

  /// The failures' root.
  let root: String
  private(set) var items: [Item] = []
  /// Undone steps that can be redone, the next one last.
  private(set) var undone: [Undone] = []
  private(set) var lastID = 0
  /// The time of the latest decision.
  private(set) var lastDecision = -Double.infinity
  private var seen: Set<Int> = []
  private var positions: [Int: Int] = [:]
  private var byCase: [String: [Int]] = [:]

  init(root: String) { self.root = root }

  var steps: [Step] { items.map(\.step) }

  /// Replays entries.
  ///
  /// - Returns: Those that were begun and not ended.
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

  /// Takes in an operation that is complete; one that was taken in before changes nothing.
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

  /// Takes note of an operation that was dropped.
  mutating func skip(_ id: Int) {
    seen.insert(id)
    reserve(id)
  }

  /// Keeps a number from being given to another operation.
  mutating func reserve(_ id: Int) { lastID = max(lastID, id) }

  private mutating func add(_ entry: JournalEntry) {
    guard let decision = entry.decision else { return }
    let at = entry.at ?? 0
    let untouched = decision.files.baseline?.hash
    let step = Step(
      id: entry.id, failures: root, caseKey: decision.subject, caseID: decision.caseID,
      decision: decision.decision, note: decision.note, batch: decision.batch,
      baseline: (entry.file?.path ?? decision.baseline).map { Paths.resolve($0, from: root) },
      before: entry.file.map(\.before) ?? untouched, after: entry.file.map(\.after) ?? untouched)
    positions[entry.id] = items.count
    byCase[decision.subject, default: []].append(items.count)
    items.append(Item(step: step, entry: decision, file: entry.file, at: at))
    lastDecision = max(lastDecision, at)
    // Steps that were undone before a new decision cannot be redone after it.
    undone.removeAll()
  }

  /// - Parameter at: The time of the undo; nil if the step was redone.
  private mutating func setUndone(_ id: Int?, at: Double?) {
    guard let id, let position = positions[id] else { return }
    items[position].step.isUndone = at != nil
    undone.removeAll { $0.id == id }
    if let at { undone.append(Undone(id: id, at: at)) }
  }

  /// The decision that holds for a case now.
  func current(_ subject: String) -> Item? {
    byCase[subject]?.last { !items[$0].step.isUndone }.map { items[$0] }
  }

  /// The latest decision on a case if it and all before it were undone.
  func withdrawn(_ subject: String) -> Item? {
    current(subject) == nil ? byCase[subject]?.last.map { items[$0] } : nil
  }

  /// The cases with a decision that stands.
  var decided: [String] { byCase.keys.filter { current($0) != nil } }

  /// The hashes that steps have written to each baseline, or restored when undone.
  var writtenBaselines: [String: Set<String>] {
    var written: [String: Set<String>] = [:]
    for step in items.lazy.map(\.step) where step.changesBaseline {
      guard let path = step.baseline else { continue }
      written[path, default: []].formUnion([step.before, step.after].compactMap(\.self))
    }
    return written
  }

  func item(_ id: Int) -> Item? { positions[id].map { items[$0] } }
}
