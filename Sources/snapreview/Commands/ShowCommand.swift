import ArgumentParser
import DiffEngine
import PNGCodec
import ReviewUI

/// Shows images where no screen can open: in the log of a build, in a pipe.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints images as half blocks in true colour.",
    discussion: "Each character cell shows two pixels; larger images are averaged in linear light.")

  @Argument(help: "PNG files.", completion: .file(extensions: ["png"]))
  var files: [String]

  @Option(help: "The largest size of an image, in columns and rows.")
  var size = ScreenSize(Size(columns: 80, rows: 40))

  func run() throws {
    for file in files {
      let image = try PNG.decode(contentsOf: file)
      Console.write(HalfBlocks(image, within: size.size).bytes)
    }
  }
}

/// An image as lines of half blocks, each with the colours of two samples.
private struct HalfBlocks {
  private let grid: SampleGrid

  /// Fits the image into so many cells, two samples each, and never enlarges it.
  init(_ image: PixelImage, within size: Size) {
    let scale = max(
      1, Double(image.width) / Double(size.columns), Double(image.height) / Double(2 * size.rows))
    // Less a hair: what divides evenly must not take a sample more for a rounding error.
    func samples(_ pixels: Int) -> Int { Int((Double(pixels) / scale - 1e-9).rounded(.up)) }
    let region = PixelRegion(
      x: 0, y: 0, width: Double(samples(image.width)) * scale,
      height: Double(samples(image.height)) * scale)
    grid = image.sampled(
      region, columns: samples(image.width), rows: samples(image.height), ground: .checkerboard)
  }

  /// Ends with the terminal's own colours.
  var bytes: [UInt8] {
    var line = SGRLine(capacity: grid.samples.count * 10)
    for row in stride(from: 0, to: grid.rows, by: 2) {
      for column in 0..<grid.columns {
        let upper = grid.samples[row * grid.columns + column]
        // Below the image's last row is nothing: the terminal's own ground.
        let lower =
          row + 1 < grid.rows ? grid.samples[(row + 1) * grid.columns + column] : Pixel()
        line.append(upper, over: lower)
      }
      line.end()
    }
    return line.bytes
  }
}

/// Cells as bytes; colours that hold already are not sent again.
private struct SGRLine {
  private(set) var bytes: [UInt8] = []
  private var (front, back): (Pixel?, Pixel?) = (nil, nil)

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ upper: Pixel, over lower: Pixel) {
    if back != lower {
      if lower.w == 0 { append("\u{1B}[49m") } else { append("\u{1B}[48;2;", lower) }
      back = lower
    }
    if upper == lower { return append(" ") }
    if front != upper {
      append("\u{1B}[38;2;", upper)
      front = upper
    }
    append("▀")
  }

  mutating func end() {
    append("\u{1B}[0m\n")
    (front, back) = (nil, nil)
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ start: StaticString, _ colour: Pixel) {
    append(start)
    for (channel, end) in [(colour.x, ";"), (colour.y, ";"), (colour.z, "m")]
      as [(UInt8, StaticString)]
    {
      if channel >= 100 { bytes.append(48 + channel / 100) }
      if channel >= 10 { bytes.append(48 + channel / 10 % 10) }
      bytes.append(48 + channel % 10)
      append(end)
    }
  }
}
