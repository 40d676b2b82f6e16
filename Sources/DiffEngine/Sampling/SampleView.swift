import Pixels

struct SampleView: Sendable {
  let image: PixelImage
  let across: [AxisSpan]
  let down: [AxisSpan]

  init(_ image: PixelImage, _ region: PixelRegion, _ columns: Int, _ rows: Int) {
    self.image = image
    across = AxisSpan.spans(
      origin: region.x, length: region.width, count: max(columns, 0), size: image.width)
    down = AxisSpan.spans(
      origin: region.y, length: region.height, count: max(rows, 0), size: image.height)
  }

  /// Returns the grid that `fill` fills row by row, on several cores if that pays; samples that it
  /// does not write are void. Rows outside the image are skipped.
  func grid(
    _ fill: @Sendable (PixelRows, _ row: Int, _ samples: MutablePixelRow) -> Void
  ) -> SampleGrid {
    let (columns, rows) = (across.count, down.count)
    var samples = [Pixel](repeating: Pixel(), count: columns * rows)
    samples.changeRows(of: columns) { samples in
      image.withRows { pixels in
        _ = forEachBand(of: rows, pixels: coveredPixels) { band in
          for row in band where !down[row].isEmpty { fill(pixels, row, samples[row]) }
        }
      }
    }
    return SampleGrid(columns: columns, rows: rows, samples: samples)
  }

  private var coveredPixels: Int {
    across.reduce(0) { $0 + $1.end - $1.start } * down.reduce(0) { $0 + $1.end - $1.start }
  }
}
