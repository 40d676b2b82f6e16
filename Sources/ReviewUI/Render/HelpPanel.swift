import Catalog

func drawHelp(top: Int, query: String?, state: ReviewState, on canvas: inout Canvas) {
  let panel = state.helpPanel(query ?? "")
  let title =
    query.map { ["Keys: \(printable($0))▏"] }
    ?? ["Keys · Enter, Esc, Space and the mouse never decide", "Keys"]
  _ = canvas.window(panel.rect, title: title[0], title[title.count - 1])
  panel.draw(top: top, on: &canvas)
  let scroll = panel.lastTop > 0 ? "j k scroll, " : ""
  let hints =
    query == nil
    ? [" \(scroll)/ searches, any other key closes ", " \(scroll)/ searches "]
    : [" esc: all keys "]
  canvas.writeRight(
    fitting(hints.map { [Run($0, .hint)] }, width: panel.rect.foot.width), in: panel.rect.foot)
}

extension ReviewState {
  /// The key table, in two columns where there is room for them; those rows that hold the words.
  func helpPanel(_ query: String) -> ReadingPanel {
    let width = 78
    let isWide = size.columns >= 2 * width + 6 && query.isEmpty
    let whole = Rect.centred(width: (isWide ? 2 : 1) * width + 4, height: .max, in: size)
    let columnWidth = isWide ? width : whole.inside.width + 1
    let sections: [[CommandInfo.Section]] =
      isWide ? [[.decide, .move, .other], [.look, .tune]] : [CommandInfo.Section.allCases]
    let rows = query.isEmpty ? keyMap.rows : paletteRows(query)
    let columns = sections.map { sections in
      sections.flatMap { section in
        let lines = rows.filter { $0.section == section }.flatMap {
          helpLines($0, width: columnWidth - 1)
        }
        return lines.isEmpty ? [] : [[Run(section.rawValue, .title)]] + lines + [[]]
      }
    }
    let height = (columns.map(\.count).max() ?? 0) + 2
    return ReadingPanel(
      rect: .centred(width: whole.width, height: height, in: size), columns: columns,
      columnWidth: columnWidth)
  }
}

/// A command's keys, and what it does in as many lines as that takes.
private func helpLines(_ row: CommandInfo, width: Int) -> [[Run]] {
  let keys = row.keys.isEmpty ? ":" + row.name : row.keys.joined(separator: " ")
  let margin = width < 50 ? 9 : 15
  let place =
    switch row.context {
    case .anywhere: ""
    case .list: " (in the list)"
    case .image: " (in the image)"
    }
  let lead = "  " + keys
  let gap = margin - displayWidth(of: lead)
  if gap > 0, displayWidth(of: row.help + place) <= width - margin {
    return [[Run(lead + blanks(gap), .key), Run(row.help), Run(place, .dim)]]
  }
  let lines = wrapped(row.help + place, width: max(width - margin, 8))
  // Keys that reach into the text have a line of their own.
  let first = gap > 0 ? [] : [[Run(lead, .key)]]
  return first
    + lines.enumerated().map { index, line in
      index == 0 && gap > 0
        ? [Run(lead + blanks(gap), .key), Run(line)] : [Run(blanks(margin)), Run(line)]
    }
}

private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
