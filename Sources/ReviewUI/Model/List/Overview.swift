import Base
import Catalog
import DiffEngine
import Review

/// The data behind the list and the counts, updated whenever a case or a setting changes: for ten
/// thousand cases that takes some milliseconds, and a key has sixteen.
struct Overview: Sendable {
  /// The contribution of one case to the counts.
  struct Standing: Hashable, Sendable {
    var verdict: Verdict?
    var decision: Decision?
    var isMarked = false
    var isMeasured = false
    /// The number of formulas whose landscapes are known.
    var landscapes = 0
    /// True if no landscape covers the current settings of the case yet.
    var lacksLandscape = false
    /// True if the groups wait for the case.
    var isAwaited = false
    var isListed = true
    /// True if the case is listed at the end, among those that pass.
    var isAside = false
    /// True if the difference is left over from an earlier run.
    var isStale = false

    var isFailing: Bool { verdict?.isFailing(after: decision) ?? false }

    /// True if two standings agree about the pair and its decision, regardless of the settings.
    func isKnown(as other: Standing) -> Bool {
      decision == other.decision && isMeasured == other.isMeasured
        && landscapes == other.landscapes
    }
  }

  private(set) var standings: [Standing] = []
  private(set) var tally = CaseCounts()
  private(set) var marked = 0
  /// The number of cases that the groups wait for, and of those before the first of them.
  private(set) var (awaited, ready) = (0, 0)
  /// A number that changes with the facts about pairs and with decisions, but not with settings.
  private(set) var version = 0

  private(set) var list = ListRows()
  /// The number of decisions that the cases need if each cause takes one, and of those made.
  /// Passing cases need none.
  var decisions = (count: 0, made: 0)
  /// The number of decisions that are listed with pictures if there is room, and the number of rows
  /// for headings.
  var entries = (count: 0, besides: 0)

  /// True if a case, the settings or the filter have changed.
  var needsCounts = true
  /// True if more than individual cases have changed.
  private(set) var needsAll = true
  /// True if the listed or folded cases have changed.
  var needsRows = true

  /// Marks all cases to be counted again.
  mutating func outdate() { (needsCounts, needsAll) = (true, true) }

  mutating func count(_ fresh: [Standing]) {
    (needsCounts, needsAll) = (false, false)
    guard fresh != standings else { return }
    if fresh.count != standings.count
      || !zip(fresh, standings).allSatisfy({ $0.isKnown(as: $1) })
    {
      version += 1
    }
    standings = fresh
    (tally, marked, awaited) = (CaseCounts(), 0, 0)
    ready = fresh.firstIndex(where: \.isAwaited) ?? fresh.count
    for standing in fresh {
      tally.add(
        standing.verdict, after: standing.decision, isStale: standing.isStale,
        isFailing: standing.isFailing)
      if standing.isMarked { marked += 1 }
      if standing.isAwaited { awaited += 1 }
    }
  }

