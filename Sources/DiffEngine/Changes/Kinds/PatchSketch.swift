import Libc
import Pixels

/// A sketch of a region without a name, before and after: how far each of 20 by 20 tiles stands out
/// from the ground, free of colours, scale and place. The same icon in a light and a dark theme has
/// one sketch.
package struct PatchSketch: Hashable, Sendable, Codable {
  private let width: Int
  private let height: Int
  /// The coverage of each tile, row by row, 0 to 255.
  @Packed private var before: [UInt8]
  @Packed private var after: [UInt8]

  private static let side = 20
  /// The most that two sketches may differ in all tiles together: a twentieth of the coverage.
  private static let sumLimit = side * side * 255 / 20
  /// More than two sketches of one content differ, before and after.
  fileprivate static let farthest = 2 * sumLimit + 1
  /// The difference of a tile that is another content, and how many of those there may be.
  private static let tileLimit = 76
  private static let offLimit = side * side * 3 / 100
  /// The distance from the ground that something plainly visible has, in levels.
  private static let leastContrast = 12

  /// - Returns: nil if the patch changed by less than two patches that are alike may differ.
  init?(_ overlay: Overlay, _ box: PixelBox) {
    (width, height) = (box.width, box.height)
    (before, after) = overlay.withRows { first, second in
      (
        Self.tiles(of: first, overlay.rim(of: box, first), box),
        Self.tiles(of: second, overlay.rim(of: box, second), box)
      )
    }
    if Self.difference(before, after, pixel: pixel, isMirrored: false) != nil { return nil }
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    width = try values.decode(Int.self, forKey: .width)
    height = try values.decode(Int.self, forKey: .height)
    _before = try values.decode(Packed<UInt8>.self, forKey: .before)
    _after = try values.decode(Packed<UInt8>.self, forKey: .after)
    try values.require(width > 0 && height > 0, .width)
    try values.require([before, after].allSatisfy { $0.count == Self.side * Self.side }, .before)
  }

  /// The share of a tile that a pixel is, across and down, of 256.
  private var pixel: SIMD2<Int> {
    SIMD2(min(256, 256 * Self.side / width), min(256, 256 * Self.side / height))
  }

  /// The mean coverage of each tile by some of its pixels, 9 or 16: all of them would take as long as
  /// the rest of the signature where everything changed.
  private static func tiles(of rows: PixelRows, _ ground: Pixel, _ box: PixelBox) -> [UInt8] {
    func places(_ start: Int, _ length: Int) -> [Int] {
      let count = side * min(max((length + side - 1) / side, 3), 4)
      return (0..<count).map { start + (2 * $0 + 1) * length / (2 * count) }
    }
    let (columns, lines) = (places(box.x, box.width), places(box.y, box.height))
    let (across, down) = (columns.count / side, lines.count / side)
    var sums = [Int](repeating: 0, count: side * side)
    var most = leastContrast
    for (line, y) in lines.enumerated() {
      let row = rows[y]
      let start = line / down * side
      for (column, x) in columns.enumerated() {
        let contrast = distance(premultiplied(row[x]), ground)
        most = max(most, contrast)
        sums[start + column / across] += contrast
      }
    }
    return sums.map { UInt8($0 * 255 / (across * down * most)) }
  }

  /// Returns the sum of the differences of all tiles that no edge explains which moved by a pixel;
  /// nil if they are too many to be one content.
  private static func difference(
    _ first: [UInt8], _ second: [UInt8], pixel: SIMD2<Int>, isMirrored: Bool
  ) -> Int? {
    func steepness(_ tiles: [UInt8], _ place: Int, _ column: Int) -> SIMD2<Int> {
      func step(_ isInside: Bool, _ other: Int) -> Int {
        isInside ? abs(Int(tiles[place]) - Int(tiles[other])) : 0
      }
      return SIMD2(
        max(step(column > 0, place - 1), step(column < side - 1, place + 1)),
        max(step(place >= side, place - side), step(place + side < tiles.count, place + side)))
    }
    var (sum, off) = (0, 0)
    for place in first.indices {
      let column = place % side
      let otherColumn = isMirrored ? side - 1 - column : column
      let other = place - column + otherColumn
      var difference = abs(Int(first[place]) - Int(second[other]))
      guard difference > 0 else { continue }
      let (own, its) = (steepness(first, place, column), steepness(second, other, otherColumn))
      difference -= (pixel &* pointwiseMax(own, its)).wrappedSum() / 256
      guard difference > 0 else { continue }
      sum += difference
      if difference > tileLimit { off += 1 }
      if sum > sumLimit || off > offLimit { return nil }
    }
    return sum
  }

  /// Returns the difference of two sketches of one content, as it is or mirrored, at the same size
  /// or at one of the usual scales; nil if they show something else.
  func difference(from other: Self) -> Int? {
    guard haveLikeSizes((width, height), (other.width, other.height)) else { return nil }
    let pixel = pointwiseMax(pixel, other.pixel)
    for isMirrored in [false, true] {
      if let old = Self.difference(before, other.before, pixel: pixel, isMirrored: isMirrored),
        let new = Self.difference(after, other.after, pixel: pixel, isMirrored: isMirrored)
      {
        return old + new
      }
    }
    return nil
  }

  /// True if exactly one of the old and the new content is the other's, at one size: something else
  /// came in its place.
  func isHalf(of other: Self) -> Bool {
    guard width == other.width, height == other.height else { return false }
    func isSame(_ own: [UInt8], _ its: [UInt8]) -> Bool {
      Self.difference(own, its, pixel: pixel, isMirrored: false) != nil
    }
    return isSame(before, other.before) != isSame(after, other.after)
  }

  /// A number that is the same, or one more or less, in nearly all sketches that are alike.
  var aspect: Int {
    // Half an octave: the sides of small patches may differ by two pixels.
    Int((2 * log2(Double(width) / Double(height))).rounded())
  }
}

