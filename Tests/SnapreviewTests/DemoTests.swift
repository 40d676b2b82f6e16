import Catalog
import Demo
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing
import snapreview

struct DemoTests {
  /// Drawn once for all tests: drawing takes a second.
  private static let sample = Result { try DemoFolder.files() }
  let files: [DemoFile]

  init() throws { files = try Self.sample.get() }

  @Test func `the typeface has every sign that a sentence about a change uses`() {
    for sign in "→≤Δ×·–−—“”…≈≠✓✗" { #expect(StrokeFont.has(sign), "\(sign)") }
    #expect(!StrokeFont.glyph(for: "字").lines.isEmpty, "a box stands for what it does not have")
  }

  @Test func `every run draws the same bytes`() throws {
    #expect(try DemoFolder.files() == files)
  }

  @Test func `every case is found in its own layout, with what it lacks`() throws {
    let scratch = TestFolder()
    let folder = DemoFolder(path: scratch["demo"])
    try folder.write()
    let catalog = try Catalog(paths: [folder.path])
    #expect(catalog.remarks == [] && catalog.skipped == [])
    #expect(catalog.cases.count == DemoCase.all.count)
    #expect(catalog.cases.count >= 12)
    #expect(Set(catalog.cases.map(\.layout)) == [.afsnapshot, .pointfree, .uber])
    #expect(catalog.cases.filter { $0.content == .text }.count == 1)
    #expect(catalog.cases.filter { $0.actual == nil }.map(\.name) == ["storm"])
    #expect(catalog.cases.allSatisfy { $0.reference != nil && $0.baseline != nil })
    let recorded = catalog.cases.filter { $0.writing == .rejecting }
    #expect(recorded.map(\.name) == ["agenda", "month", "rain", "sunny"])
    #expect(recorded.allSatisfy { $0.remarks.count == 1 })
    #expect(catalog.cases.allSatisfy { $0.remarks.isEmpty || $0.writing == .rejecting })
  }

  @Test func `only the shadow's alpha differs where only alpha should`() throws {
    let (reference, actual) = try pair(
      "WidgetTests/WeatherWidgetTests/rain.png", "WidgetTests/WeatherWidgetTests/rain.png")
    var changed = 0
    for y in 0..<reference.height {
      for x in 0..<reference.width where reference[x, y] != actual[x, y] {
        changed += 1
        #expect(reference[x, y].w > actual[x, y].w)
        #expect(
          reference[x, y] &- actual[x, y] == Pixel(0, 0, 0, reference[x, y].w - actual[x, y].w))
      }
    }
    #expect(changed > 1000)
  }

  @Test func `noise is made of single pixels`() throws {
    let (reference, actual) = try pair(
      "AppTests/__Snapshots__/SettingsTests/testSettings.light.png",
      "Artifacts/SettingsTests/testSettings.light.png")
    var changed: Set<SIMD2<Int>> = []
    for y in 0..<reference.height {
      for x in 0..<reference.width where reference[x, y] != actual[x, y] {
        changed.insert(SIMD2(x, y))
      }
    }
    #expect(changed.count > 100)
    let steps = [SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1), SIMD2(-1, 1)]
    #expect(!changed.contains { place in steps.contains { changed.contains(place &+ $0) } })
  }

  @Test func `what should match matches, and two sizes are two sizes`() throws {
    let (first, second) = try pair(
      "FailureDiffs/ShopTests.TabBarTests/reference_testNoBadge@2x.png",
      "FailureDiffs/ShopTests.TabBarTests/failed_testNoBadge@2x.png")
    #expect(first == second)
    let (small, tall) = try pair(
      "AppTests/__Snapshots__/SettingsTests/testSettings.new-row.png",
      "Artifacts/SettingsTests/testSettings.new-row.png")
    #expect((small.width, small.height) == (390, 844))
    #expect((tall.width, tall.height) == (390, 902))
  }

  @Test func `a folder with anything else in it is left alone`() throws {
    let scratch = TestFolder()
    scratch.write("mine.txt", "keep me")
    let result = try Program.run("demo", scratch.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("not empty"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["mine.txt"])
  }

  @Test func `a second demo keeps decisions, a fresh one forgets them`() throws {
    let scratch = TestFolder()
    let folder = scratch["demo"]
    #expect(try Program.run("demo", folder).status == 0)
    #expect(try Program.run("accept", folder, "--filter", "CheckoutTests").status == 0)
    #expect(try Program.run("demo", folder).errors.contains("as you left it"))
    let kept = try Program.run("list", folder, "--format", "json")
    #expect(kept.summary["accepted"] == 4)
    #expect(try Program.run("demo", folder, "--fresh").status == 0)
    let fresh = try Program.run("list", folder, "--format", "json")
    #expect(fresh.summary["undecided"] == DemoCase.all.count)
    #expect(fresh.summary["sizeMismatch"] == 1)
    #expect(fresh.summary["match"] == 1)
    #expect(fresh.summary["mismatch"] == DemoCase.all.count - 2)
  }

  @Test func `a fresh demo forgets a saved rule, in a repository too`() throws {
    let scratch = TestFolder()
    scratch.folder("project/.git")
    let folder = scratch["project/demo"]
    func open(_ flags: String...) throws -> PseudoTerminal {
      let terminal = try PseudoTerminal(
        Program.path, ["demo", folder] + flags, columns: 160, rows: 40)
      try terminal.waitUntilMeasured("16 of 17")
      return terminal
    }
    var terminal = try open()
    try terminal.send(">w3", showing: "+ threshold = 1")
    try terminal.send("y", showing: "Written to")
    #expect(scratch.exists("project/demo/.snapreview.toml"))
    try terminal.quit()
    let ruled = try Program.run("list", folder, "--format", "json").output
    #expect(ruled.contains("\"threshold\":1"))
    terminal = try open("--fresh")
    #expect(terminal.screen.text.contains("naive  threshold 0"))
    try terminal.quit()
    #expect(!scratch.exists("project/demo/.snapreview.toml"))
    #expect(!scratch.exists("project/.snapreview.toml"))
  }

  private func pair(_ first: String, _ second: String) throws -> (PixelImage, PixelImage) {
    func image(_ path: String, isRecorded: Bool = false) throws -> PixelImage {
      let file = try #require(files.first { $0.path == path && $0.isRecorded == isRecorded })
      return try PNG.decode(file.bytes, file: path)
    }
    return (try image(first), try image(second, isRecorded: first == second))
  }
}
