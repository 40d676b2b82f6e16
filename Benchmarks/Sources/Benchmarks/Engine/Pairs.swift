import DiffEngine
import Foundation
import PNGCodec
import Pixels
import TestSupport

/// A pair of images to measure on.
struct Pair {
  var name: String
  var reference: PixelImage
  var actual: PixelImage

  var pixels: Int { reference.pixelCount }
}

extension Pair {
  static let width = 1170
  static let height = 2532

  /// Made by rule: a photo and a flat screen of which 500 pixels differ, a gradient of which all
  /// do, 100,000 scattered pixels, half of all pixels at random; fifty labels, and a whole screen, in
  /// another colour.
  static func generated() -> [Pair] {
    let photo = image { x, y, dice in
      let noise = UInt8(truncatingIfNeeded: dice.next() & 15)
      return Pixel(
        UInt8(x * 200 / width) + noise, UInt8(y * 200 / height) + noise, 90 + noise, 255)
    }
    let flat = image { x, y, _ in
      y / 120 % 3 == 0 && x % 40 < 3 ? Pixel(30, 30, 40, 255) : Pixel(245, 245, 250, 255)
    }
    let gradient = image { x, y, _ in
      Pixel(UInt8(x * 255 / width), UInt8(y * 255 / height), 128, 255)
    }
    return [
      Pair(name: "photo", reference: photo, actual: photo.scattered(500)),
      Pair(name: "sparse", reference: flat, actual: flat.scattered(500)),
      Pair(name: "gradient", reference: gradient, actual: gradient.shifted()),
      Pair(name: "100k", reference: photo, actual: photo.scattered(100_000)),
      Pair(name: "noise 50%", reference: flat, actual: flat.scattered(width * height * 7 / 10)),
      Pair(name: "labels", reference: labels(0), actual: labels(255)),
      Pair(name: "repainted", reference: flat, actual: flat.repainted()),
    ]
  }

  /// Fifty labels of strokes with soft edges, of one grey on nothing.
  private static func labels(_ grey: UInt8) -> PixelImage {
    image { x, y, _ in
      let (column, row) = (x % 220, y % 240)
      guard column < 80, row < 24, x % 9 < 4 || row % 11 < 2 else { return Pixel() }
      let alpha: UInt8 = x % 9 == 0 || x % 9 == 3 ? 110 : 255
      return Pixel(grey, grey, grey, alpha)
    }
  }

  private static func image(_ pixel: (Int, Int, inout SplitMix) -> Pixel) -> PixelImage {
    var dice = SplitMix(seed: 1)
    return PixelImage(width: width, height: height) { pixels in
      for y in 0..<height {
        for x in 0..<width { pixels[y * width + x] = pixel(x, y, &dice) }
      }
    }
  }

  /// The pairs `X-a.png`, `X-b.png` of a folder.
  static func read(from folder: String) throws -> [Pair] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try names.filter { $0.hasSuffix("-a.png") }.map { name in
      let stem = String(name.dropLast("-a.png".count))
      return Pair(
        name: stem, reference: try PNG.decode(contentsOf: "\(folder)/\(name)"),
        actual: try PNG.decode(contentsOf: "\(folder)/\(stem)-b.png"))
    }
  }
}

extension PixelImage {
  /// A copy with pixels at random places changed.
  fileprivate func scattered(_ count: Int) -> PixelImage {
    var dice = SplitMix(seed: 2)
    var pixels = self.pixels
    for _ in 0..<count {
      let place = Int.random(in: 0..<pixels.count, using: &dice)
      pixels[place].x &+= UInt8(1 + dice.next() % 200)
    }
    return PixelImage(width: width, height: height, pixels: pixels)
  }

  /// A copy in which every pixel is darker by its part.
  fileprivate func repainted() -> PixelImage {
    var pixels = self.pixels
    for place in pixels.indices {
      for channel in 0..<3 { pixels[place][channel] -= pixels[place][channel] / 5 }
    }
    return PixelImage(width: width, height: height, pixels: pixels)
  }

  /// A copy in which every pixel is a step or two off.
  fileprivate func shifted() -> PixelImage {
    var pixels = self.pixels
    for place in pixels.indices { pixels[place].z &+= UInt8(1 + place / width % 3) }
    return PixelImage(width: width, height: height, pixels: pixels)
  }
}
