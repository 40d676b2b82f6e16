import Base
import Catalog

func drawHelp(top: Int, query: String?, state: ReviewState, on canvas: inout CellCanvas) {
  let panel = state.helpPanel(query ?? "")
  let title =
    query.map { ["Keys: \(printable($0))▏"] }
    ?? ["Keys · Enter, Esc, Space and the mouse never decide", "Keys"]
  _ = canvas.window(panel.rect, title: title[0], title[title.count - 1])
  panel.draw(top: top, labels: .key, on: &canvas)
  let scroll = panel.lastTop > 0 ? "j k scroll, " : ""
  let hints =
    query == nil
    ? [" \(scroll)/ searches, any other key closes ", " \(scroll)/ searches "]
    : [" esc: all keys "]
  canvas.writeRight(
    fitting(hints.map { [TextRun($0, .hint)] }, width: panel.rect.foot.width), in: panel.rect.foot)
}

func drawInfo(top: Int, state: ReviewState, on canvas: inout CellCanvas) {
  guard let item = state.current else { return }
  let panel = state.infoPanel(item)
  _ = canvas.window(
    panel.rect, title: state.nameAlone(state.selection, width: panel.rect.width - 6))
  panel.draw(top: top, labels: .dim, on: &canvas)
  guard panel.lastTop > 0 else { return }
  canvas.writeRight([TextRun(" j k scroll, any other key closes ", .hint)], in: panel.rect.foot)
}

func drawEnd(top: Int, state: ReviewState, on canvas: inout CellCanvas) {
  let panel = state.endPanel
  _ = canvas.window(panel.rect, title: "Everything is decided")
  panel.draw(top: top, labels: .dim, on: &canvas)
  let keys = state.keyMap
  let hints = [
    [
      TextRun(" \(keys.key(.close)) ", .key), TextRun("leaves  ", .hint),
      TextRun("\(keys.key(.undo)) ", .key), TextRun("undoes  ", .hint), TextRun("esc ", .key),
      TextRun("keeps looking ", .hint),
    ], [TextRun(" \(keys.key(.close)) ", .key), TextRun("leaves ", .hint)],
  ]
  canvas.writeRight(fitting(hints, width: panel.rect.foot.width), in: panel.rect.foot)
}

extension ReadingPanel {
  fileprivate func draw(top: Int, labels: Role, on canvas: inout CellCanvas) {
    let inside = rect.inside
    for (index, lines) in columns.enumerated() {
      for (row, text) in lines.dropFirst(min(top, lastTop)).prefix(inside.height).enumerated() {
        let line = inside.line(row)
        let column = GridRect(
          column: line.column + index * columnWidth, row: line.row,
          width: min(columnWidth - 1, line.width - index * columnWidth), height: line.height)
        canvas.write(text.runs(labels), in: column)
      }
    }
  }
}

extension ReadingPanel.Line {
  fileprivate func runs(_ labels: Role) -> [TextRun] {
    [
      TextRun(label, kind == .heading ? .title : labels),
      TextRun(text, kind == .warning ? .warning : .plain),
      TextRun(note, .dim),
    ]
  }
}
