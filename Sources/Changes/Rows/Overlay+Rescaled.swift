import DiffEngine
import Pixels

extension Overlay {
  /// Returns the pixels of the actual that do not belong to the reference at another scale.
  ///
  /// These are pixels that nothing near their place in the reference explains, and places at which
  /// nothing explains a pixel of the reference.
  ///
  /// - Parameter factor: The factor by which the actual is larger.
  fileprivate func leftover(rescaledBy factor: Double) -> ChangeMask {
    var mask = ChangeMask(width: actual.width, height: actual.height)
    withRows { before, after in
      let (old, new) = (
        ScaledView(before, reference, scale: factor), ScaledView(after, actual, scale: 1 / factor)
      )
      old.forEachUnexplained(in: after, of: actual) { x, y in mask[x, y] = true }
      new.forEachUnexplained(in: before, of: reference) { x, y in
        for row in new.span(of: y, limit: actual.height) {
          for column in new.span(of: x, limit: actual.width) { mask[column, row] = true }
        }
      }
    }
    return mask
  }

  /// Returns the colours of a mask's pixels in a box, and the colours at their places in the
  /// reference.
  fileprivate func pairs(
    of mask: ChangeMask, in box: PixelBox, rescaledBy factor: Double
  ) -> [(before: Pixel, after: Pixel)] {
    withRows { before, after in
      var pairs: [(before: Pixel, after: Pixel)] = []
      for y in box.y..<box.y + box.height {
        let row = before[min(Int((Double(y) + 0.5) / factor), reference.height - 1)]
        for x in box.x..<box.x + box.width where mask[x, y] {
          let column = min(Int((Double(x) + 0.5) / factor), reference.width - 1)
          pairs.append((premultiplied(row[column]), premultiplied(after[y][x])))
        }
      }
      return pairs
    }
  }
}

extension RegionFinding {
  /// The maximum number of pixels in a cluster that scaling leaves.
  private static let scaledLimit = 16

  /// Returns the findings that a scale does not explain, in pixels of the actual.
  static func leftovers(_ overlay: Overlay, rescaledBy factor: Double) -> [Self] {
    let mask = overlay.leftover(rescaledBy: factor)
    let regions = ChangeRegions(mask)
    guard regions.largestCluster > scaledLimit else { return [] }
    var batch = PairBatch(capacity: 1024)
    return RegionExtent.extents(of: regions.atMost(sourceLimit), mask).map { extent in
      let pairs = overlay.pairs(of: mask, in: extent.box, rescaledBy: factor)
      var finding = RegionFinding(
        extent: extent, kind: .replaced, maxDeltaE: batch.largest(of: pairs),
        elements: [extent.box])
      finding.isLeftover = true
      return finding
    }
  }
}

/// An image that may explain another one, which is `scale` times as large.
private struct ScaledView {
  private let rows: PixelRows
  private let width: Int
  private let height: Int
  private let scale: Double
  /// The distance in pixels at which an edge may be found: one pixel of the larger image.
  private let reach: Int

  /// The maximum deviation of a colour due to rounding, in levels.
  private static let tolerance = 2

  init(_ rows: PixelRows, _ image: PixelImage, scale: Double) {
    (self.rows, width, height, self.scale) = (rows, image.width, image.height, scale)
    reach = Int((max(1, 1 / scale) + 0.5).rounded(.up))
  }

  /// Calls `body` with the place of each unexplained pixel of the other image.
  func forEachUnexplained(
    in others: PixelRows, of other: PixelImage, _ body: (_ x: Int, _ y: Int) -> Void
  ) {
    let columns = (0..<other.width).map { min(Int((Double($0) + 0.5) / scale), width - 1) }
    for y in 0..<other.height {
      let (line, row) = (others[y], min(Int((Double(y) + 0.5) / scale), height - 1))
      let own = rows[row]
      for x in 0..<other.width where own[columns[x]] != line[x] {
        if !explains(premultiplied(line[x]), at: columns[x], row) { body(x, y) }
      }
    }
  }

  /// Returns the pixels of this image that one pixel of the other covers.
  func span(of place: Int, limit: Int) -> Range<Int> {
    let start = min(Int(Double(place) / scale), limit - 1)
    return start..<min(max(start + 1, Int((Double(place + 1) / scale).rounded(.up))), limit)
  }

  /// True if a colour is within the span of the pixels around a place.
  private func explains(_ colour: Pixel, at column: Int, _ row: Int) -> Bool {
    let own = premultiplied(rows[row][column])
    var (low, high) = (own, own)
    for y in max(row - reach, 0)...min(row + reach, height - 1) {
      let line = rows[y]
      for x in max(column - reach, 0)...min(column + reach, width - 1) {
        let other = premultiplied(line[x])
        (low, high) = (pointwiseMin(low, other), pointwiseMax(high, other))
      }
    }
    return distance(pointwiseMax(low, pointwiseMin(high, colour)), colour) <= Self.tolerance
  }
}
