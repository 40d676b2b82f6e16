extension PixelImage {
  /// What a view of the image shows.
  ///
  /// A sample that covers more than one pixel is their average, weighted by area, in linear light
  /// and premultiplied colour; one that covers at most one is the pixel at its centre. A sample
  /// partly outside the image averages what is inside.
  ///
  /// - Parameter ground: What the samples are laid over, in linear light.
  /// - Returns: `columns` x `rows` opaque samples; alpha 0 where a sample lies outside the image.
  public func sampled(
    _ region: PixelRegion, columns: Int, rows: Int, ground: Ground
  ) -> SampleGrid {
    let light = SRGB.linearFloat
    return sampleGrid(region, columns, rows) { pixels, across, down, column, row in
      if across.end - across.start == 1 && down.end - down.start == 1 {
        let pixel = pixels[down.start * width + across.start]
        if pixel.w == 255 { return pixel }
      }
      let mean =
        opaqueAverage(pixels, across, down)
        ?? light.withUnsafeBufferPointer { average(pixels, across, down, light: $0) }
      let rest = (1 - mean.w) * light[Int(ground.grey(column: column, row: row))]
      return Pixel(
        SRGB.encode(mean.x + rest), SRGB.encode(mean.y + rest),
        SRGB.encode(mean.z + rest), 255)
    }
  }

  /// The per-channel maximum of the pixels that each sample covers: for difference and heat
  /// images, in which no pixel may vanish.
  ///
  /// - Returns: `columns` x `rows` samples; alpha 0 where a sample lies outside the image.
  public func maxPooled(_ region: PixelRegion, columns: Int, rows: Int) -> SampleGrid {
    sampleGrid(region, columns, rows) { pixels, across, down, _, _ in
      var most = Pixel(0, 0, 0, 255)
      for y in down.start..<down.end {
        for x in across.start..<across.end {
          most = pointwiseMax(most, pixels[y &* width &+ x])
        }
      }
      return most
    }
  }

  /// Fills a grid with `sample`, void where there is nothing to sample.
  @inline(__always)
  private func sampleGrid(
    _ region: PixelRegion, _ columns: Int, _ rows: Int,
    _ sample:
      @Sendable (
        UnsafeBufferPointer<Pixel>, AxisSpan, AxisSpan, _ column: Int, _ row: Int
      ) -> Pixel
  ) -> SampleGrid {
    let (columns, rows) = (max(columns, 0), max(rows, 0))
    let across = AxisSpan.spans(
      origin: region.x, length: region.width, count: columns, size: width)
    let down = AxisSpan.spans(origin: region.y, length: region.height, count: rows, size: height)
    var samples = [Pixel](repeating: Pixel(), count: columns * rows)
    samples.withUnsafeMutableBufferPointer { samples in
      // Bands are disjoint: no two iterations touch one sample.
      nonisolated(unsafe) let samples = samples
      _ = forEachBand(of: rows, pixels: coveredPixels(across, down)) { band in
        withPixels { pixels in
          for row in band where !down[row].isEmpty {
            for column in 0..<columns where !across[column].isEmpty {
              samples[row * columns + column] = sample(
                pixels, across[column], down[row], column, row)
            }
          }
        }
      }
    }
    return SampleGrid(columns: columns, rows: rows, samples: samples)
  }

  private func coveredPixels(_ across: [AxisSpan], _ down: [AxisSpan]) -> Int {
    across.reduce(0) { $0 + $1.end - $1.start } * down.reduce(0) { $0 + $1.end - $1.start }
  }

  /// Premultiplied linear light and alpha, 0 to 1 each.
  @inline(__always)
  private func average(
    _ pixels: UnsafeBufferPointer<Pixel>, _ across: AxisSpan, _ down: AxisSpan,
    light: UnsafeBufferPointer<Float>
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    var area: Float = 0
    for y in down.start..<down.end {
      var rowSum = SIMD4<Float>()
      var rowArea: Float = 0
      for x in across.start..<across.end {
        let pixel = pixels[y &* width &+ x]
        let weight = across.weight(x)
        let alpha = Float(pixel.w) * (1 / 255)
        let colour = SIMD4(
          light[Int(pixel.x)], light[Int(pixel.y)], light[Int(pixel.z)], 1)
        rowSum += colour * (alpha * weight)
        rowArea += weight
      }
      sum += rowSum * down.weight(y)
      area += rowArea * down.weight(y)
    }
    return sum / area
  }
}
