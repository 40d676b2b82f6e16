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
  /// Pixels of each component, at the index of its root; other entries mean nothing.
  private var pixels: [Int32] = []

  package init(_ mask: ChangeMask) {
    guard mask.count > 0 else { return }
    collectRuns(mask)
    joinRows()
    countPixels()
  }

  private mutating func collectRuns(_ mask: ChangeMask) {
    for y in 0..<mask.height {
      var x = mask.nextBit(true, from: 0, row: y)
      while x < mask.width {
        let end = mask.nextBit(false, from: x, row: y)
        runs.append(
          Run(row: Int32(y), start: Int32(x), end: Int32(end), parent: Int32(runs.count)))
        x = mask.nextBit(true, from: end, row: y)
      }
    }
  }

  /// Joins runs of neighbouring rows that touch, also by a corner.
  private mutating func joinRows() {
    runs.withUnsafeMutableBufferPointer { runs in
      var above = 0
      for index in runs.indices {
        let run = runs[index]
        while runs[above].row < run.row - 1 { above += 1 }
        while runs[above].row == run.row - 1 && runs[above].end < run.start { above += 1 }
        var other = above
        while runs[other].row == run.row - 1 && runs[other].start <= run.end {
          Components.join(runs, index, other)
          other += 1
        }
      }
    }
  }

  private static func join(_ runs: UnsafeMutableBufferPointer<Run>, _ first: Int, _ second: Int) {
    let (a, b) = (root(runs, first), root(runs, second))
    // The earlier run stays root, so that components come in the order of their first pixel.
    if a < b { runs[b].parent = Int32(a) } else { runs[a].parent = Int32(b) }
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
    for index in runs.indices {
      // The parent is an earlier run, and so already points at the root.
      let root = runs[Int(runs[index].parent)].parent
      runs[index].parent = root
      pixels[Int(root)] += runs[index].end - runs[index].start
    }
  }

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
    var slots: [Int32: Int] = [:]
    for (slot, root) in roots.enumerated() { slots[Int32(root)] = slot }
    var bounds = roots.map { root in
      let run = runs[root]
      return (left: run.start, right: run.end, top: run.row, bottom: run.row)
    }
    for run in runs[firstRoot...] {
      guard let slot = slots[run.parent] else { continue }
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
    for run in runs where pixels[Int(run.parent)] < size {
      for x in Int(run.start)..<Int(run.end) {
        words[Int(run.row) * mask.stride + x >> 6] &= ~(1 << UInt64(x & 63))
      }
    }
    return ChangeMask(width: mask.width, height: mask.height, words: words)
  }
}

extension ChangeMask {
  /// The first column from `start` whose bit is `value`; `width` where there is none.
  fileprivate func nextBit(_ value: Bool, from start: Int, row: Int) -> Int {
    guard start < width else { return width }
    let flip: UInt64 = value ? 0 : .max
    var column = start >> 6
    var word = (words[row * stride + column] ^ flip) & (.max << UInt64(start & 63))
    while word == 0 {
      column += 1
      if column == stride { return width }
      word = words[row * stride + column] ^ flip
    }
    return min(column * 64 + word.trailingZeroBitCount, width)
  }
}
