import Demo
import DiffEngine
import Foundation
import Host
import PNGCodec
import Pixels
import Review
import ReviewUI
import TestSupport
import Testing
import snapreview

/// The pages and pictures in docs/ are what the program says and shows. `make docs` runs this suite
/// with the folder's name in `SNAPREVIEW_DOCS`, and then it writes them instead.
struct DocsTests {
  private let target = ProcessInfo.processInfo.environment["SNAPREVIEW_DOCS"]

  /// The file in docs/, or the one that is to be written.
  private func file(_ name: String) -> URL {
    if let target { return URL(fileURLWithPath: target).appendingPathComponent(name) }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/\(name)")
  }

  @Test(arguments: [("keys.md", DocPage.keys), ("README.md", DocPage.gallery)])
  func `a page says what the program says`(_ name: String, _ text: String) throws {
    guard target == nil else { return try Data(text.utf8).write(to: file(name)) }
    #expect(try Data(contentsOf: file(name)) == Data(text.utf8), "run: make docs")
  }

  @Test func `every command has the manual page that its help makes`() throws {
    let pages = try ManualPage.all()
    let folder = file("man")
    if target != nil {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for page in pages {
      let file = folder.appendingPathComponent(page.name + ".1")
      if target == nil {
        #expect(try Data(contentsOf: file) == Data(page.text.utf8), "\(page.name): run make docs")
      } else {
        try Data(page.text.utf8).write(to: file)
      }
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(kept.count == pages.count)
  }

  @Test func `colours a known ΔE apart are drawn side by side`() throws {
    let (image, file) = (DeltaEPicture.image, file(DeltaEPicture.name + ".png"))
    guard target == nil else { return try Data(PNG.encode(image)).write(to: file) }
    #expect(try PNG.decode(contentsOf: file.path) == image, "run: make docs")
  }

  /// Pixels are compared, and not files: how well they are compressed depends on the machine's zlib.
  @Test func `every picture is the screen that its keys lead to`() throws {
    let scratch = TestFolder()
    try DemoFolder(path: scratch["original"]).write()
    for picture in DocPicture.all {
      // A folder each, so that what is decided in one is not seen in the next.
      let demo = scratch["\(picture.name)/snapreview-demo"]
      try FileManager.default.createDirectory(
        atPath: scratch[picture.name], withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: scratch["original"], toPath: demo)
      let image = try picture.image(
        of: demo, stateFolder: UserFolder(path: scratch["\(picture.name)/state"]))
      let file = file(picture.name + ".png")
      if target == nil {
        let kept = try PNG.decode(contentsOf: file.path)
        #expect(kept == image, "docs/\(picture.name).png shows another screen; run: make docs")
      } else {
        try Data(PNG.encode(image)).write(to: file)
      }
    }
  }
}

struct KeyScriptTests {
  @Test func `names stand in angle brackets`() throws {
    let keys = try KeyScript.parse("j/a b<enter><ctrl-r><PgDn><F5><lt>>")
    #expect(
      keys == [
        .character("j"), .character("/"), .character("a"), .character(" "), .character("b"),
        .enter, .control("r"), .pageDown, .function(5), .character("<"), .character(">"),
      ])
  }

  @Test(arguments: ["<nothing>", "<enter", "<>", "<gg>", "j<"])
  func `a name that is none is refused`(_ script: String) {
    #expect(throws: (any Error).self) { try KeyScript.parse(script) }
  }
}

struct GridPainterTests {
  private let red = Paint.rgb(200, 10, 30)
  private let blue = Paint.rgb(0, 70, 250)

  private func picture(of cell: Cell) -> (image: PixelImage, pixels: [[Pixel]]) {
    let image = GridPainter().image(CellGrid(GridSize(columns: 3, rows: 3), filledWith: cell))
    let left = GridPainter.margin + GridPainter.cellWidth
    let top = GridPainter.margin + GridPainter.cellHeight
    let pixels = (0..<GridPainter.cellHeight).map { y in
      (0..<GridPainter.cellWidth).map { x in image[left + x, top + y] }
    }
    return (image, pixels)
  }

