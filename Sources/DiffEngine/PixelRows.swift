import CKernels
import Pixels

// The engine's boundary: the one place that holds addresses, for the loops that go over every pixel,
// often on several cores. Every index is checked against the memory that is there, here and before a
// kernel is called, but for a few of the innermost loops, which say `unsafe`. What is lent is good only
// while it is lent: only the closures that borrow it, and values that do not outlive them, hold it.

/// Traps where an index lies outside of some elements.
@inline(__always)
private func check(_ index: Int, _ count: Int) {
  precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the memory")
}

/// Traps where some indices lie outside of some elements.
@inline(__always)
private func check(_ indices: Range<Int>, _ count: Int) {
  precondition(indices.lowerBound >= 0 && indices.upperBound <= count, "outside of the memory")
}

/// A row of pixels.
@safe package struct PixelRow {
  fileprivate let start: UnsafePointer<Pixel>
  fileprivate let count: Int

  @inline(__always)
  package subscript(x: Int) -> Pixel {
    check(x, count)
    return unsafe start[x]
  }

  /// The pixels of some columns as the kernels read them.
  @inline(__always)
  fileprivate func bits(_ columns: Range<Int>) -> UnsafePointer<UInt32> {
    check(columns, count)
    return unsafe UnsafeRawPointer(start + columns.lowerBound)
      .assumingMemoryBound(to: UInt32.self)
  }

  /// Returns how many of the first pixels differ in any byte.
  func mismatches(with other: PixelRow, count: Int) -> Int {
    check(0..<count, min(self.count, other.count))
    var sum = 0
    for x in 0..<count { unsafe sum &+= start[x].bits == other.start[x].bits ? 0 : 1 }
    return sum
  }
}

/// Calls `body` with what both rows have in some columns, together where it repeats.
@inline(__always)
func forEachEqual(
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
@safe struct PixelRows: @unchecked Sendable {
  fileprivate let start: UnsafePointer<Pixel>
  fileprivate let width: Int
  fileprivate let height: Int

  @inline(__always)
  subscript(y: Int) -> PixelRow {
    check(y, height)
    return unsafe PixelRow(start: start + y &* width, count: width)
  }
}

/// A row of pixels that are being written.
@safe struct MutablePixelRow {
  fileprivate let start: UnsafeMutablePointer<Pixel>
  fileprivate let count: Int

  @inline(__always)
  subscript(x: Int) -> Pixel {
    get {
      check(x, count)
      return unsafe start[x]
    }
    nonmutating set {
      check(x, count)
      unsafe start[x] = newValue
    }
  }

  func copy(_ row: PixelRow, count: Int) {
    check(0..<count, min(self.count, row.count))
    unsafe start.update(from: row.start, count: count)
  }
}

/// Rows of pixels that are being written.
///
/// `@unchecked Sendable`: bands are disjoint, and no two write to one row.
@safe struct MutablePixelRows: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Pixel>
  private let width: Int
  private let height: Int

  /// - Parameter pixels: At least one row of them.
  fileprivate init(_ pixels: UnsafeMutableBufferPointer<Pixel>, width: Int) {
    unsafe start = pixels.baseAddress!
    (self.width, height) = (width, pixels.count / width)
  }

  @inline(__always)
  subscript(y: Int) -> MutablePixelRow {
    check(y, height)
    return unsafe MutablePixelRow(start: start + y &* width, count: width)
  }
}

extension PixelImage {
  /// Lends all rows.
  @inline(__always)
  func withRows<Result>(_ body: (PixelRows) -> Result) -> Result {
    withPixels { pixels in
      unsafe pixels.withUnsafeBufferPointer {
        unsafe body(PixelRows(start: $0.baseAddress!, width: width, height: height))
      }
    }
  }

  /// An image of one colour, on which `draw` then draws.
  init(width: Int, height: Int, repeating colour: Pixel, draw: (MutablePixelRows) -> Void) {
    self.init(width: width, height: height) { pixels in
      pixels.update(repeating: colour)
      pixels.lendRows(of: width, draw)
    }
  }

  /// Lends all rows to be changed.
  mutating func changeRows(_ body: (MutablePixelRows) -> Void) {
    let width = width
    changePixels { $0.lendRows(of: width, body) }
  }
}

extension MutableSpan<Pixel> {
  /// Lends all pixels to be changed, as rows of `width`; there is at least one.
  fileprivate mutating func lendRows(of width: Int, _ body: (MutablePixelRows) -> Void) {
    unsafe withUnsafeMutableBufferPointer { unsafe body(MutablePixelRows($0, width: width)) }
  }
}

extension Overlay {
  /// Lends all rows of both images.
  @inline(__always)
  func withRows<Result>(_ body: (_ before: PixelRows, _ after: PixelRows) -> Result) -> Result {
    reference.withRows { before in actual.withRows { after in body(before, after) } }
  }
}

