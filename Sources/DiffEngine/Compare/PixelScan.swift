import Pixels

/// Two overlaid images, aligned top left.
package struct Overlay: Sendable {
  package let reference: PixelImage
  package let actual: PixelImage
  /// The ignored pixels of the canvas; nil if there are none.
  package let ignored: ChangeMask?

  package init(
    _ reference: PixelImage, _ actual: PixelImage, ignoring areas: IgnoredAreas = IgnoredAreas()
  ) {
    self.reference = reference
    self.actual = actual
    ignored = areas.mask(
      width: max(reference.width, actual.width), height: max(reference.height, actual.height))
  }

  /// The width of the canvas that holds both.
  package var width: Int { max(reference.width, actual.width) }
  package var height: Int { max(reference.height, actual.height) }
  package var pixelCount: Int { width * height }
  package var sharedWidth: Int { min(reference.width, actual.width) }
  package var sharedHeight: Int { min(reference.height, actual.height) }

  /// The number of pixels that only one image has, without the ignored ones.
  package var unsharedCount: Int { unshared?.count ?? 0 }

  /// The pixels that only one image has, without the ignored ones; nil if both have the same size.
  var unshared: ChangeMask? {
    guard !sameSize else { return nil }
    var words = [UInt64](repeating: 0, count: (width + 63) / 64 * height)
    markUnshared(in: &words)
    return ChangeMask(width: width, height: height, words: words)
  }

  /// Returns the total on which shares of mismatches are based; libraries differ on whether it
  /// includes ignored pixels.
  func total(_ strategy: Strategy) -> Int {
    strategy.kind.rule.totalHasIgnored ? pixelCount : pixelCount - (ignored?.count ?? 0)
  }

  /// The overlay in which the actual's ignored pixels are replaced by the reference's.
  package var withoutIgnored: Overlay {
    guard let ignored else { return self }
    var image = actual
    reference.withRows { source in
      image.changeRows { rows in
        for y in 0..<sharedHeight {
          ignored.forEachMarked(row: y) { x in if x < sharedWidth { rows[y][x] = source[y][x] } }
        }
      }
    }
    return Overlay(reference, image)
  }

  package var sameSize: Bool {
    reference.width == actual.width && reference.height == actual.height
  }

  /// Calls `body` for every pixel that both images have and whose bytes differ, row by row from the
  /// left.
  ///
  /// - Parameter rows: The rows to scan, which both images must have; nil for all common rows.
  @inline(__always)
  package func forEachDifference(
    in rows: Range<Int>? = nil, _ body: (_ x: Int, _ y: Int, Pixel, Pixel) -> Void
  ) {
    forEachDifferingRow(in: rows ?? 0..<sharedHeight) { row in
      row.forEachDifferentPixel { x, first, second in body(x, row.y, first, second) }
    }
  }

  /// Marks every pixel that only one image has, unless it is ignored.
  private func markUnshared(in words: inout [UInt64]) {
    guard !sameSize else { return }
    let stride = (width + 63) / 64
    for y in 0..<height {
      let shared = y < sharedHeight ? sharedWidth : 0
      let covered = max(
        y < reference.height ? reference.width : 0, y < actual.height ? actual.width : 0)
      (shared..<max(shared, covered)).forEachWord { words[y * stride + $0] |= $1 }
    }
    if let ignored { for index in words.indices { words[index] &= ~ignored.words[index] } }
  }

  /// Returns a mask that `write` fills band by band, on several cores, plus the pixels that only
  /// one image has.
  ///
  /// Between bands it checks whether the result is still wanted; see `DroppableWork`.
  ///
  /// - Parameter write: Marks the rows of its band, which are 0 at first. A skipped band stays
  ///   empty.
  /// - Returns: The mask, and the results of `write` from the top down.
  package func mask<Result: Sendable>(
    bands write: @Sendable (Range<Int>, MaskRows) -> Result
  ) -> (mask: ChangeMask, results: [Result]) {
    let stride = (width + 63) / 64
    var words = [UInt64](repeating: 0, count: stride * height)
    let work = DroppableWork.current
    let results = MaskRows.lend(&words, stride: stride) { rows in
      forEachBand(of: sharedHeight, pixels: sharedWidth * sharedHeight) { band in
        write(work?.leavesOut() == true ? band.prefix(0) : band, rows)
      }
    }
    markUnshared(in: &words)
    return (ChangeMask(width: width, height: height, words: words), results)
  }

  /// Returns the mask of the differing pixels that satisfy `isMismatch`, plus those that only one
  /// image has.
  @inline(__always)
  package func mask(where isMismatch: (_ x: Int, _ y: Int, Pixel, Pixel) -> Bool) -> ChangeMask {
    let stride = (width + 63) / 64
    var words = [UInt64](repeating: 0, count: stride * height)
    MaskRows.lend(&words, stride: stride) { rows in
      forEachDifference { x, y, first, second in
        if isMismatch(x, y, first, second) { rows[y].mark(x) }
      }
    }
    markUnshared(in: &words)
    return ChangeMask(width: width, height: height, words: words)
  }
}
