/// The runs of a mask, each with the number of the 8-connected component that it is part of.
struct LabelledRuns {
  struct Run {
    var row: Int
    var columns: Range<Int>
    /// Components are numbered in the order of their first runs.
    var label: Int

    /// Whether it does not end before `other`, of a finer mask, begins.
    func reaches(_ other: Run) -> Bool {
      row == other.row && columns.upperBound > other.columns.lowerBound
    }
  }

  private(set) var runs: [Run] = []
  private(set) var rootCount = 0

  init(_ mask: ChangeMask) {
    // A root is the index of a run, and the first of its component.
    var labels: [Int] = []
    Components(mask).forEachRun { row, columns, root in
      labels.append(root == labels.count ? rootCount : labels[root])
      if root == labels.count - 1 { rootCount += 1 }
      runs.append(Run(row: row, columns: columns, label: labels[labels.count - 1]))
    }
  }
}

/// What the clusters of a mask are like.
struct ClusterStatistics {
  let runs: [LabelledRuns.Run]
  let count: Int
  let largest: Int
  /// Half of the changed pixels lie in clusters at most this high: the height of a letter in text,
  /// and so a measure that grows with the scale of the device.
  private(set) var typicalHeight = 0

  init(_ mask: ChangeMask) {
    let labelled = LabelledRuns(mask)
    runs = labelled.runs
    count = labelled.rootCount
    var clusters = [(top: Int, bottom: Int, pixels: Int)](repeating: (.max, 0, 0), count: count)
    for run in runs {
      clusters[run.label].top = min(clusters[run.label].top, run.row)
      clusters[run.label].bottom = run.row
      clusters[run.label].pixels += run.columns.count
    }
    largest = clusters.lazy.map(\.pixels).max() ?? 0
    var pixelsByHeight = [Int](repeating: 0, count: mask.height + 1)
    for cluster in clusters { pixelsByHeight[cluster.bottom - cluster.top + 1] += cluster.pixels }
    var seen = 0
    while 2 * seen < mask.count {
      typicalHeight += 1
      seen += pixelsByHeight[typicalHeight]
    }
  }
}
