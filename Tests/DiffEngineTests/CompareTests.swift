import DiffEngine
import Pixels
import Testing

struct CompareTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `counts, clusters and verdict are those of the definition`(_ seed: UInt64) {
    let (reference, actual) = randomPair(23 + Int(seed) * 9, 11, seed: seed, changed: 0.4)
    for kind in [Strategy.Kind.naive, .cluster, .perceptual, .combined] {
      for strategy in [
        Strategy(kind), Strategy(kind, threshold: 30, clusterSize: 4, deltaE: 2.5),
        Strategy(kind, threshold: 90, clusterSize: 2, deltaE: 0.7, formula: .cie76),
        Strategy(kind, threshold: 9, clusterSize: 12, deltaE: 30, formula: .cie94),
      ] {
        let (comparison, mask) = compare(reference, actual, strategy: strategy)
        let literal = literalMask(reference, actual, strategy)
        let clusters = floodFilled(literal).filter {
          $0.count >= (kind == .naive || kind == .perceptual ? 1 : strategy.clusterSize)
        }
        let mismatched = clusters.map(\.count).reduce(0, +)
        #expect(comparison.mismatched == mismatched && mask.count == mismatched)
        #expect(clusters.joined().allSatisfy { mask[$0.x, $0.y] })
        #expect(
          comparison.verdict
            == (mismatched > strategy.allowed(of: comparison.total) ? .mismatch : .match))
        #expect(comparison.clusters.count == clusters.count)
        #expect(comparison.total == reference.pixelCount)
        #expect(comparison.allowed == strategy.allowed(of: comparison.total))
      }
    }
  }

  @Test func `as many mismatches as the threshold match, one more does not`() {
    let reference = PixelImage.solid(9, 1, Pixel(10, 10, 10, 255))
    let actual = reference.replacing(1, 0, with: Pixel(200, 0, 0, 255))
      .replacing(4, 0, with: Pixel(0, 0, 200, 255))
    for kind in [Strategy.Kind.naive, .cluster, .perceptual, .combined] {
      for (threshold, verdict) in [(1, Verdict.mismatch), (2, .match), (3, .match)] {
        let strategy = Strategy(kind, threshold: threshold)
        #expect(strategy.compare(reference, actual).verdict == verdict)
      }
    }
  }

  @Test func `a cluster as large as the cluster size counts, a smaller one does not`() {
    let reference = PixelImage.solid(8, 2, Pixel(10, 10, 10, 255))
    let actual = reference.replacing(1, 0, with: Pixel(200, 0, 0, 255))
      .replacing(2, 1, with: Pixel(200, 0, 0, 255)).replacing(6, 0, with: Pixel(0, 9, 0, 255))
    for (size, counted) in [(1, 3), (2, 2), (3, 0)] {
      let outcome = compare(reference, actual, strategy: Strategy(.cluster, clusterSize: size))
      #expect(outcome.comparison.mismatched == counted)
      #expect(outcome.mask[6, 0] == (size == 1) && outcome.mask[1, 0] == (size <= 2))
    }
  }

  @Test func `a pixel of exactly the allowed ΔE matches`() {
    let (first, second) = (Pixel(100, 120, 140, 255), Pixel(104, 118, 140, 255))
    let (reference, actual) = (dot(first), dot(second))
    for formula in Strategy.Formula.allCases {
      let exact = deltaE(first, second, formula: formula)
      for (limit, verdict) in [(exact, Verdict.match), (exact.nextDown, .mismatch)] {
        let strategy = Strategy(.perceptual, deltaE: limit, formula: formula)
        let comparison = strategy.compare(reference, actual)
        #expect(comparison.verdict == verdict)
        #expect(comparison.maxDeltaE == exact)
        #expect(comparison.isBorderline)
      }
      for off in [-0.0021, 0.0021] {
        let strategy = Strategy(.perceptual, deltaE: exact + off, formula: formula)
        #expect(!strategy.compare(reference, actual).isBorderline)
      }
    }
  }

  @Test func `a doubtful pixel makes nothing borderline where the verdict stands anyway`() {
    let (first, second) = (Pixel(100, 120, 140, 255), Pixel(104, 118, 140, 255))
    let exact = deltaE(first, second, formula: .ciede2000)
    let reference = PixelImage(3, [first, first, first])
    let actual = PixelImage(3, [second, first, Pixel(0, 0, 0, 255)])
    for (threshold, clusterSize, expected) in [
      (0, 1, false), (1, 1, true), (2, 1, false), (0, 2, false),
    ] {
      let strategy = Strategy(
        .combined, threshold: threshold, clusterSize: clusterSize, deltaE: exact)
      #expect(strategy.compare(reference, actual).isBorderline == expected)
    }
  }

  @Test func `naive and cluster see alpha, perceptual and combined do not`() {
    let (reference, actual) = (dot(Pixel()), dot(.black))
    for (kind, count) in [
      (Strategy.Kind.naive, 1), (.cluster, 1), (.perceptual, 0), (.combined, 0),
    ] { #expect(Strategy(kind).compare(reference, actual).mismatched == count) }
  }

  @Test func `colours are compared premultiplied`() {
    for (first, second, naive, perceptual) in [
      (Pixel(255, 0, 0, 0), Pixel(0, 255, 0, 0), 0, 0),
      (Pixel(255, 255, 255, 128), Pixel(128, 128, 128, 255), 1, 0),
      (Pixel(255, 255, 255, 128), Pixel(255, 255, 255, 255), 1, 1),
      (Pixel(3, 3, 3, 20), Pixel(4, 4, 4, 20), 0, 0),
    ] {
      let bytes = Strategy(.naive).compare(dot(first), dot(second))
      let colours = Strategy(.perceptual).compare(dot(first), dot(second))
      #expect(bytes.mismatched == naive && colours.mismatched == perceptual, "\(first) \(second)")
    }
  }

  @Test(arguments: Strategy.Kind.allCases)
  func `what only one of two sizes has is marked, what neither has is not`(_ kind: Strategy.Kind) {
    let reference = PixelImage.solid(70, 2, Pixel(9, 9, 9, 255))
    let actual = PixelImage.solid(3, 5, Pixel(9, 9, 9, 255))
    let (comparison, mask) = compare(reference, actual, strategy: Strategy(kind, threshold: 1000))
    // odiff counts what is over, and 1,000 are allowed.
    #expect(comparison.verdict == (kind == .odiff ? .match : .sizeMismatch))
    #expect(mask.width == 70 && mask.height == 5)
    forEachPlace(in: 70, 5) { x, y in
      #expect(mask[x, y] == ((x >= 3 && y < 2) || (x < 3 && y >= 2)))
    }
  }

  @Test(arguments: Strategy.Kind.allCases)
  func `equal images match under every strategy`(_ kind: Strategy.Kind) {
    let (image, _) = randomPair(67, 9, seed: 4)
    let (comparison, mask) = compare(image, image, strategy: Strategy(kind))
    #expect(comparison.verdict == .match && comparison.mismatched == 0 && mask.count == 0)
    #expect(!comparison.isBorderline && comparison.clusters == ClusterSummary())
  }

  private func literalMask(
    _ reference: PixelImage, _ actual: PixelImage, _ strategy: Strategy
  ) -> ChangeMask {
    var mask = ChangeMask(width: reference.width, height: reference.height)
    reference.forEachPlace { x, y in
      let (first, second) = (premultiplied(reference[x, y]), premultiplied(actual[x, y]))
      switch strategy.kind {
      case .naive, .cluster: mask[x, y] = first != second
      default:
        let distance = deltaE(first, second, formula: strategy.formula)
        mask[x, y] = distance > strategy.deltaE && distance > 0.00001
      }
    }
    return mask
  }
}
