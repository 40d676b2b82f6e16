import Changes
import DiffEngine
import TestSupport
import Testing

struct ComponentsTests {
  static let shapes: [(Int, Int)] = [
    (1, 1), (1, 40), (40, 1), (7, 9), (63, 5), (64, 6), (65, 7), (130, 31),
  ]

  @Test(arguments: shapes)
  func `clusters are those of a flood fill`(_ shape: (Int, Int)) {
    var random = SplitMix(seed: UInt64(shape.0 * 1000 + shape.1))
    for share in [0, 0.05, 0.2, 0.35, 0.5, 0.7, 0.95, 1] {
      let mask = random.mask(shape.0, shape.1, share: share)
      let expected = floodFilled(mask)
      let components = Components(mask)
      for size in [1, 2, 3, 7, 20] {
        let large = expected.filter { $0.count >= size }
        let summary = components.summary(atLeast: size)
        #expect(summary.count == large.count)
        #expect(summary.largest == large.map(\.count).max() ?? 0)
        #expect(summary.boxes == boxes(large))
        var filtered = ChangeMask(width: mask.width, height: mask.height)
        for place in large.joined() { filtered[place.x, place.y] = true }
        #expect(components.filtered(mask, atLeast: size) == filtered)
      }
    }
  }

  @Test(arguments: [0, 0.002, 0.01, 0.05, 0.3], [1, 9, 24, 70])
  func `regions are what the clusters of the dilated mask mark`(_ share: Double, _ height: Int) {
    var random = SplitMix(seed: UInt64(height) + UInt64(share * 1000))
    for width in [70, 128, 190] {
      var mask = random.mask(width, 160, share: share)
      for _ in 0..<3 {
        let (left, top) = (random.next(width - 6), random.next(160 - height))
        for y in top..<top + height {
          // Slanted, and with gaps.
          for x in left..<left + 6 where y % 7 > 0 { mask[min(x + y % 3, width - 1), y] = true }
        }
      }
      let regions = ChangeRegions(mask)
      let expected = floodFilled(mask.dilated(by: regions.reach)).map { area in
        box(around: area.filter { mask[$0.x, $0.y] })
      }
      #expect(ordered(regions.boxes) == ordered(expected))
    }
  }

  private func ordered(_ boxes: [PixelBox]) -> [PixelBox] {
    boxes.sorted { ($0.y, $0.x, $0.height, $0.width) < ($1.y, $1.x, $1.height, $1.width) }
  }

  @Test func `pixels that touch by a corner are one cluster, those a pixel apart are two`() {
    var mask = ChangeMask(width: 200, height: 3)
    for (x, y) in [(63, 0), (64, 1), (63, 2), (100, 0), (100, 2), (199, 1)] { mask[x, y] = true }
    let summary = Components(mask).summary(atLeast: 1)
    #expect(summary.boxes.map(\.pixels) == [3, 1, 1, 1])
    #expect(summary.boxes[0].box == PixelBox(x: 63, y: 0, width: 2, height: 3))
  }

  @Test func `a spiral is one cluster`() {
    let rows = [
      "#######", "......#", "#####.#", "#...#.#", "#.###.#", "#.....#", "#######",
    ]
    var mask = ChangeMask(width: 7, height: 7)
    for (y, row) in rows.enumerated() {
      for (x, character) in row.enumerated() { mask[x, y] = character == "#" }
    }
    let summary = Components(mask).summary(atLeast: 1)
    #expect(summary.count == 1 && summary.largest == mask.count)
  }

  @Test func `the hundred largest clusters are kept, of equals the first`() {
    var mask = ChangeMask(width: 2001, height: 2)
    for index in 0..<1000 {
      mask[2 * index, 0] = true
      if index % 3 == 0 { mask[2 * index, 1] = true }
    }
    let boxes = Components(mask).summary(atLeast: 1).boxes
    #expect(boxes.count == ClusterSummary.boxLimit)
    #expect(
      boxes
        == (0..<100).map {
          Cluster(box: PixelBox(x: 6 * $0, y: 0, width: 1, height: 2), pixels: 2)
        })
  }

  @Test func `a mask counts, sets and clears its pixels`() {
    var random = SplitMix(seed: 3)
    var mask = ChangeMask(width: 70, height: 4)
    var marked: Set<SIMD2<Int>> = []
    for _ in 0..<2000 {
      let place = SIMD2(
        Int.random(in: 0..<70, using: &random), Int.random(in: 0..<4, using: &random))
      let isMarked = Bool.random(using: &random)
      mask[place.x, place.y] = isMarked
      if isMarked { marked.insert(place) } else { marked.remove(place) }
      #expect(mask.count == marked.count && mask[place.x, place.y] == isMarked)
    }
    var walked: [SIMD2<Int>] = []
    mask.forEachMarked { walked.append(SIMD2($0, $1)) }
    #expect(walked == marked.sorted { ($0.y, $0.x) < ($1.y, $1.x) })
  }

  private func boxes(_ clusters: [[SIMD2<Int>]]) -> [Cluster] {
    let order = clusters.indices.sorted {
      clusters[$0].count != clusters[$1].count
        ? clusters[$0].count > clusters[$1].count : $0 < $1
    }
    return order.prefix(ClusterSummary.boxLimit).map {
      Cluster(box: box(around: clusters[$0]), pixels: clusters[$0].count)
    }
  }
}
