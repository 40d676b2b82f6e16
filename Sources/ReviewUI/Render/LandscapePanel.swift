import Catalog
import DiffEngine

/// The plane of ΔE and cluster size: each cell says how many cases fail there.
func drawLandscape(_ state: ReviewState, on canvas: inout CellCanvas) {
  _ = canvas.window(
    state.layout.landscape,
    title: "Failing cases over ΔE and cluster size, threshold \(state.strategy.threshold.text)"
      + (state.charting.isUnderWay ? ", counting …" : ""), "Failing cases over ΔE and cluster size",
    "ΔE and cluster size")
  let drawing = LandscapeDrawing(state)
  guard drawing.plane.columns > 0, drawing.plane.rows > 0 else { return }
  drawing.draw(on: &canvas)
}

private struct LandscapeDrawing {
  let state: ReviewState
  let plane: LandscapePlane
  private let counted: ChartAnswer

  init(_ state: ReviewState) {
    self.state = state
    plane = state.landscapePlane
    counted = state.charting.answer ?? .none
  }

  private var chart: Chart { counted.chart }
  private var rect: Rect { plane.rect }
  private var rows: Int { plane.rows }
  private var columns: Int { plane.columns }

  func draw(on canvas: inout CellCanvas) {
    for row in 0..<rows {
      let size = plane.sizes.upperBound - 1 - row
      let label = size == 1 || size % 5 == 0 ? "\(size)" : ""
      let line = rect.line(row)
      canvas.writeRight(
        [TextRun(label, .dim)],
        in: Rect(column: line.column, row: line.row, width: LandscapePlane.axisWidth - 1, height: 1)
      )
      for column in 0..<columns {
        let deltaE = Double(column) * plane.step
        guard deltaE <= 100 else { break }
        canvas.grid[line.column + LandscapePlane.axisWidth + column, line.row] = cell(
          deltaE, size, counted.frontier?[size - 1])
      }
    }
    drawAxis(on: &canvas)
    drawPoint(on: &canvas)
    drawLegend(on: &canvas)
  }

  private func cell(_ deltaE: Double, _ size: Int, _ frontier: Double?) -> Cell {
    let failing = chart.failing(deltaE: deltaE, size: size)
    let ground = colour(failing)
    if let frontier, deltaE <= frontier, frontier < deltaE + plane.step {
      return Cell(Glyph("│"), foreground: .role(.landscapeFrontier), background: ground)
    }
    return Cell(.space, foreground: ground, background: ground)
  }

  /// Green where none fails, then from yellow over orange to dark red where all do.
  private func colour(_ failing: Int) -> Paint {
    guard failing > 0, chart.cases > 0 else { return .rgb(46, 125, 80) }
    let stops: [SIMD3<Double>] = [[224, 206, 92], [222, 140, 58], [190, 66, 52], [112, 24, 44]]
    let place = Double(failing) / Double(chart.cases) * Double(stops.count - 1)
    let index = min(Int(place), stops.count - 2)
    let mixed = stops[index] + (stops[index + 1] - stops[index]) * (place - Double(index))
    return .rgb(UInt8(mixed.x), UInt8(mixed.y), UInt8(mixed.z))
  }

  private func drawAxis(on canvas: inout CellCanvas) {
    let line = rect.line(rows)
    var column = 0
    // The last cells of the line are the axis' name.
    while column < columns - 8, Double(column) * plane.step <= 100 {
      let label = Wording.trimmed(Double(column) * plane.step)
      canvas.write(
        label, .dim,
        in: Rect(
          column: line.column + LandscapePlane.axisWidth + column, row: line.row,
          width: min(columns - column, 5), height: line.height))
      column += 10
    }
    canvas.writeRight([TextRun("ΔE", .dim)], in: line)
  }

  /// The present settings as a cross in the plane.
  private func drawPoint(on canvas: inout CellCanvas) {
    let strategy = state.strategy
    let deltaE = strategy.kind.parameters.contains(.deltaE) ? strategy.deltaE : 0
    let place = plane.cell(deltaE: deltaE, size: strategy.effectiveClusterSize)
    guard plane.setting(column: place.column, row: place.row) != nil else { return }
    canvas.grid[place.column, place.row] = Cell(
      Glyph("◆"), foreground: .role(.landscapeFrontier),
      background: canvas.grid[place.column, place.row].background)
  }

  private func key(_ command: Command) -> String { state.keyMap.key(command) }

  private func drawLegend(on canvas: inout CellCanvas) {
    let failing = state.tally.failing
    let fails = TextRun("  \(Wording.grouped(failing)) fail", .plain)
    let share = TextRun(
      "  \(Wording.grouped(failing)) of \(Wording.grouped(state.items.count)) fail", .plain)
    let point = TextRun("◆ ", .landscapeFrontier)
    let line =
      counted.frontier == nil
      ? [] : [TextRun("   │", .landscapeFrontier), TextRun(" all tolerated pass", .hint)]
    let summary = state.strategy.summary
    let words = summary.split(separator: " ")
    let plain = words.joined(separator: " ")
    let parameters = words.dropFirst().joined(separator: " ")
    canvas.write(
      fitting(
        [
          [point, TextRun(summary, .bold), share] + line, [point, TextRun(summary, .bold), fails],
          [point, TextRun(plain, .bold), fails], [point, TextRun(parameters, .bold), fails],
          [point, TextRun(parameters, .bold)],
        ], width: rect.width), in: rect.line(rows + 1))
    canvas.write(fitting(hints, width: rect.width), in: rect.line(rows + 2))
  }

  /// What the keys do, from all of them to those that one cannot guess.
  private var hints: [[TextRun]] {
    func hint(_ key: String, _ text: String) -> [TextRun] {
      [TextRun(key, .key), TextRun(" \(text)  ", .hint)]
    }
    let threshold = hint("\(key(.thresholdDown)) \(key(.thresholdUp))", "threshold")
    let propose = hint(key(.propose), "propose")
    let save = hint(key(.saveRule), "save")
    let close = hint("esc", "close")
    return [
      hint("hjkl", "move") + threshold + propose + save + close,
      hint("hjkl", "move") + propose + save + close, propose + save + close,
    ]
  }
}
