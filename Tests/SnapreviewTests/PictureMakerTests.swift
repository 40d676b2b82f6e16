import Catalog
import Changes
import DiffEngine
import PNGCodec
import Pixels
import Review
import ReviewUI
import TestSupport
import Testing
import snapreview

struct PictureMakerTests {
  private static let side = 100
  private let scratch = TestFolder()
  private let snapshot: SnapshotCase
  private let maker = PictureMaker(loader: PairLoader { ShownFiles(of: $0) })

  /// White and black, with one red pixel in the actual.
  init() {
    func image(_ pixel: Pixel, red: Int? = nil) -> PixelImage {
      var pixels = Array(repeating: pixel, count: Self.side * Self.side)
      if let red { pixels[red] = Pixel(255, 0, 0, 255) }
      return PixelImage(width: Self.side, height: Self.side, pixels: pixels)
    }
    let white = Pixel(255, 255, 255, 255)
    snapshot = SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair,
      reference: scratch.write("r.png", image(white)),
      actual: scratch.write("a.png", image(white, red: 55 * Self.side + 37)),
      difference: scratch.write("d.png", image(Pixel(0, 0, 255, 255))))
  }

  /// The whole image, or a part of it, in ten by ten samples.
  private func picture(
    _ source: PictureRequest.Source, of snapshot: SnapshotCase? = nil,
    region: PixelRegion = PixelRegion(x: 0, y: 0, width: 100, height: 100),
    detail: PictureRequest.Detail? = nil
  ) -> Picture? {
    maker.picture(
      snapshot ?? self.snapshot,
      PictureRequest(
        item: snapshot == nil ? 0 : 1, revision: 0, source: source,
        region: region,
        samples: PixelSize(width: 10, height: 10), detail: detail, ground: .white,
        marks: Strategy(.naive)))
  }

  @Test func `a lone mismatch is marked however far the image is shrunk`() throws {
    let picture = try #require(self.picture(.side(.actual)))
    #expect(picture.changed.indices.filter { picture.changed[$0] } == [53])
    let difference = try #require(self.picture(.difference(.difference, Strategy(.naive))))
    #expect(difference.grid.samples.indices.filter { difference.grid.samples[$0].y > 0 } == [53])
    let highlight = try #require(self.picture(.difference(.highlight, Strategy(.naive))))
    #expect(highlight.grid.samples[53] == Pixel(0, 255, 0, 255))
  }

  @Test func `swipe shows the actual right of the edge, onion mixes both`() throws {
    let sides = try [Side.reference, .actual].map { try #require(picture(.side($0))).grid.samples }
    #expect(sides[0][53] != sides[1][53])
    for (edge, side) in [(0.3, 1), (0.4, 0)] {
      #expect(try #require(picture(.swipe(edge: edge))).grid.samples == sides[side])
    }
    #expect(try #require(picture(.onion(opacity: 0))).grid.samples == sides[0])
    #expect(try #require(picture(.onion(opacity: 1))).grid.samples == sides[1])
    let red = PixelRegion(x: 37, y: 55, width: 1, height: 1)
    let middle = try #require(picture(.onion(opacity: 0.5), region: red)).grid.samples[0]
    #expect(middle == Pixel(255, 128, 128, 255))
  }

  @Test func `the library's own difference is shown as it was written`() throws {
    let samples = try #require(picture(.recorded)).grid.samples
    #expect(samples.allSatisfy { $0 == Pixel(0, 0, 255, 255) })
  }

  @Test func `finer cells show more of a shrunk image, in two colours each`() throws {
    var request = PictureRequest(
      item: 0, revision: 0, source: .side(.actual),
      region: PixelRegion(x: 20, y: 40, width: 40, height: 40),
      samples: PixelSize(width: 10, height: 10), ground: .white, marks: Strategy(.naive))
    #expect(try #require(maker.picture(snapshot, request)).fitted == nil)
    for shape in CellShape.allCases.dropFirst() {
      request.cells = shape
      let (cells, drawn) = try #require(maker.picture(snapshot, request)?.fitted)
      #expect(drawn == shape && cells.count == 50)
      // The red pixel at 37, 55 lies in the fifth column and the second row of cells.
      let parted = cells.indices.filter { cells[$0].foreground != cells[$0].background }
      #expect(parted == [14])
    }
  }

  @Test func `a thumbnail is the region in both images, or the whole difference`() throws {
    var request = ThumbnailRequest(
      item: 0, revision: 0, strategy: Strategy(.naive), samples: PixelSize(width: 21, height: 20),
      isWhole: false, ground: .white)
    let pair = try #require(maker.thumbnail(snapshot, request)).pictures.map(\.picture.grid)
    #expect(pair.count == 2 && pair[0] != pair[1])
    #expect(pair[1].samples.contains(Pixel(255, 0, 0, 255)))
    #expect(!pair[0].samples.contains(Pixel(255, 0, 0, 255)))
    request.isWhole = true
    let whole = try #require(maker.thumbnail(snapshot, request)).pictures.map(\.picture.grid)
    #expect(whole.count == 1 && whole[0].columns == 21)
    // Nothing counts: there is no region to show.
    request.isWhole = false
    request.strategy = Strategy(.perceptual)
    request.strategy.deltaE = 100
    #expect(try #require(maker.thumbnail(snapshot, request)).pictures.count == 1)
  }

  @Test func `a thumbnail of a picture at two scales shows both whole`() throws {
    func image(_ side: Int) -> PixelImage {
      let shade = { (place: Int) in UInt8(place * 240 / side) }
      let pixels = (0..<side * side).map { Pixel(shade($0 % side), shade($0 / side), 9, 255) }
      return PixelImage(width: side, height: side, pixels: pixels)
    }
    let rescaled = SnapshotCase(
      id: "s", suite: "", name: "s", layout: .pair,
      reference: scratch.write("once.png", image(40)),
      actual: scratch.write("twice.png", image(80)))
    let request = ThumbnailRequest(
      item: 3, revision: 0, strategy: Strategy(.naive), samples: PixelSize(width: 21, height: 10),
      isWhole: false, ground: .white)
    let compared = ComparisonRequest(item: 3, revision: 0, strategy: Strategy(.naive))
    #expect(try #require(maker.regions(rescaled, compared)).isEmpty)
    let thumbnail = try #require(maker.thumbnail(rescaled, request))
    #expect(thumbnail.pictures.map(\.request.source) == [.side(.reference), .side(.actual)])
    #expect(thumbnail.pictures.map(\.request.region.width) == [40, 80])
    let grids = thumbnail.pictures.map(\.picture.grid)
    for (first, second) in zip(grids[0].samples, grids[1].samples) {
      #expect(abs(Int(first.x) - Int(second.x)) < 4 && abs(Int(first.y) - Int(second.y)) < 4)
    }
  }

  @Test func `inserted rows are found, and taken out of the pictures alone`() throws {
    let rows = (0..<40).map { Pixel(UInt8($0 * 6), 100, 50, 255) }
    func image(_ rows: [Pixel]) -> PixelImage {
      PixelImage(
        width: 8, height: rows.count, pixels: rows.flatMap { Array(repeating: $0, count: 8) })
    }
    let fresh = Array(repeating: Pixel(255, 255, 255, 255), count: 10)
    let moved = SnapshotCase(
      id: "m", suite: "", name: "m", layout: .pair,
      reference: scratch.write("before.png", image(rows)),
      actual: scratch.write("after.png", image(Array(rows[..<20]) + fresh + Array(rows[20...]))))
    var request = ComparisonRequest(item: 2, revision: 0, strategy: Strategy(.naive))
    let alignment = try #require(maker.movedRows(moved, request))
    #expect(alignment.sentence == "10 rows inserted at y 20; the rest is equal")
    let count = try #require(maker.comparison(moved, request)).mismatched
    request.isAligned = true
    #expect(maker.regions(moved, request)?.map(\.box.y) == [20])
    #expect(maker.regions(moved, request)?.map(\.mismatched) == [80])
    // Pixels in an ignored area of either file are ignored.
    request.areas = IgnoredAreas(
      [.init(x: .pixels(0), y: .pixels(18), width: .pixels(6), height: .pixels(6))])
    #expect(maker.regions(moved, request)?.map(\.mismatched) == [80 - 4 * 6])
    (request.isAligned, request.areas) = (false, IgnoredAreas())
    #expect(try #require(maker.comparison(moved, request)).mismatched == count && count > 80)
  }

  @Test func `pixels for the terminal carry the mark`() throws {
    let mark = Pixel(9, 8, 7, 255)
    let detail = PictureRequest.Detail(size: PixelSize(width: 100, height: 100), mark: mark)
    let png = try #require(picture(.side(.actual), detail: detail)?.png)
    let image = try PNG.decode(png, file: "pane.png")
    #expect(image.width == 100 && image.height == 100)
    #expect(image[37, 55] == mark)
    #expect(image[38, 55] == Pixel(255, 255, 255, 255))
  }

  @Test func `the loupe reads both files, and nothing beyond their edges`() throws {
    func inspect(_ x: Int, _ y: Int) -> Inspection? {
      maker.inspection(
        snapshot, InspectionRequest(item: 0, revision: 0, point: PixelPoint(x: x, y: y)))
    }
    let red = try #require(inspect(37, 55))
    #expect(red.reference == Pixel(255, 255, 255, 255))
    #expect(red.actual == Pixel(255, 0, 0, 255))
    #expect(red.deltaE.count == Strategy.Formula.allCases.count)
    let outside = try #require(inspect(100, 0))
    #expect(outside.reference == nil && outside.actual == nil && outside.deltaE.isEmpty)
  }

  @Test func `regions are those of the strategy's mismatches`() throws {
    func regions(_ strategy: Strategy) throws -> [ChangeRegion] {
      let request = ComparisonRequest(item: 0, revision: 0, strategy: strategy)
      return try #require(maker.regions(snapshot, request))
    }
    let found = try regions(Strategy(.naive))
    #expect(found.count > 0 && found[0].maxDeltaE > 10)
    var blind = Strategy(.perceptual)
    blind.deltaE = 100
    #expect(try regions(blind).isEmpty)
  }

  @Test func `a file that is gone gives no picture and no outcome`() {
    var gone = snapshot
    gone.actual = scratch["none.png"]
    #expect(picture(.side(.reference), of: gone) == nil)
    let request = ComparisonRequest(item: 1, revision: 0, strategy: Strategy(.naive))
    #expect(maker.comparison(gone, request) == nil)
    #expect(
      maker.comparison(
        snapshot, ComparisonRequest(item: 0, revision: 0, strategy: Strategy(.naive)))?.mismatched
        == 1)
  }
}
