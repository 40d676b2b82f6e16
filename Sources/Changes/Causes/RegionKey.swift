import DiffEngine
import Pixels

/// The keys of a region's runs, added up in any order.
struct RegionKey {
  let box: PixelBox
  private var content = ContentKey.none
  private var outline = ContentKey.none

  init(box: PixelBox) { self.box = box }

  mutating func add(_ run: LabelledRun, _ pixels: RunPixels) {
    let columns = run.columns
    let row = UInt64(run.row - box.y) << 32
    var key = ContentKey()
    key.add(row | UInt64(columns.lowerBound - box.x))
    key.add(UInt64(columns.count) | pixels.missing << 32)
    outline.add(unordered: key)
    var stretch = ContentKey()
    stretch.add(row | UInt64(columns.lowerBound - box.x) | pixels.missing << 62)
    stretch.add(stretchKey(pixels.reference, pixels.actual, columns))
    content.add(unordered: stretch)
  }

  mutating func merge(_ other: RegionKey) {
    content.merge(other.content)
    outline.merge(other.outline)
  }

  /// The key of the exact pixels before and after.
  var value: ContentKey {
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

extension Overlay {
  /// Returns a key of the exact pixels of each region, before and after.
  package func keys(_ mask: ChangeMask, _ regions: ChangeRegions) -> [ContentKey] {
    // The column at which one image ends before the other.
    let cuts = sharedWidth == width ? [] : [sharedWidth]
    let parts = withRows { first, second in
      forEachBand(of: regions.runs.count, pixels: mask.count) { band in
        var keys = regions.boxes.map { RegionKey(box: $0) }
        regions.forEachRun(in: band, cutAt: cuts) { run in
          keys[run.label].add(run, RunPixels(self, run, first, second))
        }
        return keys
      }
    }
    return parts.dropFirst().reduce(into: parts[0]) { all, part in
      for region in all.indices { all[region].merge(part[region]) }
    }.map(\.value)
  }
}
