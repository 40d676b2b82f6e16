import DiffEngine

extension ChangeMask {
  /// The maximum number of boxes, which keeps a page small.
  private static let mostBoxes = 500

  /// Boxes that cover the marked pixels, from the top down: exactly, or with larger and larger
  /// cells if there would be too many.
  var boxes: [PixelBox] {
    var cell = 1
    while true {
      let boxes = boxes(of: cell)
      if boxes.count <= Self.mostBoxes { return boxes }
      cell *= 2
    }
  }

  /// Returns runs of cells, merged with equal runs of the rows below.
  private func boxes(of cell: Int) -> [PixelBox] {
    let (columns, rows) = ((width + cell - 1) / cell, (height + cell - 1) / cell)
    let whole = PixelRegion(x: 0, y: 0, width: Double(columns * cell), height: Double(rows * cell))
    let marks = pooled(whole, columns: columns, rows: rows)
    var boxes: [PixelBox] = []
    var open: [Range<Int>: Int] = [:]
    for row in 0...rows {
      let runs = row == rows ? [] : Self.runs(marks[row * columns..<(row + 1) * columns])
      for (run, top) in open where !runs.contains(run) {
        open[run] = nil
        boxes.append(
          PixelBox(
            x: run.lowerBound * cell, y: top * cell,
            width: min(run.count * cell, width - run.lowerBound * cell),
            height: min((row - top) * cell, height - top * cell)))
      }
      for run in runs where open[run] == nil { open[run] = row }
    }
    return boxes.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  private static func runs(_ marks: ArraySlice<Bool>) -> Set<Range<Int>> {
    var runs: Set<Range<Int>> = []
    var start = marks.startIndex
    while let first = marks[start...].firstIndex(of: true) {
      let end = marks[first...].firstIndex(of: false) ?? marks.endIndex
      runs.insert(first - marks.startIndex..<end - marks.startIndex)
      start = end
    }
    return runs
  }
}
