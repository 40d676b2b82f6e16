import Base

package enum TextRow: Equatable {
  case line(TextDifference.Line)
  case folded(Int)
}

/// Returns the changed lines with three unchanged ones around them; longer unchanged runs are
/// folded.
package func foldedRows(_ difference: TextDifference) -> [TextRow] {
  let context = 3
  let lines = difference.lines
  var isNear = Array(repeating: false, count: lines.count)
  for (index, line) in lines.enumerated() where line.kind != .same {
    for near in max(index - context, 0)...min(index + context, lines.count - 1) {
      isNear[near] = true
    }
  }
  var rows: [TextRow] = []
  var hidden = 0
  for (index, line) in lines.enumerated() {
    if isNear[index] || difference.changedLines == 0 {
      if hidden > 0 { rows.append(.folded(hidden)) }
      hidden = 0
      rows.append(.line(line))
    } else {
      hidden += 1
    }
  }
  if hidden > 0 { rows.append(.folded(hidden)) }
  return rows
}
