import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

struct IgnoredAreasTests {
  private typealias Area = IgnoredAreas.Area

  @Test(arguments: [
    ("0,0,100%,44", PixelBox(x: 0, y: 0, width: 200, height: 44)),
    ("50%,90%,50%,10%", PixelBox(x: 100, y: 90, width: 100, height: 10)),
    // A third of 200 is 66.67: a place is rounded down, an extent up.
    ("33.335%,0,33.335%,1", PixelBox(x: 66, y: 0, width: 67, height: 1)),
    ("190,95,50,50", PixelBox(x: 190, y: 95, width: 10, height: 5)),
  ])
  func `an area is a box of the picture`(_ text: String, _ box: PixelBox) throws {
    let lengths = try text.split(separator: ",").map {
      try #require(IgnoredAreas.Length(String($0)))
    }
    let area = Area(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
    #expect(area.box(width: 200, height: 100) == box)
  }

  @Test func `what lies beside the picture is no box, and what is no length no length`() {
    let beside = Area(PixelBox(x: 200, y: 0, width: 9, height: 9))
    #expect(beside.box(width: 200, height: 100) == nil)
    for text in ["", "-1", "1.5", "101%", "-1%", "x", "5 %"] {
      #expect(IgnoredAreas.Length(text) == nil, "\(text)")
    }
  }

  /// Two thirds differ, a third is ignored.
  private let area = IgnoredAreas([Area(PixelBox(x: 20, y: 0, width: 10, height: 40))])
  private var pair: (reference: PixelImage, actual: PixelImage) {
    let reference = PixelImage.solid(30, 40, Pixel(200, 200, 200, 255))
    var actual = reference
    for y in 0..<40 {
      for x in 10..<30 { actual = actual.replacing(x, y, with: Pixel(20, 20, 20, 255)) }
    }
    return (reference, actual)
  }

  @Test func `nothing that is ignored tells what happened, however much did`() {
    var random = SplitMix(seed: 7)
    let (width, height) = (700, 500)
    // More runs than are joined above, and below what is ignored.
    let reference = PixelImage(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in random.pixel().opaque })
    let below = PixelBox(x: 0, y: 300, width: width, height: 200)
    func actual(changed isChanged: (_ x: Int, _ y: Int) -> Bool) -> PixelImage {
      var random = SplitMix(seed: 8)
      let pixels = (0..<width * height).map { index in
        let (x, y, other) = (index % width, index / width, random.pixel().opaque)
        return isChanged(x, y) ? other : reference[x, y]
      }
      return PixelImage(width: width, height: height, pixels: pixels)
    }
    let all = actual { x, y in y >= 300 || (x + y) % 2 == 0 }
    let above = actual { x, y in y < 300 && (x + y) % 2 == 0 }
    #expect(
      ChangeSignature(reference, all, ignoring: IgnoredAreas([Area(below)]))
        == ChangeSignature(reference, above))
  }

  @Test func `an area is clipped to the picture, wherever it lies`() {
    func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelBox? {
      Area(PixelBox(x: x, y: y, width: width, height: height)).box(width: 30, height: 40)
    }
    #expect(box(-5, -7, 10, 10) == PixelBox(x: 0, y: 0, width: 5, height: 3))
    #expect(box(25, 35, 10, 10) == PixelBox(x: 25, y: 35, width: 5, height: 5))
    for outside in [box(-10, 0, 10, 10), box(30, 0, 10, 10), box(0, 50, 1, 1), box(3, 3, -1, 4)] {
      #expect(outside == nil)
    }
    #expect(box(.min, .min, .max, .max) == nil)
    #expect(box(-1, -1, .max, .max) == PixelBox(x: 0, y: 0, width: 30, height: 40))
    for share in [-1, .nan, .infinity, 2.0] {
      let area = Area(x: .share(share), y: .share(0), width: .share(share), height: .share(1))
      #expect((area.box(width: 30, height: 40)?.width ?? 0) <= 30)
    }
  }

  @Test(arguments: Strategy.Kind.allCases)
  func `nothing that is ignored counts`(_ kind: Strategy.Kind) {
    let (reference, actual) = pair
    let whole = compare(reference, actual, strategy: Strategy(kind))
    let outcome = compare(reference, actual, strategy: Strategy(kind), ignoring: area)
    #expect(outcome.comparison.ignored == 400 && whole.comparison.ignored == 0)
    forEachPlace(in: 30, 40) { x, y in
      #expect(outcome.mask[x, y] == (whole.mask[x, y] && x < 20))
    }
    #expect(outcome.comparison.verdict == .mismatch)
    let all = IgnoredAreas([Area(PixelBox(x: 0, y: 0, width: 99, height: 99))])
    let nothing = compare(reference, actual, strategy: Strategy(kind), ignoring: all)
    #expect(nothing.comparison.verdict == .match && nothing.mask.count == 0)
  }

  /// Tools that mask a picture before they compare it, or skip its pixels, divide by all of them.
  @Test(arguments: [
    (Strategy.Kind.naive, 800), (.combined, 800), (.uber, 800), (.accuracy, 800),
    (.roborazzi, 800), (.pointfree, 3200), (.paparazzi, 800 * 768), (.pixelmatch, 1200),
    (.odiff, 1200), (.looksSame, 1200), (.resemble, 1200), (.ssim, 1200), (.average, 255),
  ])
  func `the total is the library's`(_ kind: Strategy.Kind, _ total: Int) {
    let (reference, actual) = pair
    #expect(Strategy(kind).compare(reference, actual, ignoring: area.areas).total == total)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a landscape leaves out the same`(_ seed: UInt64) throws {
    let (reference, actual) = randomPair(67, 31, seed: seed, changed: 0.2)
    let areas = IgnoredAreas([
      Area(PixelBox(x: 3, y: 4, width: 40, height: 9)),
      Area(PixelBox(x: 60, y: 20, width: 40, height: 40)),
    ])
    let landscape = Landscape(reference, actual, formula: .ciede2000, ignoring: areas)
    for kind in [Strategy.Kind.naive, .cluster, .perceptual, .combined] {
      let strategy = Strategy(kind, clusterSize: 3, deltaE: 5)
      var known = try #require(landscape.comparison(strategy))
      let compared = strategy.compare(reference, actual, ignoring: areas.areas)
      known.clusters.boxes = compared.clusters.boxes
      #expect(known == compared)
      #expect(landscape.verdict(strategy) == compared.verdict)
    }
  }

  @Test func `what one of two sizes has alone can be ignored, and the sizes still differ`() {
    let reference = PixelImage.solid(4, 4, Pixel(9, 9, 9, 255))
    let actual = PixelImage.solid(4, 6, Pixel(9, 9, 9, 255))
    let below = IgnoredAreas([Area(PixelBox(x: 0, y: 4, width: 4, height: 2))])
    let outcome = compare(reference, actual, strategy: Strategy(.naive), ignoring: below)
    #expect(outcome.mask.count == 0 && outcome.comparison.verdict == .sizeMismatch)
  }

  @Test func `a mask ignores what is painted on it, neither white nor transparent`() throws {
    let picture = PixelImage(
      4, [Pixel(255, 255, 255, 255), Pixel(0, 0, 0, 255), Pixel(255, 0, 0, 1), Pixel(9, 9, 9, 0)])
    let areas = IgnoredAreas(mask: PaintedMask(picture, name: "m.png"))
    let mask = try #require(areas.mask(width: 9, height: 2))
    #expect(mask.count == 2 && mask[1, 0] && mask[2, 0])
    #expect(areas.words == "a mask ignored")
    let again = IgnoredAreas(mask: PaintedMask(picture, name: "m.png"))
    #expect(areas == again && areas.hashValue == again.hashValue)
  }

  @Test(arguments: DifferenceStyle.allCases)
  func `every picture of a difference shows what is ignored`(_ style: DifferenceStyle) {
    let (reference, actual) = pair
    let plain = differenceImage(style, reference, actual, strategy: Strategy(.naive))
    let hatched = differenceImage(
      style, reference, actual, strategy: Strategy(.naive), ignoring: area)
    #expect(hatched[24, 0] != plain[24, 0] && hatched[0, 0] == plain[0, 0])
  }

  @Test func `what was ignored has no cause`() {
    let (reference, actual) = pair
    let all = IgnoredAreas([Area(PixelBox(x: 10, y: 0, width: 20, height: 40))])
    #expect(ChangeSignature(reference, actual, ignoring: all).isEmpty)
    #expect(!ChangeSignature(reference, actual, ignoring: area).isEmpty)
  }
}
