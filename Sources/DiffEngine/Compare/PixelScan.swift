import CKernels
import PNGCodec

/// Two images laid over each other, aligned top left.
package struct Overlay: Sendable {
  package let reference: PixelImage
  package let actual: PixelImage

  package init(_ reference: PixelImage, _ actual: PixelImage) {
    self.reference = reference
    self.actual = actual
  }

  /// The canvas that holds both.
  package var width: Int { max(reference.width, actual.width) }
  package var height: Int { max(reference.height, actual.height) }
  package var pixelCount: Int { width * height }
  package var sharedWidth: Int { min(reference.width, actual.width) }
  package var sharedHeight: Int { min(reference.height, actual.height) }

  /// How many places of the canvas only one of the two has.
  package var unsharedCount: Int {
    reference.pixelCount + actual.pixelCount - 2 * sharedWidth * sharedHeight
  }

  package var sameSize: Bool {
    reference.width == actual.width && reference.height == actual.height
  }

  /// Calls `body` with the pixels of every place that both have and whose bytes differ, row by
  /// row from the left.
  @inline(__always)
  package func forEachDifference(_ body: (_ x: Int, _ y: Int, Pixel, Pixel) -> Void) {
    forEachDifferingRow(in: 0..<sharedHeight) { row in
      row.forEachDifference { x in body(x, row.y, row.first[x], row.second[x]) }
    }
  }

  /// Calls `body` with every row of `rows` in which any byte differs, from the top down.
  @inline(__always)
  package func forEachDifferingRow(in rows: Range<Int>, _ body: (DifferingRow) -> Void) {
    let width = sharedWidth
    let wordCount = (width + 63) / 64
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: wordCount) { words in
      reference.withPixels { first in
        actual.withPixels { second in
          for y in rows {
            let row = DifferingRow(
              y: y, width: width, words: words.baseAddress!,
              first: first.baseAddress! + y * reference.width,
              second: second.baseAddress! + y * actual.width)
            if row.findDifferences() { body(row) }
          }
        }
      }
    }
  }

  /// Marks every place that only one of the two images has.
  package func markUnshared(in words: inout [UInt64]) {
    guard !sameSize else { return }
    let stride = (width + 63) / 64
    for y in 0..<height {
      let shared = y < sharedHeight ? sharedWidth : 0
      let covered = max(
        y < reference.height ? reference.width : 0, y < actual.height ? actual.width : 0)
      for x in shared..<max(shared, covered) {
        words[y * stride + x >> 6] |= 1 << UInt64(x & 63)
      }
    }
  }

  /// The mask that `write` makes band by band, on several cores, with what only one image has.
  ///
  /// - Parameter write: Marks the rows of its band, all of which are 0 at first.
  /// - Returns: The mask, and what `write` returned, from the top down.
  package func mask<Result: Sendable>(
    bands write: @Sendable (Range<Int>, MaskRows) -> Result
  ) -> (mask: ChangeMask, results: [Result]) {
    let stride = (width + 63) / 64
    var words = [UInt64](repeating: 0, count: stride * height)
    let results = words.withUnsafeMutableBufferPointer { words in
      let rows = MaskRows(words: words.baseAddress!, stride: stride)
      return forEachBand(of: sharedHeight, pixels: sharedWidth * sharedHeight) { band in
        write(band, rows)
      }
    }
    markUnshared(in: &words)
    return (ChangeMask(width: width, height: height, words: words), results)
  }

  /// The mask of the differing pixels that `isMismatch` confirms, and of what only one image has.
  @inline(__always)
  package func mask(where isMismatch: (_ x: Int, _ y: Int, Pixel, Pixel) -> Bool) -> ChangeMask {
    let stride = (width + 63) / 64
    var words = [UInt64](repeating: 0, count: stride * height)
    words.withUnsafeMutableBufferPointer { words in
      forEachDifference { x, y, first, second in
        if isMismatch(x, y, first, second) {
          words[y &* stride &+ x >> 6] |= 1 << UInt64(truncatingIfNeeded: x & 63)
        }
      }
    }
    markUnshared(in: &words)
    return ChangeMask(width: width, height: height, words: words)
  }
}

/// The rows of a mask that is being made; good only while they are lent.
///
/// `@unchecked Sendable`: bands are disjoint, and no two write to one row.
package struct MaskRows: @unchecked Sendable {
  fileprivate let words: UnsafeMutablePointer<UInt64>
  fileprivate let stride: Int

  /// The words of a row, the lowest bit leftmost.
  package subscript(y: Int) -> UnsafeMutablePointer<UInt64> { words + y * stride }
}

/// A row in which some bytes of both images differ; good only while it is lent.
package struct DifferingRow {
  package let y: Int
  package let width: Int
  /// One bit per pixel, the lowest leftmost.
  package let words: UnsafeMutablePointer<UInt64>
  package let first: UnsafePointer<Pixel>
  package let second: UnsafePointer<Pixel>

  package var wordCount: Int { (width + 63) / 64 }

  /// Whether every pixel of both rows is opaque: premultiplying then changes nothing.
  package var isOpaque: Bool { snap_common_alpha(bits(first), bits(second), width) == 255 }

  fileprivate func findDifferences() -> Bool {
    snap_difference_bits(bits(first), bits(second), width, words) != 0
  }

  /// Calls `body` with the columns of all differing pixels, from the left.
  @inline(__always)
  package func forEachDifference(_ body: (_ x: Int) -> Void) {
    for index in 0..<wordCount {
      var rest = words[index]
      while rest != 0 {
        body(index &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}

/// The pixels as the kernels read them.
@inline(__always)
package func bits(_ pixels: UnsafePointer<Pixel>) -> UnsafePointer<UInt32> {
  UnsafeRawPointer(pixels).assumingMemoryBound(to: UInt32.self)
}
