import Catalog
import DiffEngine

/// What the list and the counts are made of.
///
/// Kept beside the cases: a case that changes is taken out of the counts as it stood and put back
/// as it stands, so that a result costs the same in a folder of twenty and of twenty thousand.
struct Overview: Sendable {
  /// What one case adds to the counts.
  struct Standing: Hashable, Sendable {
    var verdict: Verdict?
    var decision: Decision?
    var isMarked = false
    var isMeasured = false
    /// Whether the groups wait for it.
    var isAwaited = false
    var isListed = true
    /// Whether it stands among those that pass, at the end of the list.
    var isAside = false

    var isFailing: Bool { verdict?.isFailing(after: decision) ?? false }
  }

  private(set) var standings: [Standing] = []
  private(set) var tally = CaseCounts()
  private(set) var marked = 0
  private(set) var unmeasured = 0
  /// Cases that the groups wait for.
  private(set) var awaited = 0
  /// Changes with what is known of the pairs and with the decisions, but not with the settings.
  private(set) var version = 0

  /// What the filter's words mean, for these cases.
  var conditions: [Filter.Condition] = []
  /// Places of the cases in the list, in the order of the list.
  private(set) var listed: [Int] = []
  /// Those of them that are not folded away.
  private(set) var unfolded: [Int] = []
  /// What the list is divided into, in order; together they hold all of `listed`.
  private(set) var sections: [ListSection] = []
  /// Of each case, where it stands in the order or would stand.
  private var positions: [Int] = []

  /// Whether every verdict must be found again, because the settings changed.
  var needsVerdicts = true
  /// Whether the filter is another.
  var needsConditions = true
  /// Whether other cases are listed than before, or others folded.
  var needsRows = true

  /// Forgets all counts.
  mutating func reset(_ names: CaseNames) {
    let version = version
    self = Overview()
    self.version = version + 1
    standings.reserveCapacity(names.suite.count)
  }

  /// Counts one case more.
  mutating func append(_ standing: Standing) {
    standings.append(standing)
    count(standing, 1)
  }

  mutating func replace(_ place: Int, with standing: Standing) {
    guard standings[place] != standing else { return }
    if standings[place].isListed != standing.isListed
      || standings[place].isAside != standing.isAside
    {
      needsRows = true
    }
    if standings[place].decision != standing.decision
      || standings[place].isMeasured != standing.isMeasured
    {
      version += 1
    }
    count(standings[place], -1)
    standings[place] = standing
    count(standing, 1)
  }

  private mutating func count(_ standing: Standing, _ sign: Int) {
    tally.count(standing, sign)
    if standing.isMarked { marked += sign }
    if !standing.isMeasured { unmeasured += sign }
    if standing.isAwaited { awaited += sign }
  }

  /// Lists what is to be listed, section by section; those that pass come last.
  ///
  /// - Parameters:
  ///   - keys: Of each case, the section that it belongs to while it does not pass.
  ///   - order: All places, the cases of a section together.
  mutating func list(
    _ keys: (Int) -> ListSection.Key, order: some Sequence<Int>, folded: Set<ListSection.Key>
  ) {
    needsRows = false
    (listed, unfolded, sections) = ([], [], [])
    listed.reserveCapacity(standings.count)
    positions = Array(repeating: 0, count: standings.count)
    var aside: [Int] = []
    var (position, row) = (0, 0)
    func add(_ place: Int, _ key: ListSection.Key) {
      positions[place] = position
      position += 1
      guard standings[place].isListed else { return }
      if sections.last?.key != key {
        sections.append(
          ListSection(
            key: key, cases: listed.count..<listed.count, row: row, isFolded: folded.contains(key)))
        if key.hasHeading { row += 1 }
      }
      listed.append(place)
      let last = sections.count - 1
      sections[last].cases = sections[last].cases.lowerBound..<listed.count
      guard !sections[last].isFolded else { return }
      unfolded.append(place)
      row += 1
    }
    for place in order {
      if standings[place].isAside { aside.append(place) } else { add(place, keys(place)) }
    }
    for place in aside { add(place, .passing) }
    rowCount = row
  }

  /// How many rows the list has.
  private(set) var rowCount = 0

  /// What stands in a row; nil outside of the list.
  func row(at row: Int) -> ListRow? {
    guard row >= 0, row < rowCount else { return nil }
    let section = sections[sections.partitioningIndex { $0.row > row } - 1]
    let offset = row - section.row - (section.key.hasHeading ? 1 : 0)
    return offset < 0 ? .heading(section) : .item(listed[section.cases.lowerBound + offset])
  }

  /// The section of a case; nil where it is not listed.
  func section(of place: Int) -> ListSection? {
    let rank = rank(of: place)
    guard listed.indices.contains(rank), listed[rank] == place else { return nil }
    return sections[sections.partitioningIndex { $0.cases.lowerBound > rank } - 1]
  }

