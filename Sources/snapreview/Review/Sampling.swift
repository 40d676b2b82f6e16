import DiffEngine
import PNGCodec
import ReviewUI

/// How finely a picture is cut into samples.
struct Sampling {
  var region: PixelRegion
  var size: PixelSize
  /// Samples along the sides of the checkerboard's squares.
  private var square = 2
  /// Whether a lone mismatch would be a sample too small to be seen.
  private var spreads = false

  static func halves(_ request: PictureRequest) -> Sampling {
    Sampling(region: request.region, size: request.samples)
  }

  /// In the terminal's own pixels. Where the image is shrunk to them, a pixel of it says nothing by
  /// its size, so a mismatch takes three by three.
  static func pixels(_ request: PictureRequest, _ size: PixelSize) -> Sampling {
    Sampling(
      region: request.region, size: size,
      square: max(size.width / max(request.samples.width, 1), 1),
      spreads: Double(size.width) < request.region.width)
  }

  /// The mean of what each sample covers.
  func samples(_ image: PixelImage, _ ground: Ground) -> SampleGrid {
    image.sampled(region, columns: size.width, rows: size.height, ground: ground, square: square)
  }

  /// The largest values that each sample covers: no pixel of a difference vanishes.
  func largest(_ image: PixelImage) -> SampleGrid {
    let grid = image.maxPooled(region, columns: size.width, rows: size.height)
    guard spreads else { return grid }
    return SampleGrid(
      columns: grid.columns, rows: grid.rows,
      samples: spread(grid.samples, columns: grid.columns, larger))
  }

  /// Which samples cover a mismatch.
  func marks(_ mask: ChangeMask) -> [Bool] {
    let marks = mask.pooled(region, columns: size.width, rows: size.height)
    guard spreads else { return marks }
    let across = (0..<size.width).map {
      reaches($0, of: size.width, origin: region.x, length: region.width, into: mask.width)
    }
    let down = (0..<size.height).map {
      reaches($0, of: size.height, origin: region.y, length: region.height, into: mask.height)
    }
    let wide = spread(marks, columns: size.width) { $0 || $1 }
    return wide.indices.map { wide[$0] && across[$0 % size.width] && down[$0 / size.width] }
  }

  /// Whether a sample of an axis covers any of `size` pixels.
  private func reaches(
    _ index: Int, of count: Int, origin: Double, length: Double, into size: Int
  ) -> Bool {
    let step = length / Double(count)
    // What touches the border by less than rounding does not.
    return origin + Double(index + 1) * step > 1e-6
      && origin + Double(index) * step < Double(size) - 1e-6
  }
}

/// The larger of two values, channel by channel; nothing spreads to where there is no image.
private func larger(_ own: Pixel, _ other: Pixel) -> Pixel {
  own.w == 0 ? own : pointwiseMax(own, other)
}

/// Gives each value to its eight neighbours, which `join` it with their own.
func spread<Value>(
  _ values: [Value], columns: Int, _ join: (_ own: Value, _ other: Value) -> Value
) -> [Value] {
  var wide = values
  for index in values.indices {
    if index % columns > 0 { wide[index] = join(wide[index], values[index - 1]) }
    if index % columns < columns - 1 { wide[index] = join(wide[index], values[index + 1]) }
  }
  var result = wide
  for index in wide.indices {
    if index >= columns { result[index] = join(result[index], wide[index - columns]) }
    if index + columns < wide.count { result[index] = join(result[index], wide[index + columns]) }
  }
  return result
}
