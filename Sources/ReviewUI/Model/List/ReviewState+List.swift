import Catalog
import DiffEngine
import PNGCodec

/// The order of the list.
package enum ListOrder: String, CaseIterable, Sendable {
  case suite, cause, size, axes
}

extension ReviewState {
  // MARK: Walking

  /// Puts a case on screen, and its row into the list.
  mutating func visit(_ index: Int) {
    select(index)
    refresh()
    let closed = overview.list.sections(of: index).filter(\.isFolded).map(\.key)
    if !closed.isEmpty { folded.subtract(closed) }
  }

  /// Goes to the next row that stands for cases, such as a folded suite.
  mutating func stepRow(_ direction: Int) {
    refresh()
    guard var row = overview.list.row(of: selection) else { return enterList(direction) }
    row += direction
    while isBetweenCases(row) { row += direction }
    switch overview.list.row(at: row) {
    case .item(let index): select(index)
    case .heading(let section), .picture(let section, _):
      select(overview.list.cases[section.cases.lowerBound])
    case nil: break
    }
  }

  private func isBetweenCases(_ row: Int) -> Bool {
    switch overview.list.row(at: row) {
    case .heading(let section): !section.isFolded
    case .picture: true
    case .item, nil: false
    }
  }

  /// Goes to the next case, even if it is folded away.
  mutating func stepCase(_ direction: Int) {
    refresh()
    let listed = overview.list.cases
    let rank = overview.list.rank(of: selection)
    guard listed.indices.contains(rank), listed[rank] == selection else {
      return enterList(direction)
    }
    visit(listed[min(max(rank + direction, 0), listed.count - 1)])
  }

  /// Moves the selection from a case that is not listed to the nearest that is.
  private mutating func enterList(_ direction: Int) {
    let listed = overview.list.cases
    guard !listed.isEmpty else { return }
    let rank = overview.list.rank(of: selection)
    select(listed[min(max(direction > 0 ? rank : rank - 1, 0), listed.count - 1)])
  }

  /// Scrolls the list so that the selected row is in it.
  mutating func keepSelectionVisible() {
    keepSelectionInSheet()
    let height = layout.list?.height ?? 0
    guard height > 0, let row = overview.list.row(of: selection) else { return }
    // A row of context above, so that the suite's heading comes along.
    let margin = min(1, (height - 1) / 2)
    listTop = min(listTop, max(row - margin, 0))
    listTop = max(listTop, row - height + 1 + margin)
    listTop = max(min(listTop, overview.list.rowCount - height), 0)
  }

  // MARK: Folding

  /// Folds the innermost section of the case on screen that is open, or unfolds the outermost one
  /// that is not.
  mutating func fold(_ isFolded: Bool) {
    refresh()
    let sections = overview.list.sections(of: selection)
    if isFolded {
      if let open = sections.first(where: { !$0.isFolded }) { folded.insert(open.key) }
    } else if let closed = sections.last(where: \.isFolded) {
      folded.remove(closed.key)
    }
  }

  mutating func foldAll() {
    refresh()
    folded.formUnion(overview.list.sections.filter { $0.parent == nil }.map(\.key))
  }

  /// Selects the pressed case, or folds or unfolds the pressed heading.
  mutating func press(row: Int) {
    refresh()
    switch overview.list.row(at: row) {
    case .item(let index): select(index)
    case .heading(let section):
      if folded.remove(section.key) == nil { folded.insert(section.key) }
    case .picture(let section, _): select(overview.list.cases[section.cases.lowerBound])
    case nil: break
    }
  }

  /// Returns the part of a case's name that its heading does not give: the name within its test or
  /// suite, else all of it.
  func name(of index: Int, below heading: ListSection?) -> String {
    let (names, short) = (items.names, printable(items.names.short[index]))
    return switch heading?.key {
    case .test: names.variant[index].map { printable($0.name) } ?? short
    case .suite: short
    case .cause, .family, .passing, .stale, .axis, nil:
      names.suites.count == 1 ? short : "\(printable(names.suites[names.suite[index]])) \(short)"
    }
  }

  /// Returns a case's name as the list shows it, indented below the heading of a test.
  func listName(_ index: Int, in list: ListRows) -> String {
    let heading = list.sections(of: index).first
    return (heading?.parent == nil ? "" : " ") + name(of: index, below: heading)
  }

  /// Returns the text of a heading.
  func headingName(_ key: ListSection.Key) -> String {
    switch key {
    case .suite(let suite): printable(suite)
    case .test(let test, _): printable(test)
    case .cause(let id): causeHeading(id)
    case .axis(let value, _): printable("\(value.axis): \(value.value)")
    case .family(let place): "alike: \(printable(grouping.families[place].reason))"
    case .passing: "pass"
    case .stale: key.cases
    }
  }

  /// "text black → white, only in dark"
  private func causeHeading(_ id: Int) -> String {
    guard let cause = grouping.cause(numbered: id) else { return "" }
    let only = items.names.axes.only(cause.items.map { items[$0].snapshot.axes })
    return printable(only.title(of: cause.text))
  }

  // MARK: Pictures below headings

  /// The number of rows a cause's picture takes in the list. It is 0 in a small list, and beside
  /// the contact sheet, which shows every case.
  var headingPictureRows: Int {
    guard let list = layout.list, list.height >= 20, list.width >= 20, view != .all else {
      return 0
    }
    return list.height >= 40 ? 4 : 3
  }

  /// The list has pictures only where there is room for them.
  mutating func layOutPictures() { if order == .cause { overview.needsRows = true } }

  func headingPictureRequest(_ section: ListSection) -> ThumbnailRequest? {
    guard let list = layout.list else { return nil }
    return thumbnailRequest(
      overview.list.cases[section.cases.lowerBound],
      halves: PixelSize(width: list.width - 4, height: 2 * headingPictureRows), isWhole: false)
  }

  /// Requests for the pictures of the causes whose headings are in sight.
  var headingPictureRequests: [ThumbnailRequest] {
    guard let list = layout.list, order == .cause else { return [] }
    return (listTop..<listTop + list.height).compactMap { row in
      guard case .picture(let section, 0) = overview.list.row(at: row) else { return nil }
      return headingPictureRequest(section)
    }
  }

  // MARK: Width

  /// Widens the list to fit its names, or resets it to its default width.
  mutating func widenList() {
    guard listWidth == nil else {
      listWidth = nil
      return
    }
    refresh()
    isListShown = true
    // Enough to know how long names are here.
    let names = overview.list.unfolded.prefix(1_000).map { listName($0, in: overview.list) }
    listWidth = max(columns(of: names) + 14, layout.list?.width ?? 0)
  }

  /// Moves the line beside the list with the pointer; returns false if the event is about something
  /// else.
  mutating func pointAtDivider(_ mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .press where layout.divider?.contains(column: mouse.column, row: mouse.row) == true:
      isWidening = layout.divider?.width == 1
    case .drag where isWidening: listWidth = mouse.column
    case .release: isWidening = false
    default: return isWidening
    }
    return isWidening
  }

  // MARK: Order

  mutating func nextOrder() {
    order = order.next
    if order == .axes, items.names.axes.axes.isEmpty { order = order.next }
    let words =
      switch order {
      case .suite: "by suite"
      case .cause: "by cause: cases with the same change together, the most first"
      case .size: "by the size of the change"
      case .axes: "by \(items.names.axes.axes.prefix(2).joined(separator: " and "))"
      }
    message = Message(.news, "Ordered \(words).", short: "Ordered by \(order.rawValue).")
  }
}
