import Pixels

@safe @usableFromInline package struct PixelRow {
  @usableFromInline let start: UnsafePointer<Pixel>
  @usableFromInline package let count: Int

  @inlinable
  init(start: UnsafePointer<Pixel>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  package subscript(x: Int) -> Pixel {
    checkBounds(x, count)
    return unsafe start[x]
  }

  /// Returns the pixels of some columns in the form that the kernels read.
  @inline(__always)
  func bits(_ columns: Range<Int>) -> UnsafePointer<UInt32> {
    checkBounds(columns, count)
    return unsafe UnsafeRawPointer(start + columns.lowerBound)
      .assumingMemoryBound(to: UInt32.self)
  }

  /// Returns the number of pixels among the first `count` that differ in any byte.
  package func mismatches(with other: PixelRow, count: Int) -> Int {
    checkBounds(0..<count, min(self.count, other.count))
    var sum = 0
    for x in 0..<count { unsafe sum &+= start[x].bits == other.start[x].bits ? 0 : 1 }
    return sum
  }
}

/// Calls `body` with the pixels of both rows in some columns; repeated pairs are passed together.
@inlinable @inline(__always)
package func forEachEqual(
  _ columns: Range<Int>, _ first: PixelRow, _ second: PixelRow,
  _ body: (_ first: Pixel, _ second: Pixel, _ columns: Range<Int>) -> Void
) {
  var start = columns.lowerBound
  while start < columns.upperBound {
    let (one, other) = (first[start], second[start])
    var end = start &+ 1
    while end < columns.upperBound, first[end].bits == one.bits, second[end].bits == other.bits {
      end &+= 1
    }
    body(one, other, start..<end)
    start = end
  }
}

/// All rows of an image.
///
/// `@unchecked Sendable`: nobody writes to them while they are lent.
@safe @usableFromInline package struct PixelRows: @unchecked Sendable {
  @usableFromInline let start: UnsafePointer<Pixel>
  @usableFromInline let width: Int
  @usableFromInline let height: Int

  @inlinable
  init(start: UnsafePointer<Pixel>, width: Int, height: Int) {
    unsafe self.start = start
    (self.width, self.height) = (width, height)
  }

  @inlinable @inline(__always)
  package subscript(y: Int) -> PixelRow {
    checkBounds(y, height)
    return unsafe PixelRow(start: start + y &* width, count: width)
  }
}

@safe @usableFromInline package struct MutablePixelRow {
  @usableFromInline let start: UnsafeMutablePointer<Pixel>
  @usableFromInline let count: Int

  @inlinable
  init(start: UnsafeMutablePointer<Pixel>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  package subscript(x: Int) -> Pixel {
    get {
      checkBounds(x, count)
      return unsafe start[x]
    }
    nonmutating set {
      checkBounds(x, count)
      unsafe start[x] = newValue
    }
  }

  package func copy(_ row: PixelRow, count: Int) {
    checkBounds(0..<count, min(self.count, row.count))
    unsafe start.update(from: row.start, count: count)
  }
}

/// Rows of pixels that are being written.
///
/// `@unchecked Sendable`: bands are disjoint, and no two write to the same row.
@safe @usableFromInline package struct MutablePixelRows: @unchecked Sendable {
  @usableFromInline let start: UnsafeMutablePointer<Pixel>
  @usableFromInline let width: Int
  @usableFromInline let height: Int

  /// - Parameter pixels: The pixels of at least one row.
  fileprivate init(_ pixels: UnsafeMutableBufferPointer<Pixel>, width: Int) {
    unsafe start = pixels.baseAddress!
    (self.width, height) = (width, pixels.count / width)
  }

  @inlinable @inline(__always)
  package subscript(y: Int) -> MutablePixelRow {
    checkBounds(y, height)
    return unsafe MutablePixelRow(start: start + y &* width, count: width)
  }
}

extension PixelImage {
  @inlinable @inline(__always)
  package func withRows<Result>(_ body: (PixelRows) -> Result) -> Result {
    withPixels { pixels in
      unsafe pixels.withUnsafeBufferPointer {
        unsafe body(PixelRows(start: $0.baseAddress!, width: width, height: height))
      }
    }
  }

  /// Creates an image of one colour and then calls `draw` to draw on it.
  package init(width: Int, height: Int, repeating colour: Pixel, draw: (MutablePixelRows) -> Void) {
    self.init(width: width, height: height) { pixels in
      pixels.update(repeating: colour)
      pixels.lendRows(of: width, draw)
    }
  }

  package mutating func changeRows(_ body: (MutablePixelRows) -> Void) {
    let width = width
    changePixels { $0.lendRows(of: width, body) }
  }
}

extension MutableSpan<Pixel> {
  /// Lends all pixels for changes, as rows of `width`; there must be at least one row.
  fileprivate mutating func lendRows(of width: Int, _ body: (MutablePixelRows) -> Void) {
    unsafe withUnsafeMutableBufferPointer { unsafe body(MutablePixelRows($0, width: width)) }
  }
}

extension Overlay {
  /// Lends all rows of both images.
  @inlinable @inline(__always)
  package func withRows<Result>(_ body: (_ before: PixelRows, _ after: PixelRows) -> Result)
    -> Result
  {
    reference.withRows { before in actual.withRows { after in body(before, after) } }
  }
}

extension [Pixel] {
  /// Lends all pixels for changes, as rows of `width`; does nothing if there are none.
  mutating func changeRows(of width: Int, _ body: (MutablePixelRows) -> Void) {
    guard !isEmpty else { return }
    unsafe withUnsafeMutableBufferPointer { unsafe body(MutablePixelRows($0, width: width)) }
  }
}
