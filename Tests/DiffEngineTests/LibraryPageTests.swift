import Base
import DiffEngine
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The examples of docs/library.md, compiled and run as they stand there.
struct LibraryPageTests {
  private let folder = TestFolder()

  @Test func `two files`() throws {
    let picture = try PNG.encode(PixelImage.solid(4, 2, Pixel(9, 9, 9, 255)))
    let (reference, actual) = (folder.write("a.png", picture), folder.write("b.png", picture))
    // example
    let strategy = Strategy.combined(threshold: 0, clusterSize: 7, deltaE: 2)
    let comparison = strategy.compare(
      try PNG.decode(contentsOf: reference, strategy.samples),
      try PNG.decode(contentsOf: actual, strategy.samples))
    #expect(comparison.verdict == .match, "\(comparison.mismatched) px differ")
    // end
  }

  @Test func `what the test has rendered`() throws {
    let picture = try PNG.encode(PixelImage.solid(4, 2, Pixel(9, 9, 9, 255)))
    let reference = folder.write("a.png", picture)
    // example
    let rendered = PixelImage(
      width: 2, height: 1, pixels: [Pixel(255, 0, 0, 255), Pixel(0, 0, 255, 255)])
    let accepted = try PNG.decode(contentsOf: reference)
    let strategy = Strategy.perceptual(threshold: 5, deltaE: 2.3)
    #expect(strategy.compare(accepted, rendered).verdict == .sizeMismatch)
    // end
    // example
    let file = try PNG.encode(rendered)
    #expect(try PNG.decode(file, file: "rendered") == rendered)
    // end
  }

  @Test func `thresholds and areas`() throws {
    let rendered = PixelImage.solid(2, 2, Pixel(255, 0, 0, 255))
    // example
    let clock = IgnoredAreas.Area(
      x: .pixels(0), y: .pixels(0), width: .share(1), height: .pixels(44))
    let lenient = Strategy.pixelmatch(threshold: 0.2, allowing: .share(0.001))
    #expect(lenient.allowed(of: 1170 * 2532) == 2962)
    #expect(lenient.compare(rendered, rendered, ignoring: [clock]).verdict == .match)
    #expect(lenient.summary == "pixelmatch  YIQ 0.2  antialiasing ignored  threshold 0.1%")
    // end
    // example
    var strict = Strategy(.odiff)
    strict.yiqThreshold = 0.05
    try strict.validate()
    // end
  }

  @Test func `the page shows what is compiled here, and nothing else`() throws {
    let shown = try blocks("docs/library.md", from: "```swift", to: "```")
    let compiled = try blocks(
      "Tests/DiffEngineTests/LibraryPageTests.swift", from: "// example", to: "// end")
    #expect(shown.count == 5 && compiled.count == 5)
    for (shown, compiled) in zip(shown, compiled) { #expect(plain(shown) == plain(compiled)) }
  }

  @Test func `the engine needs no screen, no colour profiles and no arguments`() throws {
    let manifest = try source("Package.swift")
    var (needed, waiting) = (Set<String>(), ["DiffEngine", "PNGCodec"])
    while let name = waiting.popLast() {
      guard needed.insert(name).inserted else { continue }
      let target = try #require(manifest.components(separatedBy: "name: \"\(name)\"").last)
      let list = target.components(separatedBy: ".target(")[0].firstMatch(
        of: #/dependencies: \[([^\]]*)/#)
      waiting += (list?.1 ?? "").matches(of: #/"(\w+)"/#).map { String($0.1) }
    }
    #expect(
      needed == [
        "DiffEngine", "PNGCodec", "Pixels", "CPNG", "CSystem", "CKernels", "Libc", "Host", "Base",
        "Essentials",
      ])
  }

  @Test func `nothing is public but what the page needs`() throws {
    let folder = repository.appendingPathComponent("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let open = try files.filter { $0.hasSuffix(".swift") }.filter {
      try source("Sources/\($0)").contains(#/(?m)^\s*public /#)
    }
    #expect(
      open.sorted() == [
        "DiffEngine/Compare/IgnoredAreas.swift", "DiffEngine/Comparison.swift",
        "DiffEngine/Strategy/Allowance.swift", "DiffEngine/Strategy/Strategy+Library.swift",
        "DiffEngine/Strategy/Strategy+Validation.swift",
        "DiffEngine/Strategy/Strategy+Wording.swift", "DiffEngine/Strategy/Strategy.swift",
        "DiffEngine/Strategy/StrategyRule.swift", "PNGCodec/PNG+Encode.swift", "PNGCodec/PNG.swift",
        "Pixels/ImageError.swift", "Pixels/PixelImage.swift", "Pixels/PixelSamples.swift",
      ])
  }

  private let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized

  private func source(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  private func blocks(_ file: String, from start: String, to end: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in try source(file).components(separatedBy: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text == start {
        block = []
      } else if text == end, let done = block {
        blocks.append(done)
        block = nil
      } else {
        block?.append(text)
      }
    }
    return blocks
  }

  /// Returns the code without blanks and line ends, which its layout decides.
  private func plain(_ lines: [String]) -> String { lines.joined().filter { $0 != " " } }
}
