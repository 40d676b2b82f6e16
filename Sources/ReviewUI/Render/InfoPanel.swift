import Catalog
import DiffEngine

func drawInfo(top: Int, state: ReviewState, on canvas: inout Canvas) {
  guard let item = state.current else { return }
  let panel = state.infoPanel(item)
  let id = printable(item.snapshot.id)
  _ = canvas.window(panel.rect, title: id, cutInTheMiddle(id, width: panel.rect.width - 6))
  panel.draw(top: top, on: &canvas)
  guard panel.lastTop > 0 else { return }
  canvas.writeRight([Run(" j k scroll, any other key closes ", .hint)], in: panel.rect.foot)
}

extension ReviewState {
  /// What is known of a case, in as many lines as that takes.
  func infoPanel(_ item: ReviewItem) -> ReadingPanel {
    let whole = Rect.centred(width: 110, height: .max, in: size)
    let margin = 12
    let lines = infoLines(item, state: self).flatMap { label, value, role -> [[Run]] in
      wrapped(printable(value), width: max(whole.inside.width - margin, 8)).enumerated().map {
        let label = $0 == 0 ? label : ""
        let padding = String(repeating: " ", count: margin - label.count)
        return [Run(label + padding, .dim), Run($1, role)]
      }
    }
    return ReadingPanel(
      rect: .centred(width: whole.width, height: lines.count + 2, in: size), columns: [lines],
      columnWidth: whole.inside.width + 1)
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
  let strategy = state.strategy(of: item)
  add("strategy", strategy.summary)
  add("in the test", strategy.testLine)
  add("decision", item.decision?.rawValue ?? "undecided")
  add("note", item.record?.note)
  add("obstacle", snapshot.obstacle, .warning)
  for remark in snapshot.remarks + strategy.remarks { add("remark", remark, .warning) }
  return lines
}
