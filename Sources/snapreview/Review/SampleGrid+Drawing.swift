import DiffEngine
import PNGCodec

extension SampleGrid {
  /// Paints the marked samples in one colour.
  func painted(_ marks: [Bool], with colour: Pixel) -> SampleGrid {
    SampleGrid(
      columns: columns, rows: rows,
      samples: zip(samples, marks).map { $1 ? colour : $0 })
  }

  /// Covers the marked samples with stripes: what is below is not known.
  func striped(_ marks: [Bool], _ stripes: UnknownStripes) -> SampleGrid {
    SampleGrid(
      columns: columns, rows: rows,
      samples: samples.indices.map { index in
        marks[index] ? stripes[index % columns, index / columns] : samples[index]
      })
  }

  /// Draws grey lines over the marked samples.
  func hatched(_ marks: [Bool]) -> SampleGrid {
    let grey = Pixel(128, 128, 128, 255)
    return SampleGrid(
      columns: columns, rows: rows,
      samples: samples.indices.map { index in
        marks[index] && (index % columns + index / columns) % 4 == 0
          ? blend(samples[index], grey, 0.7) : samples[index]
      })
  }

  /// Draws the frames of clusters, in samples: one line, however far the image is shrunk.
  func outlined(
    _ clusters: [Cluster], in colour: Pixel, region: PixelRegion
  ) -> SampleGrid {
    var samples = samples
    let scale = Double(columns) / region.width
    func paint(_ column: Int, _ row: Int) {
      guard column >= 0, column < columns, row >= 0, row < rows else { return }
      samples[row * columns + column] = colour
    }
    for cluster in clusters {
      let left = Int(((Double(cluster.box.x) - region.x) * scale).rounded(.down)) - 1
      let top = Int(((Double(cluster.box.y) - region.y) * scale).rounded(.down)) - 1
      let right = Int((Double(cluster.box.x + cluster.box.width) - region.x) * scale)
      let bottom = Int((Double(cluster.box.y + cluster.box.height) - region.y) * scale)
      for column in 0..<columns where column >= left && column <= right + 1 {
        paint(column, top)
        paint(column, bottom + 1)
      }
      for row in 0..<rows where row >= top && row <= bottom + 1 {
        paint(left, row)
        paint(right + 1, row)
      }
    }
    return SampleGrid(columns: columns, rows: rows, samples: samples)
  }
}

/// Two pictures of one size, sample by sample; nil where one is missing.
func combine(
  _ first: SampleGrid?, _ second: SampleGrid?, _ choose: (Int, Pixel, Pixel) -> Pixel
) -> SampleGrid? {
  guard let first, let second else { return nil }
  let samples = first.samples.indices.map { index in
    choose(index % first.columns, first.samples[index], second.samples[index])
  }
  return SampleGrid(columns: first.columns, rows: first.rows, samples: samples)
}

/// The second over the first, as far as it is opaque; where one is void, the other.
func blend(_ first: Pixel, _ second: Pixel, _ opacity: Double) -> Pixel {
  guard first.w > 0 else { return second }
  guard second.w > 0 else { return first }
  let weight = Int32((opacity * 256).rounded())
  let below = SIMD4<Int32>(truncatingIfNeeded: first) &* (256 &- weight)
  let above = SIMD4<Int32>(truncatingIfNeeded: second) &* weight
  return Pixel(truncatingIfNeeded: (below &+ above &+ 128) &>> 8)
}
