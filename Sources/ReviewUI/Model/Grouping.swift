import Catalog
import DiffEngine

/// Cases whose change is the same: one decision serves them all.
public struct CaseGroup: Hashable, Sendable {
  /// Indices of cases, ascending; two or more.
  public var items: [Int]
  /// Why each belongs to the first, in the same order.
  public var reasons: [String]
}

/// The groups of a review: as they were found, and what the reviewer has split off them.
struct Grouping: Sendable {
  private(set) var groups: [CaseGroup] = []
  /// Index into `groups` of each case that is in one.
  private var places: [Int: Int] = [:]
  /// How many decisions the groups save.
  private(set) var spared = 0
  private var found: [CaseGroup] = []
  var splitOff: Set<Int> = [] { didSet { adopt(found) } }
  /// Whether a change has become known that the groups do not have yet.
  var isStale = false
  /// Of the latest request; answers to others come too late.
  private(set) var number = 0

  /// No groups yet; requests are numbered on, so that older answers are known for what they are.
  init(after number: Int = 0, splitOff: Set<Int> = []) {
    (self.number, self.splitOff) = (number + 1, splitOff)
  }

  mutating func newNumber() -> Int {
    isStale = false
    number += 1
    return number
  }

  func group(of index: Int) -> CaseGroup? { places[index].map { groups[$0] } }

  /// The place of a case's group in `groups`.
  func number(of index: Int) -> Int? { places[index] }

  func areTogether(_ first: Int, _ second: Int) -> Bool {
    places[first].map { $0 == places[second] } ?? false
  }

  /// Takes over what was found; what is split off stands alone.
  mutating func adopt(_ found: [CaseGroup]) {
    self.found = found
    groups = found.compactMap { $0.without(splitOff) }
    places = [:]
    for (place, group) in groups.enumerated() {
      for item in group.items { places[item] = place }
    }
    spared = groups.reduce(0) { $0 + $1.items.count - 1 }
  }
}

extension CaseGroup {
  /// Nil where fewer than two are left.
  fileprivate func without(_ others: Set<Int>) -> CaseGroup? {
    guard !others.isEmpty, items.contains(where: others.contains) else { return self }
    let kept = zip(items, reasons).filter { !others.contains($0.0) }
    return kept.count > 1 ? CaseGroup(items: kept.map(\.0), reasons: kept.map(\.1)) : nil
  }
}

/// What is the same in two cases of a group.
enum CaseChange: Hashable, Sendable {
  case image(ChangeSignature)
  case text(TextDifference)
}

/// The cases, to be grouped by their changes where no key waits for it.
public struct GroupRequest: NumberedRequest {
  public let number: Int
  let items: CaseList

  /// Finds the groups.
  ///
  /// Strict where it matters: an extra region, other words, another kind of case is another change.
  public func groups() -> [CaseGroup] {
    let changes = items.map(\.change)
    let signatures = changes.map { change -> ChangeSignature? in
      if case .image(let signature) = change { signature } else { nil }
    }
    let images = DiffEngine.causes(of: signatures).all.filter { $0.members.count > 1 }.map {
      cause in
      CaseGroup(items: cause.members.map(\.index), reasons: cause.members.map(\.reason))
    }
    return images + textGroups(changes)
  }

  /// Texts in which the very same words went and came.
  private func textGroups(_ changes: [CaseChange?]) -> [CaseGroup] {
    var members: [[String]: [Int]] = [:]
    for (index, change) in changes.enumerated() {
      guard case .text(let difference) = change else { continue }
      members[difference.changedWords, default: []].append(index)
    }
    return members.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map {
      CaseGroup(
        items: $0, reasons: Array(repeating: "the same words changed", count: $0.count))
    }
  }
}

extension CaseChange {
  /// Why another change is the same; nil where it is not.
  fileprivate func reason(for other: Self) -> String? {
    switch (self, other) {
    case (.image(let first), .image(let second)): first.sharedCause(with: second)
    case (.text(let first), .text(let second)):
      first.changedWords == second.changedWords ? "the same words changed" : nil
    default: nil
    }
  }
}

extension ReviewItem {
  fileprivate var change: CaseChange? {
    switch reading {
    case .images: signature.flatMap { $0.isEmpty ? nil : .image($0) }
    case .texts(let facts):
      facts.difference.changedLines > 0 ? .text(facts.difference) : nil
    case .pending, .oneSided, .failed: nil
    }
  }
}

extension ReviewState {
  public var groups: [CaseGroup] { grouping.groups }

  /// The group of a case, unless it stands alone or was split off.
  public func group(of index: Int) -> CaseGroup? { grouping.group(of: index) }

  /// How many decisions the cases need when each group takes one.
  public var changeCount: Int { items.count - grouping.spared }

  /// Asks for groups once everything is known: groups that grow while one looks would be a
  /// nuisance.
  mutating func newGroupRequest() -> GroupRequest? {
    guard grouping.isStale, overview.awaited == 0 else { return nil }
    return GroupRequest(number: grouping.newNumber(), items: items)
  }

  /// The cases that are known to change as the selected one does, while the groups are not there
  /// yet.
  func knownGroup() -> CaseGroup? {
    guard groups.isEmpty else { return group(of: selection) }
    guard let own = current?.change, !grouping.splitOff.contains(selection) else { return nil }
    let alike = items.indices.compactMap { index -> (Int, String)? in
      guard !grouping.splitOff.contains(index), let change = items[index].change else {
        return nil
      }
      return own.reason(for: change).map { (index, $0) }
    }
    return alike.count > 1 ? CaseGroup(items: alike.map(\.0), reasons: alike.map(\.1)) : nil
  }

  /// Takes the case on screen out of its group, or puts it back.
  mutating func toggleSplit() {
    guard let current else { return }
    if grouping.splitOff.contains(selection) {
      grouping.splitOff.remove(selection)
      history.add(.joined(current.snapshot.id))
      message = Message(.news, "Back in its group.")
    } else if group(of: selection) != nil {
      grouping.splitOff.insert(selection)
      history.add(.split(current.snapshot.id))
      message = Message(
        .news, "Split off: it is now decided on its own.",
        hint: "\(keyMap.key(.split)) puts it back.")
    } else {
      message = Message(.news, "This case is not in a group.")
    }
  }
}

extension TextDifference {
  /// What went and what came, in order, without the words around it.
  fileprivate var changedWords: [String] {
    lines.filter { $0.kind != .same }.flatMap { line in
      line.pieces.filter(\.changed).map { "\(line.kind.rawValue) \($0.text)" }
    }
  }
}
