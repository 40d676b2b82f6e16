/// A count for every ΔE step and cluster size: the mismatches of one pair, or an extreme of
/// several.
struct SettingTable: Sendable {
  /// The counts at the cluster sizes 1 to 64 of a landscape.
  typealias Row = SIMD64<Int32>

  /// The rows from ΔE 0 up; all counts beyond are 0.
  private(set) var rows: [Row] = []

  subscript(step: Int, size: Int) -> Int {
    step < rows.count ? Int(rows[step][size - 1]) : 0
  }

  /// The most mismatches that any of some pairs has.
  ///
  /// A pair has no more of them at a higher ΔE: the last step of each range stands for all.
  init(mostOf landscapes: [Landscape], _ plane: TuningPlane) {
    for landscape in landscapes {
      plane.forEachRow(of: landscape) { steps, row in
        if steps.upperBound > rows.count {
          rows += repeatElement(Row(), count: steps.upperBound - rows.count)
        }
        let last = steps.upperBound - 1
        rows[last] = pointwiseMax(rows[last], row)
      }
    }
    for step in rows.indices.dropLast().reversed() {
      rows[step] = pointwiseMax(rows[step], rows[step + 1])
    }
  }

  /// The fewest mismatches that any of some pairs has: here the first step stands for all.
  ///
  /// - Precondition: There is a pair.
  init(fewestOf landscapes: [Landscape], _ plane: TuningPlane) {
    rows = Array(repeating: Row(repeating: .max), count: plane.stepCount)
    for landscape in landscapes {
      var end = 0
      plane.forEachRow(of: landscape) { steps, row in
        end = min(steps.upperBound, rows.count)
        guard steps.lowerBound < end else { return }
        rows[steps.lowerBound] = pointwiseMin(rows[steps.lowerBound], row)
      }
      rows.removeLast(rows.count - end)
    }
    for step in rows.indices.dropFirst() {
      rows[step] = pointwiseMin(rows[step], rows[step - 1])
    }
  }
}

extension SettingTable {
  /// The first step at which a size leaves at most `threshold` pixels, or `count` where none does.
  func firstStep(leaving threshold: Int, size: Int, of count: Int) -> Int {
    rows.firstIndex { $0[size - 1] <= threshold } ?? min(rows.count, count)
  }
}
