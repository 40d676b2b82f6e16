import DiffEngine
import Pixels
import TestSupport
import Testing

struct DifferenceImageTests {
  private let grey = Pixel(100, 100, 100, 255)
  private let green = Pixel(0, 255, 0, 255)

  @Test func `the highlight is green where the strategy counts and the actual elsewhere`() {
    let (reference, actual) = randomPair(70, 9, seed: 31)
    let strategy = Strategy(.combined, clusterSize: 3, deltaE: 2)
    let mask = compare(reference, actual, strategy: strategy).mask
    let image = differenceImage(.highlight, reference, actual, strategy: strategy)
    image.forEachPlace { x, y in #expect(image[x, y] == (mask[x, y] ? green : actual[x, y])) }
  }

  @Test func `the difference is that of the premultiplied channels`() {
    let (reference, actual) = randomPair(66, 9, seed: 32)
    let image = differenceImage(.difference, reference, actual, strategy: Strategy(.naive))
    image.forEachPlace { x, y in
      let (first, second) = (premultiplied(reference[x, y]), premultiplied(actual[x, y]))
      let change = (0..<4).map { UInt8(abs(Int(first[$0]) - Int(second[$0]))) }
      let isOfAlpha = change[..<3] == [0, 0, 0]
      #expect(
        image[x, y] == (isOfAlpha ? .grey(change[3]) : Pixel(change[0], change[1], change[2], 255)))
    }
  }

  @Test func `the dodge lifts the faintest difference and leaves equal pixels black`() {
    let reference = PixelImage.solid(3, 1, grey)
    let actual = reference.replacing(1, 0, with: Pixel(100, 101, 100, 255))
      .replacing(2, 0, with: Pixel(255, 100, 100, 255))
    let image = differenceImage(.dodge, reference, actual, strategy: Strategy(.naive))
    #expect(image.pixels == [Pixel(0, 0, 0, 255), Pixel(128, 1, 0, 255), Pixel(205, 0, 0, 255)])
  }

  @Test func `the heat grows lighter with ΔE, from black at none`() {
    var lightness: [Double] = []
    for value in stride(from: 0, through: 255, by: 5) {
      let image = differenceImage(
        .heat, dot(.black), dot(.grey(UInt8(value))), strategy: Strategy(.naive))
      lightness.append(Lab(image[0, 0]).l)
    }
    #expect(lightness[0] == 0 && lightness[1] > 20 && lightness.last! > 90)
    #expect(zip(lightness, lightness.dropFirst()).allSatisfy { $0 <= $1 + 0.5 })
  }

  @Test func `a change of alpha alone is seen in every style`() {
    let reference = PixelImage.solid(5, 5, Pixel(0, 0, 0, 255))
    let actual = reference.replacing(2, 2, with: Pixel(0, 0, 0, 90))
    for style in DifferenceStyle.allCases {
      let image = differenceImage(style, reference, actual, strategy: Strategy(.naive))
      #expect(image.pixels.contains { $0.x > 20 || $0.y > 20 || $0.z > 20 }, "\(style)")
    }
  }

  @Test func `boxes are framed just outside, as far as the canvas goes`() {
    let reference = PixelImage.solid(6, 5, grey)
    let actual = reference.replacing(0, 0, with: Pixel(0, 0, 0, 255))
      .replacing(4, 3, with: Pixel(0, 0, 0, 255))
    let image = differenceImage(.boxes, reference, actual, strategy: Strategy(.naive))
    let drawn = (0..<5).map { y in
      String((0..<6).map { x in image[x, y] == green ? "+" : image[x, y] == grey ? "." : "#" })
    }
    #expect(drawn == ["#+....", "++....", "...+++", "...+#+", "...+++"])
  }

  @Test func `a view that shows an image pixel for pixel is painted as a file is`() {
    let (first, second) = randomPair(70, 9, seed: 34)
    let (reference, actual) = (first.onBlack, second.onBlack)
    let (comparison, mask) = compare(reference, actual, strategy: Strategy(.naive))
    let region = PixelRegion(x: 0, y: 0, width: 70, height: 9)
    let view = actual.sampled(region, columns: 70, rows: 9, ground: .black)
    let map = ChangeMap(reference, actual, mask: mask, formula: .ciede2000)
    let scale = TintScale.standard
    let painted = [
      DifferenceStyle.highlight: view.painted {
        $0.paint(mask.pooled(region, columns: 70, rows: 9), with: green)
      },
      .boxes: view.painted { painter in
        for cluster in comparison.clusters.boxes {
          painter.frame(cluster.box, in: green, of: region)
        }
      },
      .tint: view.tinted(map.pooled(region, columns: 70, rows: 9), scale),
    ]
    for (style, view) in painted {
      let image = differenceImage(style, reference, actual, strategy: Strategy(.naive))
      #expect(view.samples == image.pixels, "\(style)")
    }
  }

  @Test func `a frame in a shrunk view lies just outside what the box covers`() {
    let grid = SampleGrid(columns: 6, rows: 4, samples: Array(repeating: grey, count: 24))
    let region = PixelRegion(x: 10, y: 0, width: 12, height: 8)
    let view = grid.painted {
      $0.frame(PixelBox(x: 14, y: 2, width: 3, height: 2), in: green, of: region)
    }
    let drawn = (0..<4).map { y in
      String((0..<6).map { x in view.samples[6 * y + x] == green ? "+" : "." })
    }
    #expect(drawn == [".++++.", ".+..+.", ".++++.", "......"])
  }

  @Test(arguments: DifferenceStyle.allCases)
  func `what is drawn over an image that others have too leaves theirs alone`(
    _ style: DifferenceStyle
  ) {
    let (reference, actual) = randomPair(70, 9, seed: 33)
    let before = actual.pixels
    let picture = differenceImage(style, reference, actual, strategy: Strategy(.naive))
    #expect(actual.pixels == before)
    var own = actual
    drawDifference(style, reference, over: &own, Strategy(.naive)) {
      compare(reference, actual, strategy: Strategy(.naive))
    }
    #expect(own == picture && actual.pixels == before)
  }

  @Test(arguments: DifferenceStyle.allCases)
  func `two sizes are drawn on the canvas that holds both`(_ style: DifferenceStyle) {
    let reference = PixelImage.solid(4, 1, grey)
    let actual = PixelImage.solid(1, 3, grey)
    let image = differenceImage(style, reference, actual, strategy: Strategy(.naive))
    #expect(image.width == 4 && image.height == 3)
    switch style {
    case .highlight:
      #expect(image[0, 0] == grey && image[3, 0] == green && image[0, 2] == green)
      #expect(image[3, 2] == Pixel())
    case .difference:
      #expect(image[0, 0] == Pixel(0, 0, 0, 255) && image[3, 0] == grey && image[0, 2] == grey)
      #expect(image[3, 2] == Pixel(0, 0, 0, 255))
    default: break
    }
  }
}

extension PixelImage {
  /// The same without transparency.
  fileprivate var onBlack: PixelImage { PixelImage(width, pixels.map(\.opaque)) }
}
