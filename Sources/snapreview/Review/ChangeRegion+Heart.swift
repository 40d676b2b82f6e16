import Changes
import DiffEngine
import Pixels

extension [ChangeRegion] {
  /// Returns the regions with the first ones centred; hardly anybody looks at more.
  func centred(by map: ChangeMap, on images: [PixelImage]) -> [ChangeRegion] {
    enumerated().map { place, region in
      var region = region
      if place < 24 { region.centre(by: map, on: images) }
      return region
    }
  }
}

extension ChangeRegion {
  /// Moves the heart, which a close-up shows, to the heaviest line of text where the change is
  /// strong, because most of its pixels may be a faint change of the ground; and extends it to whole
  /// words and icons.
  package mutating func centre(by map: ChangeMap, on images: [PixelImage]) {
    let strong = ChangeMap.level(Float(maxDeltaE / 2))
    if !map.rows(in: heart, from: strong).contains(where: { $0 > 0 }) {
      let side = 96
      func start(_ peak: Int, _ start: Int, _ length: Int) -> Int {
        max(min(peak - side / 2, start + length - side), start)
      }
      heart = PixelBox(
        x: start(peak.x, box.x, box.width), y: start(peak.y, box.y, box.height),
        width: min(side, box.width), height: min(side, box.height))
    }
    if heart != box { heart = map.heaviestLine(in: heart, from: strong) }
    heart = heart.uncut(images, around: heart)
  }
}

extension ChangeMap {
  /// Returns the number of mismatches in each row of a box whose level is at least a limit.
  fileprivate func rows(in box: PixelBox, from least: UInt8) -> [Int] {
    (box.y..<box.y + box.height).map { y in
      levels[y * width + box.x..<y * width + box.x + box.width].count { $0 >= max(least, 1) }
    }
  }

  /// Returns the rows of a box between gaps, such as those between lines of text, with the most
  /// mismatches whose level is at least a limit.
  fileprivate func heaviestLine(in box: PixelBox, from least: UInt8) -> PixelBox {
    let counts = rows(in: box, from: least)
    // An i has a gap below its dot.
    let filled = counts.indices.map { row in
      counts[max(row - 1, 0)...min(row + 1, counts.count - 1)].contains { $0 > 0 }
    }
    var (heaviest, most, start) = (0..<box.height, 0, 0)
    for row in 0...counts.count where row == counts.count || !filled[row] {
      let weight = counts[start..<row].reduce(0, +)
      if weight > most { (heaviest, most) = (start..<row, weight) }
      start = row + 1
    }
    return PixelBox(
      x: box.x, y: box.y + heaviest.lowerBound, width: box.width, height: heaviest.count)
  }
}
