import DiffEngine

/// The changed pixels of a mask, joined if they are near each other: words, buttons, icons.
package struct ChangeRegions {
  /// The box of each region's pixels, in the order of their first rows.
  package private(set) var boxes: [PixelBox] = []
  /// The number of clusters, before any are joined.
  package let clusterCount: Int
  /// The number of pixels in the largest cluster.
  package let largestCluster: Int

  /// False if there was too much to join.
  package private(set) var areJoined = true

  /// The runs row by row from the left; whole rows if there was too much to join.
  package private(set) var runs: [LabelledRun] = []

  /// The distance by which each changed pixel is dilated to join it with others, in pixels.
  package private(set) var reach = 1

  /// The most regions that are kept apart. If there are more, it is unclear which changes belong
  /// together, so all become one region.
  package static let limit = 2048
  /// The most runs that are joined; joining more would cost more than comparing the images.
  package static let runLimit = 100_000

  /// - Parameter reach: See `reach`; nil to derive it from the height of the clusters.
  package init(_ mask: ChangeMask, reach: Int? = nil) {
    guard mask.runCount <= Self.runLimit else {
      (clusterCount, largestCluster) = (1, mask.count)
      takeWholeRows(mask)
      return
    }
    let components = Components(mask)
    let clusters = ClusterStatistics(mask, components)
    clusterCount = clusters.count
    largestCluster = clusters.largest
    guard mask.count > 0 else { return }
    self.reach = reach ?? min(max(clusters.typicalHeight / 4, 1), 12)
    collect(clusters.runs, in: LabelledRuns(Components(components, dilatedBy: self.reach)))
  }

  /// Makes one region of everything, including the pixels between changes.
  private mutating func takeWholeRows(_ mask: ChangeMask) {
    for row in 0..<mask.height {
      runs.append(LabelledRun(row: row, columns: 0..<mask.width, label: 0))
    }
    boxes = [PixelBox(x: 0, y: 0, width: mask.width, height: mask.height)]
    areJoined = false
  }

  private mutating func collect(_ clusterRuns: [LabelledRun], in joined: LabelledRuns) {
    areJoined = joined.rootCount <= Self.limit
    let regions = areJoined ? joined.rootCount : 1
    var edges = [(left: Int, top: Int, right: Int, bottom: Int)](
      repeating: (.max, .max, 0, 0), count: regions)
    var index = 0
    runs.reserveCapacity(clusterRuns.count)
    for run in clusterRuns {
      while !joined.runs[index].reaches(run) { index += 1 }
      let region = regions == 1 ? 0 : joined.runs[index].label
      runs.append(LabelledRun(row: run.row, columns: run.columns, label: region))
      edges[region].left = min(edges[region].left, run.columns.lowerBound)
      edges[region].top = min(edges[region].top, run.row)
      edges[region].right = max(edges[region].right, run.columns.upperBound)
      edges[region].bottom = run.row + 1
    }
    boxes = edges.map {
      PixelBox(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
    }
  }

  /// Returns the runs of the regions that `isWanted` selects, and no runs for the others.
  package func runsByRegion(where isWanted: (Int) -> Bool) -> [[LabelledRun]] {
    var result = [[LabelledRun]](repeating: [], count: boxes.count)
    let wanted = boxes.indices.map(isWanted)
    for run in runs where wanted[run.label] { result[run.label].append(run) }
    return result
  }

  /// The number of changed pixels.
  var pixels: Int { runs.reduce(0) { $0 + $1.columns.count } }

  /// Returns all regions as one if there are more than `limit`.
  package func atMost(_ limit: Int) -> ChangeRegions {
    guard boxes.count > limit, let first = boxes.first else { return self }
    var joined = self
    joined.boxes = [boxes.reduce(first) { $0.union($1) }]
    for index in joined.runs.indices { joined.runs[index].label = 0 }
    return joined
  }

  /// Calls `body` with some of the runs, row by row from the left, cut at the columns of `cuts`.
  @inline(__always)
  package func forEachRun(in range: Range<Int>, cutAt cuts: [Int], _ body: (LabelledRun) -> Void) {
    for run in runs[range] {
      var start = run.columns.lowerBound
      for cut in cuts where start < cut && cut < run.columns.upperBound {
        body(LabelledRun(row: run.row, columns: start..<cut, label: run.label))
        start = cut
      }
      body(LabelledRun(row: run.row, columns: start..<run.columns.upperBound, label: run.label))
    }
  }
}
