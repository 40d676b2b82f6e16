import DiffEngine
import Foundation
import Pixels
import TestSupport
import Testing

struct LandscapeTests {
  @Test(arguments: Strategy.Formula.allCases)
  func `every grid point is as compare says`(_ formula: Strategy.Formula) {
    let (reference, actual) = randomPair(13, 9, seed: UInt64(formula.rawValue), changed: 0.8)
    let landscape = Landscape(reference, actual, formula: formula)
    for step in 0...1000 {
      for size in 1...64 where size < 12 || step % 50 == 0 {
        let threshold = (step + size) % 40
        expectEqual(
          landscape, reference, actual,
          Strategy(
            .combined, threshold: threshold, clusterSize: size, deltaE: Double(step) / 10,
            formula: formula))
      }
    }
  }

  @Test(arguments: [(1, 1), (1, 30), (30, 1), (64, 3), (65, 20), (40, 40)])
  func `images of every shape are as compare says`(_ shape: (Int, Int)) {
    for (seed, share) in [(1, 0.02), (2, 0.3), (3, 1)] as [(UInt64, Double)] {
      let (reference, actual) = randomPair(shape.0, shape.1, seed: seed, changed: share)
      let landscape = Landscape(reference, actual, formula: .ciede2000)
      for kind in [Strategy.Kind.naive, .cluster, .perceptual, .combined] {
        for size in [1, 2, 5, 17, 64] {
          for step in [0, 1, 2, 3, 7, 10, 23, 99, 100, 500, 1000] {
            expectEqual(
              landscape, reference, actual,
              Strategy(kind, threshold: 3, clusterSize: size, deltaE: Double(step) / 10))
          }
        }
      }
    }
  }

  @Test(arguments: [0, 0.02, 1])
  func `one that was kept answers as before`(_ share: Double) throws {
    let (reference, actual) = randomPair(65, 20, seed: 5, changed: share)
    let landscape = Landscape(reference, actual, formula: .ciede2000)
    let kept = try JSONDecoder().decode(
      Landscape.self, from: try JSONEncoder().encode(landscape))
    for step in 0...1000 {
      for kind in [Strategy.Kind.naive, .combined] {
        let strategy = Strategy(
          kind, threshold: 3, clusterSize: 1 + step % 9, deltaE: Double(step) / 10)
        #expect(kept.comparison(strategy) == landscape.comparison(strategy))
      }
    }
    #expect(kept.byteCount == landscape.byteCount)
  }

  @Test func `two sizes are as compare says`() {
    let reference = randomPair(20, 7, seed: 1).reference
    let actual = randomPair(11, 15, seed: 2).actual
    let landscape = Landscape(reference, actual, formula: .cie76)
    for kind in [Strategy.Kind.naive, .cluster, .perceptual, .combined] {
      for size in [1, 4, 60] {
        for step in [0, 20, 300, 1000] {
          expectEqual(
            landscape, reference, actual,
            Strategy(
              kind, threshold: 50, clusterSize: size, deltaE: Double(step) / 10, formula: .cie76))
        }
      }
    }
  }

  @Test func `a borderline verdict is told`() {
    // Of all greys a step apart, some lie within the doubt of a step of 0.1.
    var found = 0
    for value in 1...255 as ClosedRange<UInt8> {
      let reference = PixelImage(1, [Pixel(value, value, value, 255)])
      for other in 0..<value {
        let actual = PixelImage(1, [Pixel(other, other, other, 255)])
        let exact = deltaE(reference[0, 0], actual[0, 0], formula: .ciede2000)
        let nearest = (exact * 10).rounded() / 10
        guard abs(nearest - exact) < 0.0019 else { continue }
        found += 1
        let landscape = Landscape(reference, actual, formula: .ciede2000)
        let strategy = Strategy(.perceptual, deltaE: nearest)
        #expect(landscape.comparison(strategy)?.isBorderline == true)
        expectEqual(landscape, reference, actual, strategy)
      }
    }
    #expect(found > 100)
  }

