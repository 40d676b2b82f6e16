import DiffEngine
import Pixels

extension PixelImage {
  /// Returns the number of pixels in which two images read at 16 bits differ, but not when rounded
  /// to 8 bits; nil if there are none.
  package func lowBytesDiffering(from other: PixelImage, ignoring areas: IgnoredAreas) -> Int? {
    guard isWide || other.isWide, size == other.size else { return nil }
    let ignored = areas.mask(width: width, height: height)
    var count = 0
    for y in 0..<height {
      for x in 0..<width where wide(x, y) != other.wide(x, y) && self[x, y] == other[x, y] {
        if ignored?[x, y] != true { count += 1 }
      }
    }
    return count == 0 ? nil : count
  }
}
