import Pixels

extension PixelImage {
  /// Returns the samples of a view of the image.
  ///
  /// A sample that covers more than one pixel is their average, weighted by area, in linear light
  /// and premultiplied colour; one that covers at most one is the pixel at its centre. A sample
  /// partly outside the image averages what is inside.
  ///
  /// - Parameters:
  ///   - ground: The ground below the samples, in linear light.
  ///   - square: The side of the checkerboard's squares, in samples.
  /// - Returns: `columns` x `rows` opaque samples; alpha 0 for samples outside the image.
  package func sampled(
    _ region: PixelRegion, columns: Int, rows: Int, ground: Ground, square: Int = 2
  ) -> SampleGrid {
    let view = SampleView(self, region, columns, rows)
    let light = SRGB.light
    return view.grid { pixels, row, samples in
      if view.averageOpaqueRow(pixels, row, into: samples) { return }
      for column in view.across.indices where !view.across[column].isEmpty {
        let (across, down) = (view.across[column], view.down[row])
        if across.end - across.start == 1 && down.end - down.start == 1 {
          samples[column] = pixels[down.start][across.start]
          if samples[column].w == 255 { continue }
        }
        let mean = average(pixels, across, down, light: light)
        let below = ground.colour(column: column, row: row, square: square)
        let rest = 1 - mean.w
        samples[column] = Pixel(
          SRGB.encode(mean.x + rest * light[below.x]), SRGB.encode(mean.y + rest * light[below.y]),
          SRGB.encode(mean.z + rest * light[below.z]), 255)
      }
    }
  }

  /// Returns, for each sample, the maximum of its pixels per channel; for difference and heat
  /// images, in which no pixel may vanish.
  ///
  /// - Returns: `columns` x `rows` samples; alpha 0 for samples outside the image.
  package func maxPooled(_ region: PixelRegion, columns: Int, rows: Int) -> SampleGrid {
    pooled(region, columns, rows, from: Pixel(0, 0, 0, 255)) { pointwiseMax($0, $1) }
  }

  /// Returns, for each sample, the covered pixel that is furthest from middle grey, the first of
  /// several; for `amplify`, in which lighter and darker differ.
  ///
  /// - Returns: `columns` x `rows` samples; alpha 0 for samples outside the image.
  package func furthestPooled(_ region: PixelRegion, columns: Int, rows: Int) -> SampleGrid {
    pooled(region, columns, rows, from: .middleGrey) { $0.further($1) }
  }

  @inline(__always)
  private func pooled(
    _ region: PixelRegion, _ columns: Int, _ rows: Int, from first: Pixel,
    _ combine: @Sendable (Pixel, Pixel) -> Pixel
  ) -> SampleGrid {
    let view = SampleView(self, region, columns, rows)
    return view.grid { pixels, row, samples in
      for column in view.across.indices where !view.across[column].isEmpty {
        var result = first
        for y in view.down[row].start..<view.down[row].end {
          for x in view.across[column].start..<view.across[column].end {
            result = combine(result, pixels[y][x])
          }
        }
        samples[column] = result
      }
    }
  }

  /// Returns premultiplied linear light and alpha, 0 to 1 each.
  @inline(__always)
  private func average(
    _ pixels: PixelRows, _ across: AxisSpan, _ down: AxisSpan, light: ByteTable<Float>
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    var area: Float = 0
    for y in down.start..<down.end {
      let row = pixels[y]
      var rowSum = SIMD4<Float>()
      var rowArea: Float = 0
      for x in across.start..<across.end {
        let pixel = row[x]
        let weight = across.weight(x)
        let alpha = Float(pixel.w) * (1 / 255)
        let colour = SIMD4(light[pixel.x], light[pixel.y], light[pixel.z], 1)
        rowSum += colour * (alpha * weight)
        rowArea += weight
      }
      sum += rowSum * down.weight(y)
      area += rowArea * down.weight(y)
    }
    return sum / area
  }
}

extension Pixel {
  /// Returns the one of two pixels that is further from middle grey in any channel; this one if
  /// both are equally far.
  @inline(__always)
  package func further(_ other: Pixel) -> Pixel { other.offGrey > offGrey ? other : self }

  @inline(__always)
  private var offGrey: UInt8 {
    (pointwiseMax(self, .middleGrey) &- pointwiseMin(self, .middleGrey)).max()
  }
}
