import DiffEngine
import Pixels

struct RegionSums {
  let box: PixelBox
  private var content = ContentKey.none
  private var outline = ContentKey.none
  /// The sum of every pixel's largest channel change.
  private(set) var weight = 0
  /// The largest change of any channel, 0 to 255.
  private(set) var largest = 0
  /// The number of pixels whose channels gained more than they lost.
  private(set) var brighter = 0

  static func sums(of regions: ChangeRegions) -> [RegionSums] {
    regions.boxes.map { RegionSums(box: $0) }
  }

  mutating func add(_ run: LabelledRun, _ pixels: RunPixels) {
    let columns = run.columns
    let row = UInt64(run.row - box.y) << 32
    var key = ContentKey()
    key.add(row | UInt64(columns.lowerBound - box.x))
    key.add(UInt64(columns.count) | pixels.missing << 32)
    outline.add(unordered: key)
    var x = columns.lowerBound
    while x < columns.upperBound {
      let end = min(columns.upperBound, x + PixelStretch.limit)
      let stretch = PixelStretch(pixels.reference, pixels.actual, x..<end)
      add(stretch, place: row | UInt64(x - box.x), missing: pixels.missing)
      x = end
    }
  }

  private mutating func add(_ stretch: PixelStretch, place: UInt64, missing: UInt64) {
    var key = ContentKey()
    key.add(place | missing << 62)
    key.add(stretch.key)
    content.add(unordered: key)
    weight += stretch.weight
    largest = max(largest, stretch.largest)
    brighter += stretch.brighter
  }

  mutating func merge(_ other: RegionSums) {
    content.merge(other.content)
    outline.merge(other.outline)
    weight += other.weight
    largest = max(largest, other.largest)
    brighter += other.brighter
  }

  /// The key of the exact pixels before and after.
  var key: ContentKey {
    var key = outline
    key.add(content)
    key.add(UInt64(box.width) << 32 | UInt64(box.height))
    return key
  }
}

/// The pixels of a run; nil for an image that does not extend to it.
struct RunPixels {
  let reference: PixelRow?
  let actual: PixelRow?

  init(
    _ overlay: Overlay, _ run: LabelledRun, _ reference: PixelRows, _ actual: PixelRows
  ) {
    func row(_ image: PixelImage, _ rows: PixelRows) -> PixelRow? {
      let isInside = run.row < image.height && run.columns.lowerBound < image.width
      return isInside ? rows[run.row] : nil
    }
    self.reference = row(overlay.reference, reference)
    self.actual = row(overlay.actual, actual)
  }

  /// The images that lack the pixels, one bit each; 0 if both have them.
  var missing: UInt64 { (reference == nil ? 1 : 0) | (actual == nil ? 2 : 0) }
}