  /// The row that stands for a case: its own, or the heading of its folded section; nil where it is
  /// not listed.
  func row(of place: Int) -> Int? {
    guard let section = section(of: place) else { return nil }
    if section.isFolded { return section.row }
    return section.row + (section.key.hasHeading ? 1 : 0) + rank(of: place)
      - section.cases.lowerBound
  }

  /// How many listed cases come before a place.
  func rank(of place: Int) -> Int { rank(of: place, in: listed) }

  /// How many of some cases, in the order of the list, come before a place.
  func rank(of place: Int, in cases: [Int]) -> Int {
    guard positions.indices.contains(place) else { return 0 }
    return cases.partitioningIndex { positions[$0] >= positions[place] }
  }
}

extension CaseCounts {
  fileprivate mutating func count(_ standing: Overview.Standing, _ sign: Int) {
    switch standing.decision {
    case .accepted: accepted += sign
    case .rejected: rejected += sign
    case .tolerated: tolerated += sign
    case nil: undecided += sign
    }
    if standing.verdict == nil { unknown += sign }
    if standing.isFailing { failing += sign }
  }
}

extension Array {
  /// The first index whose element `isAfter`, in an array where all such come last.
  func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Keeping it

extension ReviewState {
  /// Brings the counts and the list up to date; costs what has changed.
  mutating func refresh() {
    if let held, held != selection {
      self.held = nil
      items.touch(held)
    }
    if overview.needsConditions {
      overview.conditions = filter.conditions(among: items)
    }
    if overview.standings.count != items.count {
      recount()
    } else if overview.needsVerdicts {
      _ = items.takeChanges()
      for place in items.indices { count(place, verdict: verdict(of: items[place])) }
    } else if overview.needsConditions {
      _ = items.takeChanges()
      for place in items.indices { count(place, verdict: overview.standings[place].verdict) }
    } else if items.hasChanges {
      for place in items.takeChanges() { count(place, verdict: verdict(of: items[place])) }
    }
    (overview.needsVerdicts, overview.needsConditions) = (false, false)
    if overview.needsRows { list() }
  }

  private mutating func recount() {
    let conditions = overview.conditions
    overview.reset(items.names)
    overview.conditions = conditions
    _ = items.takeChanges()
    for place in items.indices {
      overview.append(standing(place, verdict(of: items[place])))
    }
  }

  private mutating func count(_ place: Int, verdict: Verdict?) {
    if order == .size, verdict != overview.standings[place].verdict { overview.needsRows = true }
    // The case on screen does not go away while one finds the settings under which it passes.
    if place == selection, verdict == .match, overview.standings[place].isFailing { held = place }
    overview.replace(place, with: standing(place, verdict))
  }

  private func standing(_ place: Int, _ verdict: Verdict?) -> Overview.Standing {
    let item = items[place]
    var standing = Overview.Standing(
      verdict: verdict, decision: item.decision, isMarked: item.isMarked,
      isMeasured: item.isMeasured, isAwaited: item.isAwaitedByGroups)
    standing.isAside = verdict == .match && item.decision == nil && place != held
    standing.isListed = overview.conditions.allSatisfy { condition in
      condition.holds(of: item, verdict: verdict) { items.names.holds($0, at: place) }
    }
    return standing
  }

  private mutating func list() {
    let (names, grouping) = (items.names, grouping)
    let suite = { (place: Int) in ListSection.Key.suite(names.suites[names.suite[place]]) }
    switch order {
    case .suite: overview.list(suite, order: items.indices, folded: folded)
    case .cause:
      let groups = grouping.groups.indices.sorted {
        (grouping.groups[$1].items.count, $0) < (grouping.groups[$0].items.count, $1)
      }
      let grouped = groups.flatMap { grouping.groups[$0].items }
      let rest = items.indices.filter { grouping.group(of: $0) == nil }
      overview.list(
        { place in grouping.number(of: place).map(ListSection.Key.cause) ?? suite(place) },
        order: grouped + rest, folded: folded)
    case .size:
      let sizes = items.map {
        $0.differing?.pixels ?? $0.comparison(strategy(of: $0))?.mismatched ?? 0
      }
      overview.list(
        { _ in .all }, order: items.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) },
        folded: folded)
    }
  }

  /// The overview as it is now, also between a change and the next `refresh`.
  var present: Overview {
    let isPresent =
      !items.hasChanges && !overview.needsVerdicts && !overview.needsConditions
      && !overview.needsRows && overview.standings.count == items.count
    if isPresent { return overview }
    var copy = self
    copy.refresh()
    return copy.overview
  }
}
