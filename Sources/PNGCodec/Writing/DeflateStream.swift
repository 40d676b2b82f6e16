/// Deflate data in the making: matches, blocks, and a byte border at the end.
struct DeflateStream {
  private let source: UnsafeRawPointer
  private var finder: MatchFinder
  private let places: UnsafeMutablePointer<Int32>
  private var found = SequenceBuffer()
  private var out: BitWriter
  /// How far the source is filled, and where the pending block begins.
  private var end = 0
  private var blockStart = 0
  /// Pieces until the gain of searching is measured again.
  private var untilProbe = 0
  private var isWorthSearching = true

  private static let piecesPerProbe = 8
  /// In screens most differences are zero; here at least every fourth is 1.
  private static let busyShare = 4

  init(_ source: UnsafeRawPointer, to memory: UnsafeMutableRawPointer) {
    self.source = source
    places = .allocate(capacity: MatchFinder.placeCount)
    finder = MatchFinder(source, places: places)
    out = BitWriter(memory)
  }

  func deallocate() {
    places.deallocate()
    found.deallocate()
  }

  /// Room for `count` bytes in blocks as small as they come, the border and the writer.
  static func bound(_ count: Int) -> Int { count + count / 512 + 64 }

  /// Takes the next `count` bytes of the source in.
  ///
  /// In photos a search makes little smaller that the code alone would not: there only every
  /// eighth piece is searched, to see whether it still is so.
  ///
  /// - Parameter sizes: The sum of the differences between samples that these bytes stand for.
  mutating func deflate(_ count: Int, sizes: Int, isLast: Bool) {
    end += count
    if sizes < count / Self.busyShare {
      search(isLast: isLast)
    } else if untilProbe == 0 {
      probe(isLast: isLast)
    } else {
      untilProbe -= 1
      if isWorthSearching { search(isLast: isLast) } else { finder.pass(upTo: end) }
    }
    if !found.hasRoom(at: finder.position) { writeBlock() }
  }

  private mutating func search(isLast: Bool) {
    while true {
      finder.run(upTo: end, isLast: isLast, into: &found)
      guard !found.hasRoom(at: finder.position) else { return }
      writeBlock()
    }
  }

  /// Makes a block of its own of what is new and looks what searching it has saved.
  private mutating func probe(isLast: Bool) {
    if finder.position > blockStart { writeBlock() }
    let start = finder.position
    finder.run(upTo: end, isLast: isLast, into: &found)
    untilProbe = Self.piecesPerProbe - 1
    guard finder.position > start else { return }
    isWorthSearching = writeBlock().savesByMatches
    search(isLast: isLast)
  }

  /// Returns the block as it has been written.
  @discardableResult
  private mutating func writeBlock() -> DeflateBlock {
    found.addLiterals(upTo: finder.position)
    let block = DeflateBlock(found.sequences, source: source + blockStart)
    block.write(to: &out)
    found.removeAll()
    blockStart = finder.position
    return block
  }

  /// Ends on a byte border, as zlib's full flush does.
  ///
  /// - Returns: How many bytes were written.
  mutating func finish() -> Int {
    if finder.position > blockStart { writeBlock() }
    out.write(0, 3)
    out.align()
    out.write(0xFFFF_0000, 32)
    return out.byteCount
  }
}
