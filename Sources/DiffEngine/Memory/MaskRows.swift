import CKernels
import Pixels

@safe @usableFromInline package struct MaskRow {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let count: Int

  @inlinable
  init(words: UnsafeMutablePointer<UInt64>, count: Int) {
    unsafe self.words = words
    self.count = count
  }

  @inlinable @inline(__always)
  package func mark(_ x: Int) {
    checkBounds(x >> 6, count)
    unsafe words[x >> 6] |= 1 &<< UInt64(truncatingIfNeeded: x & 63)
  }

  @inline(__always)
  func unmark(_ x: Int) {
    checkBounds(x >> 6, count)
    unsafe words[x >> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: x & 63))
  }

  func copy(_ row: DifferingRow) {
    checkBounds(0..<row.wordCount, count)
    unsafe words.update(from: row.words, count: row.wordCount)
  }
}

/// The rows of a mask under construction.
///
/// `@unchecked Sendable`: bands are disjoint, and no two write to the same row.
@safe @usableFromInline package struct MaskRows: @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let stride: Int
  @usableFromInline let height: Int

  @inlinable @inline(__always)
  package subscript(y: Int) -> MaskRow {
    checkBounds(y, height)
    return unsafe MaskRow(words: words + y &* stride, count: stride)
  }

  /// Lends the words of a mask with `stride` words per row.
  static func lend<Result>(
    _ words: inout [UInt64], stride: Int, _ body: (MaskRows) -> Result
  ) -> Result {
    unsafe words.withUnsafeMutableBufferPointer {
      unsafe body(MaskRows(words: $0.baseAddress!, stride: stride, height: $0.count / stride))
    }
  }
}

/// A row in which some bytes differ between the images.
@safe package struct DifferingRow {
  package let y: Int
  package let width: Int
  package let first: PixelRow
  package let second: PixelRow
  /// One bit per pixel, the lowest leftmost.
  fileprivate let words: UnsafeMutablePointer<UInt64>

  fileprivate var wordCount: Int { (width + 63) / 64 }

  /// - Parameter ignored: A mask that is at least as wide.
  fileprivate func findDifferences(outside ignored: ChangeMask?) -> Bool {
    let bits = unsafe (first.bits(0..<width), second.bits(0..<width))
    let differs = unsafe snap_difference_bits(bits.0, bits.1, width, words) != 0
    guard differs, let ignored else { return differs }
    var rest: UInt64 = 0
    for index in 0..<wordCount {
      unsafe words[index] &= ~ignored.words[y &* ignored.stride &+ index]
      unsafe rest |= words[index]
    }
    return rest != 0
  }

  /// Calls `body` with the column of every differing pixel, from the left.
  @inline(__always)
  package func forEachDifference(_ body: (_ x: Int) -> Void) {
    forEachDifference(inWords: 0..<wordCount, body)
  }

  /// Calls `body` for every differing pixel, from the left.
  @inline(__always)
  package func forEachDifferentPixel(_ body: (_ x: Int, _ first: Pixel, _ second: Pixel) -> Void) {
    // Both rows have this length, and no bit beyond it is set.
    forEachDifference { x in unsafe body(x, first.start[x], second.start[x]) }
  }

  /// Calls `body` with the differing columns near translucent pixels, because premultiplying opaque
  /// pixels changes nothing.
  @inline(__always)
  func forEachTranslucentDifference(_ body: (_ x: Int) -> Void) {
    var start = 0
    while start < wordCount {
      var end = start
      while end < wordCount, unsafe words[end] != 0 { end &+= 1 }
      let columns = start &* 64..<min(end &* 64, width)
      if !columns.isEmpty, commonAlpha(columns) < 255 {
        forEachDifference(inWords: start..<end, body)
      }
      start = end &+ 1
    }
  }

  /// Returns the bits that the alpha values of all pixels have in common, in some columns of both
  /// rows.
  private func commonAlpha(_ columns: Range<Int>) -> UInt32 {
    unsafe snap_common_alpha(first.bits(columns), second.bits(columns), columns.count)
  }

  @inline(__always)
  private func forEachDifference(inWords range: Range<Int>, _ body: (_ x: Int) -> Void) {
    for index in range {
      var rest = unsafe words[index]
      while rest != 0 {
        body(index &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}

extension Overlay {
  /// Calls `body` for every row of `rows` in which any byte differs, from the top down.
  @inline(__always)
  package func forEachDifferingRow(in rows: Range<Int>, _ body: (DifferingRow) -> Void) {
    let width = sharedWidth
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (width + 63) / 64) { words in
      withRows { first, second in
        for y in rows {
          let row = unsafe DifferingRow(
            y: y, width: width, first: first[y], second: second[y], words: words.baseAddress!)
          if row.findDifferences(outside: ignored) { body(row) }
        }
      }
    }
  }
}