  @Test func `half blocks are exact, and samples are square`() {
    #expect(GridPainter.cellHeight == 2 * GridPainter.cellWidth)
    let (red, blue) = (Pixel(200, 10, 30, 255), Pixel(0, 70, 250, 255))
    let upper = picture(of: .halves(top: self.red, bottom: self.blue)).pixels
    let lower = picture(of: Cell(Glyph("▄"), foreground: self.blue, background: self.red)).pixels
    let half = GridPainter.cellHeight / 2
    for pixels in [upper, lower] {
      #expect(pixels.prefix(half).joined().allSatisfy { $0 == red })
      #expect(pixels.suffix(half).joined().allSatisfy { $0 == blue })
    }
  }

  @Test(arguments: [("─", true), ("│", false)])
  func `lines run on from cell to cell`(_ glyph: Unicode.Scalar, _ isLevel: Bool) {
    let image = picture(of: Cell(Glyph(glyph), foreground: red, background: blue)).image
    let length = isLevel ? image.width : image.height
    let across = isLevel ? GridPainter.cellHeight : GridPainter.cellWidth
    var profiles: Set<[Pixel]> = []
    for place in GridPainter.margin..<length - GridPainter.margin {
      profiles.insert(
        (GridPainter.margin..<GridPainter.margin + across).map {
          isLevel ? image[place, $0] : image[$0, place]
        })
    }
    #expect(profiles.count == 1)
    #expect(profiles.first?.contains(Pixel(200, 10, 30, 255)) == true)
  }

  @Test func `what has no drawing is a frame and never nothing`() {
    let pixels = picture(of: Cell(Glyph("\u{6F22}"), foreground: red, background: blue)).pixels
    #expect(!GridPainter().knows(Glyph("\u{6F22}")))
    #expect(Set(pixels.joined()).count > 1)
  }

  @Test func `every printable ASCII character has a drawing, and no two have the same`() {
    var drawings: Set<[[Pixel]]> = []
    for value in 0x21..<0x7F as Range<UInt32> {
      let glyph = Glyph(Unicode.Scalar(value)!)
      #expect(GridPainter().knows(glyph), "\(Unicode.Scalar(value)!)")
      drawings.insert(picture(of: Cell(glyph, foreground: red, background: blue)).pixels)
    }
    #expect(drawings.count == 0x7F - 0x21)
  }
}

struct OfflineReviewTests {
  let scratch: TestFolder

  init() throws {
    scratch = TestFolder()
    scratch.addFailure("testFirst", changes: 3)
    scratch.addFailure("testSecond", changes: 70, size: 60)
    scratch.write("Tests/__Snapshots__/TextTests/testText.1.txt", "one\ntwo\n")
    scratch.write("Artifacts/TextTests/testText.1.txt", "one\nthree\n")
  }

  private func review(_ columns: Int = 120, _ rows: Int = 40) throws -> OfflineReview {
    try OfflineReview(
      paths: [scratch.path], size: GridSize(columns: columns, rows: rows),
      stateFolder: UserFolder(path: scratch["state"]))
  }

  @Test func `everything is measured and drawn after each key`() throws {
    let review = try review()
    for keys in ["", "j", "]", "7", "x", "e"] {
      review.type(try KeyScript.parse(keys))
      let text = review.screen.text
      for word in ["measuring", "drawing", "reading …"] { #expect(!text.contains(word)) }
      #expect(text.contains("3 of 3 fail"))
    }
  }

  @Test func `decisions are on disk, and nothing is heard after leaving`() throws {
    let review = try review()
    review.type(try KeyScript.parse("qa"))
    #expect(review.state.tally.undecided == 3)
    review.close()
    let second = try self.review()
    second.type(try KeyScript.parse("lar"))
    second.close()
    #expect(try self.review().state.tally.undecided == 1)
  }

  @Test func `every sign on our screens has a drawing`() throws {
    var signs: Set<Glyph> = []
    for (columns, rows) in [(120, 40), (60, 20), (30, 8)] {
      let review = try review(columns, rows)
      let scripts = [
        "", "?", "jjjj", "<esc>jjjj<esc>", "i", "<esc>M", "<esc>e", "<esc>w", "<esc>A", "<esc>]",
        "++x", "x04", "5", "6D", "7", "3", "1d", "J", "J", "/te", "<enter>f", "un<esc>:de",
        "<esc>c“×”<esc>", "m", "r", "t", "p",
      ]
      for script in scripts {
        review.type(try KeyScript.parse(script))
        signs.formUnion(review.screen.cells.map(\.glyph))
      }
      review.close()
    }
    let painter = GridPainter()
    let unknown = signs.filter { !painter.knows($0) }.compactMap { Unicode.Scalar($0.base) }
    #expect(unknown == [])
  }
}
