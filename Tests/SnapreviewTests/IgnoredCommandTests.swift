import DiffEngine
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Areas that a rule ignores are ignored by every command.
struct IgnoredCommandTests {
  let scratch = TestFolder()
  private let rules: [String]

  /// The change of one case is ignored, that of the other in part.
  init() {
    scratch.addFailure("testClock", changes: 3)
    scratch.addFailure("testMore", changes: 6)
    scratch.write(
      "rules.toml", "[default]\nignore = [{x = 0, y = 0, width = 4, height = \"12.5%\"}]\n")
    rules = ["--rules", scratch["rules.toml"]]
  }

  private func run(_ command: String, _ more: String...) throws -> Program.Result {
    try Program.run([command, scratch.failures] + rules + more)
  }

  @Test func `list and check count what is left, and say how much was ignored`() throws {
    let list = try run("list", "--format", "json")
    #expect(list.texts("verdict") == ["match", "mismatch"])
    #expect(list.numbers("mismatched") == [0, 2])
    #expect(list.numbers("ignored") == [4, 4])
    let check = try run("check")
    #expect(check.status == 1)
    #expect(check.output.contains("testMore") && !check.output.contains("testClock"))
    #expect(try run("check", "--filter", "testClock").status == 0)
  }

  @Test func `show draws what the case's strategy counts, and hatches the rest`() throws {
    func image(_ more: String...) throws -> PixelImage {
      let file = scratch["case.png"]
      let result = try Program.run(
        ["show", scratch.failures, "--case", "testMore", "--output", file] + more)
      #expect(result.status == 0, "\(result.errors)")
      return try PNG.decode(contentsOf: file)
    }
    // The third of three pictures, 16 pixels apart.
    let (all, rest) = (try image(), try image("--rules", scratch["rules.toml"]))
    func isMarked(_ image: PixelImage, _ x: Int) -> Bool { image[48 + x, 0] == all[48 + 5, 0] }
    #expect((0..<6).allSatisfy { isMarked(all, $0) })
    #expect((0..<8).filter { isMarked(rest, $0) } == [4, 5])
    #expect(rest[0, 0] != all[0, 0], "hatched")
    #expect(rest[2, 0] == all[2, 0] && rest[0, 4] == all[0, 4])
    let lenient = try image("--strategy", "cluster", "--cluster-size", "7")
    #expect(!(0..<8).contains { isMarked(lenient, $0) })
  }

  @Test func `reports outline what counts, and hatch what is ignored`() throws {
    let page = try run("check", "--format", "html").output
    let path = "<path class=ignored d=\"M0 0h4v1h-4z\"/>"
    #expect(page.components(separatedBy: path).count == 3, "once on each side")
    #expect(page.contains("<rect x=\"1\" y=\"-3\" width=\"8\" height=\"7\"/>"))
    #expect(page.contains("<pattern id=hatch") && !page.contains("testClock"))
    let pictures = scratch["pictures"]
    #expect(try run("check", "--format", "markdown", "--pictures", pictures).status == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: pictures)
    let strip = try PNG.decode(contentsOf: "\(pictures)/\(try #require(names.first))")
    #expect(names.count == 1 && strip.height == 120)
    scratch.write("all.toml", "[default]\n")
    let whole = try Program.run("check", scratch.failures, "--format", "html").output
    #expect(!whole.contains("class=ignored") && !whole.contains("id=hatch"))
  }

  @Test func `a mask is hatched by boxes, and compare takes areas and masks by flag`() throws {
    let (red, none) = (Pixel(255, 0, 0, 255), Pixel())
    let mask = scratch.write(
      "mask.png",
      PixelImage(
        width: 4, height: 3,
        pixels: [red, red, none, red, red, red, none, none]
          + [none, red, none, none]))
    scratch.write("rules.toml", "[default]\nignore = \"mask.png\"\n")
    let page = try run("check", "--format", "html").output
    #expect(page.contains("d=\"M0 0h2v2h-2zM3 0h1v1h-1zM1 2h1v1h-1z\""))
    let pair = ["reference", "failed"].map { scratch["FailureDiffs/AppTests/\($0)_testMore.png"] }
    let result = try Program.run(["compare"] + pair + ["--ignore", mask, "--format", "json"])
    #expect(result.status == 1 && result.json["mismatched"] as? Int == 3)
    let both = try Program.run(
      ["compare"] + pair + ["--ignore", mask, "--ignore", "0,0,6,1", "--format", "json"])
    #expect(both.status == 0)
  }
}
