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

    var isFailing: Bool { verdict?.isFailing(after: decision) ?? false }
  }

  struct Suite: Hashable, Sendable {
    var cases = 0
    var failing = 0
    var marked = 0
  }

  private(set) var standings: [Standing] = []
  private(set) var tally = CaseCounts()
  private(set) var suites: [Suite] = []
  private(set) var marked = 0
  private(set) var unmeasured = 0
  /// Cases that the groups wait for.
  private(set) var awaited = 0
  /// Changes with what is known of the pairs and with the decisions, but not with the settings.
  private(set) var version = 0

  /// What the filter's words mean, for these cases.
  var conditions: [Filter.Condition] = []
  /// Places of the cases in the list, in order.
  private(set) var listed: [Int] = []
  private(set) var rows: [ListRow] = []
  /// The first case that each row or, for a heading, the one after it stands for: ascending.
  private var firsts: [Int] = []

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
    suites = Array(repeating: Suite(), count: names.suites.count)
    standings.reserveCapacity(names.suite.count)
  }

  /// Counts one case more.
  mutating func append(_ standing: Standing, suite: Int) {
    standings.append(standing)
    suites[suite].cases += 1
    count(standing, suite, 1)
  }

  mutating func replace(_ place: Int, with standing: Standing, suite: Int) {
    guard standings[place] != standing else { return }
    if standings[place].isListed != standing.isListed { needsRows = true }
    if standings[place].decision != standing.decision
      || standings[place].isMeasured != standing.isMeasured
    {
      version += 1
    }
    count(standings[place], suite, -1)
    standings[place] = standing
    count(standing, suite, 1)
  }

  private mutating func count(_ standing: Standing, _ suite: Int, _ sign: Int) {
    tally.count(standing, sign)
    if standing.isFailing { suites[suite].failing += sign }
    if standing.isMarked {
      suites[suite].marked += sign
      marked += sign
    }
    if !standing.isMeasured { unmeasured += sign }
    if standing.isAwaited { awaited += sign }
  }

  /// Lists what is to be listed: each suite's heading, then its cases where it is not folded.
  mutating func list(_ names: CaseNames, folded: Set<String>) {
    needsRows = false
    listed = standings.indices.filter { standings[$0].isListed }
    (rows, firsts) = ([], [])
    rows.reserveCapacity(listed.count + suites.count)
    firsts.reserveCapacity(listed.count + suites.count)
    var rest = listed[...]
    while let first = rest.first {
      let suite = names.suite[first]
      let cases = rest.prefix { names.suite[$0] == suite }
      rest = rest[cases.endIndex...]
      add(names.suites[suite], cases, isFolded: folded.contains(names.suites[suite]))
    }
  }

  private mutating func add(_ suite: String, _ cases: ArraySlice<Int>, isFolded: Bool) {
    let (first, last) = (cases[cases.startIndex], cases[cases.endIndex - 1])
    rows.append(isFolded ? .folded(suite, first...last) : .suite(suite))
    firsts.append(first)
    guard !isFolded else { return }
    for place in cases { rows.append(.item(place)) }
    firsts.append(contentsOf: cases)
  }

  func count(ofSuite name: String, _ items: CaseList) -> Suite {
    items.names.number(ofSuite: name).map { suites[$0] } ?? Suite()
  }

  /// The row that stands for a case; nil where it is not listed.
  func row(of place: Int) -> Int? {
    let row = firsts.partitioningIndex { $0 > place } - 1
    return row >= 0 && rows[row].holds(place) ? row : nil
  }

  /// Whether a row stands for no case of its own.
  func isHeading(_ row: Int) -> Bool {
    guard rows.indices.contains(row), case .suite = rows[row] else { return false }
    return true
  }

  /// How many listed cases come before a place.
  func rank(of place: Int) -> Int { listed.partitioningIndex { $0 >= place } }
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
    if overview.needsRows { overview.list(items.names, folded: folded) }
  }

  private mutating func recount() {
    let conditions = overview.conditions
    overview.reset(items.names)
    overview.conditions = conditions
    _ = items.takeChanges()
    for place in items.indices {
      overview.append(
        standing(place, verdict(of: items[place])), suite: items.names.suite[place])
    }
  }

  private mutating func count(_ place: Int, verdict: Verdict?) {
    overview.replace(
      place, with: standing(place, verdict), suite: items.names.suite[place])
  }

  private func standing(_ place: Int, _ verdict: Verdict?) -> Overview.Standing {
    let item = items[place]
    var standing = Overview.Standing(
      verdict: verdict, decision: item.decision, isMarked: item.isMarked,
      isMeasured: item.isMeasured, isAwaited: item.isAwaitedByGroups)
    standing.isListed = overview.conditions.allSatisfy { condition in
      condition.holds(of: item, verdict: verdict) { items.names.holds($0, at: place) }
    }
    return standing
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
