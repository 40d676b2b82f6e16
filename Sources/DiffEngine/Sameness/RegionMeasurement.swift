import PNGCodec

/// One pass over the changed pixels: keys, grids and sums of every region.
package struct RegionMeasurement {
  /// The very pixels of each region, before and after.
  package var keys: [ContentKey] { sums.map(\.key) }
  /// The largest change of any channel, 0 to 255.
  package private(set) var largest = 0
  /// Of every pixel's largest channel change.
  package private(set) var sum = 0
  /// Pixels whose channels gained more than they lost.
  package private(set) var brighter = 0

  private var sums: [RegionSums]
  /// Empty where the regions together have more cells than a signature holds.
  private var grids: [ChangeGrid]

  package init(_ overlay: Overlay, _ mask: ChangeMask, _ regions: ChangeRegions) {
    sums = regions.boxes.map { RegionSums(box: $0) }
    grids = regions.areJoined ? Self.grids(regions.boxes) : []
    overlay.withRows { first, second in
      regions.forEachRun(cutAt: overlay.cuts) { run in
        let pixels = RunPixels(overlay, run, first, second)
        sums[run.label].begin(run, missing: pixels.missing)
        add(run, pixels)
        addEdges(run, pixels, overlay, first, mask)
      }
    }
  }

  /// nil where there are too many cells.
  package var shapes: [RegionShape]? {
    grids.isEmpty ? nil : zip(sums, grids).map { $0.shape($1) }
  }

  private mutating func add(_ run: LabelledRun, _ pixels: RunPixels) {
    var x = run.columns.lowerBound
    while x < run.columns.upperBound {
      var end = min(run.columns.upperBound, x + PixelStretch.limit)
      if !grids.isEmpty { end = min(end, grids[run.label].end(of: x)) }
      let stretch = PixelStretch(pixels.reference, pixels.actual, x..<end)
      sums[run.label].add(stretch)
      if !grids.isEmpty {
        grids[run.label].add(x..<end, run.row, sum: stretch.change) { pixels.change($0) }
      }
      largest = max(largest, stretch.largest)
      sum += stretch.weight
      brighter += stretch.brighter
      x = end
    }
  }

  /// Compares both ends of a run with the unchanged pixels next to it.
  private mutating func addEdges(
    _ run: LabelledRun, _ pixels: RunPixels, _ overlay: Overlay, _ reference: PixelRows,
    _ mask: ChangeMask
  ) {
    guard run.row < overlay.sharedHeight else { return }
    let (first, end) = (run.columns.lowerBound, run.columns.upperBound)
    let row = reference[run.row]
    func add(_ x: Int, _ next: Int) {
      guard next >= 0, next < overlay.sharedWidth, !mask[next, run.row] else { return }
      sums[run.label].addEdge(pixels.before(x), pixels.after(x), premultiplied(row[next]))
    }
    add(first, first - 1)
    add(end - 1, end)
  }

  /// A grid for each region; none where they have too many cells.
  private static func grids(_ boxes: [PixelBox]) -> [ChangeGrid] {
    guard boxes.count * 64 <= RegionShape.cellLimit else { return [] }
    let sizes = boxes.map { RegionShape.grid(width: $0.width, height: $0.height) }
    let total = sizes.reduce(0) { $0 + $1.columns * $1.rows }
    guard total <= RegionShape.cellLimit else { return [] }
    return zip(boxes, sizes).map { ChangeGrid(box: $0, columns: $1.columns, rows: $1.rows) }
  }
}

/// The premultiplied pixels of a run; clear in an image that does not reach there.
private struct RunPixels {
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

  /// 0 where both images have the pixels.
  var missing: UInt64 { (reference == nil ? 1 : 0) | (actual == nil ? 2 : 0) }

  func before(_ x: Int) -> Pixel { reference.map { premultiplied($0[x]) } ?? Pixel() }
  func after(_ x: Int) -> Pixel { actual.map { premultiplied($0[x]) } ?? Pixel() }

  func change(_ x: Int) -> SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: after(x)) &- SIMD4<Int32>(truncatingIfNeeded: before(x))
  }
}

extension Overlay {
  /// The columns at which either image ends before the other, in rising order.
  fileprivate var cuts: [Int] {
    sharedWidth == width ? [] : [sharedWidth]
  }
}
