import PNGCodec

extension Ground {
  /// The ground on which the change of a pair is seen best on both sides.
  ///
  /// Only pixels that differ count: each is as visible as its luma lies off the ground, times its
  /// alpha, since what lies around it in an image with transparent parts is mostly ground. A ground
  /// is as good as the side that it shows worse, so that white labels on nothing never look empty.
  /// The checkerboard wins ties.
  public static func clearest(_ reference: PixelImage, _ actual: PixelImage) -> Ground {
    let grounds: [Ground] = [.checkerboard, .white, .black]
    var seen = Array(repeating: (reference: 0, actual: 0), count: grounds.count)
    reference.withPixels { first in
      actual.withPixels { second in
        for y in 0..<min(reference.height, actual.height) {
          for x in 0..<min(reference.width, actual.width) {
            let before = first[y &* reference.width &+ x]
            let after = second[y &* actual.width &+ x]
            guard before != after else { continue }
            for (index, ground) in grounds.enumerated() {
              seen[index].reference += ground.visibility(of: before)
              seen[index].actual += ground.visibility(of: after)
            }
          }
        }
      }
    }
    let worth = seen.map { min($0.reference, $0.actual) }
    return grounds[worth.firstIndex(of: worth.max()!)!]
  }

  /// How far a pixel stands off the ground, 0 to 255; off the nearer grey of the checkerboard.
  private func visibility(of pixel: Pixel) -> Int {
    // Source: luma of ITU-R BT.601, in 1/256.
    let luma = (77 * Int(pixel.x) + 150 * Int(pixel.y) + 29 * Int(pixel.z)) >> 8
    let one = abs(luma - Int(grey(column: 0, row: 0)))
    let other = abs(luma - Int(grey(column: 2, row: 0)))
    return min(one, other) * Int(pixel.w) / 255
  }
}
