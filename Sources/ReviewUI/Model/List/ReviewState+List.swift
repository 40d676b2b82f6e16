import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review

package enum ListOrder: String, CaseIterable, Sendable {
  case cause, suite, size
}

extension ReviewState {
  // MARK: Walking

  /// Puts a case on screen, and unfolds the list so that a row represents the case.
  ///
  /// - Parameter isAlone: True if the case needs its own row instead of the row of its decision.
  mutating func visit(_ index: Int, isAlone: Bool = false) {
    select(index)
    refresh()
    let closed = overview.list.sections(of: index)
      .filter { $0.isFolded && (isAlone || !$0.key.isDecision) }
    if !closed.isEmpty { turned.formSymmetricDifference(closed.map(\.key)) }
  }

  /// Goes to the next row that represents cases, such as a decision.
  mutating func stepRow(_ direction: Int) {
    refresh()
    guard var row = overview.list.row(of: selection) else { return enterList(direction) }
    row += direction
    while isBetweenCases(row) { row += direction }
    switch overview.list.row(at: row)?.entry {
    case .item(let index): select(index)
    case .heading(let section): select(overview.list.cases[section.cases.lowerBound])
    case nil: break
    }
  }

  private func isBetweenCases(_ row: Int) -> Bool {
    guard let row = overview.list.row(at: row) else { return false }
    if row.line > 0 { return true }
    return if case .heading(let section) = row.entry { !section.isFolded } else { false }
  }

  /// Goes to the next case, even if it is folded away.
  mutating func stepCase(_ direction: Int) {
    refresh()
    let listed = overview.list.cases
    let rank = overview.list.rank(of: selection)
    guard listed.indices.contains(rank), listed[rank] == selection else {
      return enterList(direction)
    }
    visit(listed[min(max(rank + direction, 0), listed.count - 1)], isAlone: true)
  }

  /// Moves the selection from an unlisted case to the nearest listed one.
  private mutating func enterList(_ direction: Int) {
    let listed = overview.list.cases
    guard !listed.isEmpty else { return }
    let rank = overview.list.rank(of: selection)
    select(listed[min(max(direction > 0 ? rank : rank - 1, 0), listed.count - 1)])
  }

  /// Scrolls the list so that the selected row is visible and the list begins with a whole entry.
  mutating func keepSelectionVisible() {
    keepSelectionInSheet()
    let height = layout.list?.height ?? 0
    guard height > 0, let row = overview.list.row(of: selection) else { return }
    let rows = overview.list.height(at: row)
    // Keep a row of context above, which may be the suite's heading; keep an opened decision's
    // sentence above its cases if both fit.
    let margin = rows > 1 ? 0 : min(1, (height - 1) / 2)
    let opened = overview.list.sections(of: selection).last { $0.key.isDecision && !$0.isFolded }
    let heading = opened.flatMap { row + rows + margin - $0.row <= height ? $0.row : nil }
    listTop = min(listTop, heading ?? max(row - margin, 0))
    listTop = max(listTop, row + rows - height + margin)
    listTop = max(min(listTop, overview.list.rowCount - height), 0)
    while let first = overview.list.row(at: listTop), first.line > 0 { listTop += 1 }
  }

  package var lineInList: Int? { overview.list.row(of: selection).map { $0 - listTop } }

  // MARK: Folding

  /// Folds the innermost open section of the case on screen, or unfolds the outermost folded one.
  mutating func fold(_ isFolded: Bool) {
    refresh()
    let sections = overview.list.sections(of: selection)
    let section = isFolded ? sections.first { !$0.isFolded } : sections.last(where: \.isFolded)
    guard let section else { return }
    turn(section)
  }

  /// Opens or closes a section. Closing a decision selects its first case.
  private mutating func turn(_ section: ListSection) {
    turned.formSymmetricDifference([section.key])
    if !section.isFolded, section.key.isDecision {
      select(overview.list.cases[section.cases.lowerBound])
    }
  }

  mutating func foldAll(_ isFolded: Bool) {
    refresh()
    turned = Set(
      overview.list.sections.filter { isFolded ? $0.parent == nil : true }.map(\.key)
        .filter { $0.isFoldedAtFirst != isFolded })
  }

  /// Selects the clicked case or decision, or folds or unfolds any other clicked heading.
  mutating func press(row: Int) {
    refresh()
    switch overview.list.row(at: row)?.entry {
    case .item(let index): select(index)
    case .heading(let section):
      let isSelected = overview.list.row(of: selection) == section.row
      if section.key.isDecision, section.isFolded, !isSelected {
        select(overview.list.cases[section.cases.lowerBound])
      } else {
        turn(section)
      }
    case nil: break
    }
  }

  /// Returns the part of a case's name that its heading does not give: the name within its test or
  /// suite, otherwise all of it.
  func name(of index: Int, below heading: ListSection?) -> String {
    let (names, short) = (items.names, printable(items.names.short[index]))
    return switch heading?.key {
    case .test: names.variant[index].map { printable($0.name) } ?? short
    case .suite: short
    case .cause(let first):
      grouping.cause(of: first)?.suiteLabels[names.suite[index]]
        .map { "\(printable($0)) \(short)" } ?? short
    case .family, .decided, .passing, .stale, nil:
      names.suites.count == 1 ? short : "\(printable(names.suites[names.suite[index]])) \(short)"
    }
  }

  /// Returns a case's name for a line about it alone: whole, without its suite, or cut. The part
  /// that distinguishes it in its suite is kept as long as it fits.
  func nameAlone(_ index: Int, width: Int) -> String {
    let snapshot = items[index].snapshot
    let name = fitting([snapshot.id, snapshot.name].map(printable), width: width)
    let (cut, own) = (cutInTheMiddle(name, width: width), printable(items.names.short[index]))
    return cut.contains(own) ? cut : cutInTheMiddle(own, width: width)
  }

  /// Returns a case's name as the list shows it, indented below the heading of a test.
  func listName(_ index: Int, in list: ListRows) -> String {
    let heading = list.sections(of: index).first
    let isBelow = heading?.parent != nil || heading?.key.isDecision == true
    return (isBelow ? " " : "") + name(of: index, below: heading)
  }

  func headingName(_ key: ListSection.Key) -> String {
    switch key {
    case .suite(let suite): printable(suite)
    case .test(let test, _): printable(test)
    case .cause(let first): sentence(of: first)
    case .family(let first): familySentence(of: first)
    case .decided: "decided"
    case .passing: "pass"
    case .stale: key.cases
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
    // A thousand names are enough to know how long they usually are.
    let names = overview.list.unfolded.prefix(1_000).map { listName($0, in: overview.list) }
    // Pictures take nearly half of an entry.
    let isPictured = overview.list.heights.rows > 1
    let width = columns(of: names) * (isPictured ? 9 : 5) / 5 + 14
    listWidth = max(width, layout.list?.width ?? 0)
  }

  /// Moves the divider beside the list with the pointer; returns false if the event is about
  /// something else.
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
    let words =
      switch order {
      case .suite: "by suite"
      case .cause: "by decision: cases that changed alike together, the most first"
      case .size: "by the size of the change"
      }
    message = Message(.news, "Ordered \(words).", short: "Ordered by \(order.rawValue).")
  }
}
