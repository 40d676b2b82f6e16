import Changes
import Review

/// The groups and families found among a review's cases.
package struct FoundGroups: Hashable, Sendable {
  /// The groups, numbered from 1 in their order. Every changed case is in one, alone or with
  /// others.
  package var groups: [CaseGroup]
  /// Causes that look alike, whose cases should be reviewed together but one by one.
  package var families: [CauseFamily]
  /// Cases that contain only changes accepted in cases of other causes; not yet numbered.
  var following: CaseGroup?
  /// The number of cases that were examined, from the first on.
  package let ready: Int

  package init(groups: [CaseGroup] = [], families: [CauseFamily] = [], ready: Int = 0) {
    (self.groups, self.families, self.ready) = (groups, families, ready)
  }
}

/// The causes found in a review, with the cases that the reviewer has split off.
struct Grouping: Sendable {
  /// All causes, including those of a single case.
  private(set) var causes: [CaseGroup] = []
  private(set) var families: [CauseFamily] = []
  /// The causes of each decision in the list; the decision on a family has several.
  private(set) var decisions: [[CaseGroup]] = []
  /// The index into `causes` of each changed case.
  private var places: [Int: Int] = [:]
  /// The index into `causes` of each cause number.
  private var numbered: [Int: Int] = [:]
  /// The index into `families` of each cause in a family, by the cause's number.
  private var familyPlaces: [Int: Int] = [:]
  /// A number that changes with the causes.
  private(set) var edition = 0
  /// The number of ready cases when causes were last requested.
  private var asked = 0
  private var found = FoundGroups()
  /// True if the causes cover all cases and no change has become known since.
  private(set) var areFound = false
  /// True once the list has its order. Until then, decisions are ordered by their first case, so
  /// that new facts move nothing.
  private(set) var isOrdered = false
  var splitOff: Set<Int> = [] { didSet { adopt(found) } }
  /// The cases that follow from accepted changes, in a group of their own.
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
  /// Causes are found among the first cases whose changes are all known, so that one more case adds
  /// to a cause and never divides one. They are found when 50 cases are ready, then at twice as
  /// many, and so on, because starting over with each case would take quadratic time.
  mutating func newNumber(ready: Int, of count: Int) -> Int? {
    guard isStale, ready == count || !isOrdered && ready >= max(50, 2 * asked) else { return nil }
    isStale = false
    asked = ready
    number += 1
    return number
  }

  /// Records that the change of a case is a different one, or newly known.
  mutating func changed() { (isStale, areFound) = (true, false) }

  /// Returns the cause of a case; nil if nothing changed or the cause is not known yet.
  func cause(of index: Int) -> CaseGroup? { places[index].map { causes[$0] } }

  /// Returns the number of a case's cause, without a copy of the cause.
  func causeNumber(of index: Int) -> Int? { places[index].map { causes[$0].id } }

  func cause(numbered id: Int) -> CaseGroup? { numbered[id].map { causes[$0] } }

  /// Returns the index into `families` of a cause.
  func family(of cause: CaseGroup) -> Int? { familyPlaces[cause.id] }

  func items(ofFamily family: Int) -> [Int] {
    families[family].causes.compactMap { cause(numbered: $0) }.flatMap(\.items).sorted()
  }

  /// Returns the family of a case's cause; nil if the cause is in none.
  func family(ofItem index: Int) -> Int? { causeNumber(of: index).flatMap { familyPlaces[$0] } }

  func familyKey(ofItem index: Int) -> ListSection.Key? {
    guard let family = family(ofItem: index) else { return nil }
    let firsts = families[family].causes.compactMap { numbered[$0].map { causes[$0].items[0] } }
    return firsts.min().map { .family($0) }
  }

  /// Returns the cases of a family: first those that must be viewed, then one of each other cause.
  /// In both parts, causes that are further off come first.
  func worstFirst(_ items: [Int], inFamily family: Int) -> FamilyOrder {
    let looks = families[family].looks
    let ranks = Dictionary(
      looks.enumerated().map { ($0.element.cause, $0.offset) }, uniquingKeysWith: min)
    var known: Set<Int> = []
    let places = items.enumerated().map { place, item -> (Int, Int, Int) in
      let cause = causeNumber(of: item)
      let rank = cause.flatMap { ranks[$0] }
      let isNew = known.insert(cause ?? 0).inserted
      let isFirst = rank.map { looks[$0].isForLooking } == true
      return (isFirst ? 0 : isNew ? 1 : 2, rank ?? .max, place)
    }
    let standing = places.count { looks.indices.contains($0.1) && looks[$0.1].standsOut }
    let first = places.count { $0.0 == 0 }
    let ofEach = places.count { $0.0 < 2 }
    return FamilyOrder(
      items: items.indices.sorted { places[$0] < places[$1] }.map { items[$0] },
      standingOut: standing, forLooking: max(first, min(ofEach, Self.mostLooks)))
  }

  /// The maximum number of cases to view, unless more must be viewed, because nobody looks at
  /// hundreds of pages.
  private static let mostLooks = 24

  struct FamilyOrder {
    var items: [Int]
    /// The number of cases whose causes stand out.
    var standingOut: Int
    /// The number of cases, from the first on, that must be viewed before all are decided.
    var forLooking: Int
  }

  var groups: [CaseGroup] { causes.filter { $0.items.count > 1 } }

  func areTogether(_ first: Int, _ second: Int) -> Bool {
    places[first].map { $0 == places[second] && causes[$0].items.count > 1 } ?? false
  }

  /// Adopts the groups that were found; cases that were split off are alone.
  ///
  /// - Parameter count: The total number of cases.
  mutating func adopt(_ found: FoundGroups, of count: Int) {
    areFound = found.ready == count && !isStale
    isOrdered = isOrdered || areFound
    adopt(found)
  }

  private mutating func adopt(_ found: FoundGroups) {
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
    decisions =
      isOrdered
      ? causes.inCauseOrder(families).reduce(into: []) { decisions, cause in
        let last = decisions.last.flatMap { family(of: $0[0]) }
        if let last, last == family(of: cause) {
          decisions[decisions.count - 1].append(cause)
        } else {
          decisions.append([cause])
        }
      } : causes.sorted { $0.items[0] < $1.items[0] }.map { [$0] }
  }
}

extension CaseGroup {
  /// The words for cases that follow from decisions on others.
  static let followingWords = "nothing but what you accepted"

  /// Creates the group of such cases, not yet numbered.
  init(following items: [Int]) {
    let reason = "all of it accepted in other cases"
    self.init(
      id: 0, text: Self.followingWords, isNoise: false, items: items,
      reasons: [String](repeating: reason, count: items.count))
  }

  /// Returns the group without some cases, and each of these in a group of its own, not yet
  /// numbered.
  fileprivate func parted(from others: Set<Int>) -> [CaseGroup] {
    guard items.count > 1, items.contains(where: others.contains) else { return [self] }
    let alone = items.filter(others.contains).map {
      CaseGroup(id: 0, text: text, isNoise: isNoise, items: [$0], reasons: ["split off"])
    }
    return [without(others)].compactMap(\.self) + alone
  }
}
