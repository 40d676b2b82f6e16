import Pixels

/// Recognizes the antialiased pixels of one image: those on a slope between two even areas that the
/// other image has, too.
///
/// Source: Vysniauskas, "Anti-aliased pixel and intensity slope detector" (2009).
struct EdgeDetector {
  /// The library whose interpretation of the paper applies. They differ in how they treat equal
  /// neighbours.
  enum Library {
    case pixelmatch, odiff
    /// - tolerance: The variation of luma that still counts as an even area.
    case looksSame(tolerance: Double)
  }

  private let rows: PixelRows
  private let width: Int
  private let height: Int
  private let library: Library

  init(rows: PixelRows, of image: PixelImage, _ library: Library) {
    self.rows = rows
    (width, height) = (image.width, image.height)
    self.library = library
  }

  /// - Parameter ground: The colour behind the pixel and, for this test, behind all its neighbours.
  @inline(__always)
  func isAntialiased(
    _ x: Int, _ y: Int, over ground: SIMD3<Double>, also other: EdgeDetector
  ) -> Bool {
    // The bytes alone rule out most pixels, without computing luma.
    if equals(x, y) > 2 { return false }
    guard let (darkest, brightest) = extremes(x, y, ground) else { return false }
    if case .odiff = library {
      return (isEven(darkest) || isEven(brightest))
        && (other.isEven(darkest) || other.isEven(brightest))
    }
    return isEven(darkest) && other.isEven(darkest) || isEven(brightest) && other.isEven(brightest)
  }

  private func columns(_ x: Int) -> ClosedRange<Int> { max(x - 1, 0)...min(x + 1, width - 1) }

  private func lines(_ y: Int) -> ClosedRange<Int> { max(y - 1, 0)...min(y + 1, height - 1) }

  /// Returns the number of neighbours with the same bytes. The image's edge counts as one of them,
  /// except for looks-same.
  @inline(__always)
  private func equals(_ x: Int, _ y: Int) -> Int {
    let centre = rows[y][x].bits
    // The loop also counts the pixel itself.
    var count = -1
    guard x > 0, y > 0, x < width &- 1, y < height &- 1 else {
      for line in lines(y) {
        for column in columns(x) where rows[line][column].bits == centre { count += 1 }
      }
      if case .looksSame = library { return count }
      return count + 1
    }
    for line in y &- 1...y &+ 1 {
      let row = rows[line]
      count &+= row[x &- 1].bits == centre ? 1 : 0
      count &+= row[x].bits == centre ? 1 : 0
      count &+= row[x &+ 1].bits == centre ? 1 : 0
    }
    return count
  }

  private func luma(_ pixel: Pixel, _ ground: SIMD3<Double>) -> Double {
    if case .looksSame = library { return YIQ(pixel).y }
    return YIQ(pixel, over: ground).y
  }

  private typealias Place = (x: Int, y: Int)

  /// Returns the darkest and the brightest neighbour; nil if one of them is missing or more than
  /// two neighbours are as bright as the pixel.
  private func extremes(
    _ x: Int, _ y: Int, _ ground: SIMD3<Double>
  ) -> (darkest: Place, brightest: Place)? {
    let centre = rows[y][x]
    let own = luma(centre, ground)
    var equals = 0
    if case .pixelmatch = library, isEdge(x, y) { equals = 1 }
    var (low, high) = (0.0, 0.0)
    var (lowest, highest): (Place, Place) = ((x, y), (x, y))
    forEachNeighbour(x, y) { column, line in
      let neighbour = rows[line][column]
      let delta = neighbour.bits == centre.bits ? 0 : own - luma(neighbour, ground)
      if delta == 0 { equals += 1 }
      if delta < low {
        (low, lowest) = (delta, (column, line))
      } else if delta > high {
        (high, highest) = (delta, (column, line))
      }
    }
    // For odiff, a different colour with the same luma does not count as equal.
    if case .odiff = library { equals = 0 }
    return equals > 2 || low == 0 || high == 0 ? nil : (lowest, highest)
  }

  /// Calls `body` in the library's order, which matters if several neighbours are equally dark.
  @inline(__always)
  private func forEachNeighbour(_ x: Int, _ y: Int, _ body: (_ x: Int, _ y: Int) -> Void) {
    if case .pixelmatch = library {
      for column in columns(x) {
        for line in lines(y) where column != x || line != y { body(column, line) }
      }
    } else {
      for line in lines(y) {
        for column in columns(x) where column != x || line != y { body(column, line) }
      }
    }
  }

