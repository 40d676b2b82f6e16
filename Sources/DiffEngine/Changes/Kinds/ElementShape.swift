import Pixels

/// The shape of what came or went in a region, or of an ink that was reshaped: its coverage, free
/// of where it stands.
package struct ElementShape: Hashable, Sendable, Codable {
  let width: Int
  let height: Int
  /// The very pixels before and after; nil where not all were taken.
  let content: ContentKey?
  /// The ground, and the inks that it has on either side.
  let inks: [Pixel]
  /// The colours of its plain parts, in rising order.
  private let colours: [Pixel]
  /// The coverage on each side that has an ink; empty where it is too large to be held.
  private let fields: [CoverageGrid]
  /// True if one ink explains all of it, before and after, so that its coverage tells everything.
  private let isOneInk: Bool

  /// The pixels that a plain colour has.
  private static let leastPlain = 64
  /// The pixels of one colour side by side that make it plain.
  private static let plainLength = 4
  /// The most that two plain colours may differ, in levels.
  private static let colourTolerance = 2

  /// - Parameter inks: The inks on the ground before and after; nil on a side that has none.
  init(_ pixels: RegionPixels, _ inks: (before: Pixel?, after: Pixel?), on ground: Pixel) {
    (width, height) = (pixels.box.width, pixels.box.height)
    content = pixels.patch
    self.inks = [ground] + [inks.before, inks.after].compactMap(\.self)
    colours = Self.plainColours(pixels, of: inks.after == nil ? \.before : \.after)
    fields = [
      inks.before.flatMap { CoverageGrid(pixels, Coverage(of: $0, on: ground)) { $0.before } },
      inks.after.flatMap { CoverageGrid(pixels, Coverage(of: $0, on: ground)) { $0.after } },
    ].compactMap(\.self)
    isOneInk = Self.isOneInk(pixels, inks, on: ground)
  }

  /// The bytes that its coverage takes.
  var size: Int { fields.reduce(0) { $0 + $1.size } }

  private static func plainColours(
    _ pixels: RegionPixels, of side: KeyPath<ColourPair, Pixel>
  ) -> [Pixel] {
    var plain = [Int](repeating: 0, count: pixels.pairs.count)
    for stretch in pixels.stretches where stretch.count >= plainLength {
      plain[Int(stretch.pair)] += pixels.step * Int(stretch.count)
    }
    var counts: [UInt32: (colour: Pixel, count: Int)] = [:]
    for (pair, count) in zip(pixels.pairs, plain) where count > 0 {
      let colour = pair[keyPath: side]
      counts[colour.bits, default: (colour, 0)].count += count
    }
    return counts.values.filter { $0.count >= leastPlain }.map(\.colour)
      .sorted { $0.bits < $1.bits }
  }

  /// True if both are one element, as it is or at one of the usual scales: the same pixels, or the
  /// same plain colours and a coverage of which an edge's pixel explains every difference.
  func isLike(_ other: Self) -> Bool {
    if let content, content == other.content { return true }
    guard hasSize(of: other), inks.count == other.inks.count,
      zip(inks, other.inks).allSatisfy({ distance($0, $1) <= ChangeKind.ColourChange.tolerance }),
      haveLikes(colours, other.colours), haveLikes(other.colours, colours)
    else { return false }
    return hasFields(of: other)
  }

  /// True if both are one element, each of one ink, as in a light and a dark theme. Of two scales,
  /// the coarser one would prove too little.
  func isLikeInAnyInk(_ other: Self) -> Bool {
    isOneInk && other.isOneInk && abs(width - other.width) <= 2 && abs(height - other.height) <= 2
      && hasFields(of: other)
  }

  private func hasFields(of other: Self) -> Bool {
    !fields.isEmpty && fields.count == other.fields.count
      && zip(fields, other.fields).allSatisfy { $0.isExplained(by: $1) && $1.isExplained(by: $0) }
  }

  /// True if the sides are about those of the other, as they are or at one of the usual scales.
  func hasSize(of other: Self) -> Bool {
    haveLikeSizes((width, height), (other.width, other.height))
  }

  private func haveLikes(_ colours: [Pixel], _ others: [Pixel]) -> Bool {
    colours.allSatisfy { colour in
      others.contains { distance(colour, $0) <= Self.colourTolerance }
    }
  }
}

/// The usual scales of one picture against another.
let usualScales = [1, 1 / 3.0, 0.5, 2 / 3.0, 1.5, 2, 3]

/// True if the sides are about the same, as they are or at one of the usual scales.
func haveLikeSizes(
  _ first: (width: Int, height: Int), _ second: (width: Int, height: Int)
) -> Bool {
  func areNear(_ first: Double, _ second: Int) -> Bool {
    abs(first - Double(second)) <= 2 + 0.15 * max(first, Double(second))
  }
  return usualScales.contains { factor in
    areNear(Double(first.width) * factor, second.width)
      && areNear(Double(first.height) * factor, second.height)
  }
}

