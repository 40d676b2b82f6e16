import Base
import Catalog
import PNGCodec
import Pixels
import Store
import TestSupport
import Testing

/// Libraries that draw reference, difference and actual into one picture and keep no actual.
struct StripTests {
  private let scene = Scene()

  private func image(_ width: Int, _ height: Int, _ grey: UInt8) -> PixelImage {
    PixelImage(
      width: width, height: height,
      pixels: (0..<width * height).map { Pixel(grey, UInt8($0 % 251), 0, 255) })
  }

  private func write(_ name: String, _ image: PixelImage) throws {
    scene.folder.write(name, try PNG.encode(image))
  }

  /// Panes beside each other, or one below the other.
  private func strip(_ panes: [PixelImage], isWide: Bool) -> PixelImage {
    let (width, height) = (panes[0].width, panes[0].height)
    let size = isWide ? (3 * width, height) : (width, 3 * height)
    var pixels: [Pixel] = []
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let pane = panes[isWide ? x / width : y / height]
        pixels.append(pane[x % width, y % height])
      }
    }
    return PixelImage(width: size.0, height: size.1, pixels: pixels)
  }

  @Test(arguments: [
    ("jest-image-snapshot", "src/__image_snapshots__", "menu-snap", ".png", "-diff.png"),
    ("jest-image-snapshot", "__snapshots__", "components-menu--primary", ".png", "-diff.png"),
    ("cypress-image-snapshot", "cypress/snapshots/home.cy.js", "menu", ".snap.png", ".diff.png"),
  ])
  func `the part that shows the actual becomes the baseline`(
    _ layout: String, _ folder: String, _ name: String, _ ending: String, _ mark: String
  ) throws {
    for isWide in [true, false] {
      let (old, new) = (image(5, 4, 10), image(5, 4, isWide ? 20 : 30))
      try write("\(folder)/\(name)\(ending)", old)
      try write(
        "\(folder)/__diff_output__/\(name)\(mark)",
        strip([old, image(5, 4, 99), new], isWide: isWide))
      let found = try scene.openWithState()
      let only = try #require(found.cases.first)
      #expect(found.cases.count == 1 && only.layout.rawValue == layout && only.obstacle == nil)
      #expect(only.sentences.contains { $0.contains("as a new PNG") })
      let actual = try #require(only.actual)
      #expect(try PNG.decode(contentsOf: actual) == new)
      #expect(try scene.openWithState().cases.first?.actual == actual, "made once")
      let written = try scene.accepted(found)
      let again = try scene.openWithState()
      let store = try ReviewStore(again, readOnly: true, stateFolder: scene.folder.stateFolder)
      #expect(again.cases.allSatisfy { $0.obstacle == nil })
      #expect(store.decisions(for: again.cases).values.map(\.decision) == [.accepted])
      #expect(Array(written.keys) == ["\(folder)/\(name)\(ending)"])
      #expect(try PNG.decode(written.values.first ?? [], file: "") == new)
    }
  }

  private func obstacle(_ strip: PixelImage, _ reference: PixelImage) throws -> String? {
    try write("s/__image_snapshots__/a-snap.png", reference)
    try write("s/__image_snapshots__/__diff_output__/a-snap-diff.png", strip)
    let only = try scene.openWithState().cases
    #expect(only.count == 1 && only.first?.actual == nil)
    return only.first?.obstacle
  }

  @Test func `a strip of another reference is not taken apart`() throws {
    let panes = [image(5, 4, 11), image(5, 4, 99), image(5, 4, 20)]
    let obstacle = try obstacle(strip(panes, isWide: true), image(5, 4, 10))
    #expect(obstacle?.contains("its reference part differs from the reference") == true)
  }

  @Test func `nor one whose actual has another size, or that shows the difference alone`() throws {
    for width in [5, 21] {
      let obstacle = try obstacle(image(width, 4, 1), image(5, 4, 10))
      #expect(obstacle?.contains("not three times the reference's size") == true)
    }
  }

  @Test func `nor a damaged one, nor one without a reference`() throws {
    scene.folder.png("s/__image_snapshots__/a-snap.png", "broken")
    scene.folder.png("s/__image_snapshots__/__diff_output__/a-snap-diff.png", "broken")
    scene.folder.png("s/__image_snapshots__/__diff_output__/b-snap-diff.png", "broken")
    let found = try scene.openWithState().cases
    #expect(found.count == 2 && found.allSatisfy { $0.obstacle != nil && $0.actual == nil })
  }

  @Test func `Paparazzi's delta stands in for an actual that is gone`() throws {
    let (old, new) = (image(5, 4, 10), image(5, 4, 20))
    try write("app/src/test/snapshots/images/a.png", old)
    try write(
      "app/build/paparazzi/failures/delta-a.png",
      strip([old, image(5, 4, 99), new], isWide: true))
    let only = try #require(try scene.openWithState().cases.first)
    #expect(only.baseline?.path == scene.folder["app/src/test/snapshots/images/a.png"])
    #expect(try PNG.decode(contentsOf: only.actual ?? "") == new)
  }

  @Test func `of a picture and a video by one name Paparazzi's delta shows which has failed`()
    throws
  {
    let (old, other, new) = (image(5, 4, 10), image(5, 4, 40), image(5, 4, 20))
    let goldens = ["images", "videos"].map { "app/src/test/snapshots/\($0)/a.png" }
    for (golden, picture) in zip(goldens, [other, old]) { try write(golden, picture) }
    try write("app/build/paparazzi/failures/a.png", new)
    #expect(try scene.openWithState().cases.map { $0.baseline == nil } == [true], "either is meant")
    try write(
      "app/build/paparazzi/failures/delta-a.png",
      strip([old, image(5, 4, 99), new], isWide: true))
    #expect(
      try scene.openWithState().cases.map(\.baseline?.path) == [scene.folder[goldens[1]]])
    try write(goldens[1], new)
    scene.folder.write(goldens[1], scene.folder.bytes("app/build/paparazzi/failures/a.png") ?? [])
    #expect(
      try scene.openWithState().cases.map(\.baseline?.path) == [scene.folder[goldens[1]]],
      "accepted")
  }
}

