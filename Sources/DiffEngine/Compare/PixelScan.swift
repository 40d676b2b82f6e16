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
  ///
  /// Blocks of equal pixels cost one comparison of memory: most pairs hardly differ.
  @inline(__always)
  package func forEachDifference(_ body: (_ x: Int, _ y: Int, Pixel, Pixel) -> Void) {
    let width = sharedWidth
    reference.withPixels { first in
      actual.withPixels { second in
        for y in 0..<sharedHeight {
          let left = first.baseAddress! + y &* reference.width
          let right = second.baseAddress! + y &* actual.width
          var x = 0
          while x < width {
            let end = min(x &+ 64, width)
            if !equalBytes(left + x, right + x, count: (end &- x) &* 4) {
              while x < end {
                if left[x] != right[x] { body(x, y, left[x], right[x]) }
                x &+= 1
              }
            }
            x = end
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
