import DiffEngine

/// Adds up the contents of every region, layer by layer: a mismatch belongs to the first layer
/// whose area contains it.
struct RegionTally {
  var regions: [ChangeRegion] = []
  private let layers: [RegionLayer]
  /// The number of each layer's first region; `next` is the run that was reached in each.
  private var firsts: [Int] = []
  private var next: [Int]

  init(_ mask: ChangeMask, _ strengths: ChangeStrengths, _ layers: [RegionLayer]) {
    self.layers = layers
    next = layers.map { _ in 0 }
    for layer in layers {
      firsts.append(regions.count)
      regions += Array(repeating: .none, count: layer.labelled.rootCount)
    }
    for band in strengths.bands {
      var cursor = StrengthCursor(band)
      for y in band.rows {
        mask.forEachRun(row: y) { columns in
          var start = columns.lowerBound
          while start < columns.upperBound {
            let (region, end) = place(start, y, before: columns.upperBound)
            regions[region].add(start..<end, y)
            cursor.take(end - start) {
              regions[region].add($0, start..<start + $1, y)
              start += $1
            }
          }
        }
      }
    }
  }

  /// Merges regions within the box of a region of an earlier layer into that one: the plain middle
  /// of a button whose edges changed more is a part of the button.
  mutating func absorb() {
    guard layers.count > 1 else { return }
    let earlier = regions[..<firsts[1]]
    // If there are so many, none is an element that could contain others.
    guard earlier.count * regions.count < 1 << 20 else { return }
    var kept = Array(earlier)
    for region in regions[firsts[1]...] {
      if let index = earlier.firstIndex(where: { $0.box.contains(region.box) }) {
        kept[index] = kept[index].joined(with: region)
      } else {
        kept.append(region)
      }
    }
    regions = kept
  }

  /// Returns the region of a mismatch, and where in its run the next region may begin.
  private mutating func place(_ x: Int, _ y: Int, before limit: Int) -> (region: Int, end: Int) {
    var end = limit
    for (layer, content) in layers.enumerated() {
      let runs = content.labelled.runs
      while next[layer] < runs.count, runs[next[layer]].ends(before: x, y) { next[layer] += 1 }
      guard next[layer] < runs.count else { continue }
      let run = runs[next[layer]]
      guard run.row == y else { continue }
      if run.columns.contains(x) {
        return (firsts[layer] + run.label, min(end, run.columns.upperBound))
      }
      end = min(end, run.columns.lowerBound)
    }
    preconditionFailure("every mismatch is in the area of a layer")
  }
}

extension LabelledRun {
  fileprivate func ends(before x: Int, _ y: Int) -> Bool {
    row < y || row == y && columns.upperBound <= x
  }
}

extension ChangeRegion {
  /// A region without mismatches.
  fileprivate static let none = ChangeRegion(
    box: PixelBox(x: 0, y: 0, width: 0, height: 0), mismatched: 0, deltaESum: 0, maxDeltaE: 0)

  fileprivate mutating func add(_ columns: Range<Int>, _ y: Int) {
    let run = PixelBox(x: columns.lowerBound, y: y, width: columns.count, height: 1)
    box = mismatched == 0 ? run : box.union(run)
    mismatched += columns.count
  }

  fileprivate mutating func add(_ strength: Float, _ columns: Range<Int>, _ y: Int) {
    let strength = Double(strength)
    deltaESum += strength * Double(columns.count)
    guard strength > maxDeltaE else { return }
    maxDeltaE = strength
    peak = PixelPoint(x: columns.lowerBound, y: y)
  }

  package func joined(with other: ChangeRegion) -> ChangeRegion {
    ChangeRegion(
      box: box.union(other.box), mismatched: mismatched + other.mismatched,
      deltaESum: deltaESum + other.deltaESum, maxDeltaE: max(maxDeltaE, other.maxDeltaE),
      peak: maxDeltaE < other.maxDeltaE ? other.peak : peak)
  }
}