  /// Lists the cases, section by section; passing cases come last.
  ///
  /// - Parameters:
  ///   - order: The indices of all cases, with the cases of a section together.
  ///   - path: The sections of a case, for cases that do not pass.
  mutating func list(
    _ order: some Sequence<Int>, turned: Set<ListSection.Key>, heights: EntryHeights = .lines,
    path: (Int) -> ListRows.Path
  ) {
    needsRows = false
    let failing = order.filter { !standings[$0].isAside }
    let aside =
      order.filter { standings[$0].isAside && !standings[$0].isStale }
      + order.filter { standings[$0].isStale }
    list = ListRows(
      failing + aside, count: standings.count, turned: turned, heights: heights,
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
  /// Brings the counts and the list up to date.
  mutating func refresh() {
    if held != nil, held != selection {
      held = nil
      overview.outdate()
    }
    if overview.needsCounts { recount() }
    if overview.needsRows { list() }
  }

  /// Counts changed cases again, because looking at ten thousand takes longer than a frame may.
  private mutating func recount() {
    let before = overview.standings
    let changed = items.takeChanged()
    let isWhole = overview.needsAll || before.count != items.count
    let places = isWhole ? Array(items.indices) : Array(changed)
    // The case on screen stays listed while the reviewer finds the settings under which it passes.
    if before.count == items.count, before.indices.contains(selection),
      before[selection].isFailing,
      verdict(of: items[selection]) == .match
    {
      held = selection
    }
    let conditions = filter.conditions(among: items)
    var fresh =
      isWhole ? [Overview.Standing](repeating: Overview.Standing(), count: items.count) : before
    items.look(at: places) { place, item in
      fresh[place] = standing(item, at: place, conditions)
    }
    if before.count != fresh.count
      || !places.allSatisfy({ areListedAlike(before[$0], fresh[$0]) })
    {
      overview.needsRows = true
    }
    overview.count(fresh)
  }

  /// True if a case with these standings stays at its place in the list.
  private func areListedAlike(_ before: Overview.Standing, _ after: Overview.Standing) -> Bool {
    before.isListed == after.isListed && before.isAside == after.isAside
      && (order != .size || before.verdict == after.verdict)
      && before.decision == after.decision
  }

  private func standing(
    _ item: borrowing ReviewItem, at place: Int, _ conditions: [Filter.Condition]
  ) -> Overview.Standing {
    var standing = item.standing(tuned)
    standing.isAside =
      standing.isStale
      || standing.verdict == .match && standing.decision == nil && place != held
    standing.isListed = conditions.allSatisfy { condition in
      condition.holds(of: item, verdict: standing.verdict) {
        items.names.holds($0, at: place)
      }
    }
    return standing
  }

  private mutating func list() {
    let decisions = decisionsInOrder
    overview.decisions = counted(decisions)
    let names = items.names
    let suite = { (place: Int) in names.suites[names.suite[place]] }
    switch order {
    case .suite:
      let tests = variantsInList()
      overview.list(names.order, turned: turned) { place in
        let test = names.variant[place].flatMap { tests[$0.number] > 1 ? $0.test : nil }
        return ListRows.Path(
          outer: .suite(suite(place)), inner: test.map { .test($0, suite: suite(place)) })
      }
    case .cause: list(decisions)
    case .size:
      let sizes = items.map {
        $0.differing ?? $0.comparison(strategy(of: $0))?.mismatched ?? 0
      }
      overview.list(
        items.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }, turned: turned
      ) { _ in ListRows.Path() }
    }
  }

  /// Lists the decisions in their order, with the decided ones at the end.
  private mutating func list(_ decisions: [[[Int]]]) {
    let standings = overview.standings
    func isDecided(_ places: [Int]) -> Bool {
      let open = places.filter { !standings[$0].isAside }
      return !open.isEmpty && open.allSatisfy { standings[$0].decision != nil }
    }
    var paths = [ListRows.Path](repeating: ListRows.Path(), count: items.count)
    var (open, done): ([Int], [Int]) = ([], [])
    var entries = 0
    for causes in decisions {
      let left = causes.filter { !isDecided($0) }
      let family = left.count > 1 ? grouping.familyKey(ofItem: left[0][0]) : nil
      for places in causes {
        let key = places.count > 1 ? ListSection.Key.cause(places[0]) : nil
        let isDone = isDecided(places)
        if isDone { done += places } else { open += places }
        let outer = isDone ? .decided : family
        for place in places {
          paths[place] = ListRows.Path(outer: outer ?? key, inner: outer == nil ? nil : key)
        }
      }
      if left.joined().contains(where: { standings[$0].isListed && !standings[$0].isAside }) {
        entries += 1
      }
    }
    let isFolded = !done.isEmpty || standings.contains(where: \.isAside)
    overview.entries = (entries, isFolded ? 2 : 0)
    overview.list(open + done, turned: turned, heights: entryHeights) { paths[$0] }
  }

  /// The cases of each cause of each decision in order, followed by cases without a cause. Until
  /// all causes are found, decisions are ordered by their first case, so that no row moves.
  var decisionsInOrder: [[[Int]]] {
    let rest = items.indices.filter { grouping.causeNumber(of: $0) == nil }.map { [[$0]] }
    let all = grouping.decisions.map { $0.map(\.items) } + rest
    return grouping.isOrdered ? all : all.sorted { $0[0][0] < $1[0][0] }
  }

  /// Returns the numbers for `Overview.decisions`.
  func counted(_ decisions: [[[Int]]]) -> (count: Int, made: Int) {
    let open = decisions.lazy.map { causes in
      causes.joined().lazy.map { overview.standings[$0] }.filter { !$0.isAside }
    }.filter { !$0.isEmpty }
    return open.reduce(into: (0, 0)) { counts, standings in
      counts.0 += 1
      if standings.allSatisfy({ $0.decision != nil }) { counts.1 += 1 }
    }
  }

  /// Returns the number of listed snapshots of each test, because a single one needs no heading.
  private func variantsInList() -> [Int] {
    var counts = [Int](repeating: 0, count: items.names.testCount)
    for (place, variant) in items.names.variant.enumerated() {
      let standing = overview.standings[place]
      if let variant, standing.isListed, !standing.isAside { counts[variant.number] += 1 }
    }
    return counts
  }

  /// The overview as of now, even between a change and the next `refresh`.
  var present: Overview {
    guard overview.needsCounts || overview.needsRows else { return overview }
    var copy = self
    copy.refresh()
    return copy.overview
  }
}

extension ReviewItem {
  /// Returns the case's own contribution to the counts.
  fileprivate borrowing func standing(_ tuned: Strategy?) -> Overview.Standing {
    let strategy = tuned ?? rule
    return Overview.Standing(
      verdict: verdict(strategy), decision: decision, isMarked: isMarked,
      isMeasured: isMeasured, landscapes: landscapeCount,
      lacksLandscape: isMeasured && strategy.kind.usesFormula && !isSurveyed(strategy),
      isAwaited: isAwaitedByGroups, isStale: isStale)
  }
}
