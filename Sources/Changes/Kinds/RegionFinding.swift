import DiffEngine
import Pixels

/// The extent of a region, and how its changed pixels lie in it.
struct RegionExtent {
  let box: PixelBox
  var pixels = 0
  /// The number of stretches of changed pixels in all rows.
  var runs = 0
  /// The number of pixels in the longest stretch.
  var longestRun = 0

  /// - Parameter mask: The mask of the regions; its count is used if there was too much to join.
  static func extents(of regions: ChangeRegions, _ mask: ChangeMask) -> [RegionExtent] {
    var extents = regions.boxes.map { RegionExtent(box: $0) }
    for run in regions.runs {
      extents[run.label].pixels += run.columns.count
      extents[run.label].runs += 1
      extents[run.label].longestRun = max(extents[run.label].longestRun, run.columns.count)
    }
    if !regions.areJoined { extents[0].pixels = mask.count }
    return extents
  }

  init(box: PixelBox, pixels: Int = 0, runs: Int = 0) {
    (self.box, self.pixels, self.runs) = (box, pixels, runs)
  }

  init(_ pixels: RegionPixels) {
    self.init(
      box: pixels.box, pixels: pixels.step * pixels.count, runs: pixels.stretches.count)
  }

  /// The heights of a line of text.
  static let textHeights = 5...100

  /// True if the region has the height of a line and more than two strokes per row, none much
  /// longer than it is high, and is not filled: hardly anything but letters is like that.
  var isLikeText: Bool {
    Self.textHeights ~= box.height && 2 * box.width >= 3 * box.height && runs > 2 * box.height
      && 2 * longestRun <= 3 * box.height
      && 10 * pixels <= 7 * box.width * box.height
  }
}

struct RegionFinding {
  let extent: RegionExtent
  let kind: ChangeKind
  let maxDeltaE: Float
  /// The boxes of the like elements in the region.
  var elements: [PixelBox]
  /// True if every pixel of noise has contrast around it.
  var isAtEdges = false
  /// The colours that became others; empty for noise.
  var modes: [ColourMode] = []
  /// The key of the exact pixels before and after, if kind and colours do not identify them.
  var patch: ContentKey?
  var form = ElementForm.other
  var shape = ShapeChange()
  /// The boxes of its unchanged copies, as far as they were looked for.
  var copies: [PixelBox] = []
  /// True if it consists of pixels that a region's kind does not explain.
  var isLeftover = false
  /// True if it stands out from a region that changed evenly, as inserted rows do.
  var isStrongPart = false
  /// See `RegionPixels.sketch`; empty if its kind has a name.
  var sketch: [UInt8] = []
  /// False if its kind may not be all that happened, although it has a name.
  var isProven = true
  /// The number of its region, if the finding is about all of the region.
  var source: Int?

  /// The minimum share of the largest ΔE that makes a change one of the strongest.
  private static let strongShare: Float = 0.9

  /// Returns the index of the finding with the most pixels among the strongest changes, whatever
  /// their area; nil if there is only noise.
  ///
  /// - Parameter findings: The findings, largest first.
  static func strongest(of findings: [RegionFinding]) -> Int? {
    let changes = findings.indices.filter { findings[$0].kind != .noise }
    let most = changes.map { findings[$0].maxDeltaE }.max() ?? 0
    return changes.first { findings[$0].maxDeltaE >= strongShare * most }
  }

  /// Orders regions by falling pixel counts, and equal ones from the top left.
  func isOrdered(before other: RegionFinding) -> Bool {
    if extent.pixels != other.extent.pixels { return extent.pixels > other.extent.pixels }
    return (extent.box.y, extent.box.x) < (other.extent.box.y, other.extent.box.x)
  }

  func region(placedBy size: SizeRelation) -> KindRegion {
    KindRegion(
      box: size.placed(extent.box), kind: kind, pixels: extent.pixels,
      maxDeltaE: Double(maxDeltaE), redrawing: shape.redrawing, sketch: sketch)
  }
}

extension SizeRelation {
  /// Returns the place of a box of the aligned images in the actual.
  func placed(_ box: PixelBox) -> PixelBox {
    let (left, right) = Self.placed(box.x, box.x + box.width, columns)
    let (top, bottom) = Self.placed(box.y, box.y + box.height, rows)
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func placed(_ start: Int, _ end: Int, _ band: Band?) -> (Int, Int) {
    guard let band, band.change > 0 else { return (start, end) }
    return (
      start >= band.start ? start + band.change : start,
      end > band.start ? end + band.change : end
    )
  }
}

extension RegionPixels {
  /// The number of cells along each side of a sketch.
  private static let sketchSide = 8

  /// The change of each cell of the box, relative to a cell that changed everywhere as strongly as
  /// any pixel: 0 to 255, row by row. It does not depend on place, scale and colours.
  var sketch: [UInt8] {
    let side = Self.sketchSide
    var sums = [Int](repeating: 0, count: side * side)
    let strengths = pairs.map { distance($0.before, $0.after) }
    for stretch in stretches {
      let row = (Int(stretch.y) - box.y) * side / box.height * side
      for x in Int(stretch.x) - box.x..<Int(stretch.x + stretch.count) - box.x {
        sums[row + x * side / box.width] += step * strengths[Int(stretch.pair)]
      }
    }
    let whole = max(1, (strengths.max() ?? 0) * box.width * box.height / (side * side))
    return sums.map { UInt8(min(255, $0 * 255 / whole)) }
  }

  /// A key of the pixels before and after and of their places in the box; nil if not all pixels
  /// were taken.
  var patch: ContentKey? {
    guard step == 1 else { return nil }
    var key = ContentKey()
    for stretch in stretches {
      let (x, y) = (Int(stretch.x) - box.x, Int(stretch.y) - box.y)
      key.add(UInt64(x) << 32 | UInt64(y))
      let pair = pairs[Int(stretch.pair)]
      key.add(pairBits(pair.before, pair.after))
      key.add(UInt64(stretch.count))
    }
    return key
  }
}
