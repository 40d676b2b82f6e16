import DiffEngine
import Pixels
import TestSupport
import Testing

struct SamplingTests {
  static let regions = [
    PixelRegion(x: 0, y: 0, width: 37, height: 23),
    PixelRegion(x: 3.3, y: 1.7, width: 20, height: 9),
    PixelRegion(x: -5.5, y: -4, width: 50, height: 31),
    PixelRegion(x: 4, y: 5, width: 6, height: 4),
    PixelRegion(x: 30, y: 20, width: 3.5, height: 2.5),
    PixelRegion(x: 90, y: 0, width: 9, height: 9),
  ]

  @Test(arguments: regions, [false, true])
  func `a sample is the literal average of what it covers`(_ region: PixelRegion, _ opaque: Bool) {
    var image = randomPair(37, 23, seed: 21).reference
    if opaque {
      // Rows without transparency are summed another way.
      image = PixelImage(37, image.pixels.map { Pixel($0.x, $0.y, $0.z, 255) })
    }
    for (columns, rows) in [(1, 1), (5, 3), (12, 8), (37, 23), (60, 41)] {
      for ground in Ground.allCases + [.flat(Pixel(36, 92, 168, 255))] {
        let grid = image.sampled(region, columns: columns, rows: rows, ground: ground)
        let wrong = (0..<rows * columns).filter { place in
          let (row, column) = place.quotientAndRemainder(dividingBy: columns)
          let literal = average(
            image, covered(image, region, column, columns, row, rows),
            ground.colour(column: column, row: row))
          return !isNear(grid.samples[place], literal)
        }
        #expect(wrong == [], "of \(columns) x \(rows)")
      }
    }
  }

  @Test(arguments: regions)
  func `no pixel vanishes from a pooled picture or mask`(_ region: PixelRegion) {
    let image = randomPair(37, 23, seed: 22).reference
    var random = SplitMix(seed: 23)
    let mask = random.mask(37, 23, share: 0.03)
    for (columns, rows) in [(1, 1), (5, 3), (12, 8), (37, 23), (60, 41)] {
      let grid = image.maxPooled(region, columns: columns, rows: rows)
      let marks = mask.pooled(region, columns: columns, rows: rows)
      let wrong = (0..<rows * columns).filter { place in
        let (row, column) = place.quotientAndRemainder(dividingBy: columns)
        let places = covered(image, region, column, columns, row, rows)
        var most = Pixel(0, 0, 0, places.isEmpty ? 0 : 255)
        for place in places { most = pointwiseMax(most, image[place.x, place.y]) }
        return grid.samples[place] != most
          || marks[place] != places.contains { mask[$0.x, $0.y] }
      }
      #expect(wrong == [], "of \(columns) x \(rows)")
    }
  }

  @Test func `from 1 to 1 upwards samples are pixels`() {
    let image = randomPair(6, 4, seed: 24).reference
    let opaque = PixelImage(6, image.pixels.map { Pixel($0.x, $0.y, $0.z, 255) })
    for scale in 1...3 {
      let grid = opaque.sampled(
        PixelRegion(x: 0, y: 0, width: 6, height: 4), columns: 6 * scale, rows: 4 * scale,
        ground: .white)
      for row in 0..<4 * scale {
        for column in 0..<6 * scale {
          #expect(grid.samples[row * 6 * scale + column] == opaque[column / scale, row / scale])
        }
      }
    }
  }

  @Test func `one white pixel among sixteen black ones is as bright as linear light has it`() {
    let black = PixelImage.solid(4, 4, Pixel(0, 0, 0, 255))
    let grid = black.replacing(2, 1, with: Pixel(255, 255, 255, 255))
      .sampled(PixelRegion(x: 0, y: 0, width: 4, height: 4), columns: 1, rows: 1, ground: .black)
    #expect(grid.samples == [Pixel(71, 71, 71, 255)])
  }

  @Test func `a sample of more pixels than a sum holds is their average all the same`() {
    let region = PixelRegion(x: 0, y: 0, width: 40, height: 600)
    for image in [
      PixelImage.solid(40, 600, Pixel(255, 254, 3, 255)),
      PixelImage.solid(40, 255, Pixel(255, 255, 255, 255)),
    ] {
      let whole = image.sampled(region, columns: 1, rows: 1, ground: .black)
      #expect(whole.samples == [image[0, 0]])
      let wide = image.sampled(region, columns: 2, rows: 3, ground: .black)
      #expect(wide.samples.filter { $0.w == 255 }.allSatisfy { $0 == image[0, 0] })
    }
  }

