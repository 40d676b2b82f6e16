import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// What a coding agent asks for.
struct AgentTests {
  let scratch = TestFolder.twoCauses()

  private func undecided() throws -> Program.Result {
    try Program.run(
      "list", scratch.failures, "--by", "cause", "--format", "json", "--undecided")
  }

  @Test func `fifty undecided cases fit into ten kilobytes, without what is empty`() throws {
    let many = TestFolder()
    for number in 0..<50 {
      many.addFailure("testScreenWithALongName\(number)", changes: number % 9 + 1)
    }
    let list = try Program.run(
      "list", many.failures, "--by", "cause", "--format", "json", "--undecided")
    #expect(list.output.utf8.count <= 10_000, "\(list.output.utf8.count) bytes")
    for empty in ["null", "[]", "{}", "\"\"", "regions"] { #expect(!list.output.contains(empty)) }
    let causes = try #require(list.json["causes"] as? [[String: Any]])
    #expect(causes.reduce(0) { $0 + (($1["cases"] as? [Any])?.count ?? 0) } == 50)
  }

  @Test func `what is decided or passes is not listed as undecided`() throws {
    #expect(try Program.run("reject", scratch.failures, "--filter", "testC").status == 0)
    let list = try undecided()
    #expect(list.json["undecided"] as? Int == 2)
    #expect(!list.output.contains("testC") && !list.output.contains("testSame"))
    let boxes = try Program.run(
      "list", scratch.failures, "--by", "cause", "--format", "json", "--undecided", "--boxes")
    #expect(boxes.output.contains("\"regions\""))
    #expect(
      try Program.run("list", scratch.failures, "--undecided").lines.count {
        $0.contains("AppTests/test")
      } == 2)
  }

  @Test func `a cause is shown as one picture that a model sees whole`() throws {
    let wide = TestFolder()
    for (mark, ink) in [("reference", 60), ("failed", 200)] {
      let pixels = (0..<4800 * 150).map { index in
        let (x, y) = (index % 4800, index / 4800)
        return (4000..<4009).contains(x) && (70..<74).contains(y)
          ? Pixel(UInt8(ink), 0, 0, 255) : Pixel(240, 240, 240, 255)
      }
      let image = PixelImage(width: 4800, height: 150, pixels: pixels)
      wide.write("FailureDiffs/AppTests/\(mark)_testWide.png", image)
      if mark == "reference" { wide.write("ReferenceImages_64/AppTests/testWide.png", image) }
    }
    let list = try Program.run(
      "list", wide.failures, "--by", "cause", "--format", "json", "--undecided")
    let causes = try #require(list.json["causes"] as? [[String: Any]])
    let id = try #require(causes[0]["id"] as? String)
    let said = try Program.run("show", wide.failures, "--cause", id, "--output", wide["cause.png"])
    #expect(said.status == 0 && said.output.hasPrefix("AppTests/testWide: "), "\(said.errors)")
    let image = try PNG.decode(contentsOf: wide["cause.png"])
    #expect(max(image.width, image.height) <= 1568 && image.isOpaque)
    // Nine pixels, eight times as large, before and after.
    for ink in [UInt8(60), 200] {
      #expect(image.pixels.count { $0 == Pixel(ink, 0, 0, 255) } >= 9 * 4 * 7 * 7)
    }
  }

  @Test func `an ID that is gone shows nothing and writes nothing`() throws {
    let result = try Program.run(
      "show", scratch.failures, "--cause", "zzzz", "--output", scratch["cause.png"])
    #expect(result.status == 2 && result.errors.contains("No cause zzzz in this list"))
    #expect(!scratch.exists("cause.png"))
    #expect(
      try Program.run("show", scratch.failures, "--case", "testA", "--cause", "zz").status == 2)
  }

  @Test func `causes are completed, each with its sentence`() throws {
    let causes = try #require(try undecided().json["causes"] as? [[String: Any]])
    let id = try #require(causes[0]["id"] as? String)
    let text = try #require(causes[0]["text"] as? String)
    for (shell, expected) in [("fish", "\(id)\t\(text)"), ("zsh", "\(id):"), ("bash", id)] {
      let words = ["snapreview", "accept", scratch.failures, "--cause", ""]
      let result = try Program.run(
        ["---completion", "accept", "--", "--cause", "4", "0"] + words,
        environment: ["SAP_SHELL": shell, "SAP_SHELL_VERSION": "5"])
      #expect(
        result.lines.contains { $0.hasPrefix(expected) },
        "\(shell): \(result.output) \(result.errors)")
      #expect(result.errors.isEmpty)
    }
  }

  @Test func `the skill file and the licences are in the program`() throws {
    let skill = try Program.run("agents")
    #expect(try skill.output == DocumentedCommandsTests.text("docs/agents.md"))
    #expect(skill.output.hasPrefix("---\nname: visual-snapshots\n"))
    let notices = try Program.run("doctor", "--licenses")
    #expect(try notices.output == DocumentedCommandsTests.text("NOTICES.txt"))
    for name in ["libpng", "zlib", "libdeflate", "ncurses", "libmd", "Swift"] {
      #expect(notices.output.contains(name))
    }
    #expect(!notices.output.contains("Lesser General Public"))
  }
}
