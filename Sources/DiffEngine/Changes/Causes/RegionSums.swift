import Pixels

/// The sums that one pass makes for a region.
struct RegionSums {
  let box: PixelBox
  /// The grid; nil if the regions say too little, or together have more cells than a signature
  /// holds.
  private var grid: ChangeGrid?
  private var content = ContentKey.none
  private var outline = ContentKey.none
  private var count = 0
  private var edgeBefore = 0
  private var edgeAfter = 0
  /// The sum of every pixel's largest channel change.
  private(set) var weight = 0
  /// The largest change of any channel, 0 to 255.
  private(set) var largest = 0
  /// Pixels whose channels gained more than they lost.
  private(set) var brighter = 0

  /// Returns empty sums for every region.
  static func sums(of regions: ChangeRegions) -> [RegionSums] {
    let boxes = regions.boxes
    let grids = regions.areJoined ? ChangeGrid.grids(of: boxes) : nil
    return boxes.indices.map { RegionSums(box: boxes[$0], grid: grids?[$0]) }
  }

  /// Takes the pixels of a run, the ends of which border on the unchanged pixels next to it.
  mutating func add(_ run: LabelledRun, _ pixels: RunPixels, neighbours: (Pixel?, Pixel?)) {
    let columns = run.columns
    let row = UInt64(run.row - box.y) << 32
    var key = ContentKey()
    key.add(row | UInt64(columns.lowerBound - box.x))
    key.add(UInt64(columns.count) | pixels.missing << 32)
    outline.add(unordered: key)
    count += columns.count
    var x = columns.lowerBound
    while x < columns.upperBound {
      let end = min(columns.upperBound, x + PixelStretch.limit)
      let stretch = PixelStretch(pixels.reference, pixels.actual, x..<end)
      add(stretch, place: row | UInt64(x - box.x), missing: pixels.missing)
      x = end
    }
    grid?.add(columns, run.row) { pixels.change($0) }
    addEdge(pixels, columns.lowerBound, neighbours.0)
    addEdge(pixels, columns.upperBound - 1, neighbours.1)
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

  private mutating func addEdge(_ pixels: RunPixels, _ x: Int, _ neighbour: Pixel?) {
    guard let neighbour else { return }
    edgeBefore += distance(pixels.before(x), neighbour)
    edgeAfter += distance(pixels.after(x), neighbour)
  }

  /// Takes what was added up of other runs of the region.
  mutating func merge(_ other: RegionSums) {
    content.merge(other.content)
    outline.merge(other.outline)
    count += other.count
    edgeBefore += other.edgeBefore
    edgeAfter += other.edgeAfter
    weight += other.weight
    largest = max(largest, other.largest)
    brighter += other.brighter
    if let others = other.grid { grid?.merge(others) }
  }

  /// The key of the very pixels before and after.
  var key: ContentKey {
    var key = outline
    key.add(content)
    key.add(UInt64(box.width) << 32 | UInt64(box.height))
    return key
  }

  /// The shape of the region; nil without a grid.
  var shape: RegionShape? {
    grid.map { grid in
      RegionShape(
        width: box.width, height: box.height, count: count, columns: grid.columns,
        rows: grid.rows, cells: grid.means,
        edge: RegionEdge(before: edgeBefore, after: edgeAfter), outline: outline)
    }
  }
}

/// The premultiplied pixels of a run; clear in an image that does not reach there.
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

  func before(_ x: Int) -> Pixel { reference.map { premultiplied($0[x]) } ?? Pixel() }
  func after(_ x: Int) -> Pixel { actual.map { premultiplied($0[x]) } ?? Pixel() }

  func change(_ x: Int) -> SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: after(x)) &- SIMD4<Int32>(truncatingIfNeeded: before(x))
  }
}
