import DiffEngine

/// The plane of ΔE and cluster size: each cell says how many cases fail there.
func drawLandscape(_ state: ReviewState, on canvas: inout Canvas) {
  let inside = canvas.window(
    state.landscapeWindow,
    title: "Failing cases over ΔE and cluster size, threshold \(state.strategy.threshold.text)"
      + (state.charting.isUnderWay ? ", counting …" : ""), "Failing cases over ΔE and cluster size",
    "ΔE and cluster size")
  let plane = Plane(state, in: inside)
  guard plane.columns > 0, plane.rows > 0 else { return }
  plane.draw(on: &canvas)
}

extension ReviewState {
  var landscapeWindow: Rect {
    let area = layout.images
    // On a small screen the images leave no room for it: it takes all but the bottom line.
    if area.height < 14 || area.width < 44 {
      return Rect(column: 0, row: 0, width: size.columns, height: size.rows - 1)
    }
    return Rect(
      column: area.column + 1, row: area.row + 1, width: min(area.width - 2, 96),
      height: min(area.height - 2, 26))
  }
}

/// The part of the plane that the window shows, and where each point of it stands.
struct Plane {
  private static let axisWidth = 4

  let state: ReviewState
  let rect: Rect
  private let counted: ChartAnswer
  /// The cluster sizes in sight.
  private let sizes: Range<Int>

  private var chart: Chart { counted.chart }

  init(_ state: ReviewState, in inside: Rect) {
    self.state = state
    rect = inside
    // Below the cells stand the axis, the setting and the keys.
    let most = 64
    let rows = min(max(inside.height - 3, 0), most)
    // From cluster size 1 up, unless the point would then be out of sight.
    let first = max(1, min(state.strategy.effectiveClusterSize - rows + 1, most - rows + 1))
    sizes = first..<first + rows
    counted = state.charting.answer ?? .none
  }

  /// Cells across; one stands for `step` ΔE.
  var columns: Int { rect.width - Plane.axisWidth }
  /// Cells up, one for each cluster size.
  var rows: Int { sizes.count }

  /// ΔE from one cell to the next: the finest, in tenths, that has every change of the plane and
  /// the point in sight.
  var step: Double {
    let reach = sizes.map { chart.reach[$0 - 1] }.max() ?? 0
    let wanted = max(min(reach, 100), state.strategy.deltaE, 2)
    return max((wanted / Double(max(columns - 1, 1)) * 10).rounded(.up), 1) / 10
  }

  func draw(on canvas: inout Canvas) {
    let step = step
    for row in 0..<rows {
      let size = sizes.lowerBound + rows - 1 - row
      let label = size == 1 || size % 5 == 0 ? "\(size)" : ""
      let line = rect.line(row)
      canvas.writeRight(
        [Run(label, .dim)],
        in: Rect(column: line.column, row: line.row, width: Plane.axisWidth - 1, height: 1))
      for column in 0..<columns {
        let deltaE = Double(column) * step
        guard deltaE <= 100 else { break }
        canvas.grid[line.column + Plane.axisWidth + column, line.row] = cell(
          deltaE, size, step, counted.frontier?[size - 1])
      }
    }
    drawAxis(step, on: &canvas)
    drawPoint(step, on: &canvas)
    drawLegend(on: &canvas)
  }

  private func cell(_ deltaE: Double, _ size: Int, _ step: Double, _ frontier: Double?) -> Cell {
    let failing = chart.failing(deltaE: deltaE, size: size)
    let ground = colour(failing)
    if let frontier, deltaE <= frontier, frontier < deltaE + step {
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

  private func drawAxis(_ step: Double, on canvas: inout Canvas) {
    let line = rect.line(rows)
    var column = 0
    // The last cells of the line are the axis' name.
    while column < columns - 8, Double(column) * step <= 100 {
      let label = trimmed(Double(column) * step)
      canvas.write(
        label, .dim,
        in: Rect(
          column: line.column + Plane.axisWidth + column, row: line.row,
          width: min(columns - column, 5), height: line.height))
      column += 10
    }
    canvas.writeRight([Run("ΔE", .dim)], in: line)
  }

  /// The present settings as a cross in the plane.
  private func drawPoint(_ step: Double, on canvas: inout Canvas) {
    let strategy = state.strategy
    let size = strategy.effectiveClusterSize
    let deltaE = strategy.kind.parameters.contains(.deltaE) ? strategy.deltaE : 0
    let column = Int((deltaE / step).rounded(.down))
    let row = rows - 1 - (size - sizes.lowerBound)
    guard column < columns, row >= 0 else { return }
    let place = (rect.column + Plane.axisWidth + column, rect.row + row)
    canvas.grid[place.0, place.1] = Cell(
      Glyph("◆"), foreground: .role(.landscapeFrontier),
      background: canvas.grid[place.0, place.1].background)
  }

  private func key(_ command: Command) -> String { state.keyMap.key(command) }

  private func drawLegend(on canvas: inout Canvas) {
    let failing = state.tally.failing
    let fails = Run("  \(grouped(failing)) fail", .plain)
    let point = Run("◆ ", .landscapeFrontier)
    let line = [Run("   │", .landscapeFrontier), Run(" all tolerated pass", .hint)]
    let summary = state.strategy.summary
    let words = summary.split(separator: " ")
    let plain = words.joined(separator: " ")
    let parameters = words.dropFirst().joined(separator: " ")
    canvas.write(
      fitting(
        [
          [point, Run(summary, .bold), fails] + line, [point, Run(summary, .bold), fails],
          [point, Run(plain, .bold), fails], [point, Run(parameters, .bold), fails],
          [point, Run(parameters, .bold)],
        ], width: rect.width), in: rect.line(rows + 1))
    canvas.write(fitting(hints, width: rect.width), in: rect.line(rows + 2))
  }

  /// What the keys do, from all of them to those that one cannot guess.
  private var hints: [[Run]] {
    func hint(_ key: String, _ text: String) -> [Run] {
      [Run(key, .key), Run(" \(text)  ", .hint)]
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

  /// The setting at a cell of the screen; nil outside of the plane.
  func setting(column: Int, row: Int) -> (deltaE: Double, size: Int)? {
    let x = column - rect.column - Plane.axisWidth
    let y = row - rect.row
    guard x >= 0, x < columns, y >= 0, y < rows, Double(x) * step <= 100 else { return nil }
    return ((Double(x) * step * 10).rounded() / 10, sizes.lowerBound + rows - 1 - y)
  }
}
