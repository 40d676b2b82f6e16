import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

struct RegionTests {
  private let naive = Strategy(.naive)

  @Test(arguments: 0..<40)
  func `regions are those of the literal rule`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let (width, height) = (1 + random.next(90), 1 + random.next(60))
    let share = [0.002, 0.02, 0.1, 0.6][seed % 4]
    var (reference, actual) = randomPair(width, height, seed: UInt64(seed), changed: share)
    if seed % 3 == 0 { actual = noisy(reference, &random, share: share) }
    if seed % 5 == 0 {
      reference = reference.cropped(
        to: PixelBox(x: 0, y: 0, width: (width + 1) / 2, height: height))!
    }
    let found = regions(reference, actual, strategy: naive)
    let literal = literalRegions(reference, actual)
    #expect(found.map(\.box) == literal.regions.map(\.box))
    #expect(found.map(\.mismatched) == literal.regions.map(\.mismatched))
    for (one, other) in zip(found, literal.regions) {
      #expect(abs(one.deltaESum - other.deltaESum) < 0.001 * Double(other.mismatched))
      #expect(abs(one.maxDeltaE - other.maxDeltaE) < 0.001)
      #expect(abs(literal.strengths[SIMD2(one.peak.x, one.peak.y)]! - other.maxDeltaE) < 0.001)
    }
  }

  @Test func `rows that were inserted are the first region, and every mismatch is in one still`()
    throws
  {
    let (width, y, count) = (60, 40, 6)
    let reference = randomPair(width, 90, seed: 5).0
    let pixels = (0..<reference.pixelCount).map { reference[$0 % width, $0 / width] }
    let inserted = (0..<width * count).map { Pixel(UInt8($0 % 7), 0, 0, 255) }
    let actual = PixelImage(
      width: width, height: 90 + count,
      pixels: Array(pixels[..<(y * width)]) + inserted + pixels[(y * width)...])
    let alignment = try #require(RowAlignment(reference, actual))
    let mask = compare(reference, actual, strategy: naive).mask
    let found = mask.regions(
      reference, actual, formula: .ciede2000, moves: RowMoves(alignment))
    #expect(found[0].box == PixelBox(x: 0, y: y, width: width, height: count))
    #expect(found.count > 1)
    #expect(found.reduce(0) { $0 + $1.mismatched } == mask.count)
  }

  @Test func `a label is one region, however many letters it has, and two labels are two`() {
    let blank = PixelImage.solid(300, 80, .white)
    var actual = blank
    for letter in 0..<12 {
      actual = actual.filling(PixelBox(x: 10 + 9 * letter, y: 10, width: 6, height: 10))
      actual = actual.filling(PixelBox(x: 160 + 9 * letter, y: 52, width: 6, height: 10))
    }
    #expect(naive.compare(blank, actual).clusters.count == 24)
    #expect(
      regions(blank, actual, strategy: naive).map(\.box) == [
        PixelBox(x: 10, y: 10, width: 105, height: 10),
        PixelBox(x: 160, y: 52, width: 105, height: 10),
      ])
  }

  @Test func `what vanished among noise comes first, alone`() {
    var random = SplitMix(seed: 5)
    let blank = PixelImage.solid(390, 400, Pixel(200, 200, 200, 255))
    let event = PixelBox(x: 100, y: 200, width: 40, height: 8)
    let reference = blank.filling(event)
    let found = regions(reference, noisy(blank, &random, share: 0.05), strategy: naive)
    #expect(found[0].box.contains(event) && found[0].box.width < 80)
    #expect(found[0].maxDeltaE > 30 && found.dropFirst().allSatisfy { $0.maxDeltaE < 5 })
  }

  @Test func `a change of alpha alone has a sum`() {
    let reference = PixelImage.solid(9, 9, Pixel(0, 0, 0, 255))
    let actual = reference.replacing(4, 4, with: Pixel(0, 0, 0, 204))
    let found = regions(reference, actual, strategy: naive)
    #expect(found.count == 1 && abs(found[0].deltaESum - 20) < 0.001)
    let marked = ChangeMask(width: 9, height: 9, words: [UInt64](repeating: 1, count: 9))
    #expect(marked.regions(reference, reference, formula: .ciede2000)[0].deltaESum > 0)
  }

  @Test func `equal images have none`() {
    let image = randomPair(20, 20, seed: 3).reference
    #expect(regions(image, image, strategy: naive).isEmpty)
  }

  @Test func `scattered pixels are some hundreds of regions at most, and none is lost`() {
    var random = SplitMix(seed: 9)
    let reference = PixelImage.solid(1000, 1000, .white)
    var pixels = reference.pixels
    for _ in 0..<3000 { pixels[random.next(pixels.count)] = Pixel(0, 0, 0, 255) }
    let actual = PixelImage(1000, pixels)
    let found = regions(reference, actual, strategy: naive)
    let total = compare(reference, actual, strategy: naive).mask.count
    #expect(found.count <= 400 && found.reduce(0) { $0 + $1.mismatched } == total)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.deltaESum >= $1.deltaESum })
  }

  private func noisy(_ image: PixelImage, _ random: inout SplitMix, share: Double) -> PixelImage {
    PixelImage(
      image.width,
      image.pixels.map { pixel in
        Double.random(in: 0..<1, using: &random) < share
          ? pixel &- Pixel(1, 1, 2, 0) &* UInt8(1 + random.next(2)) : pixel
      })
  }
}

