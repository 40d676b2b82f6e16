import Base
import Catalog
import DiffEngine
import Review

extension ReviewItem {
  /// The change of the case; nil if nothing changed or the change is not known.
  package var change: CaseChange? {
    .shown(reading.change(signature), in: snapshot)
  }
}

extension ReviewState {
  package var groups: [CaseGroup] { grouping.groups }

  /// True if the decisions in the list cover all cases.
  package var areCausesFound: Bool { grouping.areFound || items.isEmpty }

  /// The number of cases whose causes can be determined by now.
  var causesLookedFor: Int { items.count - present.awaited }

  /// The progress of finding causes: "211 of 500"; nil once all are found.
  package var causesFound: String? {
    guard !areCausesFound else { return nil }
    let done = Wording.grouped(causesLookedFor)
    return "\(done) of \(Wording.grouped(items.count))"
  }

  /// Returns the group of a case; nil if the case is alone or was split off.
  package func group(of index: Int) -> CaseGroup? {
    grouping.cause(of: index).flatMap { $0.items.count > 1 ? $0 : nil }
  }

  /// Returns cases of one cause, starting with those that stand out by the number and strength of
  /// their changed pixels.
  func leastAlikeFirst(_ places: [Int]) -> [Int] {
    Review.leastAlikeFirst(places) { place in
      let item = items[place]
      let deltaE = item.comparison(strategy(of: item))?.maxDeltaE
      return (Double(item.differing ?? 0), deltaE ?? 0, item.change?.place)
    }
  }

  /// Returns the ID by which commands refer to the cause of a case; empty if it is not known.
  func causeID(of index: Int) -> String { grouping.cause(of: index)?.name ?? "" }

  /// Returns a description of a case's change; nil if nothing changed or the change is not known.
  func causeText(_ index: Int) -> String? { items[index].change.map { printable($0.text) } }

  /// Returns a request for groups, from time to time while the cases become known.
  mutating func newGroupRequest() -> GroupRequest? {
    let ready = overview.ready
    return grouping.newNumber(ready: ready, of: items.count).map {
      GroupRequest(number: $0, items: items, ready: ready, following: grouping.following)
    }
  }

  /// The decisions that cover several cases of a cause, those with most cases first, each with the
  /// number of other cases decided in the same way, if there are any.
  package var decidedCauses: [(decision: Decision, count: Int, text: String)] {
    let causes = grouping.groups.flatMap { group in
      Decision.allCases.compactMap { decision -> (decision: Decision, count: Int, text: String)? in
        let count = group.items.count { items[$0].decision == decision }
        return count > 1 ? (decision, count, group.text) : nil
      }
    }.sorted { $0.count > $1.count }
    let others = Decision.allCases.compactMap { decision in
      let told = causes.reduce(0) { $0 + ($1.decision == decision ? $1.count : 0) }
      let rest = items.count { $0.decision == decision } - told
      let words = rest == 1 ? "a change of its own" : "each with a change of its own"
      return told > 0 && rest > 0 ? (decision, rest, words) : nil
    }
    return causes + others
  }

  /// Takes the case on screen out of its group, or puts it back.
  mutating func toggleSplit() {
    guard let current else { return }
    if grouping.splitOff.contains(selection) {
      grouping.splitOff.remove(selection)
      history.add(.joined(current.snapshot.id))
      message = Message(.news, "Back with its cause.")
    } else if group(of: selection) != nil {
      grouping.splitOff.insert(selection)
      history.add(.split(current.snapshot.id))
      message = Message(
        .news, "Split off: it is now decided on its own.",
        hint: "\(keyMap.key(.split)) puts it back.")
    } else {
      message = Message(.news, "No other case has this cause.")
    }
  }
}
