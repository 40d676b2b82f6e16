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

  private var runs: [Run] = []
  /// The first run of each row, and the count of all at the end.
  private var rowStarts: [Int] = []
  /// Pixels of each component, at the index of its root; other entries mean nothing.
  private var pixels: [Int32] = []

  package init(_ mask: ChangeMask) {
    guard mask.count > 0 else { return }
    rowStarts = Components.countRuns(mask)
    collectRuns(mask)
    joinRows()
    countPixels()
  }

  private static func countRuns(_ mask: ChangeMask) -> [Int] {
    var total = 0
    var starts = [0]
    starts.reserveCapacity(mask.height + 1)
    mask.words.withUnsafeBufferPointer { words in
      for y in 0..<mask.height {
        var last: UInt64 = 0
        for word in words[(y &* mask.stride)..<((y &+ 1) &* mask.stride)] {
          total &+= (word & ~(word << 1 | last)).nonzeroBitCount
          last = word >> 63
        }
        starts.append(total)
      }
    }
    return starts
  }

  private mutating func collectRuns(_ mask: ChangeMask) {
    let total = rowStarts[mask.height]
    runs = [Run](unsafeUninitializedCapacity: total) { runs, count in
      mask.words.withUnsafeBufferPointer { words in
        for y in 0..<mask.height where rowStarts[y] < rowStarts[y + 1] {
          let row = UnsafeBufferPointer(
            rebasing: words[(y * mask.stride)..<((y + 1) * mask.stride)])
          Components.collectRuns(row, y, width: mask.width, from: rowStarts[y], into: runs)
        }
      }
      count = total
    }
  }

  /// Writes the runs of a row: a bit that differs from the one before begins or ends one.
  private static func collectRuns(
    _ words: UnsafeBufferPointer<UInt64>, _ y: Int, width: Int, from first: Int,
    into runs: UnsafeMutableBufferPointer<Run>
  ) {
    var (next, isOpen) = (first, false)
    var last: UInt64 = 0
    for (column, word) in words.enumerated() {
      var edges = word ^ (word << 1 | last)
      last = word >> 63
      while edges != 0 {
        let x = Int32(truncatingIfNeeded: column &* 64 &+ edges.trailingZeroBitCount)
        edges &= edges &- 1
        if isOpen {
          runs[next].end = x
          next &+= 1
        } else {
          runs[next] = Run(
            row: Int32(truncatingIfNeeded: y), start: x, end: 0,
            parent: Int32(truncatingIfNeeded: next))
        }
        isOpen.toggle()
      }
    }
    if isOpen { runs[next].end = Int32(truncatingIfNeeded: width) }
  }

  /// Joins runs of neighbouring rows that touch, also by a corner.
  private mutating func joinRows() {
    let rowStarts = rowStarts
    runs.withUnsafeMutableBufferPointer { runs in
      for y in 1..<max(rowStarts.count - 1, 1) {
        var above = rowStarts[y - 1]
        let end = rowStarts[y]
        for index in end..<rowStarts[y + 1] {
          let run = runs[index]
          while above < end && runs[above].end < run.start { above &+= 1 }
          var other = above
          while other < end && runs[other].start <= run.end {
            Components.join(runs, index, other)
            other &+= 1
          }
        }
      }
    }
  }

  @inline(__always)
  private static func join(_ runs: UnsafeMutableBufferPointer<Run>, _ first: Int, _ second: Int) {
    let (a, b) = (root(runs, first), root(runs, second))
    // The earlier run stays root, so that components come in the order of their first pixel.
    runs[max(a, b)].parent = Int32(truncatingIfNeeded: min(a, b))
  }

  private static func root(_ runs: UnsafeMutableBufferPointer<Run>, _ index: Int) -> Int {
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
    pixels = [Int32](repeating: 0, count: runs.count)
    pixels.withUnsafeMutableBufferPointer { pixels in
      runs.withUnsafeMutableBufferPointer { runs in
        for index in runs.indices {
          // The parent is an earlier run, and so already points at the root.
          let root = runs[Int(runs[index].parent)].parent
          runs[index].parent = root
          pixels[Int(root)] &+= runs[index].end &- runs[index].start
        }
      }
    }
  }

  var runCount: Int { runs.count }

  /// Calls `body` with every run, row by row from the left; runs of one component share `root`.
  package func forEachRun(_ body: (_ row: Int, _ columns: Range<Int>, _ root: Int) -> Void) {
    for run in runs { body(Int(run.row), Int(run.start)..<Int(run.end), Int(run.parent)) }
  }

  /// How many components there are of every size.
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
    var largest = Largest()
    for index in runs.indices where Int(runs[index].parent) == index && pixels[index] >= size {
      summary.count += 1
      largest.add(root: index, pixels: pixels[index])
    }
    largest.trim()
    summary.boxes = boxes(largest.kept.map(\.root))
    summary.largest = summary.boxes.first?.pixels ?? 0
    return summary
  }

  /// The largest components so far; of equal ones those that come first.
  private struct Largest {
    private(set) var kept: [(root: Int, pixels: Int32)] = []
    /// No component this small gets in any more.
    private var floor: Int32 = 0

    mutating func add(root: Int, pixels: Int32) {
      guard pixels > floor else { return }
      kept.append((root, pixels))
      if kept.count == 4 * ClusterSummary.boxLimit { trim() }
    }

    mutating func trim() {
      kept.sort { $0.pixels != $1.pixels ? $0.pixels > $1.pixels : $0.root < $1.root }
      guard kept.count >= ClusterSummary.boxLimit else { return }
      kept.removeLast(kept.count - ClusterSummary.boxLimit)
      floor = kept[kept.count - 1].pixels
    }
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

  /// What is left of `mask`, of which these are the components, without those below `size`.
  package func filtered(_ mask: ChangeMask, atLeast size: Int) -> ChangeMask {
    guard size > 1 else { return mask }
    var words = mask.words
    words.withUnsafeMutableBufferPointer { words in
      for run in runs where pixels[Int(run.parent)] < size {
        let row = words.baseAddress! + Int(run.row) * mask.stride
        (Int(run.start)..<Int(run.end)).forEachWord { row[$0] &= ~$1 }
      }
    }
    return ChangeMask(width: mask.width, height: mask.height, words: words)
  }
}

extension ChangeMask {
  /// The 8-connected clusters of `size` pixels or more.
  package func clusters(atLeast size: Int = 1) -> ClusterSummary {
    Components(self).summary(atLeast: size)
  }
}
