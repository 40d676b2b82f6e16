import DiffEngine
import Pixels
import TestSupport
import Testing

struct TintTests {
  private let naive = Strategy(.naive)

  @Test func `the tint is ink by ΔE where the strategy counts, and dim grey elsewhere`() {
    let (reference, actual) = randomPair(70, 40, seed: 41, changed: 0.2)
    let strategy = Strategy(.combined, clusterSize: 3, deltaE: 2)
    let mask = compare(reference, actual, strategy: strategy).mask
    let scale = TintScale.standard
    let image = differenceImage(.tint, reference, actual, strategy: strategy)
    image.forEachPlace { x, y in
      let (first, second) = (premultiplied(reference[x, y]), premultiplied(actual[x, y]))
      let alpha = abs(Double(first.w) - Double(second.w)) / 2.55
      let strength = max(deltaE(first, second, formula: .ciede2000), alpha)
      // Within a step of the scale: the kernel is off by a little.
      let inks = [-0.001, 0, 0.001].map { scale.ink(strength + $0) }
      let pixel = image[x, y]
      #expect(mask[x, y] ? inks.contains(pixel) : pixel == TintScale.ground(second))
    }
  }

  @Test(arguments: [50.0, 260, 140])
  func `inks grow lighter by equal steps and stand off every ground`(_ hue: Double) {
    let scale = TintScale(hue: hue)
    let lightness = scale.inks.map { Lab($0).l }
    // ΔE 50 is as strong as any.
    let last = Int(255 * 0.5.squareRoot())
    #expect(abs(lightness[0] - 44) < 0.5 && abs(lightness[255] - 74) < 0.5)
    for level in 0...last {
      #expect(abs(lightness[level] - 44 - 30 * Double(level) / Double(last)) < 0.8)
    }
    #expect(zip(lightness[..<last], lightness[..<last].dropFirst(8)).allSatisfy { $0 < $1 })
    for grey in UInt8.min ... .max {
      let ground = TintScale.ground(Pixel(grey, grey, grey, 255))
      #expect(Lab(ground).l < 34.5)
      #expect(deltaE(ground, scale.inks[0], formula: .ciede2000) > 10)
    }
  }

  @Test(arguments: [50.0, 260, 140], [UInt8(0), 90, 255])
  func `one pixel is seen at every scale, and ten times as many are seen better`(
    _ hue: Double, _ grey: UInt8
  ) {
    let reference = PixelImage.solid(120, 80, Pixel(grey, grey, grey, 255))
    var pixels = reference.pixels
    var last: [Int: Double] = [:]
    for count in [1, 10, 100, 1000, 9600] {
      for index in 0..<count { pixels[index] = Pixel(grey ^ 1, grey, grey, 255) }
      let map = map(reference, PixelImage(120, pixels))
      for (columns, rows) in [(1, 1), (7, 5), (40, 30), (120, 80), (240, 160)] {
        let region = PixelRegion(x: 0, y: 0, width: 120, height: 80)
        let changes = map.pooled(region, columns: columns, rows: rows)
        let base = reference.sampled(region, columns: columns, rows: rows, ground: .black)
        let sample = base.tinted(changes, TintScale(hue: hue)).samples[0]
        let ground = TintScale.ground(base.samples[0])
        let distance = deltaE(ground, sample, formula: .ciede2000)
        #expect(distance > 3, "\(count) at \(columns)")
        // Half a unit is what rounding to 8 bits takes.
        #expect(distance > last[columns, default: 0] - 0.5 && Lab(sample).l >= Lab(ground).l)
        last[columns] = distance
      }
    }
  }

  @Test func `a sample has the density and the largest level of what it covers`() {
    let (reference, actual) = randomPair(70, 40, seed: 42, changed: 0.1)
    let map = map(reference, actual)
    let region = PixelRegion(x: -10, y: 0, width: 90, height: 40)
    let changes = map.pooled(region, columns: 9, rows: 4)
    for row in 0..<4 {
      for column in 0..<9 {
        var (count, most) = (0, UInt8(0))
        for y in 10 * row..<10 * row + 10 {
          for x in 10 * column - 10..<10 * column where (0..<70).contains(x) && map.mask[x, y] {
            count += 1
            most = max(most, map.levels[y * 70 + x])
          }
        }
        let change = changes[row * 9 + column]
        #expect(change.density == Float(count) / 100 && change.level == most)
      }
    }
  }

  @Test func `equal images have no ink, and no sample outside the image has any`() {
    let image = randomPair(40, 30, seed: 43).reference
    let region = PixelRegion(x: -20, y: -20, width: 80, height: 60)
    let base = image.sampled(region, columns: 16, rows: 12, ground: .white)
    let changes = map(image, image).pooled(region, columns: 16, rows: 12)
    let samples = base.tinted(changes, TintScale(hue: 50)).samples
    #expect(samples == base.samples.map { $0.w == 0 ? Pixel() : TintScale.ground($0) })
  }

  @Test func `what only one image has is ink at full strength`() {
    let (wide, narrow) = (PixelImage.solid(4, 1, .plain), PixelImage.solid(2, 1, .plain))
    for (reference, actual) in [(wide, narrow), (narrow, wide)] {
      let image = differenceImage(.tint, reference, actual, strategy: naive)
      let ink = TintScale.standard.ink(100)
      #expect(image.pixels == [TintScale.ground(.plain), TintScale.ground(.plain), ink, ink])
    }
  }

