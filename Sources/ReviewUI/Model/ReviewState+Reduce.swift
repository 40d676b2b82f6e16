import Base
import Catalog
import DiffEngine
import Review

extension ReviewState {
  /// Applies one event and returns the work that it requires, in order.
  package mutating func reduce(_ action: ReviewAction) -> [ReviewEffect] { reduce([action]) }

  /// Applies events that came in together. The requests of the list and the screen are computed
  /// once, after the last event.
  package mutating func reduce(_ actions: [ReviewAction]) -> [ReviewEffect] {
    let before = selection
    let line = lineInList
    var effects = actions.flatMap { apply($0) } + takeReload()
    refresh()
    // New facts about other cases do not move the case on screen.
    if selection == before { keepSelection(onLine: line) }
    if !hasMoved, let current, current.decision == nil, verdict(of: current) == .match {
      if !goToUndecided(1), let first = listed.first { select(first) }
      refresh()
    }
    keepSelectionVisible()
    refreshMembers()
    if selection != before, current?.isPending == true {
      effects.append(.measure([measureRequest(selection)]))
    }
    if let request = newGroupRequest() { effects.append(.group(request)) }
    if let request = newChartRequest() { effects.append(.chart(request)) }
    if let wanted = newlyWanted() { effects.append(.want(wanted)) }
    return effects
  }

  private mutating func apply(_ action: ReviewAction) -> [ReviewEffect] {
    switch action {
    case .started: return measureAll()
    case .reloaded(let items, let skipped):
      heldReload = (items, skipped)
      return takeReload()
    case .input(let event): return take(event)
    case .painted(let isWhole): return framePainted(isWhole: isWhole)
    case .command(let command): return perform(command)
    case .measured(let item, let revision, let reading):
      guard isCurrent(item, revision) else { return [] }
      items[item].take(reading)
      grouping.changed()
      return outcomes(of: [item])
    case .surveyed(let item, let revision, let landscape):
      if isCurrent(item, revision) { items[item].take(landscape) }
    case .signed(let item, let revision, let signature):
      guard isCurrent(item, revision) else { return [] }
      items[item].take(signature)
      grouping.changed()
    case .grouped(let number, let groups):
      guard number == grouping.number else { return [] }
      adopt(groups)
      if areCausesFound, message?.isOfSearch == true { message = nil }
    case .charted(let number, let answer): take(answer, number: number)
    case .proposed(let number, let proposal): return take(proposal, number: number)
    case .compared(let request, let comparison): take(comparison, for: request)
    case .drawn(let request, let picture): if isCurrent(request) { keep(picture, for: request) }
    case .inspected(let request, let inspection):
      if request == inspectionRequest { drawn.inspection = (request, inspection) }
    case .located(let request, let regions, let movedRows):
      if request == regionsRequest { drawn.regions = (request, regions) }
      if isCurrent(request) { drawn.movedRows = (request.item, request.revision, movedRows) }
      if loupe != nil, awaitsRegions { placeLoupe() }
    case .sketched(let request, let thumbnail):
      // Each case has one thumbnail of any size, so a late one must not replace the one that is
      // shown now.
      let isWanted = requested.thumbnails.contains(request)
      if isCurrent(request), isWanted || drawn.thumbnails[request.item] == nil {
        drawn.thumbnails[request.item] = (request, thumbnail)
      }
    case .previewedRule(let preview):
      if panel == .saveRule(nil) { panel = .saveRule(preview) }
    case .ruled(let rules, let sentence, let edit):
      if let edit { history.add(.ruled(edit)) }
      let others = items.indices.filter { place in
        guard let rule = rules[items[place].snapshot.identity] else { return false }
        return items[place].follow(rule.strategy, ignoring: rule.areas)
      }
      tuned = nil
      let hint = edit.map { _ in keyMap.undoHint + "." }
      message = Message(.news, sentence, hint: hint)
      return others.isEmpty ? settingsChanged() : measureAgain(others)
    case .awaited(let isAwaited): self.isAwaited = isAwaited
    case .blinked:
      guard isBlinking else { return [] }
      side = side.other
      return [.blink(milliseconds: blinkMilliseconds)]
    case .copied(let line, let outcome): note(outcome, of: line)
    case .notice(let text): message = Message(.news, text)
    case .terminalChanged(let traits): terminal = traits
    case .recorded, .notRecorded, .changedOnDisk, .undone, .notUndone, .nothingToUndo:
      return applyStoreAnswer(action)
    }
    return []
  }

  private mutating func take(_ event: InputEvent) -> [ReviewEffect] {
    switch event {
    case .resized(let size):
      terminalSize = size
      return []
    case .key(let key) where isTooSmall: return pressUnseen(key)
    case .paste where isTooSmall, .mouse where isTooSmall: return []
    case .key where isQuestionUnseen, .paste where isQuestionUnseen: return []
    case .key(let key):
      hasMoved = true
      // A message that arrives while a question is open is shown after it.
      if question == nil { message = nil }
      awaitsPictures = nil
      if prompt != nil { return type(key) }
      if panel != nil { return steerPanel(key) }
      return press(key)
    case .paste(let text):
      guard prompt != nil else {
        message = Message(.news, "Pasted text is ignored outside of prompts.")
        return []
      }
      prompt?.text += text.filter { !$0.isNewline }
      return promptChanged()
    case .mouse where isQuestionUnseen: return []
    case .mouse(let mouse):
      hasMoved = true
      return point(mouse)
    }
  }

