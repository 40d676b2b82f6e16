import Catalog
import DiffEngine

/// The window over the screen, if one is open.
func drawPanel(_ state: ReviewState, on canvas: inout Canvas) {
  switch state.panel {
  case .help(let top, let query): drawHelp(top: top, query: query, state: state, on: &canvas)
  case .info: drawInfo(state, on: &canvas)
  case .bulk(let bulk): drawBulk(bulk, state: state, on: &canvas)
  case .landscape: drawLandscape(state, on: &canvas)
  case .table: drawTable(state, on: &canvas)
  case .saveRule: drawSaveRule(state, on: &canvas)
  case nil: break
  }
}

extension Rect {
  /// A window of at most this size in the middle of the screen.
  static func centred(width: Int, height: Int, in size: Size) -> Rect {
    let width = min(width, size.columns - 2)
    let height = min(height, size.rows - 2)
    return Rect(
      column: (size.columns - width) / 2, row: (size.rows - height) / 2, width: width,
      height: height)
  }
}

private func drawSaveRule(_ state: ReviewState, on canvas: inout Canvas) {
  guard let snapshot = state.current?.snapshot else { return }
  let rect = Rect.centred(width: 78, height: 8, in: state.size)
  let inside = canvas.window(rect, title: "Write the settings to .snapreview.toml")
  canvas.write(state.strategy.summary, .bold, in: inside.line(0))
  let scopes = [
    ("1", "for this case: \(snapshot.id)"), ("2", "for its suite: \(snapshot.suite)/**"),
    ("3", "for every case: [default]"), ("esc", "writes nothing"),
  ]
  for (row, (key, text)) in scopes.enumerated() {
    canvas.write([Run(" \(key) ", .key), Run(printable(text))], in: inside.line(row + 2))
  }
}

private func drawHelp(top: Int, query: String?, state: ReviewState, on canvas: inout Canvas) {
  let columns = helpColumns(query ?? "", state: state)
  let height = columns.map(\.count).max() ?? 0
  let rect = Rect.centred(
    width: columns.count * helpWidth + 4, height: height + 2, in: state.size)
  let title = query.map { "Keys: \($0)▏" } ?? "Keys · Enter, Esc, Space and the mouse never decide"
  let inside = canvas.window(rect, title: printable(title))
  let top = min(top, max(height - inside.height, 0))
  for (index, lines) in columns.enumerated() {
    for (row, spans) in lines.dropFirst(top).prefix(inside.height).enumerated() {
      let line = inside.line(row)
      canvas.write(
        spans,
        in: Rect(
          column: line.column + index * helpWidth, row: line.row,
          width: min(helpWidth - 1, line.width - index * helpWidth), height: line.height))
    }
  }
  let foot = Rect(
    column: rect.column + 2, row: rect.row + rect.height - 1, width: rect.width - 4, height: 1)
  let scroll = height > inside.height ? "j k scroll, " : ""
  canvas.writeRight(
    [Run(query == nil ? " \(scroll)/ searches, any other key closes " : " esc: all keys ", .hint)],
    in: foot)
}

private let helpWidth = 78

/// The key table, in two columns where there is room for them.
private func helpColumns(_ query: String, state: ReviewState) -> [[[Run]]] {
  let rows = query.isEmpty ? state.keyMap.rows : state.paletteRows(query)
  func lines(_ sections: [CommandInfo.Section]) -> [[Run]] {
    sections.flatMap { section in
      let rows = rows.filter { $0.section == section }
      return rows.isEmpty ? [] : [[Run(section.rawValue, .title)]] + rows.map(helpLine) + [[]]
    }
  }
  guard state.size.columns >= 2 * helpWidth + 6, query.isEmpty else {
    return [lines(CommandInfo.Section.allCases)]
  }
  return [lines([.decide, .move, .other]), lines([.look, .tune])]
}

private func helpLine(_ row: CommandInfo) -> [Run] {
  let keys = row.keys.isEmpty ? ":" + row.name : row.keys.joined(separator: " ")
  let padding = String(repeating: " ", count: max(13 - displayWidth(of: keys), 1))
  let place =
    switch row.context {
    case .anywhere: ""
    case .list: " (in the list)"
    case .image: " (in the image)"
    }
  return [Run("  " + keys + padding, .key), Run(row.help), Run(place, .dim)]
}

