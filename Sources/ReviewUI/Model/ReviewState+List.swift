import Catalog

/// A row of the list.
enum ListRow: Hashable, Sendable {
  /// The heading of a suite whose cases follow.
  case suite(String)
  case item(Int)
  /// The heading of a folded suite: stands for its cases, from the first to the last.
  case folded(String, ClosedRange<Int>)

  /// Whether this is where a case is in the list.
  func holds(_ index: Int) -> Bool {
    switch self {
    case .suite: false
    case .item(let item): item == index
    case .folded(_, let cases): cases.contains(index)
    }
  }

  /// The case that is shown when this row is selected.
  fileprivate var firstCase: Int? {
    switch self {
    case .suite: nil
    case .item(let item): item
    case .folded(_, let cases): cases.lowerBound
    }
  }
}

extension ReviewState {
  // MARK: Walking

  /// Puts a case on screen, and its row into the list.
  mutating func visit(_ index: Int) {
    select(index)
    if let suite = current?.snapshot.suite, folded.contains(suite) { folded.remove(suite) }
  }

  /// Goes to the next row that stands for cases: a folded suite is one.
  mutating func stepRow(_ direction: Int) {
    refresh()
    guard var row = overview.row(of: selection) else { return enterList(direction) }
    repeat { row += direction } while overview.isHeading(row)
    if overview.rows.indices.contains(row), let index = overview.rows[row].firstCase {
      select(index)
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
    let height = layout.list?.height ?? 0
    guard height > 0, let row = overview.row(of: selection) else { return }
    // A row of context above, so that the suite's heading comes along.
    let margin = min(1, (height - 1) / 2)
    listTop = min(listTop, max(row - margin, 0))
    listTop = max(listTop, row - height + 1 + margin)
    listTop = max(min(listTop, overview.rows.count - height), 0)
  }

  // MARK: Folding

  /// Folds or unfolds the suite of the case on screen.
  mutating func fold(_ isFolded: Bool) {
    guard let suite = current?.snapshot.suite else { return }
    if isFolded { folded.insert(suite) } else { folded.remove(suite) }
  }

  /// A press on a case selects it, one on a heading folds or unfolds its suite.
  mutating func press(row: Int) {
    refresh()
    let rows = overview.rows
    guard rows.indices.contains(row) else { return }
    switch rows[row] {
    case .item(let index): select(index)
    case .suite(let suite): folded.insert(suite)
    case .folded(let suite, _): folded.remove(suite)
    }
  }
}
