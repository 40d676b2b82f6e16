import Base
import Catalog
import Changes
import Review

/// A request to group the cases by their changes in the background.
package struct GroupRequest: NumberedRequest {
  package let number: Int
  package let items: CaseList
  /// The number of cases, from the first on, whose changes are all known; the rest are left out.
  let ready: Int
  /// The cases that followed from accepted changes when the request was made.
  let following: Set<Int>

  /// True if the request is about all cases.
  package var isWhole: Bool { ready == items.count }

  package func groups() -> FoundGroups {
    var finder = CaseCauseFinder()
    var groups = CaseGroups()
    var causes: [Int: Int] = [:]
    for (index, item) in items.prefix(ready).enumerated() {
      guard let change = item.change else { continue }
      let cause = finder.add(change)
      groups.add(index, change, cause)
      causes[index] = cause.id
    }
    var found = FoundGroups(groups: groups.inWords, ready: ready)
    for place in found.groups.indices {
      found.groups[place].suiteLabels = items.names.suiteLabels(of: found.groups[place].items)
    }
    found.families = finder.families
    let following = newFollowing(causes)
    if !following.isEmpty {
      found.following = CaseGroup(following: following)
      found.following?.suiteLabels = items.names.suiteLabels(of: following)
    }
    return found
  }

  /// Returns the cases whose every change was accepted in cases of other causes, if they are
  /// undecided or were accepted as such.
  ///
  /// - Parameter causes: The cause of each case that changed.
  private func newFollowing(_ causes: [Int: Int]) -> [Int] {
    var accepted: [Int: [KindTally]] = [:]
    for (index, cause) in causes
    where items[index].decision == .accepted && !following.contains(index) {
      guard case .image(let signature) = items[index].change else { continue }
      for tally in signature.change.tallies
      where !accepted[cause, default: []].contains(where: tally.isLike) {
        accepted[cause, default: []].append(tally)
      }
    }
    guard !accepted.isEmpty else { return [] }
    let all = accepted.values.flatMap(\.self)
    return causes.keys.sorted().filter { index in
      let decision = items[index].decision
      guard decision == nil || decision == .accepted && following.contains(index),
        case .image(let signature) = items[index].change
      else { return false }
      let isOwn = causes[index].map { accepted[$0] != nil } ?? false
      let known = isOwn ? accepted.filter { $0.key != causes[index] }.flatMap(\.value) : all
      return signature.change.isCovered(by: known)
    }
  }
}
