#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps of a store, replayed from its journal. Pure.
struct History {
  struct Item {
    var step: Step
    var entry: DecisionEntry
    var file: FileChange?
  }

  private(set) var items: [Item] = []
  /// Undone steps that can be done again, the next one last.
  private(set) var undone: [Int] = []
  private(set) var lastID = 0
  private var positions: [Int: Int] = [:]
  private var byCase: [String: [Int]] = [:]

  var steps: [Step] { items.map(\.step) }

  /// Takes in an operation that is complete.
  mutating func apply(_ entry: JournalEntry, storeRoot: String) {
    lastID = max(lastID, entry.id)
    switch entry.action {
    case .decide: add(entry, storeRoot: storeRoot)
    case .undo: setUndone(entry.of, true)
    case .redo: setUndone(entry.of, false)
    case nil: break
    }
  }

  /// Keeps a number from being given twice although its operation was dropped.
  mutating func skip(_ id: Int) { lastID = max(lastID, id) }

  private mutating func add(_ entry: JournalEntry, storeRoot: String) {
    guard let decision = entry.decision else { return }
    let untouched = decision.files.baseline?.hash
    let step = Step(
      id: entry.id, caseID: decision.caseID, decision: decision.decision, note: decision.note,
      batch: decision.batch, date: Date(timeIntervalSince1970: entry.at ?? 0),
      baseline: decision.baseline.map { Paths.resolve($0, from: storeRoot) },
      before: entry.file.map(\.before) ?? untouched, after: entry.file.map(\.after) ?? untouched)
    positions[entry.id] = items.count
    byCase[decision.caseID, default: []].append(items.count)
    items.append(Item(step: step, entry: decision, file: entry.file))
    // What was undone before a new decision cannot be done again after it.
    undone.removeAll()
  }

  private mutating func setUndone(_ id: Int?, _ isUndone: Bool) {
    guard let id, let position = positions[id] else { return }
    items[position].step.isUndone = isUndone
    undone.removeAll { $0 == id }
    if isUndone { undone.append(id) }
  }

  /// The decision that holds for a case now.
  func current(_ caseID: String) -> Item? {
    byCase[caseID]?.last { !items[$0].step.isUndone }.map { items[$0] }
  }

  func item(_ id: Int) -> Item? { positions[id].map { items[$0] } }

  /// The latest step that still holds, but for some.
  func lastStanding(except passed: Set<Int>) -> Item? {
    items.last { !$0.step.isUndone && !passed.contains($0.step.id) }
  }
}