private func drawInfo(_ state: ReviewState, on canvas: inout Canvas) {
  guard let item = state.current else { return }
  let lines = infoLines(item, state: state)
  let width = min(state.size.columns - 2, 110)
  let body = lines.flatMap { label, value, role -> [[Run]] in
    let rows = wrapped(printable(value), width: max(width - 18, 8))
    return rows.enumerated().map { index, text in
      let label = index == 0 ? label : ""
      let padding = String(repeating: " ", count: max(13 - label.count, 1))
      return [Run(label + padding, .dim), Run(text, role)]
    }
  }
  let rect = Rect.centred(width: width, height: body.count + 2, in: state.size)
  let inside = canvas.window(rect, title: printable(item.snapshot.id))
  for (row, spans) in body.prefix(inside.height).enumerated() {
    canvas.write(spans, in: inside.line(row))
  }
}

private func infoLines(_ item: ReviewItem, state: ReviewState) -> [(String, String, Role)] {
  let snapshot = item.snapshot
  var lines: [(String, String, Role)] = [("layout", snapshot.layout.title, .plain)]
  func add(_ label: String, _ value: String?, _ role: Role = .plain) {
    if let value, !value.isEmpty { lines.append((label, value, role)) }
  }
  add("reference", snapshot.reference ?? "none")
  add("actual", snapshot.actual ?? "none")
  add("difference", snapshot.difference)
  add("baseline", snapshot.baseline?.path ?? "unknown")
  add("sizes", [state.sizeText(.reference), state.sizeText(.actual)].joined(separator: ", "))
  add("strategy", strategyText(item, state: state))
  add("decision", item.decision?.rawValue ?? "undecided")
  add("note", item.record?.note)
  add("obstacle", snapshot.obstacle, .warning)
  for remark in snapshot.remarks + state.strategy(of: item).remarks {
    add("remark", remark, .warning)
  }
  return lines
}

private func strategyText(_ item: ReviewItem, state: ReviewState) -> String {
  let strategy = state.strategy(of: item)
  return strategy.summary + (strategy.testLine.map { "   \($0)" } ?? "")
}

private func drawBulk(_ bulk: Bulk, state: ReviewState, on canvas: inout Canvas) {
  let scope = bulk.scope
  let verb: String =
    switch bulk.decision {
    case .accepted: "Accept"
    case .rejected: "Reject"
    case .tolerated: "Tolerate"
    case nil: "Skip"
    }
  let shown = scope.items.prefix(12)
  let rect = Rect.centred(width: 78, height: shown.count + 8, in: state.size)
  let inside = canvas.window(
    rect, title: "\(verb) \(counted(scope.items.count, "case")) \(scope.name)?")
  for (row, index) in shown.enumerated() {
    canvas.write(
      [
        verdictMark(state.verdict(of: state.items[index])),
        Run(" " + printable(state.items[index].snapshot.id)),
      ], in: inside.line(row))
  }
  var row = shown.count
  if scope.items.count > shown.count {
    canvas.write(
      "… and \(grouped(scope.items.count - shown.count)) more", .dim, in: inside.line(row))
  }
  if let reason = scope.reason {
    canvas.write("Together because of \(reason).", .group, in: inside.line(row + 1))
  }
  row += 3
  let written = bulk.decision == .accepted ? " and writes the baselines" : ""
  canvas.write(
    [
      Run(" \(state.keyMap.key(bulk.command)) ", .key),
      Run(" does it\(written); \(state.keyMap.key(.undo)) takes it back", .hint),
    ],
    in: inside.line(row))
  if bulk.scopes.count > 1 {
    canvas.write(
      [
        Run(" tab ", .key),
        Run(" other cases: \(bulk.scopes[(bulk.chosen + 1) % bulk.scopes.count].name)", .hint),
      ],
      in: inside.line(row + 1))
  }
  canvas.write(
    [Run(" esc ", .key), Run(" leaves everything as it is", .hint)], in: inside.line(row + 2))
}
