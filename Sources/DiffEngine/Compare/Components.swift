/// The exact 8-connected components of a mask, as runs joined by union-find.
///
/// Work is proportional to the number of runs; unmarked areas cost one look per 64 pixels.
package struct Components {
  private struct Run {
    var row: Int32
    var start: Int32
    /// One past the last marked pixel.
    var end: Int32
    /// A run of the same component, never a later one; the root is its own parent.
    var parent: Int32
  }

  private var runs: ContiguousArray<Run> = []
  /// The index of each row's first run, and the count of all runs at the end.
  private var rowStarts: [Int] = []
  /// The number of pixels in each component, at the index of its root; other entries are undefined.
  private var pixels: ContiguousArray<Int32> = []

  package init(_ mask: ChangeMask) {
    guard mask.count > 0 else { return }
    collectRuns(mask)
    joinRows(within: 1)
    countPixels()
  }

  /// Finds the components of the same mask after dilation, using only the marked runs. Runs of a
  /// row that then touch become one, including the gap between them.
  ///
  /// Squares of radius `reach` around two pixels touch if neither the rows nor the columns of the
  /// pixels are more than `2 * reach + 1` apart.
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

  /// Joins runs that have pixels at most `distance` rows and columns apart; with a distance of 1
  /// they touch, if only at a corner.
  private mutating func joinRows(within distance: Int) {
    // The first run of each row above that may be near.
    var above = [Int](repeating: 0, count: distance + 1)
    let rowStarts = rowStarts
    var runs = self.runs.mutableSpan
    for y in 1..<max(rowStarts.count - 1, 1) where rowStarts[y] < rowStarts[y + 1] {
      let rows = 1...min(y, distance)
      for row in rows { above[row] = rowStarts[y - row] }
      for index in rowStarts[y]..<rowStarts[y + 1] {
        // Runs near this one are also near the run that covers it, so they are already joined.
        for row in rows {
          let isCovered = Self.join(
            &runs, index, to: &above[row], before: rowStarts[y - row + 1],
            within: Int32(truncatingIfNeeded: distance))
          if isCovered { break }
        }
      }
    }
  }

  /// Joins a run to the runs near it in a row above.
  ///
  /// - Parameter above: The index of the first run in that row that may be near; the next run
  ///   continues from there.
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
    // The earlier run stays the root, so that components are ordered by their first pixel.
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

  /// Links every run directly to its root and sums the pixels of each root.
  private mutating func countPixels() {
    var pixels = ContiguousArray<Int32>(repeating: 0, count: runs.count)
    var runs = self.runs.mutableSpan
    for index in runs.indices {
      // The parent is an earlier run, so it already points at its root.
      let root = runs[Int(runs[index].parent)].parent
      runs[index].parent = root
      pixels[Int(root)] &+= runs[index].end &- runs[index].start
    }
    self.pixels = pixels
  }

  package var runCount: Int { runs.count }

  /// Calls `body` for every run, row by row from the left; runs of one component share `root`.
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

  /// The components of `size` pixels or more: their number, and the largest ones with their boxes.
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
    // An array with an entry per run; in noise, a dictionary of the few roots takes ten times as
    // long.
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

  /// Returns `mask`, from which these components were made, without components below `size` pixels.
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

/// The largest clusters so far; of equal ones, the first.
private struct LargestClusters {
  /// - first: The index of the first run.
  private(set) var kept: [(first: Int, pixels: Int)] = []
  /// The smallest cluster of the last trimmed list; nil until then, while all are kept.
  private var least: (first: Int, pixels: Int)?

  mutating func add(first: Int, pixels: Int) {
    if let least, pixels < least.pixels || pixels == least.pixels && first > least.first { return }
    kept.append((first, pixels))
    if kept.count == 4 * ClusterSummary.boxLimit { trim() }
  }

  /// Keeps only as many as the summary lists, in its order.
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
