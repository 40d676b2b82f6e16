import Pixels

extension Overlay {
  /// Draws the difference lighter or darker than middle grey, with its contrast stretched relative
  /// to the surrounding differences.
  ///
  /// Let `d` be the signed difference of a channel of the premultiplied colours, actual minus
  /// reference, and `m` the mean of the largest `|d|` of the differing pixels around it. The
  /// channel is then 128 + sign(d) (40 + 87 |d| / (|d| + m)). A typical difference gets the middle
  /// of the range, a difference of one level is visible next to any other, and equal pixels are
  /// 128. If only alpha differs, it is used for all three channels.
  func amplified() -> PixelImage {
    let means = LocalMeans(self)
    return PixelImage(width: width, height: height, repeating: .middleGrey) { canvas in
      @Sendable func draw(_ x: Int, _ y: Int, _ first: Pixel, _ second: Pixel) {
        canvas[y][x] = amplified(signedChange(first, second), mean: means[x, y])
      }
      _ = forEachBand(of: sharedHeight, pixels: sharedWidth * sharedHeight) { rows in
        forEachDifference(in: rows, draw)
      }
      forEachUnsharedPlace(draw)
    }
  }

  @inline(__always)
  private func amplified(_ change: SIMD4<Int16>, mean: Float) -> Pixel {
    var result = Pixel.middleGrey
    for channel in 0..<3 where change[channel] != 0 {
      let size = Float(change[channel].magnitude)
      let step = UInt8(40 + 87 * size / (size + mean))
      result[channel] = change[channel] > 0 ? 128 &+ step : 128 &- step
    }
    return result
  }
}

extension Pixel {
  /// The colour that `amplify` gives to equal pixels.
  static let middleGrey = Pixel(128, 128, 128, 255)
}

/// Returns the change of each channel, -255 to 255; if the colours are equal, alpha's change in all
/// channels.
@inline(__always)
private func signedChange(_ first: Pixel, _ second: Pixel) -> SIMD4<Int16> {
  let change =
    SIMD4<Int16>(truncatingIfNeeded: premultiplied(second))
    &- SIMD4<Int16>(truncatingIfNeeded: premultiplied(first))
  let colour = change.x | change.y | change.z
  return colour == 0 ? SIMD4(repeating: change.w) : change
}

/// The mean size of the differences around a pixel: the means of 16-pixel squares and their eight
/// neighbours, interpolated between squares.
private struct LocalMeans: Sendable {
  private static let side = 16
  private let columns: Int
  private let rows: Int
  private let means: [Float]

  init(_ overlay: Overlay) {
    let columns = (overlay.width - 1) / Self.side + 1
    let rows = (overlay.height - 1) / Self.side + 1
    let sums = Self.sums(overlay, columns, rows)
    (self.columns, self.rows) = (columns, rows)
    means = sums.indices.map { index in
      let (column, row) = (index % columns, index / columns)
      var sum = SIMD2<Int>()
      for y in max(row - 1, 0)...min(row + 1, rows - 1) {
        for x in max(column - 1, 0)...min(column + 1, columns - 1) { sum &+= sums[y * columns + x] }
      }
      return Float(sum.x) / Float(max(sum.y, 1))
    }
  }

  /// Returns the sum of the differences in each square, and their number.
  private static func sums(_ overlay: Overlay, _ columns: Int, _ rows: Int) -> [SIMD2<Int>] {
    let none = [SIMD2<Int>](repeating: SIMD2(), count: columns * rows)
    @Sendable func add(
      _ x: Int, _ y: Int, _ first: Pixel, _ second: Pixel, to sums: inout [SIMD2<Int>]
    ) {
      let change = signedChange(first, second)
      let size = pointwiseMax(change, 0 &- change)
      let largest = max(size.x, size.y, size.z)
      if largest > 0 { sums[y / side * columns + x / side] &+= SIMD2(Int(largest), 1) }
    }
    let bands = forEachBand(of: overlay.sharedHeight, pixels: overlay.pixelCount) { rows in
      var sums = none
      overlay.forEachDifference(in: rows) { add($0, $1, $2, $3, to: &sums) }
      return sums
    }
    var sums = none
    for band in bands { for index in sums.indices { sums[index] &+= band[index] } }
    overlay.forEachUnsharedPlace { add($0, $1, $2, $3, to: &sums) }
    return sums
  }

  /// The mean at a pixel, interpolated between the centres of the four nearest squares.
  @inline(__always)
  subscript(x: Int, y: Int) -> Float {
    let (column, right, across) = place(x, columns)
    let (row, bottom, down) = place(y, rows)
    let upper = mix(means[row &* columns &+ column], means[row &* columns &+ right], across)
    let lower = mix(means[bottom &* columns &+ column], means[bottom &* columns &+ right], across)
    return mix(upper, lower, down)
  }

  @inline(__always)
  private func place(_ position: Int, _ count: Int) -> (first: Int, second: Int, part: Float) {
    let offset = position &- Self.side / 2
    // Rounds down, even before the first centre.
    let square = offset >> 4
    let part = (Float(offset & 15) + 0.5) / 16
    return (max(square, 0), min(square &+ 1, count &- 1), part)
  }

  @inline(__always)
  private func mix(_ first: Float, _ second: Float, _ part: Float) -> Float {
    first + (second - first) * part
  }
}