extension PatchSketch {
  /// The regions without a name that are sketched, and the different sketches that are kept.
  private static let regionLimit = 16
  private static let limit = 8

  /// Returns the different sketches of the regions without a name; nil if there are too many of
  /// them, or if one says too little.
  ///
  /// - Parameter findings: The largest first, in pixels of the overlay.
  static func sketches(of findings: [RegionFinding], _ overlay: Overlay) -> [PatchSketch]? {
    let unnamed = findings.filter { $0.kind == .reshaped || $0.kind == .replaced }
    guard unnamed.count <= regionLimit else { return nil }
    var sketches: [PatchSketch] = []
    for finding in unnamed {
      guard let sketch = PatchSketch(overlay, finding.extent.box) else { return nil }
      if sketches.contains(where: { $0.difference(from: sketch) != nil }) { continue }
      guard sketches.count < limit else { return nil }
      sketches.append(sketch)
    }
    return sketches
  }
}

extension ChangeKinds {
  /// True if the regions without a name look the same before and after, in whatever colours and at
  /// whatever scale, and the other kinds of change are the same. One of the cases may have as many
  /// again: another screen shows only some of the new icons.
  func hasSketches(of other: ChangeKinds) -> Bool {
    guard let sketches, let others = other.sketches, !sketches.isEmpty, !others.isEmpty,
      namedKinds == other.namedKinds
    else { return false }
    let (own, its) = (Self.known(sketches, in: others), Self.known(others, in: sketches))
    return own == sketches.count && 2 * its >= others.count
      || its == others.count && 2 * own >= sketches.count
  }

  private static func known(_ sketches: [PatchSketch], in others: [PatchSketch]) -> Int {
    sketches.count { sketch in others.contains { $0.difference(from: sketch) != nil } }
  }

  /// How far the change is off that of most of the cases that look alike: by the regions that it has
  /// more or fewer, and by what those without a name look like. 0 or more.
  package func unlikeness(to others: [ChangeKinds]) -> Int {
    guard !others.isEmpty else { return 0 }
    let usual = others.map(\.changedRegions).sorted()[others.count / 2]
    let sketched = others.compactMap(\.sketches)
    let looks = (sketches ?? []).map { sketch in
      let nearest = sketched.map { other in
        other.compactMap { $0.difference(from: sketch) }.min() ?? PatchSketch.farthest
      }
      return nearest.sorted()[nearest.count / 2]
    }
    return abs(changedRegions - usual) * PatchSketch.farthest + (looks.max() ?? 0)
  }

  private var changedRegions: Int { tallies.reduce(0) { $0 + $1.regions } }

  private var namedKinds: Set<String> {
    Set(tallies.filter { !$0.isUnnamed }.map(\.kind.name))
  }
}

extension Overlay {
  /// The commonest colour around a box, as far as the picture goes; of equals that of the larger
  /// bits. Premultiplied.
  fileprivate func rim(of box: PixelBox, _ rows: PixelRows) -> Pixel {
    let area = box.grown(by: 1, width: width, height: height)
    let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1)
    var counts: [UInt32: (pixel: Pixel, count: Int)] = [:]
    func add(_ x: Int, _ y: Int) {
      let pixel = rows[y][x]
      counts[pixel.bits, default: (pixel, 0)].count += 1
    }
    for x in stride(from: area.x, through: right, by: max(1, area.width / 128)) {
      add(x, area.y)
      add(x, bottom)
    }
    for y in stride(from: area.y, through: bottom, by: max(1, area.height / 128)) {
      add(area.x, y)
      add(right, y)
    }
    let most = counts.values.max { ($0.count, $0.pixel.bits) < ($1.count, $1.pixel.bits) }
    return premultiplied(most?.pixel ?? Pixel())
  }
}
