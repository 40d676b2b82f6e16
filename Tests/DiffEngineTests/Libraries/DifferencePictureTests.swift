import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// The mask out of AFSnapshotTesting's picture, against a direct comparison.
struct DifferencePictureTests {
  private static let green = Pixel(0, 255, 0, 255)

  /// A literal port of what the library's kernels write: every pixel by itself, reference before
  /// actual, the colour at alpha 1 where the strategy counts, else the actual premultiplied, which the
  /// file then holds straight.
  private static func draw(
    _ reference: PixelImage, _ actual: PixelImage, _ colour: Pixel = green,
    deltaE: Double? = nil, clusterSize: Int = 1
  ) -> PixelImage {
    var differs = ChangeMask(width: reference.width, height: reference.height)
    for y in 0..<reference.height {
      for x in 0..<reference.width {
        let (first, second) = (premultiplied(reference[x, y]), premultiplied(actual[x, y]))
        guard let deltaE else {
          differs[x, y] = first != second
          continue
        }
        let distance = DiffEngine.deltaE(first, second, formula: .ciede2000)
        differs[x, y] = distance > deltaE && distance > 0.00001
      }
    }
    var picture = actual.pixels.map(throughTexture)
    for cluster in floodFilled(differs) where cluster.count >= clusterSize {
      for place in cluster { picture[place.y * reference.width + place.x] = colour }
    }
    return PixelImage(reference.width, picture)
  }

  /// Premultiplied, and straight again: colours under a low alpha are rounded.
  private static func throughTexture(_ pixel: Pixel) -> Pixel {
    guard pixel.w > 0 else { return Pixel() }
    let colours = premultiplied(pixel)
    func straight(_ value: UInt8) -> UInt8 {
      UInt8(min(255, (Int(value) * 255 + Int(pixel.w) / 2) / Int(pixel.w)))
    }
    return Pixel(straight(colours.x), straight(colours.y), straight(colours.z), pixel.w)
  }

  private static let sizes = [(1, 1), (1, 9), (9, 1), (13, 7), (70, 5), (64, 64)]

