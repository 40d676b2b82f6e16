/// A window of labelled lines, scrolled if there are more than fit.
struct ReadingPanel {
  struct Line {
    enum Style { case heading, plain, warning }

    var label: String
    var text = ""
    /// A note that follows the text on the same line.
    var note = ""
    var kind = Style.plain
  }

  var rect: GridRect
  /// Columns of lines, side by side.
  var columns: [[Line]]
  var columnWidth: Int

  /// The first line when the last one is in sight.
  var lastTop: Int { max((columns.map(\.count).max() ?? 0) - rect.inside.height, 0) }
}

extension ReadingPanel.Line {
  /// Returns the text wrapped to lines behind a margin, which holds the label.
  func wrapped(width: Int, margin: Int) -> [Self] {
    guard kind != .heading else { return [self] }
    let room = max(width - margin, 8)
    let fits = displayWidth(of: text + note) <= room
    let lines = ReviewUI.wrapped(fits ? text : text + note, width: room)
    // A label that reaches into the text has its own line.
    let isApart = displayWidth(of: label) >= margin
    let head = isApart ? [Self(label: label)] : []
    return head
      + lines.enumerated().map { index, line in
        let label = index == 0 && !isApart ? label : ""
        let gap = String(repeating: " ", count: margin - displayWidth(of: label))
        return Self(label: label + gap, text: line, note: fits ? note : "", kind: kind)
      }
  }
}
