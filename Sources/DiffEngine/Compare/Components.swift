/// The 8-connected components of a mask, exact, as runs joined by union-find.
///
/// Work is proportional to the runs: what is not marked costs one look per 64 pixels.
package struct Components {
  private struct Run {
    var row: Int32
    var start: Int32
    /// One past the last marked pixel.
    var end: Int32
    /// A run of the same component; itself for the root. Never a later run.
    var parent: Int32
  }

  private var runs: ContiguousArray<Run> = []
  /// The first run of each row, and the count of all at the end.
  private var rowStarts: [Int] = []
  /// Pixels of each component, at the index of its root; other entries mean nothing.
  private var pixels: ContiguousArray<Int32> = []

  package init(_ mask: ChangeMask) {
    guard mask.count > 0 else { return }
    collectRuns(mask)
    joinRows(within: 1)
    countPixels()
  }

  /// Finds the components of the same mask dilated, from the marked runs alone: runs of a row that
  /// then touch become one, with what lies between them.
  ///
  /// Squares of `reach` around two pixels touch where neither their rows nor their columns are
  /// further apart than `2 * reach + 1`.
  package init(_ components: Components, dilatedBy reach: Int) {
    let distance = 2 * reach + 1
    runs.reserveCapacity(components.runs.count)
    rowStarts.reserveCapacity(components.rowStarts.count)
    for row in components.rowStarts.indices.dropLast() {
      rowStarts.append(runs.count)
      let marked = components.runs[components.rowStarts[row]..<components.rowStarts[row + 1]]
      guard var joint = marked.first else { continue }
      joint.parent = Int32(truncatingIfNeeded: runs.count)
      for run in marked.dropFirst() {
        if Int(run.start &- joint.end) >= distance {
          runs.append(joint)
          joint = run
          joint.parent = Int32(truncatingIfNeeded: runs.count)
        }
        joint.end = run.end
      }
      runs.append(joint)
    }
    rowStarts.append(runs.count)
    joinRows(within: distance)
    countPixels()
  }

  private mutating func collectRuns(_ mask: ChangeMask) {
    rowStarts.reserveCapacity(mask.height + 1)
    runs.reserveCapacity(mask.runCount)
    for y in 0..<mask.height {
      rowStarts.append(runs.count)
      mask.forEachRun(row: y) { columns in
        runs.append(
          Run(
            row: Int32(truncatingIfNeeded: y),
            start: Int32(truncatingIfNeeded: columns.lowerBound),
            end: Int32(truncatingIfNeeded: columns.upperBound),
            parent: Int32(truncatingIfNeeded: runs.count)))
      }
    }
    rowStarts.append(runs.count)
  }

  /// Joins runs with pixels that are at most `distance` rows and columns apart; at 1 they touch, if
  /// only by a corner.
  private mutating func joinRows(within distance: Int) {
    // For each row above, the first run that may be near.
    var above = [Int](repeating: 0, count: distance + 1)
    let rowStarts = rowStarts
    var runs = self.runs.mutableSpan
    for y in 1..<max(rowStarts.count - 1, 1) where rowStarts[y] < rowStarts[y + 1] {
      let rows = 1...min(y, distance)
      for row in rows { above[row] = rowStarts[y - row] }
      for index in rowStarts[y]..<rowStarts[y + 1] {
        // Whatever is near a run is near what covers it, and joined to that already.
        for row in rows {
          let isCovered = Self.join(
            &runs, index, to: &above[row], before: rowStarts[y - row + 1],
            within: Int32(truncatingIfNeeded: distance))
          if isCovered { break }
        }
      }
    }
  }

  /// Joins a run to those near it of a row above.
  ///
  /// - Parameter above: The first of the row that may be near; that of the last run for the next.
  /// - Returns: True if one of them covers it.
  @inline(__always)
  private static func join(
    _ runs: inout MutableSpan<Run>, _ index: Int, to above: inout Int, before end: Int,
    within distance: Int32
  ) -> Bool {
    let run = runs[index]
    while above < end && runs[above].end &+ distance <= run.start { above &+= 1 }
    var (other, isCovered) = (above, false)
    while other < end && runs[other].start < run.end &+ distance {
      join(&runs, index, other)
      isCovered = isCovered || runs[other].start <= run.start && runs[other].end >= run.end
      other &+= 1
    }
    return isCovered
  }

  @inline(__always)
  private static func join(_ runs: inout MutableSpan<Run>, _ first: Int, _ second: Int) {
    let (a, b) = (root(&runs, first), root(&runs, second))
    // The earlier run stays root, so that components come in the order of their first pixel.
    runs[max(a, b)].parent = Int32(truncatingIfNeeded: min(a, b))
  }

  private static func root(_ runs: inout MutableSpan<Run>, _ index: Int) -> Int {
    var index = index
    while Int(runs[index].parent) != index {
      let grand = runs[Int(runs[index].parent)].parent
      runs[index].parent = grand
      index = Int(grand)
    }
    return index
  }

  /// Points every run straight at its root and adds up what each root holds.
  private mutating func countPixels() {
    var pixels = ContiguousArray<Int32>(repeating: 0, count: runs.count)
    var runs = self.runs.mutableSpan
    for index in runs.indices {
      // The parent is an earlier run, and so already points at the root.
      let root = runs[Int(runs[index].parent)].parent
      runs[index].parent = root
      pixels[Int(root)] &+= runs[index].end &- runs[index].start
    }
    self.pixels = pixels
  }

  package var runCount: Int { runs.count }

  /// Calls `body` with every run, row by row from the left; runs of one component share `root`.
  package func forEachRun(_ body: (_ row: Int, _ columns: Range<Int>, _ root: Int) -> Void) {
    for run in runs { body(Int(run.row), Int(run.start)..<Int(run.end), Int(run.parent)) }
  }

  /// The number of components of every size.
  package var sizeTable: SizeTable {
    var table = SizeTable()
    for index in runs.indices where Int(runs[index].parent) == index {
      table.add(component: Int(pixels[index]))
    }
    return table
  }

  /// The components of `size` pixels or more: how many, and the largest with their boxes.
  package func summary(atLeast size: Int) -> ClusterSummary {
    var summary = ClusterSummary()
    var largest = LargestClusters()
    for index in runs.indices where Int(runs[index].parent) == index && pixels[index] >= size {
      summary.count += 1
      largest.add(first: index, pixels: Int(pixels[index]))
    }
    largest.trim()
    summary.boxes = boxes(largest.kept.map(\.first))
    summary.largest = summary.boxes.first?.pixels ?? 0
    return summary
  }

  private func boxes(_ roots: [Int]) -> [Cluster] {
    guard let firstRoot = roots.min() else { return [] }
    var bounds = roots.map { root in
      let run = runs[root]
      return (left: run.start, right: run.end, top: run.row, bottom: run.row)
    }
    // A table for all runs: a dictionary of the few roots takes ten times as long in noise.
    var slots = [Int8](repeating: -1, count: runs.count)
    for (slot, root) in roots.enumerated() { slots[root] = Int8(slot) }
    for run in runs[firstRoot...] {
      let slot = Int(slots[Int(run.parent)])
      if slot < 0 { continue }
      bounds[slot].left = min(bounds[slot].left, run.start)
      bounds[slot].right = max(bounds[slot].right, run.end)
      bounds[slot].bottom = run.row
    }
    return zip(roots, bounds).map { root, edge in
      let box = PixelBox(
        x: Int(edge.left), y: Int(edge.top), width: Int(edge.right - edge.left),
        height: Int(edge.bottom - edge.top) + 1)
      return Cluster(box: box, pixels: Int(pixels[root]))
    }
  }

  /// Returns `mask`, whose components these are, without the ones below `size` pixels.
  package func filtered(_ mask: ChangeMask, atLeast size: Int) -> ChangeMask {
    guard size > 1 else { return mask }
    var words = mask.words
    for run in runs where pixels[Int(run.parent)] < size {
      let row = Int(run.row) * mask.stride
      (Int(run.start)..<Int(run.end)).forEachWord { words[row + $0] &= ~$1 }
    }
    return ChangeMask(width: mask.width, height: mask.height, words: words)
  }
}

/// The largest clusters so far; of equal ones those that come first.
private struct LargestClusters {
  /// - first: The number of the first run.
  private(set) var kept: [(first: Int, pixels: Int)] = []
  /// The last of those that are certain to be larger than most; nil as long as all are kept.
  private var least: (first: Int, pixels: Int)?

  mutating func add(first: Int, pixels: Int) {
    if let least, pixels < least.pixels || pixels == least.pixels && first > least.first { return }
    kept.append((first, pixels))
    if kept.count == 4 * ClusterSummary.boxLimit { trim() }
  }

  /// Leaves as many as are told, in their order.
  mutating func trim() {
    kept.sort { $0.pixels != $1.pixels ? $0.pixels > $1.pixels : $0.first < $1.first }
    guard kept.count >= ClusterSummary.boxLimit else { return }
    kept.removeLast(kept.count - ClusterSummary.boxLimit)
    least = kept.last.map { ($0.first, $0.pixels) }
  }
}

extension ChangeMask {
  package func clusters(atLeast size: Int = 1) -> ClusterSummary {
    Components(self).summary(atLeast: size)
  }
}
