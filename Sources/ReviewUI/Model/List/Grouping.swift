import Base
import Catalog
import DiffEngine
import Review

/// The groups and families found among a review's cases.
package struct FoundGroups: Hashable, Sendable {
  /// The groups, numbered from 1 in their order. Every case that changed is in one, alone or with
  /// others.
  package var groups: [CaseGroup]
  /// Causes that look alike, whose cases should be reviewed together but one by one.
  package var families: [CauseFamily]
  /// Cases that hold nothing but what was accepted in cases of other causes; not yet numbered.
  var following: CaseGroup?

  package init(groups: [CaseGroup] = [], families: [CauseFamily] = []) {
    (self.groups, self.families) = (groups, families)
  }
}

/// The causes of a review as they were found, with the cases that the reviewer has split off.
struct Grouping: Sendable {
  /// All causes, including those of a single case.
  private(set) var causes: [CaseGroup] = []
  private(set) var families: [CauseFamily] = []
  /// The causes as a list shows them.
  private(set) var sorted: [CaseGroup] = []
  /// Index into `causes` of each case that changed.
  private var places: [Int: Int] = [:]
  /// Index into `causes` of each number.
  private var numbered: [Int: Int] = [:]
  /// Index into `families` of each cause that is in one, by its number.
  private var familyPlaces: [Int: Int] = [:]
  /// True if a cause has several cases.
  private(set) var joinsCases = false
  /// A number that changes with the causes.
  private(set) var edition = 0
  /// The number of cases that were known when the causes were asked for last.
  private var known = 0
  private var found = FoundGroups()
  var splitOff: Set<Int> = [] { didSet { adopt(found) } }
  /// Cases that follow from what was accepted, in a group of their own.
  var following: Set<Int> { Set(found.following?.items ?? []) }
  /// True if a change is known that the groups do not include yet.
  var isStale = false
  /// The number of the latest request; answers to earlier ones are dropped.
  private(set) var number = 0

  /// Creates an empty grouping. Request numbers continue, so that older answers can be recognised.
  init(after number: Int = 0, splitOff: Set<Int> = []) {
    (self.number, self.splitOff) = (number + 1, splitOff)
  }

  /// Returns the number of a new request; nil if it is too early for one.
  ///
  /// The causes are found when 50 cases are known, when those are twice as many, and so on: to
  /// begin anew with each case would take a square of the time.
  mutating func newNumber(known: Int, of count: Int) -> Int? {
    guard isStale, known == count || known >= max(50, 2 * self.known) else { return nil }
    isStale = false
    self.known = known
    number += 1
    return number
  }

  /// The cause of a case; nil where nothing changed or it is not known yet.
  func cause(of index: Int) -> CaseGroup? { places[index].map { causes[$0] } }

  func cause(numbered id: Int) -> CaseGroup? { numbered[id].map { causes[$0] } }

  /// The index into `families` of a cause.
  func family(of cause: CaseGroup) -> Int? { familyPlaces[cause.id] }

  /// Returns all cases of a family, ascending.
  func items(ofFamily family: Int) -> [Int] {
    families[family].causes.compactMap { cause(numbered: $0) }.flatMap(\.items).sorted()
  }

  /// Returns cases of a family with those first whose cause is furthest off the others, the rest in
  /// their order; and how many stand out.
  func worstFirst(_ items: [Int], inFamily family: Int) -> (items: [Int], standingOut: Int) {
    let looks = families[family].looks
    let ranks = Dictionary(
      looks.enumerated().map { ($0.element.cause, $0.offset) }, uniquingKeysWith: min)
    let places = items.map { item in cause(of: item).flatMap { ranks[$0.id] } ?? .max }
    let sorted = items.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { items[$0] }
    let standing = looks.count(where: \.standsOut)
    return (sorted, places.count { $0 < standing })
  }

  /// The causes of more than one case.
  var groups: [CaseGroup] { causes.filter { $0.items.count > 1 } }

  func areTogether(_ first: Int, _ second: Int) -> Bool {
    places[first].map { $0 == places[second] && causes[$0].items.count > 1 } ?? false
  }

  /// Adopts the groups that were found; cases that were split off stand alone.
  mutating func adopt(_ found: FoundGroups) {
    self.found = found
    edition += 1
    families = found.families
    causes = found.groups.flatMap { $0.parted(from: splitOff) }
    if let following = found.following?.without(splitOff) {
      causes = causes.compactMap { $0.without(Set(following.items)) } + [following]
    }
    var last = found.groups.count
    (places, numbered, familyPlaces) = ([:], [:], families.places)
    for place in causes.indices {
      if causes[place].id == 0 {
        last += 1
        causes[place].id = last
      }
      numbered[causes[place].id] = place
      for item in causes[place].items { places[item] = place }
    }
    joinsCases = causes.contains { $0.items.count > 1 }
    sorted = causes.inCauseOrder(families)
  }
}