  @Test func `the checkerboard shows through, in squares of two samples`() {
    let clear = PixelImage.solid(8, 8, Pixel(90, 0, 0, 0))
    let grid = clear.sampled(
      PixelRegion(x: 0, y: 0, width: 8, height: 8), columns: 4, rows: 4, ground: .checkerboard)
    let (light, dark) = (Pixel(204, 204, 204, 255), Pixel(153, 153, 153, 255))
    #expect(
      grid.samples == [
        light, light, dark, dark, light, light, dark, dark,
        dark, dark, light, light, dark, dark, light, light,
      ])
  }

  @Test(arguments: [
    PixelRegion(x: .nan, y: 0, width: 3, height: 3), PixelRegion(x: 0, y: 0, width: 0, height: 0),
    PixelRegion(x: 0, y: .infinity, width: 3, height: 3),
    PixelRegion(x: 0, y: 0, width: -4, height: 3), PixelRegion(x: 1e300, y: 0, width: 3, height: 3),
    PixelRegion(x: -1e300, y: 1e18, width: 3, height: 3),
  ])
  func `a senseless region is void`(_ region: PixelRegion) {
    let image = PixelImage.solid(3, 3, Pixel(repeating: 255))
    let void = [Pixel](repeating: Pixel(), count: 4)
    #expect(image.sampled(region, columns: 2, rows: 2, ground: .white).samples == void)
    #expect(image.maxPooled(region, columns: 2, rows: 2).samples == void)
    #expect(image.sampled(region, columns: 0, rows: -2, ground: .white).samples.isEmpty)
    var mask = ChangeMask(width: 3, height: 3)
    mask[1, 1] = true
    #expect(mask.pooled(region, columns: 2, rows: 2) == [false, false, false, false])
  }

  @Test func `an endless region sees the whole image in one sample`() {
    let image = PixelImage.solid(3, 3, Pixel(9, 9, 9, 255))
    let region = PixelRegion(x: -1e15, y: -1e15, width: 2e15, height: 2e15)
    let grid = image.sampled(region, columns: 1, rows: 1, ground: .white)
    #expect(grid.samples == [Pixel(9, 9, 9, 255)])
  }

  private struct Covered {
    var x: Int
    var y: Int
    var weight: Double
  }

  /// The pixels that a sample covers: by area where it is longer than one, else at its centre.
  private func covered(
    _ image: PixelImage, _ region: PixelRegion, _ column: Int, _ columns: Int, _ row: Int,
    _ rows: Int
  ) -> [Covered] {
    let across = axis(region.x, region.width / Double(columns), column, image.width)
    let down = axis(region.y, region.height / Double(rows), row, image.height)
    return down.flatMap { y in
      across.map { Covered(x: $0.0, y: y.0, weight: $0.1 * y.1) }
    }
  }

  private func axis(_ origin: Double, _ step: Double, _ index: Int, _ size: Int) -> [(Int, Double)]
  {
    let low = origin + Double(index) * step
    return (0..<size).compactMap { position in
      if step <= 1 {
        return (low + step / 2).rounded(.down) == Double(position) ? (position, 1) : nil
      }
      let overlap = min(low + step, Double(position + 1)) - max(low, Double(position))
      return overlap > 1e-7 ? (position, overlap) : nil
    }
  }

  /// Straight encoded values, not yet rounded; nil for void.
  private func average(_ image: PixelImage, _ places: [Covered], _ ground: Pixel) -> [Double]? {
    if places.isEmpty { return nil }
    var sum = [0.0, 0, 0]
    var area = 0.0
    for place in places {
      let pixel = image[place.x, place.y]
      let alpha = Double(pixel.w) / 255
      for channel in 0..<3 {
        let over =
          SRGB.linear[Int(pixel[channel])] * alpha
          + SRGB.linear[Int(ground[channel])] * (1 - alpha)
        sum[channel] += over * place.weight
      }
      area += place.weight
    }
    return sum.map { $0 / area }
  }

  private func isNear(_ sample: Pixel, _ light: [Double]?) -> Bool {
    guard let light else { return sample == Pixel() }
    return sample.w == 255
      && (0..<3).allSatisfy { channel in
        let value = Int(sample[channel])
        let low = value == 0 ? -1 : SRGB.decode((Double(value) - 0.5) / 255)
        let high = value == 255 ? 2 : SRGB.decode((Double(value) + 0.5) / 255)
        return light[channel] > low - 1e-6 && light[channel] < high + 1e-6
      }
  }
}
