import Pixels

/// A screen of text and boxes with antialiased edges, as a rasteriser draws it.
package struct InkScene {
  package var width: Int
  package var height: Int
  package var ground: Pixel
  package var things: [Thing]

  package init(
    width: Int = 260, height: Int = 180, ground: Pixel = Pixel(255, 255, 255, 255),
    things: [Thing] = []
  ) {
    (self.width, self.height, self.ground, self.things) = (width, height, ground, things)
  }

  /// An ink and where it is: strokes with round ends, or a box.
  package struct Thing {
    package var colour: Pixel
    /// 0 to 1.
    package var opacity: Double
    package var strokes: [Stroke]
    package var radius: Double
    package var box: (x: Double, y: Double, width: Double, height: Double)?
    package var offset = SIMD2<Double>()

    package init(
      colour: Pixel, opacity: Double = 1, strokes: [Stroke] = [], radius: Double = 0.5,
      box: (x: Double, y: Double, width: Double, height: Double)? = nil
    ) {
      (self.colour, self.opacity, self.strokes) = (colour, opacity, strokes)
      (self.radius, self.box) = (radius, box)
    }
  }

  package struct Stroke {
    package var start: SIMD2<Double>
    package var end: SIMD2<Double>

    package init(start: SIMD2<Double>, end: SIMD2<Double>) {
      (self.start, self.end) = (start, end)
    }
  }

  package func image() -> PixelImage {
    var pixels = [Pixel](repeating: ground, count: width * height)
    for thing in things { draw(thing, on: &pixels) }
    return PixelImage(width: width, height: height, pixels: pixels)
  }

  private func draw(_ thing: Thing, on pixels: inout [Pixel]) {
    let (columns, rows) = thing.extent(width, height)
    for y in rows {
      for x in columns {
        let coverage = thing.coverage(x, y) * thing.opacity
        guard coverage > 0 else { continue }
        let index = y * width + x
        for channel in 0..<4 {
          let mixed =
            Double(thing.colour[channel]) * coverage
            + Double(pixels[index][channel]) * (1 - coverage)
          pixels[index][channel] = UInt8(mixed.rounded())
        }
      }
    }
  }

  /// The scene as another machine draws it: boxes and dots a quarter of a pixel away at most. Thinner
  /// strokes stay, for their darkest pixels would change, which is more than noise.
  package func rasterisedAnew(_ random: inout SplitMix) -> InkScene {
    var scene = self
    for index in things.indices where things[index].box != nil || things[index].radius >= 3 {
      scene.things[index].offset += SIMD2(
        .random(in: -0.25...0.25, using: &random), .random(in: -0.25...0.25, using: &random))
    }
    return scene
  }
}

extension InkScene.Thing {
  /// The share of a pixel that the thing covers.
  fileprivate func coverage(_ x: Int, _ y: Int) -> Double {
    let place = SIMD2(Double(x), Double(y)) - offset
    if let box {
      let across = min(box.x + box.width, place.x + 1) - max(box.x, place.x)
      let down = min(box.y + box.height, place.y + 1) - max(box.y, place.y)
      return min(max(across, 0), 1) * min(max(down, 0), 1)
    }
    let centre = place + SIMD2(0.5, 0.5)
    let distance = strokes.reduce(Double.infinity) { min($0, $1.distance(to: centre)) }
    return min(max(radius + 0.5 - distance, 0), 1)
  }

  fileprivate func extent(_ width: Int, _ height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
    for stroke in strokes {
      low = pointwiseMin(low, pointwiseMin(stroke.start, stroke.end) - radius - 1)
      high = pointwiseMax(high, pointwiseMax(stroke.start, stroke.end) + radius + 1)
    }
    if let box {
      (low, high) = (
        SIMD2(box.x - 1, box.y - 1), SIMD2(box.x + box.width + 1, box.y + box.height + 1)
      )
    }
    (low, high) = (low + offset, high + offset)
    func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
      let start = min(max(Int(low.rounded(.down)), 0), limit)
      return start..<max(start, min(Int(high.rounded(.up)) + 1, limit))
    }
    return (range(low.x, high.x, width), range(low.y, high.y, height))
  }
}

