import DiffEngine
import Pixels
import TestSupport

/// Two images of few colours and soft edges, which detectors of antialiasing take for something.
func softPair(_ width: Int, _ height: Int, seed: UInt64) -> (PixelImage, PixelImage) {
  var random = SplitMix(seed: seed)
  let shades: [UInt8] = [0, 0, 0, 90, 91, 200, 255, 255]
  func row(_ old: [Pixel]?) -> [Pixel] {
    var pixels: [Pixel] = []
    for x in 0..<width {
      let copies = Int.random(in: 0..<10, using: &random)
      if copies < 4, let last = pixels.last {
        pixels.append(last)
      } else if copies < 7, let old {
        pixels.append(old[x])
      } else {
        let shade = shades.randomElement(using: &random)!
        let other = Int.random(in: 0..<6, using: &random) == 0 ? UInt8(30) : shade
        let alpha: UInt8 = Int.random(in: 0..<8, using: &random) == 0 ? 120 : 255
        pixels.append(Pixel(shade, shade, other, alpha))
      }
    }
    return pixels
  }
  var rows: [[Pixel]] = []
  for _ in 0..<height { rows.append(row(rows.last)) }
  var after = rows
  for y in 0..<height {
    for x in 0..<width where Int.random(in: 0..<3, using: &random) == 0 {
      let shade = shades.randomElement(using: &random)!
      after[y][x] = Pixel(shade, shade, shade, after[y][x].w)
    }
  }
  return (PixelImage(width, rows.flatMap(\.self)), PixelImage(width, after.flatMap(\.self)))
}

extension PixelImage {
  /// Columns and rows of the neighbours, row by row, without the pixel itself.
  func neighbours(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
    (max(y - 1, 0)...min(y + 1, height - 1)).flatMap { line in
      (max(x - 1, 0)...min(x + 1, width - 1)).compactMap { column in
        column == x && line == y ? nil : (column, line)
      }
    }
  }

  func isAtBorder(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }

}

/// Luma by the coefficients that three libraries share.
func luma(_ red: Double, _ green: Double, _ blue: Double) -> Double {
  red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
}

func lumaOverWhite(_ pixel: Pixel) -> Double {
  let parts = (0..<3).map { 255 + (Double(pixel[$0]) - 255) * (Double(pixel.w) / 255) }
  return luma(parts[0], parts[1], parts[2])
}
