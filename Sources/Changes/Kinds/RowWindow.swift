import CKernels
import DiffEngine
import Pixels

/// Three consecutive rows of both images of a pair, premultiplied.
///
/// Pixels beyond an edge of the image are like the pixel at that edge.
struct RowWindow: ~Copyable {
  let width: Int
  private let height: Int
  private let before: PixelRows
  private let after: PixelRows
  private let pixels: Scratch<Pixel>
  /// The distance from one row to the next: a row, a pixel on either side, and the excess that the
  /// kernel reads in the last block.
  private let stride: Int
  /// The row in each of three places; `isHeld` marks its blocks that were copied, so that no block
  /// is copied twice on the way down, or in vain.
  private var rows = SIMD3(-1, -1, -1)
  private let isHeld: Scratch<Bool>
  private let blockCount: Int
  private var upper = 0
  private var middle = 0
  private var lower = 0
  private var middleStart = 0

  private let strengths: Scratch<UInt8>
  private let clues: Scratch<UInt8>

  /// The number of pixels to premultiply at once.
  private static let block = 64

  /// - Precondition: Both images have the same size.
  init(_ overlay: Overlay, _ before: PixelRows, _ after: PixelRows) {
    (width, height) = (overlay.width, overlay.height)
    (self.before, self.after) = (before, after)
    stride = width + 2 + 64
    blockCount = (width + Self.block - 1) / Self.block
    isHeld = Scratch(repeating: false, count: 3 * blockCount)
    pixels = Scratch(repeating: Pixel(), count: 6 * stride)
    strengths = Scratch(repeating: 0, count: stride)
    clues = Scratch(repeating: 0, count: stride)
  }

  mutating func move(to y: Int) {
    (upper, middle, lower) = (max(y - 1, 0), y, min(y + 1, height - 1))
    middleStart = start(middle)
  }

  mutating func measure(_ columns: Range<Int>) {
    let blocks =
      max(columns.lowerBound - 1, 0) / Self.block...min(columns.upperBound, width - 1)
      / Self.block
    hold(upper, blocks)
    hold(middle, blocks)
    hold(lower, blocks)
    let before = SIMD3(start(upper), start(middle), start(lower))
    edgeEvidence(
      pixels, before: before, after: before &+ 3 * stride, start: columns.lowerBound,
      count: columns.count, strengths: strengths, clues: clues)
  }

  /// Ensures that some blocks of a row of both images are present, premultiplied.
  private mutating func hold(_ y: Int, _ blocks: ClosedRange<Int>) {
    let place = y % 3
    if rows[place] != y {
      rows[place] = y
      for block in 0..<blockCount { isHeld[place * blockCount + block] = false }
    }
    for block in blocks where !isHeld[place * blockCount + block] {
      isHeld[place * blockCount + block] = true
      copy(before[y], block, to: start(y))
      copy(after[y], block, to: start(y) + 3 * stride)
    }
  }

  private func copy(_ row: PixelRow, _ block: Int, to start: Int) {
    let columns = block * Self.block..<min((block + 1) * Self.block, width)
    premultiply(row, columns, into: pixels, at: start)
    if columns.lowerBound == 0 { pixels[start - 1] = pixels[start] }
    if columns.upperBound == width { pixels[start + width] = pixels[start + width - 1] }
  }

  private func start(_ y: Int) -> Int { y % 3 * stride + 1 }

  /// The middle row, as far as it was measured.
  var evidence: EvidenceRow {
    EvidenceRow(strengths: strengths.row(count: width), clues: clues.row(count: width))
  }

  func before(_ x: Int) -> Pixel { pixels[middleStart &+ x] }
  func after(_ x: Int) -> Pixel { pixels[middleStart &+ 3 &* stride &+ x] }

  /// The new pixel, clamped to the span of the old 3 x 3 pixels.
  func clampedAfter(_ x: Int) -> Pixel { clamped(after(x), x, offset: 0) }

  /// The old pixel, clamped to the span of the new 3 x 3 pixels.
  func clampedBefore(_ x: Int) -> Pixel { clamped(before(x), x, offset: 3 * stride) }

  /// True if an edge that was straight through a pixel and its neighbours now has a step there.
  func isTorn(_ x: Int) -> Bool {
    let place = middleStart &+ x
    let (left, right) = (place &- 1, place &+ 1)
    let (above, below) = (start(upper) &+ x, start(lower) &+ x)
    return isTorn(place, along: (left, right), across: (above, below))
      || isTorn(place, along: (above, below), across: (left, right))
  }

  private func isTorn(_ place: Int, along: (Int, Int), across: (Int, Int)) -> Bool {
    let (pixel, ends) = (pixels[place], (pixels[along.0], pixels[along.1]))
    guard distance(pixel, ends.0) <= 1, distance(pixel, ends.1) <= 1 else { return false }
    let sides = (pixels[across.0], pixels[across.1])
    let step = max(2, distance(sides.0, sides.1) / 4)
    guard distance(pixel, sides.0) > step, distance(pixel, sides.1) > step else { return false }
    let after = pixels[place &+ 3 &* stride]
    return distance(after, pixels[along.0 &+ 3 &* stride]) > step
      || distance(after, pixels[along.1 &+ 3 &* stride]) > step
  }

  private func clamped(_ pixel: Pixel, _ x: Int, offset: Int) -> Pixel {
    var (low, high) = (Pixel(repeating: 255), Pixel())
    for row in [start(upper), start(middle), start(lower)] {
      for column in x - 1...x + 1 {
        let other = pixels[row + offset + column]
        (low, high) = (pointwiseMin(low, other), pointwiseMax(high, other))
      }
    }
    return pointwiseMax(low, pointwiseMin(high, pixel))
  }
}

/// The kernel's results for a row of both images.
struct EvidenceRow {
  fileprivate let strengths: ByteRow
  fileprivate let clues: ByteRow

  /// Returns the change of a pixel, in levels.
  @inline(__always)
  func strength(_ x: Int) -> Int { Int(strengths[x]) }

  @inline(__always)
  func clues(_ x: Int) -> EdgeClues { EdgeClues(rawValue: UInt32(clues[x])) }
}

/// The kernel's findings about a pixel; see `snap_clue`.
struct EdgeClues: OptionSet {
  let rawValue: UInt32

  static let outside = EdgeClues(SNAP_OUTSIDE)
  static let foreign = EdgeClues(SNAP_FOREIGN)
  static let steep = EdgeClues(SNAP_STEEP)
  static let edge = EdgeClues(SNAP_EDGE)
  static let plain = EdgeClues(SNAP_PLAIN)
  static let flat = EdgeClues(SNAP_FLAT)
  static let square = EdgeClues(SNAP_SQUARE)

  /// True if the pixel's ΔE decides whether it is noise.
  @inline(__always)
  var areDoubtful: Bool { !isDisjoint(with: [.outside, .steep]) }

  init(rawValue: UInt32) { self.rawValue = rawValue }
  private init(_ clue: snap_clue) { self.init(rawValue: clue.rawValue) }
}
