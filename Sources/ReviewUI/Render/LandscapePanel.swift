import Base
import DiffEngine

/// Draws the plane of ΔE and cluster size, in which each cell shows the number of failing cases.
func drawLandscape(_ state: ReviewState, on canvas: inout CellCanvas) {
  _ = canvas.window(
    state.layout.landscape,
    title: "Failing cases over ΔE and cluster size, threshold \(state.strategy.threshold.text)"
      + (state.charting.isUnderWay ? ", counting …" : ""), "Failing cases over ΔE and cluster size",
    "Failing, by ΔE and cluster size", "ΔE and cluster size")
  var drawing = LandscapeDrawing(state)
  guard drawing.plane.columns > 0, drawing.plane.rows > 0 else { return }
  drawing.draw(on: &canvas)
}

private struct LandscapeDrawing {
  let state: ReviewState
  let plane: LandscapePlane
  private let answer: ChartAnswer
  private let levels: LandscapeLevels
  /// The last row in which each level's count was written.
  private var labelled: [Int: Int] = [:]

  init(_ state: ReviewState) {
    self.state = state
    plane = state.landscapePlane
    answer = state.charting.answer ?? .none
    levels = answer.levels
  }

  private var rect: GridRect { plane.rect }

  mutating func draw(on canvas: inout CellCanvas) {
    for row in 0..<plane.rows {
      let y = rect.row + plane.rows - 1 - row
      if row == 0 || plane.sizes[row] != plane.sizes[row - 1] {
        canvas.writeRight(
          [TextRun("\(plane.sizes[row])", .dim)],
          in: GridRect(column: rect.column, row: y, width: LandscapePlane.axisWidth - 1, height: 1))
      }
      for (column, cell) in cells(row).enumerated() {
        canvas.grid[rect.column + LandscapePlane.axisWidth + column, y] = cell
      }
    }
    drawAxis(on: &canvas)
    drawLegend(on: &canvas)
  }

  // MARK: - The plane

  private mutating func cells(_ row: Int) -> [Cell] {
    let size = plane.sizes[row]
    let counts = plane.deltaEs.map { answer.chart.failing(deltaE: $0, size: size) }
    var cells = counts.map { LandscapeLevels.cells[levels.level($0)] }
    var marks = marks(size)
    if let point, point.row == row { marks[point.column] = Self.point }
    writeCounts(counts, row, in: &cells, but: Set(marks.keys))
    for (column, mark) in marks {
      let ground = cells[column].background
      // Invert the point, so that it stands out.
      let isPoint = mark == Self.point
      cells[column] = inked(Glyph(mark), isPoint ? LandscapeLevels.ink(on: ground) : ground)
    }
    return cells
  }

  private static let point: Unicode.Scalar = "◆"

  /// The position of the current settings; nil if it is outside the plane.
  private var point: (column: Int, row: Int)? {
    guard state.strategy.isInPlane else { return nil }
    return plane.place(deltaE: state.strategy.deltaE, size: state.strategy.effectiveClusterSize)
  }

  private func inked(_ glyph: Glyph, _ ground: Paint) -> Cell {
    Cell(glyph, foreground: LandscapeLevels.ink(on: ground), background: ground)
  }

  /// Returns marks for the first column in which everything tolerated passes and the last one in
  /// which everything rejected fails.
  private func marks(_ size: Int) -> [Int: Unicode.Scalar] {
    var marks: [Int: Unicode.Scalar] = [:]
    func first(_ limit: Double) -> Int { plane.deltaEs.partitioningIndex { $0 > limit - 1e-9 } }
    if let limit = answer.tolerated?.limits[size - 1], first(limit) < plane.columns {
      marks[first(limit)] = ">"
    }
    if let limit = answer.rejected?.limits[size - 1], (1..<plane.columns).contains(first(limit)) {
      let last = first(limit) - 1
      marks[last] = marks[last] == nil ? "<" : "="
    }
    return marks
  }

  /// Writes each level's count where the level begins, every fourth row and only if it fits.
  private mutating func writeCounts(
    _ counts: [Int], _ row: Int, in cells: inout [Cell], but taken: Set<Int>
  ) {
    var start = 0
    while start < counts.count {
      let level = levels.level(counts[start])
      let end = counts[start...].firstIndex { levels.level($0) != level } ?? counts.count
      let digits = Array(Wording.grouped(counts[start]))
      let free = (start..<end).first { !taken.contains($0) } ?? end
      let place = free..<free + digits.count
      if row - (labelled[level] ?? -4) >= 4, place.upperBound <= end, taken.isDisjoint(with: place)
      {
        labelled[level] = row
        for (column, digit) in zip(place, digits) {
          cells[column] = inked(Glyph(digit), cells[column].background)
        }
      }
      start = end
    }
  }

  /// Labels as many round values as fit, and always the last one.
  private func drawAxis(on canvas: inout CellCanvas) {
    let line = rect.line(plane.rows)
    canvas.write(" ΔE", .dim, in: line)
    let start = LandscapePlane.axisWidth
    let labels = plane.deltaEs.enumerated().filter { column, deltaE in
      let unit = deltaE < 2 ? 0.5 : deltaE < 10 ? 1 : 10
      let isFirst = column == 0 || plane.deltaEs[column - 1] < deltaE
      return isFirst && (deltaE / unit).rounded() * unit == deltaE
    }.map { (text: Wording.trimmed($0.element), column: start + $0.offset) }
    guard let last = labels.last else { return }
    let end = min(last.column, rect.width - last.text.count)
    var free = start
    for label in labels.dropLast()
    where label.column >= free && label.column + label.text.count < end {
      canvas.write(label.text, .dim, in: line.dropping(label.column))
      free = label.column + label.text.count + 1
    }
    canvas.write(last.text, .dim, in: line.dropping(end))
  }

  // MARK: - The legend

  private func drawLegend(on canvas: inout CellCanvas) {
    let legend = LandscapeLegend(state)
    for (index, line) in state.landscapeLines.enumerated() {
      let place = rect.line(plane.rows + 1 + index)
      if line == .levels {
        drawLevels(in: place, on: &canvas)
      } else {
        canvas.write(fitting(legend.wordings(line), width: rect.width), in: place)
      }
    }
  }

  private func drawLevels(in line: GridRect, on canvas: inout CellCanvas) {
    let parts = levels.legend
    let words = parts.reduce(0) { $0 + $1.words.count }
    // A swatch of three cells, a blank and a gap of two, or less if there is not enough room.
    let isWide = words + 6 * parts.count + 9 <= line.width
    var column = line.column
    if isWide {
      canvas.write("failing: ", .hint, in: line)
      column += 9
    }
    for part in parts {
      for _ in 0..<(isWide ? 3 : 1) {
        canvas.grid[column, line.row] = part.cell
        column += 1
      }
      let text = isWide ? " \(part.words)  " : "\(part.words) "
      canvas.write(
        text, in: GridRect(column: column, row: line.row, width: text.count, height: line.height))
      column += text.count
      guard column < line.column + line.width - 5 else { break }
    }
  }
}
