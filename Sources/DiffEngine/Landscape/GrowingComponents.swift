/// The components of a growing set of pixels, with a table of their sizes available at any time.
///
/// A union-find over the pixels that will ever be marked, numbered in reading order: a pixel's
/// number is the count of such pixels before it, so sparse differences need little memory.
struct GrowingComponents: ~Copyable {
  /// The pixels that will be marked, and the number of them before each word. They come first
  /// because Swift 6.3 mistakes the first field for an address when it builds for ThreadSanitizer.
  private let candidates: Scratch<UInt64>
  private let ranks: Scratch<Int32>
  private let width: UInt32
  private let stride: Int
  /// The marked pixels, with a one-pixel border that makes edge tests unnecessary.
  private let marked: Scratch<UInt8>
  private let markedStride: Int
  /// The parent's number; for a root, minus the size of its component.
  private let links: Scratch<Int32>

  private var pixels = 0
  private var components = 0
  private var largest: Int32 = 0
  /// The number of components of each small size.
  private let small: Scratch<Int32>

  private static let sizeLimit = Int32(SizeTable.sizeLimit)

  init(_ mask: ChangeMask) {
    width = UInt32(mask.width)
    stride = mask.stride
    markedStride = (mask.width + 2 + 7) / 8 + 1
    candidates = Scratch(repeating: 0, count: mask.words.count)
    ranks = Scratch(repeating: 0, count: mask.words.count)
    marked = Scratch(repeating: 0, count: markedStride * (mask.height + 2))
    links = Scratch(repeating: 0, count: mask.count)
    small = Scratch(repeating: 0, count: SizeTable.sizeLimit)
    var rank: Int32 = 0
    for (index, word) in mask.words.enumerated() {
      candidates[index] = word
      ranks[index] = rank
      rank += Int32(word.nonzeroBitCount)
    }
  }

  /// Marks pixels that are not marked yet.
  ///
  /// - Parameter positions: The row-major indices of candidates.
  mutating func add(_ positions: ArraySlice<UInt32>) {
    for position in positions {
      let (y, x) = position.quotientAndRemainder(dividingBy: width)
      mark(Int(x), Int(y))
    }
    pixels += positions.count
  }

  var table: SizeTable {
    SizeTable(
      pixels: pixels, components: components, largest: Int(largest),
      small: (0..<SizeTable.sizeLimit).map { small[$0] })
  }

  @inline(__always)
  private mutating func mark(_ x: Int, _ y: Int) {
    let number = rank(x, y)
    // Because of the border, bit x + 1 of row y + 1 is this pixel's own.
    let row = (y &+ 1) &* markedStride
    let (above, beside, below) = (
      neighbours(row - markedStride, x), neighbours(row, x), neighbours(row + markedStride, x)
    )
    marked[row &+ (x &+ 1) >> 3] |= 1 << UInt8(truncatingIfNeeded: (x &+ 1) & 7)
    var join = Join(number: number)
    links[Int(number)] = -1
    let pattern = above | (beside & 1) << 3 | (beside >> 2) << 4 | below << 5
    let wanted = Self.representatives[pattern]
    if wanted & 0b0000_0111 != 0 { joinRow(wanted, x, y &- 1, &join) }
    if wanted & 0b0000_1000 != 0 { absorb(number &- 1, &join) }
    if wanted & 0b0001_0000 != 0 { absorb(number &+ 1, &join) }
    if wanted & 0b1110_0000 != 0 { joinRow(wanted >> 5, x, y &+ 1, &join) }
    finish(join)
  }

  /// Returns the pixels left of, at and right of column `x` in a row, lowest bit first.
  @inline(__always)
  private func neighbours(_ row: Int, _ x: Int) -> Int {
    let byte = row &+ x >> 3
    let bits = Int(marked[byte]) | Int(marked[byte &+ 1]) << 8
    return bits >> (x & 7) & 7
  }

  @inline(__always)
  private mutating func joinRow(_ wanted: UInt8, _ x: Int, _ y: Int, _ join: inout Join) {
    let middle = rank(x, y)
    if wanted & 1 != 0 { absorb(middle &- 1, &join) }
    if wanted & 2 != 0 { absorb(middle, &join) }
    if wanted & 4 != 0 {
      let isCandidate = candidates[y &* stride &+ x >> 6] >> UInt64(x & 63) & 1
      absorb(middle &+ Int32(truncatingIfNeeded: isCandidate), &join)
    }
  }

  /// Returns the number of candidates before a position.
  @inline(__always)
  private func rank(_ x: Int, _ y: Int) -> Int32 {
    let index = y &* stride &+ x >> 6
    let before = candidates[index] & (1 &<< UInt64(x & 63) &- 1)
    return ranks[index] &+ Int32(truncatingIfNeeded: before.nonzeroBitCount)
  }

  /// The component formed by a new pixel and its neighbours.
  private struct Join {
    var root: Int32
    var size: Int32 = 1

    init(number: Int32) { root = number }
  }

  @inline(__always)
  private mutating func absorb(_ number: Int32, _ join: inout Join) {
    let root = findRoot(number)
    if root == join.root { return }
    let size = -links[Int(root)]
    components &-= 1
    if size < Self.sizeLimit { small[Int(size)] &-= 1 }
    if size > join.size {
      links[Int(join.root)] = root
      join.root = root
    } else {
      links[Int(root)] = join.root
    }
    join.size &+= size
    links[Int(join.root)] = -join.size
  }

  @inline(__always)
  private mutating func finish(_ join: Join) {
    components &+= 1
    largest = max(largest, join.size)
    if join.size < Self.sizeLimit { small[Int(join.size)] &+= 1 }
  }

  @inline(__always)
  private func findRoot(_ number: Int32) -> Int32 {
    var number = number
    while true {
      let parent = links[Int(number)]
      if parent < 0 { return number }
      let grand = links[Int(parent)]
      if grand < 0 { return parent }
      links[Int(number)] = grand
      number = grand
    }
  }

  /// For each set of marked neighbours, a smallest subset that reaches all their components.
  ///
  /// Neighbours that touch each other are already in one component. Bits: the three above, left,
  /// right, the three below.
  private static let representatives: [UInt8] = (0..<256).map { pattern in
    let places = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
    func touch(_ first: Int, _ second: Int) -> Bool {
      abs(places[first].0 - places[second].0) <= 1 && abs(places[first].1 - places[second].1) <= 1
    }
    var rest = (0..<8).filter { pattern >> $0 & 1 == 1 }
    var chosen: UInt8 = 0
    while let first = rest.first {
      chosen |= 1 << first
      var reached = [first]
      while let next = rest.first(where: { place in reached.contains { touch($0, place) } }) {
        reached.append(next)
        rest.removeAll { $0 == next }
      }
    }
    return chosen
  }
}
