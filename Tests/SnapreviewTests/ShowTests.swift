import DiffEngine
import PNGCodec
import Pixels
import TestSupport
import Testing

struct ShowTests {
  private let scratch = TestFolder()

  private func write(_ name: String, _ width: Int, _ rows: [Pixel]) throws -> String {
    let image = PixelImage(width: width, height: rows.count / width, pixels: rows)
    return scratch.write(name, image)
  }

  @Test func `small images are printed pixel by pixel, equal halves as a space`() throws {
    let (red, blue) = (Pixel(255, 0, 0, 255), Pixel(0, 0, 255, 255))
    let file = try write("a.png", 2, [red, red, red, blue, blue, blue])
    let result = try Program.run("show", file)
    let escape = "\u{1B}["
    #expect(
      result.output == """
        \(escape)48;2;255;0;0m \(escape)48;2;0;0;255m\(escape)38;2;255;0;0m▀\(escape)0m
        \(escape)49m\(escape)38;2;0;0;255m▀▀\(escape)0m

        """)
    #expect(result.status == 0)
  }

  @Test func `large images fit into the size that was asked for`() throws {
    let file = try write("a.png", 100, Array(repeating: Pixel(9, 9, 9, 255), count: 100 * 300))
    let result = try Program.run("show", file, "--size", "40x10")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.allSatisfy { $0.count(where: { $0 == " " }) == 7 })
  }

  @Test func `no image takes more columns than were asked for`() throws {
    let file = try write("a.png", 490, Array(repeating: Pixel(9, 9, 9, 255), count: 490 * 3))
    for columns in [49, 7, 3, 1] {
      let result = try Program.run("show", file, "--size", "\(columns)x40")
      let cells = result.output.split(separator: "\n")[0].count(where: { " ▀".contains($0) })
      #expect(cells == columns)
    }
  }

  @Test func `what cannot be read is named, after the images before it`() throws {
    let file = try write("a.png", 1, [Pixel(1, 2, 3, 255)])
    let result = try Program.run("show", file, scratch["none.png"])
    #expect(result.output.contains("1;2;3m"))
    #expect(result.errors.contains("none.png"))
    #expect(result.status == 3)
  }

  @Test func `a dash is standard input`() throws {
    let file = try write("a.png", 1, [Pixel(1, 2, 3, 255)])
    let shown = try Program.shell("\"$0\" show - < \"$1\"", file)
    #expect(shown.status == 0 && shown.output.contains("1;2;3m"))
    let compared = try Program.shell("\"$0\" compare - \"$1\" --format json < \"$1\"", file)
    #expect(compared.status == 0 && compared.json["reference"] as? String == "-")
    #expect(try Program.run("compare", "-", "-").status == 2)
    let other = try write("b.png", 1, [Pixel(9, 2, 3, 255)])
    let drawn = try Program.shell(
      "\"$0\" compare \"$1\" \"$2\" --diff-output - | \"$0\" show -", file, other)
    #expect(drawn.output.contains("38;2;0;255;0m▀"))
    #expect(drawn.errors.contains("mismatch"))
    #expect(try Program.shell("\"$0\" show - < /dev/null").status == 3)
  }

  @Test(arguments: [
    ["--strategy", "naive"], ["--delta-e", "2"], ["--include-aa"], ["--git", "HEAD"],
    ["--rules", "r.toml"], ["--layout", "uber"], ["--references", "R"], ["--output", "o.png"],
  ])
  func `a flag that only a case heeds is refused without one`(_ flags: [String]) throws {
    let file = try write("a.png", 1, [Pixel(1, 2, 3, 255)])
    let result = try Program.run(["show", file] + flags)
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("\(flags[0]) goes with --case ID"))
  }

  @Test func `a case is printed as reference, actual and changes, or written as a file`() throws {
    scratch.addFailure("testA")
    scratch.addFailure("testB")
    let file = scratch["case.png"]
    let id = "AppTests/testA"
    let written = try Program.run("show", scratch.failures, "--case", id, "--output", file)
    #expect(written.status == 0 && written.output == "")
    let image = try PNG.decode(contentsOf: file)
    #expect(image.width == 3 * 8 + 2 * 16 && image.height == 8)
    image.withPixels { pixels in
      #expect(pixels[0] == Pixel(200, 200, 200, 255) && pixels[24] == Pixel(0, 0, 0, 255))
      #expect(pixels[8].w == 0)
    }
    let piped = try Program.shell(
      "\"$0\" show \"$1\" --case testA --output - | \"$0\" show -", scratch.failures)
    let printed = try Program.run("show", scratch.failures, "--case", "*A")
    #expect(printed.status == 0 && printed.output == piped.output)
    let several = try Program.run("show", scratch.failures, "--case", "test*")
    #expect(several.status == 2 && several.errors.contains("2 cases match"))
    #expect(try Program.run("show", scratch.failures, "--case", "none").status == 2)
    #expect(try Program.run("show").status == 2)
  }
}
