import Base
import Catalog
import Changes
import DiffEngine
import Review

// Asks before many cases are decided.

extension ReviewState {
  var question: Bulk? { if case .bulk(let bulk) = panel { bulk } else { nil } }

  /// - Parameter isOfRow: True if the selected row takes precedence over the marked cases.
  mutating func openBulk(_ decision: Decision?, isOfRow: Bool = false) {
    refresh()
    let marked = overview.marked == 0 ? [] : listed.filter { items[$0].isMarked }.sorted()
    let ofMarked = scope(
      "that are marked", one: "the marked case", marked, decision, withPassing: true)
    guard areCausesFound else {
      // Marked cases need no cause.
      return marked.isEmpty ? sayThatCausesAreMissing(decision) : ask(decision, among: [ofMarked])
    }
    let own = group(of: selection)
    // A decision with a single case is made alone, not with its suite.
    let alone = isDecision(selection, in: overview.list) ? [selection] : []
    let isOfFamily = selectedDecision?.key.isFamily == true
    let family = [familyScope(decision)]
    var scopes = isOfFamily ? family : []
    scopes.append(
      scope(
        "of this cause", one: (own?.items.count ?? 1) == 1 ? "this case" : nil,
        own?.items ?? alone, decision))
    scopes.append(
      filter.isActive ? scope("in the filtered list", listed, decision) : suiteScope(decision))
    scopes += isOfFamily ? [] : family
    scopes.insert(ofMarked, at: isOfRow ? 1 : 0)
    ask(
      decision, among: scopes,
      whole: filter.isActive ? nil : scope("in the list", listed, decision))
  }

  private mutating func sayThatCausesAreMissing(_ decision: Decision?) {
    let one: Command =
      switch decision {
      case .accepted: .accept
      case .rejected: .reject
      case .tolerated: .tolerate
      case nil: .skip
      }
    message = Message(
      .news,
      "Still finding causes, \(causesFound ?? ""): until then \(keyMap.key(one)) goes case by case.",
      short: "Still finding causes; \(keyMap.key(one)) goes case by case.")
    message?.isOfSearch = true
  }

  mutating func ask(_ decision: Decision?, among all: [Bulk.Scope], whole: Bulk.Scope? = nil) {
    let unread = unreadSentence(all)
    let scopes = all.filter { !$0.items.isEmpty }
    guard !scopes.isEmpty, unread == nil else {
      var refused: String?
      if let decision, let current, current.decision == nil {
        refused = refusal(of: decision, for: current)
      }
      let possible = decision.map { " can be \($0.rawValue)" } ?? ""
      let reason =
        unread ?? readOnlySentence ?? all.compactMap(\.leftOutSentence).first ?? refused
        ?? "No undecided case here\(possible)."
      message = Message(.warning, reason)
      return
    }
    let most = scopes.map(\.items.count).max() ?? 0
    let bulk = Bulk(
      decision: decision, scopes: scopes.map { described($0, decision) },
      whole: whole.flatMap { $0.items.count > most ? described($0, decision) : nil },
      origin: Bulk.Origin(selection: selection, view: view, focus: focus))
    panel = .bulk(bulk)
    view = .triple
    show(bulk.scope.shown.first)
  }

  /// Returns a sentence if cases are still being measured, because a question must not omit them.
  private func unreadSentence(_ scopes: [Bulk.Scope]) -> String? {
    let count = scopes.first { !$0.items.isEmpty || $0.unread > 0 }.map(\.unread) ?? 0
    return count == 0
      ? nil
      : "\(Wording.count(count, "case")) of these \(count == 1 ? "is" : "are") still being measured."
  }

  /// Shows a case of the question, with the whole image in view.
  mutating func show(_ index: Int?) {
    if let index { select(index) }
    (viewport, isBlinking) = (Viewport(), false)
  }

  // MARK: Scopes

  private func familyScope(_ decision: Decision?) -> Bulk.Scope {
    guard let family = grouping.family(ofItem: selection) else {
      return Bulk.Scope(name: "", items: [])
    }
    let all = grouping.items(ofFamily: family)
    let key = ListSection.Key.family(all[0])
    var scope = scope(key.cases, one: key.oneCase, all, decision)
    // Another reason may apply to a part of the cases.
    scope.reason = scope.items == all ? grouping.families[family].reason : nil
    scope.isAlike = true
    let order = grouping.worstFirst(scope.shown, inFamily: family)
    (scope.shown, scope.standingOut) = (order.items, order.standingOut)
    scope.forLooking = order.forLooking
    return scope
  }

  private func suiteScope(_ decision: Decision?) -> Bulk.Scope {
    let suites = items.names.suite
    guard let snapshot = current?.snapshot else { return Bulk.Scope(name: "", items: []) }
    return scope(
      "in \(printable(snapshot.suite))", listed.filter { suites[$0] == suites[selection] }, decision
    )
  }

