import DiffEngine
import PNGCodec
import TestSupport
import Testing

@Suite struct ShowTests {
  let scratch: TestFolder

  init() throws { scratch = TestFolder() }

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
    let file = try write(
      "a.png", 100, Array(repeating: Pixel(9, 9, 9, 255), count: 100 * 300))
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
}
