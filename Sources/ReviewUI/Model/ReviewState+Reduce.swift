import Catalog
import DiffEngine

extension ReviewState {
  /// Applies one event and returns the work it calls for, in order.
  public mutating func reduce(_ action: ReviewAction) -> [ReviewEffect] {
    let before = selection
    var effects = apply(action)
    keepSelectionVisible()
    if selection != before, current?.isPending == true {
      effects.append(.measure([measureRequest(selection)]))
    }
    if let wanted = newlyWanted() { effects.append(.want(wanted)) }
    return effects
  }

  private mutating func apply(_ action: ReviewAction) -> [ReviewEffect] {
    switch action {
    case .started: return [.measure(measuringOrder.map(measureRequest))]
    case .reloaded(let items): return replace(items)
    case .input(let event): return take(event)
    case .command(let command): return perform(command)
    case .measured(let item, let revision, let reading):
      guard items.indices.contains(item), items[item].revision == revision else { return [] }
      items[item].take(reading)
      regroupWhenComplete()
      return compareMissing(only: [item])
    case .signed(let item, let revision, let signature):
      guard items.indices.contains(item), items[item].revision == revision else { return [] }
      items[item].signature = signature
      regroupWhenComplete()
      return []
    case .compared(let request, let comparison):
      take(comparison, for: request)
      return []
    case .drawn(let request, let picture):
      take(picture, for: request)
      return []
    case .inspected(let request, let inspection):
      if request == inspectionRequest { inspected = (request, inspection) }
      return []
    case .clusterMeasured(let request, let deltaE):
      if request == clusterRequest { clusterDeltaE = (request, deltaE) }
      return []
    case .ruled(let rules, let sentence):
      for (index, rule) in zip(items.indices, rules) { items[index].rule = rule }
      tuned = nil
      message = Message(.news, sentence)
      return settingsChanged()
    case .blinked:
      guard isBlinking else { return [] }
      side = side.other
      return [.blink(milliseconds: blinkMilliseconds)]
    case .told(let text):
      message = Message(.news, text)
      return []
    case .recorded, .notRecorded, .changedOnDisk, .undone, .notUndone, .nothingToUndo:
      return applyStoreAnswer(action)
    }
  }

  private mutating func take(_ event: InputEvent) -> [ReviewEffect] {
    switch event {
    case .resized(let size):
      self.size = size
      return []
    case .key(let key):
      message = nil
      if prompt != nil { return type(key) }
      if panel != nil { return steerPanel(key) }
      return press(key)
    case .paste(let text):
      guard prompt != nil else {
        message = Message(.news, "Pasted text is not taken for keys; it goes into prompts only.")
        return []
      }
      prompt?.text += text.filter { !$0.isNewline }
      return promptChanged()
    case .mouse(let mouse):
      return point(mouse)
    }
  }

  private mutating func press(_ key: Key) -> [ReviewEffect] {
    let context: KeyContext = focus == .list && isListShown ? .list : .image
    let keys = heldKeys + [key]
    heldKeys = []
    switch keyMap.match(keys, in: context) {
    case .command(let command): return perform(command)
    case .prefix:
      heldKeys = keys
      return []
    case .nothing:
      // A broken run such as "gj" still lets its last key mean what it means.
      return keys.count > 1 ? press(key) : []
    }
  }

  package func measureRequest(_ item: Int) -> MeasureRequest {
    MeasureRequest(
      item: item, revision: items[item].revision, formula: strategy(of: items[item]).formula)
  }

  /// The folder has been read again: keeps the place, the marks and nothing that was measured.
  private mutating func replace(_ fresh: [ReviewItem]) -> [ReviewEffect] {
    let marked = Set(items.filter(\.isMarked).map(\.snapshot.id))
    let split = Set(splitOff.map { items[$0].snapshot.id })
    let selected = current?.snapshot.id
    let revision = (items.map(\.revision).max() ?? 0) + 1
    items = fresh.map { item in
      var item = item
      item.revision = revision
      item.isMarked = marked.contains(item.snapshot.id)
      return item
    }
    shortNames = shortened(items)
    selection = items.firstIndex { $0.snapshot.id == selected } ?? 0
    pictures = [:]
    (groups, groupIndex) = ([], [:])
    splitOff = Set(items.indices.filter { split.contains(items[$0].snapshot.id) })
    lastComparison = nil
    cluster = nil
    message = Message(.news, "Read again: \(counted(items.count, "case")).")
    return [.measure(measuringOrder.map(measureRequest))]
  }

  /// The selected case first, then those after it, then those before.
  private var measuringOrder: [Int] {
    items.isEmpty ? [] : Array(selection..<items.count) + Array(0..<selection)
  }

  private mutating func take(_ comparison: Comparison, for request: ComparisonRequest) {
    guard items.indices.contains(request.item),
      items[request.item].revision == request.revision
    else { return }
    if request.item == selection, panel == .table { tabulated[request.strategy] = comparison }
    guard request.strategy == strategy(of: items[request.item]) else { return }
    if items[request.item].comparison(request.strategy) == nil {
      items[request.item].comparisons[request.strategy] = comparison
    }
    if request.item == selection { lastComparison = (request, comparison) }
  }

  private mutating func take(_ picture: Picture, for request: PictureRequest) {
    guard items.indices.contains(request.item), items[request.item].revision == request.revision
    else { return }
    keep(picture, for: request)
  }
}

// MARK: - Strategies without a look-up

extension ReviewState {
  /// Asks for the outcomes that no landscape holds, of these cases or of all.
  mutating func compareMissing(only some: [Int]? = nil) -> [ReviewEffect] {
    let requests = (some ?? measuringOrder).compactMap { index -> ComparisonRequest? in
      let strategy = strategy(of: items[index])
      guard case .images = items[index].reading, items[index].isMeasured,
        items[index].comparison(strategy) == nil
      else { return nil }
      return ComparisonRequest(item: index, revision: items[index].revision, strategy: strategy)
    }
    return requests.isEmpty ? [] : [.compare(requests)]
  }

  /// Forgets outcomes of settings that are no longer in force, so that turning a knob for an
  /// hour keeps one outcome a case and not thousands.
  mutating func forgetOldComparisons() {
    for index in items.indices {
      let strategy = strategy(of: items[index])
      items[index].comparisons = items[index].comparisons.filter { $0.key == strategy }
    }
  }
}
