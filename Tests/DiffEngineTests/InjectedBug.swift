import DiffEngine
import Pixels
import TestSupport

/// A real bug, put into a picture that is otherwise as it should be.
enum InjectedBug: CaseIterable {
  /// A patch filled with the colour of its corner.
  case gone
  /// A patch moved by 3 to 8 pixels.
  case moved
  /// A patch ten levels darker.
  case tinted
  /// A row a fifth darker.
  case darkened

  /// - Returns: nil where nothing was there to be changed.
  func put(into image: PixelImage, _ random: inout SplitMix) -> PixelImage? {
    var pixels = image.pixels
    let side = self == .gone ? 16 + random.next(13) : 20
    let x = random.next(image.width - side - 10)
    let y = random.next(image.height - side - 10)
    func index(_ column: Int, _ row: Int) -> Int { row * image.width + column }
    func forEachInPatch(_ body: (Int, Int) -> Void) {
      forEachPlace(in: side, side) { body(x + $0, y + $1) }
    }
    switch self {
    case .gone: forEachInPatch { pixels[index($0, $1)] = image[x, y] }
    case .moved:
      let (dx, dy) = (3 + random.next(6), random.next(4))
      forEachInPatch { pixels[index($0, $1)] = image[x, y] }
      forEachInPatch { pixels[index($0 + dx, $1 + dy)] = image[$0, $1] }
    case .tinted:
      forEachInPatch { pixels[index($0, $1)] = image[$0, $1].darker { max($0 - 10, 0) } }
    case .darkened:
      for column in 0..<image.width {
        pixels[index(column, y)] = pixels[index(column, y)].darker { $0 * 4 / 5 }
      }
    }
    let changed = PixelImage(width: image.width, height: image.height, pixels: pixels)
    return shows(image, changed) ? changed : nil
  }
}

/// True if a bug shows: 25 pixels or more are above ΔE 2.
func shows(_ clean: PixelImage, _ broken: PixelImage) -> Bool {
  clean.pixels(differingFrom: broken).lazy.filter {
    deltaE($0, $1, formula: .ciede2000) > 2
  }.prefix(25).count == 25
}

extension Pixel {
  fileprivate func darker(_ change: (Int) -> Int) -> Pixel {
    Pixel(UInt8(change(Int(x))), UInt8(change(Int(y))), UInt8(change(Int(z))), w)
  }
}
