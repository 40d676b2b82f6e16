/// A piece of a line with one role.
struct TextRun: Hashable, Sendable {
  var text: String
  var role: Role
  /// True if the run keeps its role's background on a line that has one, as badges do.
  var hasOwnGround: Bool

  init(_ text: String, _ role: Role = .plain, hasOwnGround: Bool = false) {
    self.text = text
    self.role = role
    self.hasOwnGround = hasOwnGround
  }
}

/// Returns the number of columns that a line of spans takes.
func displayWidth(of spans: [TextRun]) -> Int {
  spans.reduce(0) { $0 + displayWidth(of: $1.text) }
}

/// Returns the first wording that fits, in order from the longest; the last if none does.
func fitting(_ wordings: [[TextRun]], width: Int) -> [TextRun] {
  wordings.first { displayWidth(of: $0) <= width } ?? wordings.last ?? []
}

func drawParagraph(_ text: String, _ role: Role, in rect: GridRect, on canvas: inout CellCanvas) {
  for (row, line) in wrapped(text, width: rect.width).prefix(rect.height).enumerated() {
    canvas.write(line, role, in: rect.line(row))
  }
}
