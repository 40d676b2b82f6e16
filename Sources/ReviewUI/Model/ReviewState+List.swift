import Catalog

/// How the list is ordered.
public enum ListOrder: String, CaseIterable, Sendable {
  case suite, cause, size
}

/// Cases that stand together in the list, below a heading that can be folded.
package struct ListSection: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case suite(String)
    /// A number of a group.
    case cause(Int)
    /// All of them, without a heading.
    case all
    /// Those that pass and were not decided.
    case passing

    var hasHeading: Bool { self != .all }

    /// Behind a number of its cases.
    var cases: String {
      switch self {
      case .suite(let suite): "in \(printable(suite))"
      case .cause: "with this change"
      case .all: "in the list"
      case .passing: "that pass"
      }
    }
  }

  var key: Key
  /// Their places in the list.
  var cases: Range<Int>
  /// The row of the heading or, without one, of the first case.
  var row: Int
  var isFolded: Bool
}

/// A row of the list.
enum ListRow: Hashable, Sendable {
  /// Folded, it stands for all its cases.
  case heading(ListSection)
  case item(Int)
}

extension ReviewState {
  // MARK: Walking

  /// Puts a case on screen, and its row into the list.
  mutating func visit(_ index: Int) {
    select(index)
    refresh()
    if let key = overview.section(of: index)?.key, folded.contains(key) { folded.remove(key) }
  }

  /// Goes to the next row that stands for cases: a folded suite is one.
  mutating func stepRow(_ direction: Int) {
    refresh()
    guard var row = overview.row(of: selection) else { return enterList(direction) }
    row += direction
    if case .heading(let section) = overview.row(at: row), !section.isFolded { row += direction }
    switch overview.row(at: row) {
    case .item(let index): select(index)
    case .heading(let section): select(overview.listed[section.cases.lowerBound])
    case nil: break
    }
  }

  /// Goes to the next case, wherever it is hidden.
  mutating func stepCase(_ direction: Int) {
    refresh()
    let listed = overview.listed
    let rank = overview.rank(of: selection)
    guard listed.indices.contains(rank), listed[rank] == selection else {
      return enterList(direction)
    }
    visit(listed[min(max(rank + direction, 0), listed.count - 1)])
  }

  /// From a case that is not listed to the nearest that is.
  private mutating func enterList(_ direction: Int) {
    let listed = overview.listed
    guard !listed.isEmpty else { return }
    let rank = overview.rank(of: selection)
    select(listed[min(max(direction > 0 ? rank : rank - 1, 0), listed.count - 1)])
  }

  /// Scrolls the list so that the selected row is in it.
  mutating func keepSelectionVisible() {
    keepSelectionInSheet()
    let height = layout.list?.height ?? 0
    guard height > 0, let row = overview.row(of: selection) else { return }
    // A row of context above, so that the suite's heading comes along.
    let margin = min(1, (height - 1) / 2)
    listTop = min(listTop, max(row - margin, 0))
    listTop = max(listTop, row - height + 1 + margin)
    listTop = max(min(listTop, overview.rowCount - height), 0)
  }

  // MARK: Folding

  /// Folds or unfolds the section of the case on screen.
  mutating func fold(_ isFolded: Bool) {
    refresh()
    guard let key = overview.section(of: selection)?.key, key.hasHeading else { return }
    if isFolded { folded.insert(key) } else { folded.remove(key) }
  }

  mutating func foldAll() {
    refresh()
    folded = Set(overview.sections.map(\.key).filter(\.hasHeading)).union(folded)
  }

  /// A press on a case selects it, one on a heading folds or unfolds it.
  mutating func press(row: Int) {
    refresh()
    switch overview.row(at: row) {
    case .item(let index): select(index)
    case .heading(let section):
      if folded.remove(section.key) == nil { folded.insert(section.key) }
    case nil: break
    }
  }

  /// Below a heading of its suite the name within it, else with the suite.
  func listName(_ index: Int) -> String {
    let short = printable(items.names.short[index])
    let suite = items.names.suites[items.names.suite[index]]
    return order == .suite && !overview.standings[index].isAside
      ? short : "\(printable(suite)) \(short)"
  }

  // MARK: Width

  /// As wide as the names need, or as at first.
  mutating func widenList() {
    guard listWidth == nil else {
      listWidth = nil
      return
    }
    refresh()
    isListShown = true
    // Enough to know how long names are here.
    let names = overview.unfolded.prefix(1_000).map(listName)
    listWidth = max(columns(of: names) + 14, layout.list?.width ?? 0)
  }

  /// The line beside the list follows the pointer; false where it is about something else.
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
      case .cause: "by cause: cases with the same change together, the most first"
      case .size: "by the size of the change"
      }
    message = Message(.news, "Ordered \(words).", short: "Ordered by \(order.rawValue).")
  }
}
