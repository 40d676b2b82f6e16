import DiffEngine
import Pixels
import Review
import ReviewUI

/// The grid of samples for an image.
struct Sampling {
  var region: PixelRegion
  var size: PixelSize
  /// The side of the checkerboard's squares, in samples.
  private var square = 2
  /// True if a single mismatch would be a sample too small to see.
  private var spreads = false

  static func halves(_ request: PictureRequest) -> Sampling {
    Sampling(region: request.region, size: request.samples)
  }

  /// Creates the samples for finer cells.
  static func cells(_ request: PictureRequest) -> Sampling {
    let shape = request.cells
    return Sampling(
      region: request.region,
      size: PixelSize(
        width: request.samples.width * shape.columns,
        height: request.samples.height / 2 * shape.rows),
      square: 2 * shape.columns)
  }

  /// Creates samples for the terminal's own pixels. If the image is scaled down, a mismatch is
  /// spread over three by three of them, since a single one is too small to see.
  static func pixels(_ request: PictureRequest, _ size: PixelSize) -> Sampling {
    Sampling(
      region: request.region, size: size,
      square: max(size.width / max(request.samples.width, 1), 1),
      spreads: Double(size.width) < request.region.width)
  }

  /// Returns the mean of the pixels in each sample.
  func samples(_ image: PixelImage, _ ground: Ground) -> SampleGrid {
    image.sampled(region, columns: size.width, rows: size.height, ground: ground, square: square)
  }

  /// Returns the maximum of the pixels in each sample, so that no pixel of a difference vanishes.
  func largest(_ image: PixelImage) -> SampleGrid {
    widened(image.maxPooled(region, columns: size.width, rows: size.height), pointwiseMax)
  }

  /// Returns the value in each sample that is furthest from middle grey.
  func furthest(_ image: PixelImage) -> SampleGrid {
    widened(image.furthestPooled(region, columns: size.width, rows: size.height)) { $0.further($1) }
  }

  /// Widens the samples to their neighbours, except outside the image.
  private func widened(_ grid: SampleGrid, _ join: (Pixel, Pixel) -> Pixel) -> SampleGrid {
    guard spreads else { return grid }
    return SampleGrid(
      columns: grid.columns, rows: grid.rows,
      samples: spread(grid.samples, columns: grid.columns) { own, other in
        own.w == 0 ? own : join(own, other)
      })
  }

  func changes(_ map: ChangeMap) -> [PooledChange] {
    let changes = map.pooled(region, columns: size.width, rows: size.height)
    guard spreads else { return changes }
    let wide = spread(changes, columns: size.width) { $0.joined(with: $1) }
    return zip(wide, reached(map.width, map.height)).map { $1 ? $0 : PooledChange() }
  }

  /// Returns true for each sample that covers a mismatch.
  func marks(_ mask: ChangeMask) -> [Bool] {
    let marks = mask.pooled(region, columns: size.width, rows: size.height)
    guard spreads else { return marks }
    let wide = spread(marks, columns: size.width) { $0 || $1 }
    return zip(wide, reached(mask.width, mask.height)).map { $0 && $1 }
  }

  /// Returns the samples without those of words and icons that the edges cut.
  ///
  /// - Parameter box: The place to keep.
  func uncut(_ grid: SampleGrid, _ pair: LoadedPair, around box: PixelBox) -> SampleGrid {
    let (x, y) = (region.x.rounded(), region.y.rounded())
    let view = PixelBox(
      x: Int(x), y: Int(y), width: Int((region.x + region.width).rounded() - x),
      height: Int((region.y + region.height).rounded() - y))
    let kept = view.uncut([pair.reference, pair.actual], around: box, grows: false)
    guard kept != view else { return grid }
    func isKept(
      _ count: Int, _ origin: Double, _ length: Double, _ start: Int, _ end: Int
    ) -> [Bool] {
      (0..<count).map {
        let middle = origin + (Double($0) + 0.5) * length / Double(count)
        return Double(start) <= middle && middle <= Double(end)
      }
    }
    let across = isKept(size.width, region.x, region.width, kept.x, kept.x + kept.width)
    let down = isKept(size.height, region.y, region.height, kept.y, kept.y + kept.height)
    return SampleGrid(
      columns: grid.columns, rows: grid.rows,
      samples: grid.samples.enumerated().map {
        across[$0 % size.width] && down[$0 / size.width] ? $1 : Pixel()
      })
  }

  /// Returns true for each sample that covers any part of an image.
  private func reached(_ width: Int, _ height: Int) -> [Bool] {
    let across = (0..<size.width).map {
      reaches($0, of: size.width, origin: region.x, length: region.width, into: width)
    }
    return (0..<size.height).flatMap { row in
      let isInside = reaches(
        row, of: size.height, origin: region.y, length: region.height, into: height)
      return across.map { $0 && isInside }
    }
  }

  /// True if a sample of an axis covers any of `size` pixels.
  private func reaches(
    _ index: Int, of count: Int, origin: Double, length: Double, into size: Int
  ) -> Bool {
    let step = length / Double(count)
    // An overlap smaller than a rounding error does not count.
    return origin + Double(index + 1) * step > 1e-6
      && origin + Double(index) * step < Double(size) - 1e-6
  }
}

/// Spreads each value to its eight neighbours, which `join` it with their own.
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
