import DiffEngine
import Pixels
import TestSupport
import Testing

struct CellTests {
  @Test(arguments: 1...8)
  func `no parting has a smaller error`(_ count: Int) {
    var random = SplitMix(seed: UInt64(count))
    for round in 0..<200 {
      let samples = (0..<count).map { _ in random.light(levels: [2, 3, 1000][round % 3]) }
      let fit = fitTwoColours(samples)
      let error = error(samples, fit.pattern, fit.foreground, fit.background)
      var least = Double.infinity
      for pattern in 0..<(1 << count) {
        let parts = (0..<2).map { part in samples.indices.filter { pattern >> $0 & 1 == part } }
        let means = parts.map { mean(samples, $0) }
        least = min(least, self.error(samples, UInt8(pattern), means[1], means[0]))
      }
      #expect(error <= least + 1e-4 * (1 + least), "\(samples)")
      #expect(fit.pattern & 1 == 0)
    }
  }

  @Test func `samples of one colour are background`() {
    let fit = fitTwoColours([SIMD3<Float>](repeating: SIMD3(0.2, 0.4, 0.6), count: 8))
    #expect(fit.pattern == 0 && (fit.background - SIMD3(0.2, 0.4, 0.6)).magnitudeSquared < 1e-9)
  }

  @Test(arguments: CellShape.allCases)
  func `two colours stay as they are in every pattern`(_ shape: CellShape) {
    let (dark, light) = (Pixel(10, 20, 30, 255), Pixel(250, 200, 90, 255))
    for pattern in 0..<(1 << shape.sampleCount) {
      let samples = (0..<shape.sampleCount).map { pattern >> $0 & 1 == 1 ? light : dark }
      let grid = SampleGrid(columns: shape.columns, rows: shape.rows, samples: samples)
      #expect(drawn(grid.cells(shape), shape) == grid)
    }
  }

  @Test(arguments: CellShape.allCases)
  func `cells follow each other in reading order, each the best of its own`(_ shape: CellShape) {
    let image = PixelImage(40, randomPair(40, 24, seed: 6).reference.pixels.map(\.opaque))
    let grid = SampleGrid(columns: 40, rows: 24, samples: image.pixels)
    let cells = grid.cells(shape)
    let across = 40 / shape.columns
    #expect(cells.count == across * 24 / shape.rows)
    for (index, cell) in cells.enumerated() {
      let samples = (0..<shape.sampleCount).map { sample in
        image[
          index % across * shape.columns + sample % shape.columns,
          index / across * shape.rows + sample / shape.columns]
      }
      let alone = SampleGrid(columns: shape.columns, rows: shape.rows, samples: samples)
      #expect(alone.cells(shape) == [cell])
    }
  }

  @Test func `what the image does not reach stays void`() {
    let red = Pixel(255, 0, 0, 255)
    let grid = SampleGrid(
      columns: 2, rows: 4, samples: [red, Pixel(), red, Pixel(), red, Pixel(), red, Pixel()])
    #expect(
      grid.cells(.octants) == [
        FittedCell(pattern: 0b01_01_01_01, foreground: red, background: Pixel())
      ])
    let void = SampleGrid(columns: 2, rows: 4, samples: Array(repeating: Pixel(), count: 8))
    #expect(void.cells(.octants)[0].background == Pixel())
  }

  @Test(arguments: CellShape.allCases)
  func `every pattern has a character of its own`(_ shape: CellShape) {
    #expect(shape.glyphs.count == 1 << shape.sampleCount)
    #expect(Set(shape.glyphs).count == shape.glyphs.count)
    #expect(shape.glyphs.allSatisfy { $0.unicodeScalars.count == 1 })
    #expect(shape.glyphs.first == " " && shape.glyphs.last == "█")
  }

  @Test func `the last of a block of characters belongs to the last pattern that has none other`() {
    #expect(CellShape.sextants.glyphs[0b11_11_10] == "\u{1FB3B}")
    #expect(CellShape.octants.glyphs[0b11_11_11_10] == "\u{1CDE5}")
    // Unicode's names: BLOCK SEXTANT-12, BLOCK OCTANT-3, BLOCK OCTANT-23, BLOCK OCTANT-1347.
    #expect(CellShape.sextants.glyphs[0b00_00_11] == "\u{1FB02}")
    #expect(CellShape.octants.glyphs[0b00_00_01_00] == "\u{1CD00}")
    #expect(CellShape.octants.glyphs[0b00_00_01_10] == "\u{1CD01}")
    #expect(CellShape.octants.glyphs[0b00_00_11_11] == "▀")
    #expect(CellShape.octants.glyphs[0b01_01_01_01] == "▌")
  }

  private func drawn(_ cells: [FittedCell], _ shape: CellShape) -> SampleGrid {
    SampleGrid(
      columns: shape.columns, rows: shape.rows,
      samples: (0..<shape.sampleCount).map {
        cells[0].pattern >> $0 & 1 == 1 ? cells[0].foreground : cells[0].background
      })
  }

  private func mean(_ samples: [SIMD3<Float>], _ indices: [Int]) -> SIMD3<Float> {
    indices.reduce(SIMD3()) { $0 + samples[$1] } / Float(max(indices.count, 1))
  }

  private func error(
    _ samples: [SIMD3<Float>], _ pattern: UInt8, _ foreground: SIMD3<Float>,
    _ background: SIMD3<Float>
  ) -> Double {
    samples.indices.reduce(0) { sum, index in
      sum
        + Double(
          (samples[index] - (pattern >> index & 1 == 1 ? foreground : background))
            .magnitudeSquared)
    }
  }
}

extension SIMD3<Float> {
  fileprivate var magnitudeSquared: Float { (self * self).sum() }
}

extension SplitMix {
  /// A colour of one of so many levels a channel.
  fileprivate mutating func light(levels: Int) -> SIMD3<Float> {
    func level() -> Float { Float(next(levels)) / Float(levels - 1) }
    return SIMD3(level(), level(), level())
  }
}