extension CaseGroup {
  /// What is said of cases that follow from decisions on others.
  static let followingWords = "nothing but what you accepted"

  /// The group of such cases, not yet numbered.
  fileprivate init(following items: [Int]) {
    let reason = "all of it accepted in other cases"
    self.init(
      id: 0, text: Self.followingWords, isNoise: false, items: items,
      reasons: [String](repeating: reason, count: items.count))
  }

  /// Returns the group without some cases, and each of those in a group of its own, not yet
  /// numbered.
  fileprivate func parted(from others: Set<Int>) -> [CaseGroup] {
    guard items.count > 1, items.contains(where: others.contains) else { return [self] }
    let alone = items.filter(others.contains).map {
      CaseGroup(id: 0, text: text, isNoise: isNoise, items: [$0], reasons: ["split off"])
    }
    return [without(others)].compactMap(\.self) + alone
  }
}

/// The cases, to be grouped by their changes in the background.
package struct GroupRequest: NumberedRequest {
  package let number: Int
  let items: CaseList
  /// The cases that followed from what was accepted when this was asked.
  let following: Set<Int>

  /// Finds the groups.
  package func groups() -> FoundGroups {
    var finder = CaseCauseFinder()
    var groups = CaseGroups()
    var causes: [Int: Int] = [:]
    for (index, item) in items.enumerated() {
      guard let change = item.change else { continue }
      let cause = finder.add(change, of: item.snapshot)
      groups.add(index, change, cause)
      causes[index] = cause.id
    }
    var found = FoundGroups(groups: groups.inWords)
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

  /// The cases, not decided yet or decided as such, of which every change was accepted in a case of
  /// another cause.
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

extension ReviewItem {
  /// The change of the case; nil if nothing changed or the change is not known.
  package var change: CaseChange? {
    .shown(reading.change(signature), in: snapshot)
  }
}

extension ReviewState {
  /// The causes of more than one case.
  package var groups: [CaseGroup] { grouping.groups }

  /// The group of a case, unless it stands alone or was split off.
  package func group(of index: Int) -> CaseGroup? {
    grouping.cause(of: index).flatMap { $0.items.count > 1 ? $0 : nil }
  }

  /// Returns what `Overview.decisions` keeps.
  package func countedDecisions() -> (count: Int, made: Int) {
    let standings = overview.standings
    var isInCause = [Bool](repeating: false, count: items.count)
    var (count, made) = (0, 0)
    func add(_ places: [Int]) {
      let open = places.filter { !standings[$0].isAside }
      if !open.isEmpty { count += 1 }
      if !open.isEmpty, open.allSatisfy({ standings[$0].decision != nil }) { made += 1 }
    }
    for cause in grouping.causes {
      add(cause.items)
      for item in cause.items { isInCause[item] = true }
    }
    for place in items.indices where !isInCause[place] { add([place]) }
    return (count, made)
  }

  /// Returns cases of one cause with those first that stand out by the number and the strength of
  /// their changed pixels.
  func leastAlikeFirst(_ places: [Int]) -> [Int] {
    Review.leastAlikeFirst(places) { place in
      let item = items[place]
      let deltaE = item.comparison(strategy(of: item))?.maxDeltaE
      return (Double(item.differing ?? 0), deltaE ?? 0)
    }
  }

  /// Returns a description of a case's change; nil if nothing changed or the change is not known.
  func causeText(_ index: Int) -> String? { items[index].change.map { printable($0.text) } }

  /// Returns a request for groups, now and then while the cases become known.
  mutating func newGroupRequest() -> GroupRequest? {
    grouping.newNumber(known: items.count - overview.awaited, of: items.count)
      .map { GroupRequest(number: $0, items: items, following: grouping.following) }
  }

  /// The decisions made on more than one case of a cause, the largest number first.
  package var decidedCauses: [(decision: Decision, count: Int, text: String)] {
    grouping.groups.flatMap { group in
      Decision.allCases.compactMap { decision in
        let count = group.items.count { items[$0].decision == decision }
        return count > 1 ? (decision, count, group.text) : nil
      }
    }.sorted { $0.count > $1.count }
  }

  /// The cases that are known to change as the selected one does, while the groups are not there
  /// yet.
  func knownGroup() -> CaseGroup? {
    guard grouping.causes.isEmpty else { return group(of: selection) }
    guard let own = current?.change, !grouping.splitOff.contains(selection) else { return nil }
    var group = CaseGroup(id: 0, text: "", isNoise: own.isNoise)
    var words = CaseCauseWords(own)
    for index in items.indices where !grouping.splitOff.contains(index) {
      guard let change = items[index].change, let reason = own.sharedCause(with: change) else {
        continue
      }
      group.items.append(index)
      group.reasons.append(reason)
      words.add(change)
    }
    group.text = words.text
    return group.items.count > 1 ? group : nil
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
