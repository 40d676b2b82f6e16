import Catalog
import DiffEngine

/// Cases whose change is the same: one decision serves them all.
public struct CaseGroup: Hashable, Sendable {
  /// Indices of cases, ascending; two or more.
  public var items: [Int]
  /// Why each belongs to the first, in the same order.
  public var reasons: [String]
}

extension ReviewState {
  /// The group of a case, unless it stands alone or was split off.
  public func group(of index: Int) -> CaseGroup? {
    groupIndex[index].map { groups[$0] }
  }

  /// How many decisions the cases need when each group takes one.
  public var changeCount: Int {
    items.count - groups.reduce(0) { $0 + $1.items.count - 1 }
  }

  /// Groups once everything is known: groups that grow while one looks would be a nuisance.
  mutating func regroupWhenComplete() {
    let isComplete = items.allSatisfy { item in
      if case .images = item.reading { item.signature != nil } else { item.isMeasured }
    }
    if isComplete { regroup() }
  }

  /// Finds the groups anew from what has been measured.
  ///
  /// Strict where it matters: an extra region, other words, another kind of case is another
  /// change. What the reviewer split off stays out.
  mutating func regroup() {
    let signatures = items.indices.map { index -> ChangeSignature? in
      guard let signature = items[index].signature, !splitOff.contains(index), !signature.isEmpty
      else { return nil }
      return signature
    }
    groups = DiffEngine.groups(of: signatures).map { group in
      CaseGroup(
        items: group.members.map(\.index), reasons: group.members.map(\.reason.reason))
    }
    groups += textGroups()
    groupIndex = [:]
    for (place, group) in groups.enumerated() {
      for item in group.items { groupIndex[item] = place }
    }
  }

  /// Texts in which the very same words went and came.
  private func textGroups() -> [CaseGroup] {
    var members: [[String]: [Int]] = [:]
    for index in items.indices where !splitOff.contains(index) {
      guard case .texts(let facts) = items[index].reading, facts.difference.changedLines > 0
      else { continue }
      members[facts.difference.changedWords, default: []].append(index)
    }
    return members.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map {
      CaseGroup(
        items: $0, reasons: Array(repeating: "the same words changed", count: $0.count))
    }
  }

  /// Takes the case on screen out of its group, or puts it back.
  mutating func toggleSplit() {
    guard let current else { return }
    if splitOff.remove(selection) == nil {
      guard group(of: selection) != nil else {
        message = Message(.news, "This case is in no group.")
        return
      }
      splitOff.insert(selection)
      timeline.add(.split(current.snapshot.id))
      message = Message(
        .news, "Split off: it is decided by itself now.",
        hint: "\(keyMap.key(.split)) puts it back.")
    } else {
      timeline.add(.joined(current.snapshot.id))
      message = Message(.news, "Back where it belongs.")
    }
    regroup()
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
