import Base
import Catalog
import DiffEngine

/// Draws every strategy's outcome for the case on screen, one line each.
///
/// - Parameter chosen: The strategy that Enter selects.
func drawTable(_ state: ReviewState, chosen: Strategy.Kind, on canvas: inout CellCanvas) {
  guard let current = state.current else { return }
  let rows = Strategy.Kind.allCases.map { TableRow($0, of: current, state: state) }
  let whole = GridRect.centred(width: 110, height: .max, in: state.size)
  let note = wrapped(countedWords(state.strategy), width: whole.inside.width)
  let rect = GridRect.centred(
    width: whole.width, height: rows.count + note.count + 3, in: state.size)
  let inside = canvas.window(rect, title: state.nameAlone(state.selection, width: rect.width - 6))
  for (index, line) in note.enumerated() {
    canvas.write(line, .hint, in: inside.line(rows.count + 1 + index))
  }
  draw(rows, chosen, in: inside, on: &canvas)
}

/// Draws the rows, in several columns if they do not fit below the heading.
private func draw(
  _ rows: [TableRow], _ chosen: Strategy.Kind, in inside: GridRect, on canvas: inout CellCanvas
) {
  let depth = max(inside.height - 1, 1)
  let starts = Array(stride(from: 0, to: rows.count, by: depth))
  for (start, area) in zip(starts, inside.columns(starts.count)) {
    let block = rows[start..<min(start + depth, rows.count)]
    let columns = TableColumns(Array(block), width: area.width)
    canvas.write(columns.heading, in: area.line(0))
    for (index, row) in block.enumerated() {
      let line = area.line(index + 1)
      if row.kind == chosen { canvas.fill(line, Cell(.space, .selected)) }
      canvas.write(columns.line(row), in: line, background: row.kind == chosen ? .selected : nil)
    }
  }
}

extension GridRect {
  /// Returns parts of equal width, side by side.
  fileprivate func columns(_ count: Int) -> [GridRect] {
    (0..<count).map {
      GridRect(column: column + width / count * $0, row: row, width: width / count, height: height)
    }
  }
}

/// Returns a note on the units in which strategies count.
private func countedWords(_ strategy: Strategy) -> String {
  let units = [Strategy.Unit.bytes, .levels].compactMap { unit -> String? in
    let kinds = Strategy.Kind.allCases.filter { strategy.with(\.kind, $0).unit == unit }
    return kinds.isEmpty
      ? nil : "\(kinds.map(\.rawValue).joined(separator: ", ")): \(unit.rawValue)"
  }
  return "Counts are in pixels" + units.map { "; \($0)" }.joined() + "."
}

/// One strategy and its outcome.
private struct TableRow {
  var kind: Strategy.Kind
  var isPresent: Bool
  var settings: String
  var verdict: TextRun
  /// The numbers in column order; empty until they are known.
  var numbers: [String]
  /// The first number in at most four characters: "999", "1.2k", "21k".
  var shortCount: String

  init(_ kind: Strategy.Kind, of item: ReviewItem, state: ReviewState) {
    var strategy = state.strategy
    strategy.kind = kind
    let comparison = state.drawn.table[strategy] ?? item.comparison(strategy)
    self.kind = kind
    isPresent = kind == state.strategy.kind
    settings = strategy.summary(ignoring: item.areas).split(separator: " ").dropFirst().joined(
      separator: " ")
    verdict = comparison.map { verdictMark($0.verdict) } ?? TextRun("…", .pending)
    let counts = comparison.map {
      [$0.mismatched, $0.clusters.count, $0.clusters.largest, $0.allowed]
    }
    numbers = counts?.map(Wording.grouped) ?? ["", "", "", ""]
    shortCount = comparison.map { short($0.mismatched) } ?? ""
  }
}

/// Columns as wide as their content. A narrow screen drops the allowed number first, then the
/// settings, then the clusters.
private struct TableColumns {
  private static let titles = ["differ", "clusters", "largest", "allowed"]
  private let name: Int
  private var settings: Int
  private var numbers: [Int]
  /// The width left for a name and its count if no column fits; otherwise nil.
  private var tight: Int?

  init(_ rows: [TableRow], width: Int) {
    name = (rows.map(\.kind.rawValue.count).max() ?? 0) + 1
    settings = (rows.map { displayWidth(of: $0.settings) }.max() ?? 0) + 1
    numbers = Self.titles.indices.map { index in
      ([Self.titles[index]] + rows.map { $0.numbers[index] }).map(\.count).max()! + 2
    }
    if taken > width { numbers.removeLast() }
    if taken > width { settings = max(settings - (taken - width), 0) }
    if settings < 12 { settings = 0 }
    while taken > width, numbers.count > 1 { numbers.removeLast() }
    if taken > width { numbers[0] -= 2 }
    if taken > width { (numbers, tight) = ([], width - 3) }
  }

  private var taken: Int { 2 + name + settings + numbers.reduce(0, +) }

  var heading: [TextRun] {
    if let tight { return [TextRun("  " + right(Self.titles[0], tight), .dim)] }
    let titles = zip(Self.titles, numbers).map { right($0, $1) }
    return [TextRun(padded("", 2 + name) + cell("settings") + titles.joined(), .dim)]
  }

  func line(_ row: TableRow) -> [TextRun] {
    if let tight { return line(row, within: tight) }
    let numbers = zip(row.numbers, numbers).map { right($0, $1) }
    return [
      row.verdict, TextRun(" "),
      TextRun(padded(row.kind.rawValue, name), row.isPresent ? .title : .plain),
      TextRun(cell(row.settings), .dim), TextRun(numbers.joined()),
    ]
  }

  /// Returns a row with name and count; the count is in full if there is room.
  private func line(_ row: TableRow, within width: Int) -> [TextRun] {
    let name = row.kind.rawValue
    let room = max(width - name.count - 1, 0)
    let count = row.numbers[0].count <= room ? row.numbers[0] : row.shortCount
    return [
      row.verdict, TextRun(" "), TextRun(name, row.isPresent ? .title : .plain),
      TextRun(right(count.count <= room ? count : "", room + 1)),
    ]
  }

  private func cell(_ text: String) -> String {
    guard settings > 0 else { return "" }
    let fits = displayWidth(of: text) < settings
    return padded(fits ? text : text.prefix(settings - 2) + "…", settings)
  }
}

private func short(_ count: Int) -> String {
  var (count, tenths) = (count, 0)
  for unit in ["", "k", "M", "G"] {
    if count < 1000 {
      return unit.isEmpty || count >= 10 ? "\(count)\(unit)" : "\(count).\(tenths)\(unit)"
    }
    (count, tenths) = (count / 1000, count % 1000 / 100)
  }
  return "…"
}