extension [Pixel] {
  /// Lends all pixels to be changed, as rows of `width`; there is at least one.
  mutating func changeRows(of width: Int, _ body: (MutablePixelRows) -> Void) {
    guard !isEmpty else { return }
    unsafe withUnsafeMutableBufferPointer { unsafe body(MutablePixelRows($0, width: width)) }
  }
}

/// Bytes, one a pixel, that are being written.
///
/// `@unchecked Sendable`: bands are disjoint, and no two write to one row.
@safe struct ByteRows: @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt8>
  private let width: Int
  private let height: Int

  @inline(__always)
  func fill(_ columns: Range<Int>, _ y: Int, with byte: UInt8) {
    check(columns, width)
    check(y, height)
    unsafe (start + (y * width + columns.lowerBound)).update(repeating: byte, count: columns.count)
  }

  /// Row-major bytes, 0 where `write` writes none.
  static func bytes(_ width: Int, _ height: Int, _ write: (ByteRows) -> Void) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: width * height)
    unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe write(ByteRows(start: $0.baseAddress!, width: width, height: height))
    }
    return bytes
  }
}

extension [UInt8] {
  /// Makes each byte the larger of itself and of one of `other`, from `start` on.
  mutating func raise(to other: [UInt8], from start: Int) {
    precondition(start >= 0 && start + count <= other.count, "a byte for each")
    for index in indices { self[index] = Swift.max(self[index], other[start + index]) }
  }
}

/// Memory for a loop's own use.
@safe struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private let start: UnsafeMutablePointer<Element>
  private let count: Int

  init(repeating element: Element, count: Int) {
    unsafe start = .allocate(capacity: count)
    self.count = count
    unsafe start.initialize(repeating: element, count: count)
  }

  deinit { unsafe start.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      check(index, count)
      return unsafe start[index]
    }
    nonmutating _modify {
      check(index, count)
      yield unsafe &start[index]
    }
  }

  /// An element whose index the caller has proven.
  @unsafe @inline(__always)
  subscript(unchecked index: Int) -> Element {
    get { unsafe start[index] }
    nonmutating set { unsafe start[index] = newValue }
  }

  /// Some of the elements as the kernels take them.
  @inline(__always)
  fileprivate func part(_ indices: Range<Int>) -> UnsafeMutablePointer<Element> {
    check(indices, count)
    return unsafe start + indices.lowerBound
  }
}

extension Scratch<Pixel> {
  /// A row that starts at a place.
  func row(at place: Int, count: Int) -> PixelRow {
    unsafe PixelRow(start: part(place..<place + count), count: count)
  }

  fileprivate func bits(_ indices: Range<Int>) -> UnsafeMutablePointer<UInt32> {
    unsafe UnsafeMutableRawPointer(part(indices)).assumingMemoryBound(to: UInt32.self)
  }
}

extension Scratch<UInt8> {
  /// The first bytes.
  func row(count: Int) -> ByteRow { unsafe ByteRow(start: part(0..<count), count: count) }
}

/// A row of bytes, one a pixel.
@safe struct ByteRow {
  fileprivate let start: UnsafePointer<UInt8>
  fileprivate let count: Int

  @inline(__always)
  subscript(x: Int) -> UInt8 {
    check(x, count)
    return unsafe start[x]
  }
}

/// A table with an element for each byte, so that no index is out of range. It is never freed: for
/// constants.
///
/// `@unchecked Sendable`: nobody writes to it once it is made.
@safe struct ByteTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Element>

  init(_ element: (UInt8) -> Element) {
    unsafe start = .allocate(capacity: 256)
    for byte in UInt8.min ... .max { unsafe (start + Int(byte)).initialize(to: element(byte)) }
  }

  @inline(__always)
  subscript(byte: UInt8) -> Element { unsafe start[Int(byte)] }
}

/// ΔE of each pair, by the vectorised kernel; see `snap_delta_e`.
func measure(
  _ first: borrowing Scratch<Pixel>, _ second: borrowing Scratch<Pixel>, count: Int,
  _ formula: Strategy.Formula, light: [Float], into distances: borrowing Scratch<Float>
) {
  precondition(light.count == 256, "a meaning of every byte")
  unsafe snap_delta_e(
    first.bits(0..<count), second.bits(0..<count), count, light, Int32(formula.rawValue), 0,
    distances.part(0..<count))
}

/// Copies some columns of a row, premultiplied, to memory in which the row starts at `start`.
func premultiply(
  _ row: PixelRow, _ columns: Range<Int>, into pixels: borrowing Scratch<Pixel>, at start: Int
) {
  let place = start + columns.lowerBound
  unsafe snap_premultiply(
    row.bits(columns), columns.count, pixels.bits(place..<place + columns.count))
}

/// The sums over some adjacent pixels, before and after; see `snap_stretch`.
struct PixelStretch {
  let key: UInt64
  let weight: Int
  let largest: Int
  let brighter: Int

  static let limit = 4096

