import Base
import Catalog
import DiffEngine
import Review

/// The data behind the list and the counts.
///
/// Kept beside the cases: a case that changes is taken out of the counts as it stood and put back
/// as it stands, so that a result costs the same in a folder of twenty and of twenty thousand.
struct Overview: Sendable {
  /// The contribution of one case to the counts.
  struct Standing: Hashable, Sendable {
    var verdict: Verdict?
    var decision: Decision?
    var isMarked = false
    var isMeasured = false
    /// The number of formulas whose landscapes are known.
    var landscapes = 0
    /// True if the groups wait for it.
    var isAwaited = false
    var isListed = true
    /// True if the case is listed at the end, among those that pass.
    var isAside = false
    /// True if its difference is left from an earlier run.
    var isStale = false

    var isFailing: Bool { verdict?.isFailing(after: decision) ?? false }
  }

  private(set) var standings: [Standing] = []
  private(set) var tally = CaseCounts()
  private(set) var marked = 0
  /// Cases that the groups wait for.
  private(set) var awaited = 0
  /// A number that changes with what is known of the pairs and with the decisions, but not with the
  /// settings.
  private(set) var version = 0

  /// The filter's words, resolved for these cases.
  var conditions: [Filter.Condition] = []
  private(set) var list = ListRows()
  /// The number of decisions that the cases need if each cause takes one, and of those made. Cases
  /// that pass need none. It is kept while a cause has several cases.
  var decisions = (count: 0, made: 0)

  /// True if every verdict must be found again, because the settings changed.
  var needsVerdicts = true
  /// True if the filter has changed.
  var needsConditions = true
  /// True if the listed or folded cases have changed.
  var needsRows = true

  /// Forgets all counts.
  mutating func reset(_ names: NameIndex) {
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
      || standings[place].landscapes != standing.landscapes
    {
      version += 1
    }
    count(standings[place], -1)
    standings[place] = standing
    count(standing, 1)
  }

  private mutating func count(_ standing: Standing, _ sign: Int) {
    tally.add(
      standing.verdict, after: standing.decision, isStale: standing.isStale, times: sign)
    if standing.isMarked { marked += sign }
    if standing.isAwaited { awaited += sign }
  }

  /// Lists the cases to be listed, section by section; those that pass come last.
  ///
  /// - Parameters:
  ///   - order: All places, the cases of a section together.
  ///   - path: The sections that a case belongs to while it does not pass.
  mutating func list(
    _ order: some Sequence<Int>, turned: Set<ListSection.Key>, entryRows: Int = 1,
    path: (Int) -> ListRows.Path
  ) {
    needsRows = false
    let failing = order.filter { !standings[$0].isAside }
    let aside =
      order.filter { standings[$0].isAside && !standings[$0].isStale }
      + order.filter { standings[$0].isStale }
    list = ListRows(
      failing + aside, count: standings.count, turned: turned, entryRows: entryRows,
      isListed: { standings[$0].isListed },
      path: { place in
        guard standings[place].isAside else { return path(place) }
        return ListRows.Path(outer: standings[place].isStale ? .stale : .passing)
      })
  }
}

extension ReviewState {
  /// The number of cases, as `list` counts them.
  package var caseCount: Int { items.count - tally.stale }
}

// MARK: - Keeping it

extension ReviewState {
  /// Brings the counts and the list up to date, at a cost proportional to what has changed.
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
    let before = overview.standings[place]
    if order == .size, verdict != before.verdict { overview.needsRows = true }
    if grouping.joinsCases, items[place].decision != before.decision { overview.needsRows = true }
    // The case on screen does not go away while one finds the settings under which it passes.
    if place == selection, verdict == .match, overview.standings[place].isFailing { held = place }
    overview.replace(place, with: standing(place, verdict))
  }

  private func standing(_ place: Int, _ verdict: Verdict?) -> Overview.Standing {
    let item = items[place]
    var standing = Overview.Standing(
      verdict: verdict, decision: item.decision, isMarked: item.isMarked,
      isMeasured: item.isMeasured, isAwaited: item.isAwaitedByGroups)
    standing.landscapes = item.landscapeCount
    standing.isStale = item.isStale
    standing.isAside = item.isStale || verdict == .match && item.decision == nil && place != held
    standing.isListed = overview.conditions.allSatisfy { condition in
      condition.holds(of: item, verdict: verdict) { items.names.holds($0, at: place) }
    }
    return standing
  }

  private mutating func list() {
    overview.decisions = countedDecisions()
    let names = items.names
    let suite = { (place: Int) in names.suites[names.suite[place]] }
    switch shownOrder {
    case .suite:
      let tests = variantsInList()
      overview.list(names.order, turned: turned) { place in
        let test = names.variant[place].flatMap { tests[$0.number] > 1 ? $0.test : nil }
        return ListRows.Path(
          outer: .suite(suite(place)), inner: test.map { .test($0, suite: suite(place)) })
      }
    case .cause: listDecisions()
    case .axes:
      let axes = names.axes.axes.prefix(2)
      let values = items.map { item in
        axes.map { axis in item.snapshot.axes.first { $0.axis == axis } }
      }
      func value(_ place: Int, _ level: Int) -> String {
        values[place].indices.contains(level) ? values[place][level]?.value ?? "\u{10FFFF}" : ""
      }
      let order = items.indices.sorted {
        (value($0, 0), value($0, 1), $0) < (value($1, 0), value($1, 1), $1)
      }
      overview.list(order, turned: turned) { place in
        let found = values[place].compactMap(\.self)
        return ListRows.Path(
          outer: found.first.map { .axis($0, in: nil) } ?? .suite(suite(place)),
          inner: found.dropFirst().first.map { .axis($0, in: found[0]) })
      }
    case .size:
      let sizes = items.map {
        $0.differing ?? $0.comparison(strategy(of: $0))?.mismatched ?? 0
      }
      overview.list(
        items.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }, turned: turned
      ) { _ in ListRows.Path() }
    }
  }

  /// Lists the causes in their order, and what is decided below.
  private mutating func listDecisions() {
    let (causes, standings) = (grouping.sorted, overview.standings)
    func isDecided(_ places: [Int]) -> Bool {
      let open = places.filter { !standings[$0].isAside }
      return !open.isEmpty && open.allSatisfy { standings[$0].decision != nil }
    }
    let rest = items.indices.filter { grouping.cause(of: $0) == nil }.map { [$0] }
    let decisions = causes.map(\.items) + rest
    var paths = [ListRows.Path](repeating: ListRows.Path(), count: items.count)
    var (open, done): ([Int], [Int]) = ([], [])
    for places in decisions {
      let isDone = isDecided(places)
      if isDone { done += places } else { open += places }
      let key = places.count > 1 ? ListSection.Key.cause(places[0]) : nil
      for place in places {
        paths[place] =
          isDone ? ListRows.Path(outer: .decided, inner: key) : ListRows.Path(outer: key)
      }
    }
    overview.list(open + done, turned: turned, entryRows: entryRows) { paths[$0] }
  }

  /// Returns the number of listed snapshots of each test, as a single one needs no heading.
  private func variantsInList() -> [Int] {
    var counts = [Int](repeating: 0, count: items.names.testCount)
    for (place, variant) in items.names.variant.enumerated() {
      let standing = overview.standings[place]
      if let variant, standing.isListed, !standing.isAside { counts[variant.number] += 1 }
    }
    return counts
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