extension PixelImage {
  /// Fills a box with blue.
  fileprivate func filling(_ box: PixelBox) -> PixelImage {
    var pixels = pixels
    for y in box.y..<box.y + box.height {
      for x in box.x..<box.x + box.width { pixels[y * width + x] = Pixel(20, 60, 200, 255) }
    }
    return PixelImage(width, pixels)
  }
}

/// The rule of `ChangeMask.regions`, pixel by pixel; for images of less than 600 across, with few
/// regions.
private func literalRegions(
  _ reference: PixelImage, _ actual: PixelImage
) -> (regions: [ChangeRegion], strengths: [SIMD2<Int>: Double]) {
  let mask = compare(reference, actual, strategy: Strategy(.naive)).mask
  var strengths: [SIMD2<Int>: Double] = [:]
  mask.forEachMarked { x, y in
    func pixel(_ image: PixelImage) -> Pixel {
      x < image.width && y < image.height ? premultiplied(image[x, y]) : Pixel()
    }
    let (before, after) = (pixel(reference), pixel(actual))
    let alpha = abs(Double(before.w) - Double(after.w)) / 2.55
    strengths[SIMD2(x, y)] = max(deltaE(before, after, formula: .ciede2000), alpha, 0.01)
  }
  let median = strengths.values.sorted()[max(strengths.count / 2, 0)..<strengths.count].first ?? 0
  let limit = max(5, 4 * median)
  let strong = mask.keeping { strengths[$0]! > limit }
  let reach = literalReach(mask)
  let first = floodFilled(literallyDilated(strong, by: max(reach, literalReach(strong))))
  let near = Set(first.joined())
  let rest = mask.keeping { !near.contains($0) }
  func sums(_ areas: [[SIMD2<Int>]], among free: Set<SIMD2<Int>>) -> [ChangeRegion] {
    areas.map { area in region(area.filter { free.contains($0) }, strengths) }
  }
  var found = sums(first, among: Set(strengths.keys))
  let firstCount = found.count
  let second = floodFilled(literallyDilated(rest, by: reach))
  for region in sums(second, among: Set(strengths.keys).subtracting(near)) {
    if let index = found[..<firstCount].firstIndex(where: { $0.box.contains(region.box) }) {
      found[index] = found[index].joined(with: region)
    } else {
      found.append(region)
    }
  }
  var regions = found.sorted {
    $0.deltaESum != $1.deltaESum
      ? $0.deltaESum > $1.deltaESum : ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x)
  }
  // One of those that changed most comes first.
  let most = regions.map(\.maxDeltaE).max() ?? 0
  if let first = regions.firstIndex(where: { $0.maxDeltaE >= 0.9 * most }) {
    regions.insert(regions.remove(at: first), at: 0)
  }
  return (regions, strengths)
}

private func literalReach(_ mask: ChangeMask) -> Int {
  var heights: [Int] = []
  for cluster in floodFilled(mask) {
    let height = cluster.map(\.y).max()! - cluster.map(\.y).min()! + 1
    heights += Array(repeating: height, count: cluster.count)
  }
  guard !heights.isEmpty else { return 4 }
  return min(max((heights.sorted()[(heights.count - 1) / 2] + 1) / 2, 4), 12)
}

private func region(_ pixels: [SIMD2<Int>], _ strengths: [SIMD2<Int>: Double]) -> ChangeRegion {
  let values = pixels.map { strengths[$0]! }
  return ChangeRegion(
    box: box(around: pixels), mismatched: pixels.count, deltaESum: values.reduce(0, +),
    maxDeltaE: values.max()!)
}

extension ChangeMask {
  fileprivate func keeping(_ isKept: (SIMD2<Int>) -> Bool) -> ChangeMask {
    var mask = ChangeMask(width: width, height: height)
    forEachMarked { x, y in if isKept(SIMD2(x, y)) { mask[x, y] = true } }
    return mask
  }
}