  @Test(arguments: sizes, [0.02, 0.2, 0.9])
  func `the mask of naive has the counts of a direct comparison at every size and threshold`(
    _ size: (Int, Int), _ share: Double
  ) throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let (reference, actual) = randomPair(size.0, size.1, seed: seed, changed: share)
      let direct = compare(reference, actual, strategy: Strategy(.naive))
      guard direct.mask.count > 0 else { continue }
      let difference = try DifferencePicture(Self.draw(reference, actual), beside: reference)
      #expect(difference.mask == direct.mask)
      #expect(difference.undecided == 0)
      for clusterSize in [1, 2, 3, 7, 8, 64, 100] {
        for threshold in [0, 1, direct.mask.count / 2, direct.mask.count] {
          let strategy = Strategy(.cluster, threshold: threshold, clusterSize: clusterSize)
          let expected = compare(reference, actual, strategy: strategy)
          let judged = difference.judge(strategy)
          #expect(judged.comparison == expected.comparison)
          #expect(judged.mask == expected.mask)
        }
      }
    }
  }

  @Test(arguments: 1...7)
  func `the mask of a cluster test is exact at its size and above`(_ own: Int) throws {
    let (reference, actual) = randomPair(40, 40, seed: 5, changed: 0.15)
    let picture = Self.draw(reference, actual, clusterSize: own)
    let difference = try DifferencePicture(picture, beside: reference)
    for size in own...12 {
      let strategy = Strategy(.cluster, clusterSize: size)
      #expect(
        difference.judge(strategy).comparison.mismatched
          == strategy.compare(reference, actual).mismatched)
    }
  }

  @Test func `what a perceptual test lets pass is not in its mask`() throws {
    let reference = PixelImage.solid(20, 4, Pixel(200, 200, 200, 255))
    var actual = PixelImage.solid(20, 4, Pixel(197, 200, 200, 255))
    actual = actual.replacing(3, 1, with: Pixel(0, 0, 0, 255))
    let picture = Self.draw(reference, actual, deltaE: 5)
    let difference = try DifferencePicture(picture, beside: reference)
    #expect(difference.colour == Self.green)
    #expect(difference.mask.count == 1 && difference.mask[3, 1])
    #expect(difference.contradictions(of: reference) == 0)
  }

  @Test(arguments: [
    Pixel(255, 0, 0, 255), Pixel(0, 0, 255, 255), Pixel(255, 140, 0, 255), Pixel(1, 254, 0, 255),
  ])
  func `the colour is found, whatever it is`(_ colour: Pixel) throws {
    let (reference, actual) = randomPair(30, 30, seed: 9, changed: 0.3)
    let picture = Self.draw(reference, actual, colour)
    let difference = try DifferencePicture(picture, beside: reference)
    #expect(difference.colour == colour)
    #expect(difference.mask == compare(reference, actual, strategy: Strategy(.naive)).mask)
  }

  @Test func `pixels of the reference that have the colour are counted apart`() throws {
    var (reference, actual) = randomPair(30, 30, seed: 3, changed: 0.3)
    for x in 0..<30 { reference = reference.replacing(x, 4, with: Self.green) }
    for x in 0..<10 { actual = actual.replacing(x, 4, with: Self.green) }
    let difference = try DifferencePicture(Self.draw(reference, actual), beside: reference)
    #expect(difference.undecided == 30)
    var expected = compare(reference, actual, strategy: Strategy(.naive)).mask
    for x in 0..<30 { expected[x, 4] = false }
    #expect(difference.mask == expected)
  }

  @Test func `a landscape of the mask says what judging says, at every ΔE`() throws {
    let (reference, actual) = randomPair(40, 30, seed: 11, changed: 0.2)
    let difference = try DifferencePicture(Self.draw(reference, actual), beside: reference)
    let landscape = Landscape(difference, formula: .ciede2000)
    for size in [1, 2, 5, 9, 64] {
      for deltaE in [0, 2.3, 100] {
        for kind in Strategy.Kind.ofLandscapes {
          let strategy = Strategy(kind, threshold: 20, clusterSize: size, deltaE: deltaE)
          var expected = difference.judge(strategy).comparison
          expected.clusters.boxes = []
          #expect(landscape.comparison(strategy) == expected)
          #expect(landscape.verdict(strategy) == expected.verdict)
        }
      }
    }
    #expect(landscape.comparison(Strategy(.perceptual))?.maxDeltaE == nil)
    #expect(difference.judge(Strategy(.pixelmatch)).comparison.verdict == .unreadable)
  }

  @Test func `what is ignored is not in the mask`() throws {
    let (reference, actual) = randomPair(20, 20, seed: 2, changed: 0.5)
    let difference = try DifferencePicture(Self.draw(reference, actual), beside: reference)
    let areas = IgnoredAreas([
      .init(x: .pixels(0), y: .pixels(0), width: .pixels(20), height: .pixels(10))
    ])
    let strategy = Strategy(.naive)
    let expected = strategy.compare(reference, actual, ignoring: areas.areas)
    #expect(difference.judge(strategy, ignoring: areas).comparison == expected)
    let landscape = Landscape(difference, formula: .ciede2000, ignoring: areas)
    #expect(landscape.comparison(strategy)?.mismatched == expected.mismatched)
  }

  @Test func `another size, or a picture in which nothing is painted, is no difference`() throws {
    let reference = PixelImage.solid(12, 12, Pixel(255, 255, 255, 255))
    let shades: [UInt8] = (0..<12).map { 20 * $0 }
    let actual = PixelImage(
      12, shades.flatMap { green in shades.map { red in Pixel(red, green, 77, 255) } })
    #expect(throws: DifferencePicture.Fault.size) {
      try DifferencePicture(.solid(12, 13, Self.green), beside: reference)
    }
    #expect(throws: DifferencePicture.Fault.unpainted) {
      try DifferencePicture(actual, beside: reference)
    }
    #expect(throws: DifferencePicture.Fault.unpainted) {
      try DifferencePicture(reference, beside: reference)
    }
  }

  @Test func `an actual fits its own picture, and another run's is told by where it does not`()
    throws
  {
    var (reference, actual) = randomPair(30, 30, seed: 8, changed: 0.3)
    reference = reference.replacing(3, 7, with: Pixel(9, 9, 9, 255))
    actual = actual.replacing(3, 7, with: Pixel(9, 9, 9, 255))
    actual = actual.replacing(5, 5, with: Pixel(0, 0, 0, 255))
    reference = reference.replacing(5, 5, with: Pixel(255, 255, 255, 255))
    let difference = try DifferencePicture(Self.draw(reference, actual), beside: reference)
    #expect(difference.fit(of: actual, with: reference)?.isWhole == true)
    let near = actual.replacing(3, 7, with: Pixel(11, 9, 7, 255))
    #expect(difference.fit(of: near, with: reference)?.isWhole == true)
    let stray = actual.replacing(3, 7, with: Pixel(12, 9, 9, 255))
    let fit = try #require(difference.fit(of: stray, with: reference))
    #expect(fit.strays == 1 && fit.box == PixelBox(x: 3, y: 7, width: 1, height: 1))
    let same = actual.replacing(5, 5, with: reference[5, 5])
    #expect(difference.fit(of: same, with: reference)?.unchanged == 1)
    #expect(difference.fit(of: .solid(2, 2, Self.green), with: reference) == nil)
  }

  @Test func `a reference that was recorded since contradicts the picture`() throws {
    let reference = PixelImage.solid(20, 20, Pixel(240, 240, 240, 255))
    let actual = reference.replacing(2, 2, with: Pixel(0, 0, 0, 255))
    let difference = try DifferencePicture(Self.draw(reference, actual), beside: reference)
    var other = reference
    for x in 5..<15 { other = other.replacing(x, 9, with: Pixel(0, 0, 200, 255)) }
    #expect(difference.contradictions(of: reference) == 0)
    #expect(difference.contradictions(of: other) == 10)
    // Six pixels may be a cluster that the test did not count.
    var few = reference
    for x in 5..<11 { few = few.replacing(x, 9, with: Pixel(0, 0, 200, 255)) }
    #expect(difference.contradictions(of: few) == 0)
  }

  @Test func `equal masks are one change wherever they lie, others are not`() throws {
    func change(_ places: [(Int, Int)]) throws -> MaskChange {
      var mask = ChangeMask(width: 40, height: 40)
      for (x, y) in places {
        for dy in 0..<3 { for dx in 0..<4 { mask[x + dx, y + dy] = true } }
      }
      return try #require(MaskChange(mask))
    }
    let one = try change([(1, 1), (20, 20)])
    #expect(one.pixels == 24 && one.clusters == 2)
    #expect(one.text == "24 px in 2 clusters, as the test saw it")
    #expect(one.reason == "the same 2 clusters")
    #expect(try change([(5, 9), (30, 2)]).key == one.key)
    #expect(try change([(1, 1)]).key != one.key)
    #expect(try change([(1, 1), (5, 1)]).key != one.key)
    #expect(MaskChange(ChangeMask(width: 3, height: 3)) == nil)
    // A speck says nothing by its shape.
    var (first, second) = (ChangeMask(width: 9, height: 9), ChangeMask(width: 9, height: 9))
    (first[1, 1], second[5, 5]) = (true, true)
    #expect(MaskChange(first)?.key != MaskChange(second)?.key)
  }

  @Test func `the actual is shown as it is, and striped where it is not known`() throws {
    let (reference, actual) = randomPair(30, 30, seed: 4, changed: 0.3)
    let picture = Self.draw(reference, actual)
    let difference = try DifferencePicture(picture, beside: reference)
    let known = difference.knownActual()
    let stripes = UnknownStripes(EvidenceColours.standard.tintScale)
    known.forEachPlace { x, y in
      #expect(known[x, y] == (difference.mask[x, y] ? stripes[x, y] : picture[x, y]))
    }
  }
}
