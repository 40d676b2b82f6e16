/// The clusters of a mask that is given from the top down, and never held whole: those that
/// `Components` finds, in memory for two rows.
package struct RunningClusters {
  private struct Run {
    var columns: Range<Int32>
    /// The index of its cluster in `open`.
    var cluster: Int32
  }

  /// A cluster that may go on.
  private struct Open {
    /// The number of its first run among all.
    var first: Int
    var pixels: Int
    var box: PixelBox
    /// The cluster that it has become part of; itself if none.
    var parent: Int32
  }

  private let size: Int
  private var above: [Run] = []
  private var present: [Run] = []
  private var open: [Open] = []
  private var runCount = 0
  private var rowCount = 0
  private var summary = ClusterSummary()
  private var largest = LargestClusters()
  private var counted = 0

  /// - Parameter size: The pixels of the smallest cluster that counts.
  package init(atLeast size: Int) { self.size = size }

  /// Adds some rows of a mask below those that were added before.
  package mutating func add(_ mask: ChangeMask, rows: Range<Int>) {
    for y in rows {
      var next = 0
      mask.forEachRun(row: y) { add($0, after: &next) }
      closeRow()
    }
  }

  /// The clusters so far, and their pixels.
  package var result: (summary: ClusterSummary, counted: Int) {
    var whole = self
    // An empty row ends all clusters.
    whole.closeRow()
    whole.largest.trim()
    whole.summary.boxes = whole.largest.kept.map { Cluster(box: $0.box!, pixels: $0.pixels) }
    whole.summary.largest = whole.summary.boxes.first?.pixels ?? 0
    return (whole.summary, whole.counted)
  }

  /// - Parameter next: The first run of the row above that may touch this one; that of the last run
  ///   for the next.
  private mutating func add(_ columns: Range<Int>, after next: inout Int) {
    let (start, end) = (Int32(columns.lowerBound), Int32(columns.upperBound))
    var cluster = Int32(open.count)
    open.append(
      Open(
        first: runCount, pixels: columns.count,
        box: PixelBox(x: columns.lowerBound, y: rowCount, width: columns.count, height: 1),
        parent: cluster))
    runCount += 1
    // Runs touch by a corner too.
    while next < above.count, above[next].columns.upperBound < start { next += 1 }
    var other = next
    while other < above.count, above[other].columns.lowerBound <= end {
      cluster = join(cluster, above[other].cluster)
      other += 1
    }
    present.append(Run(columns: start..<end, cluster: cluster))
  }

  private mutating func join(_ first: Int32, _ second: Int32) -> Int32 {
    let (one, other) = (root(first), root(second))
    guard one != other else { return one }
    let (kept, gone) = (min(one, other), max(one, other))
    let part = open[Int(gone)]
    open[Int(gone)].parent = kept
    open[Int(kept)].first = min(open[Int(kept)].first, part.first)
    open[Int(kept)].pixels += part.pixels
    open[Int(kept)].box = open[Int(kept)].box.union(part.box)
    return kept
  }

  private mutating func root(_ cluster: Int32) -> Int32 {
    var cluster = cluster
    while open[Int(cluster)].parent != cluster {
      let grand = open[Int(open[Int(cluster)].parent)].parent
      open[Int(cluster)].parent = grand
      cluster = grand
    }
    return cluster
  }

  /// Counts the clusters that have no run in the present row, and forgets them.
  private mutating func closeRow() {
    rowCount += 1
    guard !open.isEmpty else { return }
    var places = [Int32](repeating: -1, count: open.count)
    var going: [Open] = []
    for index in present.indices {
      let root = root(present[index].cluster)
      if places[Int(root)] < 0 {
        places[Int(root)] = Int32(going.count)
        going.append(open[Int(root)])
        going[going.count - 1].parent = Int32(going.count - 1)
      }
      present[index].cluster = places[Int(root)]
    }
    for (index, cluster) in open.enumerated()
    where cluster.parent == index && places[index] < 0 && cluster.pixels >= size {
      summary.count += 1
      counted += cluster.pixels
      largest.add(first: cluster.first, pixels: cluster.pixels, box: cluster.box)
    }
    open = going
    swap(&above, &present)
    present.removeAll(keepingCapacity: true)
  }
}