extension InkScene.Stroke {
  fileprivate func distance(to place: SIMD2<Double>) -> Double {
    let along = end - start
    let length = (along * along).sum()
    let share = length == 0 ? 0 : min(max(((place - start) * along).sum() / length, 0), 1)
    let off = place - start - along * share
    return (off * off).sum().squareRoot()
  }
}

extension InkScene {
  /// Letters as strokes in a box of 6 by 10.
  private static let letters: [[(Double, Double, Double, Double)]] = [
    [(0, 10, 3, 0), (3, 0, 6, 10), (1, 6, 5, 6)], [(0, 0, 0, 10), (0, 10, 6, 10)],
    [(0, 0, 6, 0), (3, 0, 3, 10)], [(0, 0, 0, 10), (6, 0, 6, 10), (0, 5, 6, 5)],
    [(0, 0, 6, 10), (6, 0, 0, 10)], [(0, 0, 6, 0), (6, 0, 0, 10), (0, 10, 6, 10)],
    [(0, 0, 0, 10), (0, 0, 6, 0), (0, 5, 5, 5), (0, 10, 6, 10)],
    [(0, 0, 3, 10), (3, 10, 6, 0)], [(0, 0, 0, 10), (0, 0, 6, 10), (6, 0, 6, 10)],
    [(0, 0, 6, 0), (6, 0, 6, 10), (6, 10, 0, 10), (0, 10, 0, 0)],
  ]

  /// One letter.
  ///
  /// - Parameter size: Its height, in pixels.
  package static func letter(
    _ number: Int, _ x: Double, _ y: Double, size: Double, _ colour: Pixel
  ) -> Thing {
    let scale = size / 10
    let strokes = letters[number % letters.count].map { part in
      Stroke(
        start: SIMD2(x + part.0 * scale, y + part.1 * scale),
        end: SIMD2(x + part.2 * scale, y + part.3 * scale))
    }
    return Thing(colour: colour, strokes: strokes, radius: max(0.5, size / 12))
  }

  /// A word; the letters follow from the seed.
  package mutating func write(
    _ count: Int, _ x: Double, _ y: Double, size: Double, _ colour: Pixel, _ random: inout SplitMix
  ) {
    for index in 0..<count {
      let left = x + Double(index) * size * 0.85
      things.append(Self.letter(random.next(10), left, y, size: size, colour))
    }
  }

  /// A screen with a card, lines of text of several sizes, a rule and a button.
  package static func screen(_ seed: UInt64, ink: Pixel = Pixel(0, 0, 0, 255)) -> InkScene {
    var random = SplitMix(seed: seed)
    var scene = InkScene()
    scene.things.append(Thing(colour: Pixel(240, 240, 245, 255), box: (10.5, 60.5, 240, 50)))
    scene.write(9, 12, 8, size: 26, ink, &random)
    scene.write(16, 14, 42, size: 11, ink, &random)
    scene.write(12, 18, 66, size: 18, ink, &random)
    scene.write(22, 18, 92, size: 9, ink, &random)
    scene.write(9, 14, 118, size: 13, ink, &random)
    for index in 0..<3 {
      let centre = SIMD2(140.3 + Double(index) * 34, 128.6)
      scene.things.append(
        Thing(
          colour: Pixel(52, 199, 89, 255), strokes: [Stroke(start: centre, end: centre)],
          radius: 9))
    }
    scene.things.append(Thing(colour: Pixel(0, 122, 255, 255), box: (14.25, 140.5, 90, 28)))
    scene.things.append(Thing(colour: Pixel(200, 200, 205, 255), box: (120, 150, 120, 3)))
    return scene
  }
}