  @Test(arguments: [UInt8(0), 128, 255])
  func `a thin line of black on white is stronger than a field of noise`(_ grey: UInt8) {
    let ground = TintScale.ground(Pixel(grey, grey, grey, 255))
    func lightness(_ deltaE: Float, _ density: Float) -> Double {
      let change = PooledChange(density: density, level: ChangeMap.level(deltaE))
      return Lab(TintScale.standard.colour(change, on: ground)).l - Lab(ground).l
    }
    #expect(lightness(100, 0.05) > lightness(2.8, 1) + 5)
    #expect(lightness(2.3, 1) < lightness(50, 1) / 1.5 && lightness(2.3, 1) > 10)
  }

  private func map(_ reference: PixelImage, _ actual: PixelImage) -> ChangeMap {
    ChangeMap(
      reference, actual, mask: compare(reference, actual, strategy: naive).mask,
      formula: .ciede2000)
  }
}

struct AmplifyTests {
  private let naive = Strategy(.naive)

  @Test(arguments: 0..<6)
  func `the contrast is stretched as the formula says`(_ seed: Int) {
    let (width, height) = (1 + 23 * seed, 77 - 9 * seed)
    let (reference, actual) = randomPair(width, height, seed: UInt64(seed), changed: 0.3)
    let image = differenceImage(.amplify, reference, actual, strategy: naive)
    let squares = squares(reference, actual)
    image.forEachPlace { x, y in
      let change = change(reference[x, y], actual[x, y])
      let mean = mean(squares, x, y)
      for channel in 0..<3 {
        let size = Double(abs(change[channel]))
        let step = size == 0 ? 0 : 40 + 87 * size / (size + mean)
        let expected = 128 + (change[channel] < 0 ? -step.rounded(.down) : step.rounded(.down))
        #expect(abs(Double(image[x, y][channel]) - expected) <= 1)
      }
    }
  }

  @Test func `one level is seen at every scale, with its sign, also beside large differences`() {
    let reference = PixelImage.solid(120, 90, .plain)
    for (sign, isLighter) in [(UInt8(1), true), (255, false)] {
      let one = Pixel(100 &+ sign, 100 &+ sign, 100 &+ sign, 255)
      let beside = reference.replacing(61, 40, with: Pixel(255, 255, 255, 255))
      for actual in [reference.replacing(60, 40, with: one), beside.replacing(60, 40, with: one)] {
        let image = differenceImage(.amplify, reference, actual, strategy: naive)
        #expect((image[60, 40].x > 128) == isLighter)
        #expect(abs(Int(image[60, 40].x) - 128) >= 40)
        #expect(image[10, 10] == Pixel(128, 128, 128, 255))
      }
      let image = differenceImage(
        .amplify, reference, reference.replacing(60, 40, with: one), strategy: naive)
      for (columns, rows) in [(1, 1), (7, 5), (120, 90)] {
        let grid = image.furthestPooled(
          PixelRegion(x: 0, y: 0, width: 120, height: 90), columns: columns, rows: rows)
        #expect(grid.samples.filter { ($0.x > 168) == isLighter && $0.x != 128 }.count == 1)
      }
    }
  }

  @Test func `equal images are plain middle grey`() {
    let image = randomPair(40, 30, seed: 43).reference
    let picture = differenceImage(.amplify, image, image, strategy: naive)
    #expect(picture.pixels.allSatisfy { $0 == .grey })
  }

  private func change(_ first: Pixel, _ second: Pixel) -> [Int] {
    let (first, second) = (premultiplied(first), premultiplied(second))
    let change = (0..<4).map { Int(second[$0]) - Int(first[$0]) }
    return change[0] == 0 && change[1] == 0 && change[2] == 0
      ? [change[3], change[3], change[3]] : change
  }

  /// The mean of every square of 16 with its neighbours, row-major.
  private func squares(_ reference: PixelImage, _ actual: PixelImage) -> [[Double]] {
    (0..<(reference.height + 15) / 16).map { row in
      (0..<(reference.width + 15) / 16).map { column in
        var (sum, count) = (0, 0)
        for y in max(16 * row - 16, 0)..<min(16 * row + 32, reference.height) {
          for x in max(16 * column - 16, 0)..<min(16 * column + 32, reference.width) {
            let largest = change(reference[x, y], actual[x, y]).prefix(3).map(abs).max()!
            (sum, count) = (sum + largest, count + (largest > 0 ? 1 : 0))
          }
        }
        return Double(sum) / Double(max(count, 1))
      }
    }
  }

  /// Evenly between the centres of the four nearest squares.
  private func mean(_ squares: [[Double]], _ x: Int, _ y: Int) -> Double {
    func mean(_ column: Int, _ row: Int) -> Double {
      squares[min(max(row, 0), squares.count - 1)][min(max(column, 0), squares[0].count - 1)]
    }
    let (across, down) = ((Double(x) + 0.5 - 8) / 16, (Double(y) + 0.5 - 8) / 16)
    let (column, row) = (Int(across.rounded(.down)), Int(down.rounded(.down)))
    let (right, lower) = (across - Double(column), down - Double(row))
    return (mean(column, row) * (1 - right) + mean(column + 1, row) * right) * (1 - lower)
      + (mean(column, row + 1) * (1 - right) + mean(column + 1, row + 1) * right) * lower
  }
}

extension Pixel {
  fileprivate static let plain = grey(100)
}
