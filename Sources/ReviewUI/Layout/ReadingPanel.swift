/// A window of labelled lines that scrolls if they do not fit.
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
  /// The columns, side by side, each with its lines.
  var columns: [[Line]]
  var columnWidth: Int

  /// The scroll position at which the last line is in sight.
  var lastTop: Int { max((columns.map(\.count).max() ?? 0) - rect.inside.height, 0) }
}

extension ReadingPanel.Line {
  /// Wraps the text to lines with a left margin, which holds the label.
  func wrapped(width: Int, margin: Int) -> [Self] {
    guard kind != .heading else { return [self] }
    let room = max(width - margin, 8)
    let fits = displayWidth(of: text + note) <= room
    let lines = ReviewUI.wrapped(fits ? text : text + note, width: room)
    // A label that is wider than the margin gets its own line.
    let isApart = displayWidth(of: label) >= margin
    let head = isApart ? [Self(label: label)] : []
    return head
      + lines.enumerated().map { index, line in
        let label = index == 0 && !isApart ? label : ""
        return Self(
          label: padded(label, margin), text: line, note: fits ? note : "", kind: kind)
      }
  }
}