  /// Returns the candidates that can be decided together. Cases that the filter hides are left out.
  func scope(
    _ name: String, one: String? = nil, _ candidates: [Int], _ decision: Decision?,
    withPassing: Bool = false
  ) -> Bulk.Scope {
    let shown = filter.isActive ? Set(listed) : nil
    let open = candidates.filter { place in
      shown?.contains(place) != false && items[place].decision == nil
        && (withPassing || overview.standings[place].verdict != .match)
    }
    let possible = open.filter { place in
      decision.flatMap { refusal(of: $0, for: items[place]) } == nil
    }
    let alone =
      decision == .accepted
      ? possible.filter { items[$0].isAcceptedWithOthers } : possible
    var scope = Bulk.Scope(
      name: name, one: one, items: alone, shown: leastAlikeFirst(alone),
      leftOut: possible.count - alone.count)
    scope.unread = decision == nil ? 0 : open.count { items[$0].isPending }
    return scope
  }

  /// Returns a scope of the same cases for another decision.
  func scopeInstead(_ asked: Bulk.Scope, _ decision: Decision) -> Bulk.Scope {
    asked.isAlike
      ? familyScope(decision)
      : scope(asked.name, one: asked.one, asked.items, decision, withPassing: true)
  }

  // MARK: What is said

  /// Returns a scope with the facts about its own cases.
  private func described(_ scope: Bulk.Scope, _ decision: Decision?) -> Bulk.Scope {
    var scope = scope
    let snapshots = scope.items.lazy.map { items[$0].snapshot }
    scope.written = snapshots.count { snapshot in decision.map(snapshot.isWritten) ?? false }
    scope.chosenByReports =
      decision == .accepted ? chosenByReports(snapshots.compactMap(\.chosenBaseline)) : nil
    let causes = Set(scope.items.map { grouping.causeNumber(of: $0) ?? -1 - $0 })
    if causes.count == 1, let words = words(of: scope.items) {
      scope.title = words.text
      if scope.items.count > 1 {
        scope.extent = CauseWords.extent(in: scope.items.count, rest: words.rest, inSentence: true)
      }
      scope.reason = (scope.reason ?? sharedReason(scope.items)).flatMap {
        CaseGroup.isSaid(words.text, by: $0) ? nil : $0
      }
    } else if scope.items.count > 1 {
      scope.title =
        (scope.isAlike ? "" : "different changes: ") + Wording.count(causes.count, "cause")
    }
    scope.numbers = numbers(of: scope.items) ?? ""
    if scope.isAlike {
      scope.hasOdd = scope.standingOutSentence != nil
    } else {
      let traits = traits(scope.items)
      scope.hasOdd = scope.items.count > 2 && scope.shown.first.map(traits) == true
    }
    return scope
  }

  /// Returns a sentence that names the files that reports chose and the decision writes; nil if
  /// there are none.
  private func chosenByReports(_ paths: [String]) -> String? {
    guard !paths.isEmpty else { return nil }
    let names = Wording.names(paths.map(printable), atMost: 3)
    return "Chosen by a report that came with the failures: \(names)."
  }

  /// Returns the change that some cases of one cause have in common.
  private func words(of places: [Int]) -> (text: String, rest: String?)? {
    guard let first = places.first, let change = items[first].change else { return nil }
    if let cause = grouping.cause(of: first), cause.items == places {
      return (sentence(of: first), cause.rest)
    }
    var words = CaseCauseWords(change)
    for place in places.dropFirst() {
      if let change = items[place].change { words.add(change) }
    }
    return (printable(words.text), words.rest)
  }

  /// Returns the reason why cases have one cause; nil if there are several reasons.
  private func sharedReason(_ places: [Int]) -> String? {
    guard let first = places.first.flatMap({ items[$0].change }) else { return nil }
    let reasons = places.dropFirst().map { place in
      items[place].change.flatMap { first.sharedCause(with: $0) } ?? recordedReason(place)
    }
    return Set(reasons).count == 1 ? reasons[0].map(printable) : nil
  }

  private func recordedReason(_ place: Int) -> String? {
    guard let cause = grouping.cause(of: place), let rank = cause.items.firstIndex(of: place),
      cause.reasons[rank] != CaseGroup.first
    else { return nil }
    return cause.reasons[rank]
  }

  /// Returns the range of the change in some cases: "1,167 to 1,175 px, ΔE ≤ 10.2".
  func numbers(of places: [Int]) -> String? {
    let pixels = places.compactMap { items[$0].differing }
    guard pixels.count == places.count, let least = pixels.min(), let most = pixels.max(), most > 0
    else { return nil }
    let deltaE = places.compactMap { items[$0].strength }
    let count =
      least == most
      ? Wording.grouped(most) : "\(Wording.grouped(least)) to \(Wording.grouped(most))"
    return "\(count) px" + (deltaE.max().map { ", ΔE ≤ \(Wording.upTo($0))" } ?? "")
  }

  /// Returns a test for cases that are far from typical among some.
  private func traits(_ places: [Int]) -> (Int) -> Bool {
    func median(_ values: [Double]) -> Double {
      values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
    let pixels = median(places.map { Double(items[$0].differing ?? 0) })
    let strength = median(places.map { items[$0].strength ?? 0 })
    return { [items] place in
      let item = items[place]
      func isFar(_ value: Double, _ usual: Double, _ factor: Double) -> Bool {
        value > factor * usual + 1 || usual > factor * value + 1
      }
      return isFar(Double(item.differing ?? 0), pixels, 2)
        || isFar(item.strength ?? 0, strength, 1.5)
    }
  }
}
