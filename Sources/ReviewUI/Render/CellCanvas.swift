import DiffEngine

/// Draws into a grid and clips to a rectangle.
struct CellCanvas {
  var grid: CellGrid

  init(_ size: GridSize) { grid = CellGrid(size) }

  mutating func fill(_ rect: GridRect, _ cell: Cell) {
    for row in rect.row..<rect.row + rect.height {
      for column in rect.column..<rect.column + rect.width { grid[column, row] = cell }
    }
  }

  /// Writes one line of spans from the left of `rect`, cut off at the right with "…".
  ///
  /// - Parameter background: The role of the whole row, such as a selected row's; nil keeps the
  ///   role of each span.
  mutating func write(_ spans: [TextRun], in rect: GridRect, background: Role? = nil) {
    guard rect.height > 0 else { return }
    if let background { fill(rect.line(0), Cell(.space, background)) }
    let total = displayWidth(of: spans)
    var room = total > rect.width ? max(rect.width - 1, 0) : rect.width
    var column = rect.column
    for span in spans {
      let background = span.hasOwnGround ? nil : background
      for character in span.text {
        let width = displayWidth(of: character)
        guard width > 0 else { continue }
        guard width <= room else {
          if rect.width > 0 { put("…", span.role, background, column, rect.row) }
          return
        }
        put(character, span.role, background, column, rect.row)
        if width == 2 {
          grid[column + 1, rect.row] = Cell(.continuation, background ?? span.role)
        }
        column += width
        room -= width
      }
    }
    if total > rect.width, rect.width > 0, let last = spans.last {
      put("…", last.role, background, column, rect.row)
    }
  }

  mutating func write(
    _ text: String, _ role: Role = .plain, in rect: GridRect, background: Role? = nil
  ) {
    write([TextRun(text, role)], in: rect, background: background)
  }

  /// Writes one line from both ends; the left text is cut to make room for the right.
  mutating func write(_ left: [TextRun], right: [TextRun], in rect: GridRect, background: Role) {
    let taken = displayWidth(of: right)
    fill(rect, Cell(.space, background))
    write(
      left,
      in: GridRect(
        column: rect.column, row: rect.row, width: rect.width - taken - (taken > 0 ? 1 : 0),
        height: rect.height), background: background)
    writeRight(right, in: rect, background: background)
  }

  /// Writes one line, aligned to the right of `rect`.
  mutating func writeRight(_ spans: [TextRun], in rect: GridRect, background: Role? = nil) {
    let width = min(displayWidth(of: spans), rect.width)
    let place = GridRect(
      column: rect.column + rect.width - width, row: rect.row, width: width, height: rect.height)
    write(spans, in: place, background: background)
  }

  private mutating func put(
    _ character: Character, _ role: Role, _ background: Role?, _ column: Int, _ row: Int
  ) {
    grid[column, row] = Cell(
      Glyph(character), foreground: .role(role), background: .role(background ?? role))
  }

  /// Draws a window with a frame and the first title that fits; returns the area inside.
  mutating func window(_ rect: GridRect, title: String...) -> GridRect {
    let title = fitting(title, width: rect.width - 6)
    fill(rect, Cell(.space, .plain))
    let top = rect.row
    let bottom = rect.row + rect.height - 1
    let right = rect.column + rect.width - 1
    for column in rect.column...max(right, rect.column) {
      grid[column, top] = Cell(Glyph("─"), .activeBorder)
      grid[column, bottom] = Cell(Glyph("─"), .activeBorder)
    }
    for row in top...max(bottom, top) {
      grid[rect.column, row] = Cell(Glyph("│"), .activeBorder)
      grid[right, row] = Cell(Glyph("│"), .activeBorder)
    }
    grid[rect.column, top] = Cell(Glyph("╭"), .activeBorder)
    grid[right, top] = Cell(Glyph("╮"), .activeBorder)
    grid[rect.column, bottom] = Cell(Glyph("╰"), .activeBorder)
    grid[right, bottom] = Cell(Glyph("╯"), .activeBorder)
    guard !title.isEmpty else { return rect.inside }
    write(
      " \(title) ", .title,
      in: GridRect(column: rect.column + 2, row: top, width: rect.width - 4, height: 1))
    return rect.inside
  }
}