/// The coverage of an ink over a box, by cells of a pixel each, or of some in a large box.
private struct CoverageGrid: Hashable, Codable {
  /// Pixels along each side of a cell.
  private let step: Int
  private let columns: Int
  private let rows: Int
  /// The coverage of each cell, from -127 to 127 and 128 more; below 128 is what lies on the other
  /// side of the ground.
  @Packed private var cells: [UInt8]

  private static let cellLimit = 16_384
  /// The most by which a coverage may lie outside of what the other's neighbours span: at an edge,
  /// and where there is none.
  private static let tolerance = 10
  private static let flatTolerance = 2
  /// The level of the ground.
  private static let bare = 128
  /// Pixels that may be off: what rounding leaves of a round edge, and less than shows.
  private static let offLimit = 12
  /// The most that may be off in all, in a square of a few pixels: a few hundredths of a pixel each.
  private static let peakLimit: Float = 0.15 * 127 * 127
  /// The most by which it may gain or lose there, a pixel: edges jitter both ways, a shade does not.
  private static let driftLimit: Float = 127

  /// - Returns: nil where not all pixels were taken.
  init?(_ pixels: RegionPixels, _ coverage: Coverage, _ side: (ColourPair) -> Pixel) {
    guard pixels.step == 1 else { return nil }
    let box = pixels.box
    var step = 1
    while (box.width + step - 1) / step * ((box.height + step - 1) / step) > Self.cellLimit {
      step += 1
    }
    self.step = step
    columns = (box.width + step - 1) / step
    rows = (box.height + step - 1) / step
    let levels = pixels.pairs.map { min(max(coverage(side($0)), -1), 1) * 127 }
    var sums = [Float](repeating: 0, count: columns * rows)
    for stretch in pixels.stretches {
      let row = (Int(stretch.y) - box.y) / step * columns
      for x in Int(stretch.x) - box.x..<Int(stretch.x + stretch.count) - box.x {
        sums[row + x / step] += levels[Int(stretch.pair)]
      }
    }
    let count = columns
    cells = sums.enumerated().map { index, sum in
      let (column, row) = (index % count, index / count)
      let wide = min(box.width, (column + 1) * step) - column * step
      let tall = min(box.height, (row + 1) * step) - row * step
      return UInt8(Self.bare + Int((sum / Float(wide * tall)).rounded()))
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    step = try values.decode(Int.self, forKey: .step)
    columns = try values.decode(Int.self, forKey: .columns)
    rows = try values.decode(Int.self, forKey: .rows)
    _cells = try values.decode(Packed<UInt8>.self, forKey: .cells)
    try values.require(columns > 0 && rows > 0 && cells.count == columns * rows, .cells)
  }

  var size: Int { cells.count }

  private func level(_ column: Int, _ row: Int) -> Int { Int(cells[row &* columns &+ column]) }

  /// True if every cell lies within what the other's cells at the same place span.
  ///
  /// The pixels beside a place count as it does, as an edge may be off by one. Coarse cells hide
  /// too much to explain anything.
  func isExplained(by other: Self) -> Bool {
    guard step == 1, other.step == 1 else { return false }
    let across = max(1, (other.columns + columns - 1) / columns)
    let down = max(1, (other.rows + rows - 1) / rows)
    var off = 0
    var (peak, drift) = (
      ChangePeak(width: columns, height: rows), ChangePeak(width: columns, height: rows)
    )
    for row in 0..<rows {
      let y = (2 * row + 1) * other.rows / (2 * rows)
      for column in 0..<columns {
        let x = (2 * column + 1) * other.columns / (2 * columns)
        let own = level(column, row)
        let change = other.level(x, y) - own
        guard abs(change) > Self.flatTolerance else { continue }
        peak.add(Float(change * change), column..<column + 1, row: row)
        drift.add(Float(change), column..<column + 1, row: row)
        if other.spans(own, x, y, across, down) { continue }
        off += 1
        if off > Self.offLimit { return false }
      }
    }
    // At another scale every edge differs by more.
    let isOneScale = abs(columns - other.columns) <= 2 && abs(rows - other.rows) <= 2
    return !isOneScale || peak.value <= Self.peakLimit && drift.value <= Self.driftLimit
  }

  private func spans(_ own: Int, _ x: Int, _ y: Int, _ across: Int, _ down: Int) -> Bool {
    var (low, high) = (level(x, y), level(x, y))
    // Beyond the box nothing is covered.
    if x < across || y < down || x + across >= columns || y + down >= rows {
      (low, high) = (min(low, Self.bare), max(high, Self.bare))
    }
    for row in max(0, y - down)...min(rows - 1, y + down) {
      for column in max(0, x - across)...min(columns - 1, x + across) {
        let other = level(column, row)
        (low, high) = (min(low, other), max(high, other))
      }
    }
    let isFlat = high - low <= Self.tolerance
    let tolerance = isFlat ? Self.flatTolerance : Self.tolerance
    // By half a pixel at most, where both have one scale.
    let isSlight = across > 1 || 2 * abs(own - level(x, y)) <= high - low + 2 * tolerance
    return isSlight && own >= low - tolerance && own <= high + tolerance
  }
}