  @Test func `what is not kept is nil`() {
    let reference = PixelImage.solid(10, 10, Pixel(0, 0, 0, 255))
    let actual = PixelImage.solid(10, 10, Pixel(9, 0, 0, 255))
    let landscape = Landscape(reference, actual, formula: .ciede2000)
    #expect(landscape.comparison(Strategy(.perceptual, deltaE: 0.05)) == nil)
    #expect(landscape.comparison(Strategy(.perceptual, deltaE: .nan)) == nil)
    #expect(landscape.comparison(Strategy(.perceptual, deltaE: 101)) == nil)
    #expect(landscape.comparison(Strategy(.perceptual, formula: .cie94)) == nil)
    #expect(landscape.comparison(Strategy(.cluster, clusterSize: 65)) == nil)
    #expect(landscape.comparison(Strategy(.combined, clusterSize: 100)) == nil)
    #expect(landscape.comparison(Strategy(.uber)) == nil)
    // No cluster has 101 pixels, so that this is known after all.
    #expect(landscape.comparison(Strategy(.cluster, clusterSize: 101))?.mismatched == 0)
  }

  @Test func `the formula does not matter to naive and cluster`() {
    let (reference, actual) = randomPair(9, 9, seed: 7)
    let landscape = Landscape(reference, actual, formula: .cie76)
    expectEqual(landscape, reference, actual, Strategy(.cluster, clusterSize: 2))
  }

  @Test func `counts fall with ΔE and cluster size`() {
    let (reference, actual) = randomPair(50, 40, seed: 11)
    let landscape = Landscape(reference, actual, formula: .ciede2000)
    for step in 1...1000 {
      for size in [1, 2, 8, 64] {
        let count = landscape.count(step: step, clusterSize: size)
        #expect(count <= landscape.count(step: step - 1, clusterSize: size))
        #expect(count <= landscape.count(step: step, clusterSize: max(size - 1, 1)))
      }
    }
  }

  @Test func `it takes kilobytes, not megabytes`() {
    let (reference, actual) = randomPair(300, 300, seed: 12, changed: 1)
    #expect(Landscape(reference, actual, formula: .ciede2000).byteCount < 300_000)
    #expect(Landscape(reference, reference, formula: .ciede2000).byteCount < 1000)
  }

  private func expectEqual(
    _ landscape: Landscape, _ reference: PixelImage, _ actual: PixelImage, _ strategy: Strategy,
    at place: SourceLocation = #_sourceLocation
  ) {
    var expected = strategy.compare(reference, actual)
    expected.clusters.boxes = []
    #expect(
      landscape.comparison(strategy) == expected, "\(strategy.summary)", sourceLocation: place)
  }

  @Test(arguments: [0, 3, 40, 600])
  func `the smallest ΔE that match, for all sizes at once, are those a search by hand finds`(
    _ threshold: Int
  ) {
    var random = SplitMix(seed: 77)
    for (width, height) in [(1, 1), (9, 7), (65, 40), (130, 20)] {
      let (reference, actual) = randomPair(width, height, seed: random.next())
      let landscape = Landscape(reference, actual, formula: .ciede2000)
      let expected = (1...64).map { size in
        (0...1000).first { landscape.count(step: $0, clusterSize: size) <= threshold }
          .map { Double($0) / 10 }
      }
      #expect(landscape.smallestDeltaEs(threshold: threshold) == expected)
      #expect(
        landscape.smallestDeltaEs(threshold: threshold, sizes: 3..<9) == Array(expected[2..<8]))
    }
    let larger = Landscape(.solid(30, 20, Pixel()), .solid(31, 20, Pixel()), formula: .ciede2000)
    #expect(larger.smallestDeltaEs(threshold: 10_000).allSatisfy { $0 == nil })
  }
}