extension StripTests {
  @Test(arguments: [true, false])
  func `a namesake that the strip does not show is not written`(_ isWide: Bool) throws {
    let (old, other, new) = (image(5, 4, 10), image(5, 4, 40), image(5, 4, 20))
    try write("other/a.png", other)
    try write("app/build/outputs/roborazzi/a_actual.png", new)
    let strip = strip([old, image(5, 4, 99), new], isWide: isWide)
    try write("app/build/outputs/roborazzi/a_compare.png", strip)
    let catalog = try scene.openWithState()
    let store = try ReviewStore(catalog, stateFolder: scene.folder.stateFolder)
    defer { store.close() }
    let snapshot = try #require(catalog.cases.first)
    #expect(throws: StoreError.self) { try store.accept(snapshot) }
    try write("other/a.png", old)
    try store.accept(snapshot)
    #expect(try PNG.decode(contentsOf: scene.folder["other/a.png"]) == new)
  }

  @Test(arguments: [Pixel(0, 0, 0, 64), Pixel(0, 0, 0, 0), Pixel(0, 0, 0, 255)])
  func `a pane that ends in filling never becomes a baseline`(_ filling: Pixel) throws {
    let old = PixelImage.plain(5, 4)
    var pixels = PixelImage.plain(5, 4, changes: 3).pixels
    for place in 15..<20 { pixels[place] = filling }
    let filled = PixelImage(width: 5, height: 4, pixels: pixels)
    let scene = Scene()
    scene.folder.write("s/__image_snapshots__/a-snap.png", try PNG.encode(old))
    let panes = [old, old, filled]
    let strip = (0..<4).flatMap { y in panes.flatMap { pane in (0..<5).map { pane[$0, y] } } }
    scene.folder.write(
      "s/__image_snapshots__/__diff_output__/a-snap-diff.png",
      try PNG.encode(PixelImage(width: 15, height: 4, pixels: strip)))
    let only = try #require(try scene.openWithState().cases.first)
    #expect(only.actual == nil && only.obstacle?.contains("padding") == true)
  }
}
