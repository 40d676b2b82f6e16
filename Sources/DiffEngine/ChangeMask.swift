/// The pixels of an image that count as different, one bit per pixel.
///
/// Each row starts at a 64-bit word, lowest bit leftmost; bits beyond the width are 0.
package struct ChangeMask: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// The number of marked pixels.
  package private(set) var count: Int
  package private(set) var words: [UInt64]
  /// The number of words in a row.
  package let stride: Int

  /// Creates a mask with nothing marked.
  ///
  /// - Precondition: Both sides are at least 1.
  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a mask is at least 1 x 1")
    let stride = (width + 63) / 64
    self.init(width: width, height: height, words: [UInt64](repeating: 0, count: stride * height))
  }

  /// Creates a mask from existing words, whose bits beyond the width must be 0.
  package init(width: Int, height: Int, words: [UInt64]) {
    self.width = width
    self.height = height
    stride = (width + 63) / 64
    precondition(words.count == stride * height, "one word for every 64 pixels of a row")
    self.words = words
    count = words.reduce(0) { $0 &+ $1.nonzeroBitCount }
  }

  /// True if the pixel at column `x` of row `y` is marked.
  @inlinable
  package subscript(x: Int, y: Int) -> Bool {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the mask")
      return words[y * stride + x >> 6] >> UInt64(x & 63) & 1 == 1
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the mask")
      let bit: UInt64 = 1 << UInt64(x & 63)
      let index = y * stride + x >> 6
      guard (words[index] & bit != 0) != newValue else { return }
      words[index] ^= bit
      count += newValue ? 1 : -1
    }
  }

  /// Calls `body` for every marked pixel, row by row from the left.
  @inlinable @inline(__always)
  package func forEachMarked(_ body: (_ x: Int, _ y: Int) -> Void) {
    guard count > 0 else { return }
    for y in 0..<height { forEachMarked(row: y) { body($0, y) } }
  }

  /// Calls `body` with the column of every marked pixel in a row, from the left.
  @inlinable @inline(__always)
  package func forEachMarked(row y: Int, _ body: (_ x: Int) -> Void) {
    for column in 0..<stride {
      var rest = words[y &* stride &+ column]
      while rest != 0 {
        body(column &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }

  package func count(row y: Int, in columns: Range<Int>) -> Int {
    var count = 0
    columns.forEachWord { count &+= (words[y &* stride &+ $0] & $1).nonzeroBitCount }
    return count
  }

  /// Calls `body` with the columns of every run of marked pixels in a row, from the left.
  @inlinable @inline(__always)
  package func forEachRun(row y: Int, _ body: (_ columns: Range<Int>) -> Void) {
    var (start, last) = (0, UInt64(0))
    for column in 0..<stride {
      let word = words[y &* stride &+ column]
      // A bit that differs from the previous one begins or ends a run.
      var edges = word ^ (word << 1 | last)
      last = word >> 63
      while edges != 0 {
        let bit = edges.trailingZeroBitCount
        edges &= edges &- 1
        let x = column &* 64 &+ bit
        if word >> UInt64(bit) & 1 == 1 { start = x } else { body(start..<x) }
      }
    }
    if last == 1 { body(start..<width) }
  }

  /// The number of runs in all rows; a run that crosses a word boundary may count twice.
  package var runCount: Int {
    words.reduce(0) { $0 &+ ($1 & ~($1 << 1)).nonzeroBitCount }
  }

  /// Returns a mask of the pixels that are marked here but not in `other`, a mask of the same size.
  package func subtracting(_ other: ChangeMask) -> ChangeMask {
    ChangeMask(width: width, height: height, words: zip(words, other.words).map { $0 & ~$1 })
  }
}

extension Range<Int> {
  /// Calls `body` with each word of a mask's row that these columns touch, and the columns' bits in
  /// it.
  @inline(__always)
  package func forEachWord(_ body: (_ word: Int, _ bits: UInt64) -> Void) {
    guard let last else { return }
    let (start, end) = (lowerBound >> 6, last >> 6)
    for word in start...end {
      var bits = UInt64.max
      if word == start { bits &= .max << UInt64(lowerBound & 63) }
      if word == end { bits &= .max >> UInt64(63 - last & 63) }
      body(word, bits)
    }
  }
}