  /// - Parameters:
  ///   - reference: nil where that image has no pixels there.
  ///   - columns: At most `limit`.
  init(_ reference: PixelRow?, _ actual: PixelRow?, _ columns: Range<Int>) {
    precondition(columns.count <= Self.limit, "the sums would overflow")
    func start(_ row: PixelRow?) -> UnsafePointer<UInt32>? { unsafe row?.bits(columns) }
    let sums = unsafe snap_sum_stretch(start(reference), start(actual), columns.count)
    key = sums.key
    (weight, largest) = (Int(sums.weight), Int(sums.largest))
    brighter = Int(sums.brighter)
  }
}

/// Looks for edges that moved, in three premultiplied rows of each image; see `snap_edge_evidence`.
///
/// - Parameters:
///   - before: The indices in `pixels` where the rows of the reference start, the upper one first.
///   - after: The same for the actual.
///   - start: The first of `count` pixels, in each row and in what is written.
func edgeEvidence(
  _ pixels: borrowing Scratch<Pixel>, before: SIMD3<Int>, after: SIMD3<Int>, start: Int, count: Int,
  strengths: borrowing Scratch<UInt8>, clues: borrowing Scratch<UInt8>
) {
  func row(_ place: Int) -> UnsafePointer<UInt32>? {
    // A pixel before the first, and one behind the last block.
    let last = start + (count + 63) / 64 * 64
    return unsafe UnsafePointer(pixels.bits(place + start - 1..<place + last + 1) + 1)
  }
  let above = unsafe [row(before.x), row(before.y), row(before.z)]
  let below = unsafe [row(after.x), row(after.y), row(after.z)]
  let written = start..<start + count
  unsafe snap_edge_evidence(above, below, count, strengths.part(written), clues.part(written))
}

/// Returns how many pixels, from the left and at least, are of four pairs and have none of the
/// unwanted clues; see `snap_count_repeats`.
func countRepeats(
  of pairs: FourPairs, _ before: PixelRow, _ after: PixelRow, in columns: Range<Int>,
  _ clues: ByteRow, without unwanted: UInt8
) -> Int {
  check(columns, clues.count)
  return unsafe snap_count_repeats(
    before.bits(columns), after.bits(columns), clues.start + columns.lowerBound, columns.count,
    pairs.before, pairs.after, unwanted)
}

/// A row of a mask that is being made.
@safe package struct MaskRow {
  fileprivate let words: UnsafeMutablePointer<UInt64>
  fileprivate let count: Int

  @inline(__always)
  package func mark(_ x: Int) {
    check(x >> 6, count)
    unsafe words[x >> 6] |= 1 &<< UInt64(truncatingIfNeeded: x & 63)
  }

  @inline(__always)
  func unmark(_ x: Int) {
    check(x >> 6, count)
    unsafe words[x >> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: x & 63))
  }

  /// Marks exactly the pixels that differ in a row.
  func copy(_ row: DifferingRow) {
    check(0..<row.wordCount, count)
    unsafe words.update(from: row.words, count: row.wordCount)
  }
}

/// The rows of a mask that is being made.
///
/// `@unchecked Sendable`: bands are disjoint, and no two write to one row.
@safe package struct MaskRows: @unchecked Sendable {
  private let words: UnsafeMutablePointer<UInt64>
  private let stride: Int
  private let height: Int

  @inline(__always)
  package subscript(y: Int) -> MaskRow {
    check(y, height)
    return unsafe MaskRow(words: words + y &* stride, count: stride)
  }

  /// Lends the words of a mask, each row of which takes `stride`.
  static func lend<Result>(
    _ words: inout [UInt64], stride: Int, _ body: (MaskRows) -> Result
  ) -> Result {
    unsafe words.withUnsafeMutableBufferPointer {
      unsafe body(MaskRows(words: $0.baseAddress!, stride: stride, height: $0.count / stride))
    }
  }
}

/// A row in which some bytes of both images differ.
@safe package struct DifferingRow {
  package let y: Int
  package let width: Int
  package let first: PixelRow
  package let second: PixelRow
  /// One bit per pixel, the lowest leftmost.
  fileprivate let words: UnsafeMutablePointer<UInt64>

  fileprivate var wordCount: Int { (width + 63) / 64 }

  /// - Parameter ignored: A mask as wide at least.
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

  /// Calls `body` with the columns of all differing pixels, from the left.
  @inline(__always)
  package func forEachDifference(_ body: (_ x: Int) -> Void) {
    forEachDifference(inWords: 0..<wordCount, body)
  }

  /// Calls `body` with all differing pixels, from the left.
  @inline(__always)
  package func forEachDifferentPixel(_ body: (_ x: Int, _ first: Pixel, _ second: Pixel) -> Void) {
    // Both rows are as long, and no bit beyond them is set.
    forEachDifference { x in unsafe body(x, first.start[x], second.start[x]) }
  }

  /// Calls `body` with the differing columns that have translucent pixels near them: premultiplying
  /// opaque pixels changes nothing.
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

  /// The bits that the alphas of all pixels have in common, in some columns of both rows.
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
  /// Calls `body` with every row of `rows` in which any byte differs, from the top down.
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