  /// Handles the keys that make sense while nothing is visible.
  private mutating func pressUnseen(_ key: Key) -> [ReviewEffect] {
    guard case .command(let command) = keyMap.match([key], in: .list),
      [.close, .quit, .suspend].contains(command)
    else { return [] }
    return perform(command)
  }

  var context: KeyContext { focus == .list && isListShown ? .list : .image }

  mutating func press(_ key: Key) -> [ReviewEffect] {
    let keys = heldKeys + [key]
    heldKeys = []
    switch keyMap.match(keys, in: context) {
    case .command(let command): return perform(command)
    case .prefix:
      heldKeys = keys
      return []
    case .nothing:
      // After an incomplete sequence such as "gj", the last key still takes effect.
      return keys.count > 1 ? press(key) : []
    }
  }

  package func measureRequest(_ item: Int) -> ComparisonRequest {
    comparisonRequest(item, strategy(of: items[item]))
  }

  /// Returns a request with only the formula, because a landscape depends on nothing else.
  func surveyRequest(_ item: Int) -> ComparisonRequest {
    let formula = strategy(of: items[item]).formula
    return comparisonRequest(item, Strategy(.combined).with(\.formula, formula))
  }

  private func measureAll() -> [ReviewEffect] {
    let order = measuringOrder
    return [.measure(order.map(measureRequest)), .survey(order.map(surveyRequest))]
  }

  /// Adopts the folder that was read again, once no question about its cases is open.
  private mutating func takeReload() -> [ReviewEffect] {
    guard let (items, skipped) = heldReload, question == nil else { return [] }
    (self.skipped, heldReload) = (skipped, nil)
    return replace(items)
  }

  /// Replaces the cases after the folder was read again. Keeps the position and the marks, but no
  /// measurements.
  private mutating func replace(_ fresh: CaseList) -> [ReviewEffect] {
    let marked = Set(items.filter(\.isMarked).map(\.snapshot.id))
    let split = Set(grouping.splitOff.map { items[$0].snapshot.id })
    let selected = current?.snapshot.id
    let revision = (items.map(\.revision).max() ?? 0) + 1
    let kept = Dictionary(
      items.lazy.filter { $0.pending != nil || !$0.draft.isEmpty }
        .map { ($0.snapshot.identity, (pending: $0.pending, draft: $0.draft)) },
      uniquingKeysWith: { first, _ in first })
    items = fresh
    for index in items.indices {
      let snapshot = items[index].snapshot
      items[index].revision = revision
      items[index].isMarked = marked.contains(snapshot.id)
      guard let kept = kept[snapshot.identity] else { continue }
      (items[index].pending, items[index].draft) = (kept.pending, kept.draft)
    }
    overview = Overview()
    charting.reset()
    selection = selected.flatMap { items.names.place(of: $0) } ?? 0
    grouping = Grouping(
      after: grouping.number, splitOff: Set(split.compactMap { items.names.place(of: $0) }))
    drawn = Drawn()
    chosenRegion = nil
    awaitedProposal = nil
    message = Message(.news, "Reloaded: \(Wording.count(items.count, "case")).")
    return [.adopt(items.map(\.snapshot), revision: revision)] + measureAll()
  }

  /// The order in which cases are measured: the selected case, those after it, then those before.
  private var measuringOrder: [Int] {
    items.isEmpty ? [] : Array(selection..<items.count) + Array(0..<selection)
  }

  private mutating func take(_ comparison: Comparison, for request: ComparisonRequest) {
    guard isCurrent(request), request.areas == items[request.item].areas else { return }
    if request.item == selection, case .table = panel {
      drawn.table[request.strategy] = comparison
    }
    guard request.strategy == strategy(of: items[request.item]) else { return }
    items[request.item].take(comparison, of: request.strategy)
    if request.item == selection { drawn.comparison = (request, comparison) }
  }

  private func isCurrent(_ request: some CaseRequest) -> Bool {
    isCurrent(request.item, request.revision)
  }

  private func isCurrent(_ item: Int, _ revision: Int) -> Bool {
    items.indices.contains(item) && items[item].revision == revision
  }
}

// MARK: - Outcomes that cannot be looked up

extension ReviewState {
  /// Requests what the current settings lack: first the outcomes, including those of unread cases,
  /// then the landscapes of another formula.
  mutating func compareMissing() -> [ReviewEffect] {
    refresh()
    let unknown = measuringOrder.filter { overview.standings[$0].verdict == nil }
    let unread = unknown.filter { !items[$0].isMeasured }
    let unsurveyed = measuringOrder.filter { overview.standings[$0].lacksLandscape }
    return (unread.isEmpty ? [] : [.measure(unread.map(measureRequest))])
      + outcomes(of: unknown)
      + (unsurveyed.isEmpty ? [] : [.survey(unsurveyed.map(surveyRequest))])
  }

  /// Returns requests for the outcomes of cases that were read under other settings.
  private func outcomes(of indices: [Int]) -> [ReviewEffect] {
    let requests = indices.compactMap { index -> ComparisonRequest? in
      let item = items[index]
      let strategy = strategy(of: item)
      guard case .images = item.reading, item.isMeasured, item.comparison(strategy) == nil else {
        return nil
      }
      return comparisonRequest(index, strategy)
    }
    return requests.isEmpty ? [] : [.compare(requests)]
  }
}
