import Catalog

/// A row of the list.
public enum ListRow: Hashable, Sendable {
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

  /// The case that is shown when one goes to this row.
  fileprivate var firstCase: Int? {
    switch self {
    case .suite: nil
    case .item(let item): item
    case .folded(_, let cases): cases.lowerBound
    }
  }
}

extension ReviewState {
  /// The list as a tree: each suite's heading, then its cases where it is not folded.
  public var listRows: [ListRow] {
    var rows: [ListRow] = []
    var suite: String?
    for index in listed {
      let own = items[index].snapshot.suite
      let isFolded = folded.contains(own)
      if own != suite {
        rows.append(isFolded ? .folded(own, index...index) : .suite(own))
      } else if isFolded, case .folded(_, let cases) = rows[rows.count - 1] {
        rows[rows.count - 1] = .folded(own, cases.lowerBound...index)
      }
      if !isFolded { rows.append(.item(index)) }
      suite = own
    }
    return rows
  }

  // MARK: Walking

  /// Puts a case on screen, and its row into the list.
  mutating func visit(_ index: Int) {
    select(index)
    if let suite = current?.snapshot.suite { folded.remove(suite) }
  }

  /// Goes to the next row that stands for cases: a folded suite is one.
  mutating func stepRow(_ direction: Int) {
    let rows = listRows.filter { $0.firstCase != nil }
    guard let place = rows.firstIndex(where: { $0.holds(selection) }) else {
      return enterList(direction)
    }
    let next = place + direction
    if rows.indices.contains(next), let index = rows[next].firstCase { select(index) }
  }

  /// Goes to the next case, wherever it is hidden.
  mutating func stepCase(_ direction: Int) {
    let listed = listed
    guard let place = listed.firstIndex(of: selection) else { return enterList(direction) }
    visit(listed[min(max(place + direction, 0), listed.count - 1)])
  }

  /// From a case that is not listed to the nearest that is.
  private mutating func enterList(_ direction: Int) {
    let listed = listed
    let nearest = direction > 0 ? listed.first { $0 > selection } : listed.last { $0 < selection }
    if let index = nearest ?? (direction > 0 ? listed.last : listed.first) { select(index) }
  }

  /// Scrolls the list so that the selected row is in it.
  mutating func keepSelectionVisible() {
    let rows = listRows
    let height = layout.list?.height ?? 0
    guard height > 0, let row = rows.firstIndex(where: { $0.holds(selection) }) else { return }
    // A row of context above, so that the suite's heading comes along.
    let margin = min(1, (height - 1) / 2)
    listTop = min(listTop, max(row - margin, 0))
    listTop = max(listTop, row - height + 1 + margin)
    listTop = max(min(listTop, rows.count - height), 0)
  }

  // MARK: Folding

  /// Folds or unfolds the suite of the case on screen.
  mutating func fold(_ isFolded: Bool) {
    guard let suite = current?.snapshot.suite else { return }
    if isFolded { folded.insert(suite) } else { folded.remove(suite) }
  }

  /// A press on a case selects it, one on a heading folds or unfolds its suite.
  mutating func press(row: Int) {
    let rows = listRows
    guard rows.indices.contains(row) else { return }
    switch rows[row] {
    case .item(let index): select(index)
    case .suite(let suite): folded.insert(suite)
    case .folded(let suite, _): folded.remove(suite)
    }
  }
}