  /// True if three or more neighbours are equal.
  private func isEven(_ place: Place) -> Bool {
    // The two images may differ in size.
    guard place.x < width, place.y < height else { return false }
    guard case .looksSame(let tolerance) = library else { return equals(place.x, place.y) > 2 }
    let own = YIQ(rows[place.y][place.x]).y
    var count = 0
    forEachNeighbour(place.x, place.y) { x, y in
      if abs(YIQ(rows[y][x]).y - own) <= tolerance { count += 1 }
    }
    return count > 2
  }

  private func isEdge(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }
}

/// The detectors of both images.
struct EdgePair {
  let before: EdgeDetector
  let after: EdgeDetector

  func isAntialiased(_ x: Int, _ y: Int, over ground: SIMD3<Double>) -> Bool {
    before.isAntialiased(x, y, over: ground, also: after)
      || after.isAntialiased(x, y, over: ground, also: before)
  }
}

extension Overlay {
  /// Returns the mask of the pixels that differ according to a library or that only one image has.
  ///
  /// - Parameters:
  ///   - edges: The library whose antialiased pixels are left out; nil if all pixels count.
  ///   - backdrop: The backdrop of translucent pixels.
  ///   - differs: Decides by two colours, and by their backdrop unless both are opaque.
  func mask(
    withoutEdgesOf edges: EdgeDetector.Library?, over backdrop: Backdrop = .white,
    _ differs: @Sendable (Pixel, Pixel, _ ground: SIMD3<Double>) -> Bool
  ) -> ChangeMask {
    mask { band, mask in
      let known = PairMemo()
      withEdges(edges ?? .pixelmatch) { detectors in
        forEachDifferingRow(in: band) { row in
          let marks = mask[row.y]
          row.forEachDifferentPixel { x, first, second in
            let ground = backdrop.colour(x, row.y)
            let isFixed = backdrop.isEven || first.w & second.w == 255
            guard
              isFixed
                ? known.answer(first, second, { differs(first, second, ground) })
                : differs(first, second, ground)
            else { return }
            if edges == nil || !detectors.isAntialiased(x, row.y, over: ground) { marks.mark(x) }
          }
        }
      }
    }.mask
  }

  private func withEdges<Result>(
    _ library: EdgeDetector.Library, _ body: (EdgePair) -> Result
  ) -> Result {
    withRows { first, second in
      body(
        EdgePair(
          before: EdgeDetector(rows: first, of: reference, library),
          after: EdgeDetector(rows: second, of: actual, library)))
    }
  }
}

/// The backdrop of translucent pixels.
struct Backdrop: Sendable {
  /// The width of the images on pixelmatch 7's checkerboard; nil for a white backdrop.
  private let width: Int?

  static let white = Backdrop(width: nil)

  static func checkerboard(width: Int) -> Backdrop { Backdrop(width: width) }

  /// True if the backdrop has a single colour.
  var isEven: Bool { width == nil }

  /// Red, green and blue, 0 to 255.
  ///
  /// pixelmatch 7 chooses between 48 and 207 by the index of the pixel's first byte, divided by the
  /// golden ratio for green and by its square for blue. For red it uses the index itself, which is
  /// always even, so red is always dark.
  @inline(__always)
  func colour(_ x: Int, _ y: Int) -> SIMD3<Double> {
    guard let width else { return SIMD3(repeating: 255) }
    let place = Double(4 * (y * width + x))
    func shade(_ step: Double) -> Double { 48 + 159 * Double(Int(place / step) % 2) }
    return SIMD3(48, shade(1.618033988749895), shade(2.618033988749895))
  }
}

/// Caches answers for pairs of colours in a small table, because the pairs of a real difference
/// repeat.
struct PairMemo: ~Copyable {
  private static let bits: UInt64 = 12
  private let keys = Scratch<UInt64>(repeating: 0, count: 1 << Int(bits))
  private let answers = Scratch<Bool>(repeating: false, count: 1 << Int(bits))

  @inline(__always)
  func answer(_ first: Pixel, _ second: Pixel, _ compute: () -> Bool) -> Bool {
    // The key is never 0, because equal pixels are not looked up.
    let key = pairBits(first, second)
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.bits))
    // `slot` has only `bits` bits, so it is in range.
    if unsafe keys[unchecked: slot] == key { return unsafe answers[unchecked: slot] }
    let answer = compute()
    unsafe keys[unchecked: slot] = key
    unsafe answers[unchecked: slot] = answer
    return answer
  }
}
