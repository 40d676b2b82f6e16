import DiffEngine
import Pixels

extension Overlay {
  /// Returns the premultiplied colour of most unchanged pixels in and around a box; nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - margin: The distance around the box to look in, in pixels.
  ///   - share: The minimum share of these pixels.
  func ground(of box: PixelBox, margin: Int, share: Double = 0.5) -> Pixel? {
    let area = box.grown(by: margin, width: width, height: height)
    let (colours, total) = unchangedColours(of: area, sample: 2048)
    guard let most = colours.first, Double(most.count) >= share * Double(total) else { return nil }
    return premultiplied(most.pixel)
  }

  /// Returns the straight colours of a sample of a box's unchanged pixels, the most common first,
  /// and the size of the sample.
  func unchangedColours(
    of box: PixelBox, sample: Int
  ) -> (colours: [(pixel: Pixel, count: Int)], total: Int) {
    let step = max(1, Int((Double(box.width * box.height) / Double(sample)).squareRoot()))
    var (counts, total): ([UInt32: (pixel: Pixel, count: Int)], Int) = ([:], 0)
    withRows { first, second in
      for y in stride(from: box.y, to: box.y + box.height, by: step) {
        let (row, other) = (first[y], second[y])
        var x = box.x
        while x < box.x + box.width {
          if row[x].bits == other[x].bits {
            counts[row[x].bits, default: (row[x], 0)].count += 1
            total += 1
          }
          x &+= step
        }
      }
    }
    return (
      counts.values.sorted { ($1.count, $0.pixel.bits) < ($0.count, $1.pixel.bits) }, total
    )
  }
}

extension PixelBox {
  /// Returns the box with a margin on every side, limited to the image.
  func grown(by margin: Int, width limit: Int, height limitDown: Int) -> PixelBox {
    let (left, top) = (max(0, x - margin), max(0, y - margin))
    let (right, bottom) = (min(limit, x + width + margin), min(limitDown, y + height + margin))
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }
}
