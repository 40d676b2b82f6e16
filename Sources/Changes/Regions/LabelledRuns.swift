import DiffEngine

/// Adjacent marked pixels of a row, and the number of the component that they are part of.
///
/// It is small, because noise has very many runs.
package struct LabelledRun {
  private let y: Int32
  private let start: Int32
  private let end: Int32
  private var number: Int32

  init(row: Int, columns: Range<Int>, label: Int) {
    y = Int32(truncatingIfNeeded: row)
    start = Int32(truncatingIfNeeded: columns.lowerBound)
    end = Int32(truncatingIfNeeded: columns.upperBound)
    number = Int32(truncatingIfNeeded: label)
  }

  var row: Int { Int(y) }
  var columns: Range<Int> { Int(start)..<Int(end) }
  var label: Int {
    get { Int(number) }
    set { number = Int32(truncatingIfNeeded: newValue) }
  }

  /// True if the run ends after `other`, a run of a finer mask, begins.
  func reaches(_ other: LabelledRun) -> Bool { y == other.y && end > other.start }
}

/// Runs, each with the number of the component that it is part of.
///
/// Components are numbered in the order of their first runs.
struct LabelledRuns {
  private(set) var runs: [LabelledRun] = []
  private(set) var rootCount = 0

  init(_ components: Components) {
    runs.reserveCapacity(components.runCount)
    components.forEachRun { row, columns, root in
      // A root is the index of a run, and the first of its component.
      let isFirst = root == runs.count
      let label = isFirst ? rootCount : runs[root].label
      rootCount += isFirst ? 1 : 0
      runs.append(LabelledRun(row: row, columns: columns, label: label))
    }
  }

  /// The boxes and pixel counts of the components, in the order of their first runs.
  var clusters: [(box: PixelBox, pixels: Int)] {
    var clusters: [(box: PixelBox, pixels: Int)] = []
    clusters.reserveCapacity(rootCount)
    for run in runs {
      let own = PixelBox(x: run.columns.lowerBound, y: run.row, width: run.columns.count, height: 1)
      if run.label == clusters.count {
        clusters.append((own, run.columns.count))
      } else {
        clusters[run.label].box = clusters[run.label].box.union(own)
        clusters[run.label].pixels += run.columns.count
      }
    }
    return clusters
  }
}

struct ClusterStatistics {
  let runs: [LabelledRun]
  let count: Int
  let largest: Int
  /// The height that the clusters of half of the changed pixels do not exceed: the height of a
  /// letter in text, and so a measure that grows with the scale of the device. A frame or a curve
  /// across the picture does not count beside others.
  private(set) var typicalHeight = 0

  /// A cluster is sparse if one in this many pixels of its box is in it, and neither side is less
  /// than the minimum.
  private static let (sparseShare, leastSparse) = (12, 64)

  init(_ mask: ChangeMask) { self.init(mask, Components(mask)) }

  init(_ mask: ChangeMask, _ components: Components) {
    let labelled = LabelledRuns(components)
    runs = labelled.runs
    count = labelled.rootCount
    let clusters = labelled.clusters
    largest = clusters.lazy.map(\.pixels).max() ?? 0
    var pixelsByHeight = [Int](repeating: 0, count: mask.height + 1)
    let compact = clusters.filter {
      Self.sparseShare * $0.pixels >= $0.box.width * $0.box.height
        || min($0.box.width, $0.box.height) < Self.leastSparse
    }
    var (all, seen) = (0, 0)
    for cluster in compact.isEmpty ? clusters : compact {
      pixelsByHeight[cluster.box.height] += cluster.pixels
      all += cluster.pixels
    }
    while 2 * seen < all {
      typicalHeight += 1
      seen += pixelsByHeight[typicalHeight]
    }
  }
}
