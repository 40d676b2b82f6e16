import DiffEngine
import Pixels

extension PixelBox {
  /// Returns a part of an image, of the given size, around the box. If the box is too long, the part
  /// shows its beginning.
  func surroundings(_ width: Int, _ height: Int, in whole: PixelSize) -> PixelBox {
    func span(_ start: Int, _ length: Int, _ wanted: Int, _ limit: Int) -> (Int, Int) {
      let shown = min(limit, wanted)
      return (max(0, min(start + min(length, shown) / 2 - shown / 2, limit - shown)), shown)
    }
    let (left, width) = span(x, self.width, width, whole.width)
    let (top, height) = span(y, self.height, height, whole.height)
    return PixelBox(x: left, y: top, width: width, height: height)
  }

  /// Returns the part of some images with each side moved to the nearest gap, so that it cuts
  /// through no word or icon. A side without a gap nearby stays.
  ///
  /// - Parameters:
  ///   - box: The place that must stay within the part.
  ///   - grows: True if sides may move outwards.
  package func uncut(
    _ images: [PixelImage?], around box: PixelBox, grows: Bool = true
  ) -> PixelBox {
    let images = images.compactMap(\.self)
    let whole = images.reduce(PixelSize(width: 0, height: 0)) { $0.union($1.size) }
    let (left, right) = images.sides(
      (x, x + width), around: (box.x, box.x + box.width), of: whole.width, y..<y + height,
      isAcross: true, grows: grows)
    let (top, bottom) = images.sides(
      (y, y + height), around: (box.y, box.y + box.height), of: whole.height, left..<right,
      isAcross: false, grows: grows)
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension [PixelImage] {
  /// Moves both ends of a part along one axis to gaps.
  ///
  /// - Parameters:
  ///   - limit: The length of the images along the axis.
  ///   - others: What the part spans of the other axis.
  fileprivate func sides(
    _ ends: (Int, Int), around box: (Int, Int), of limit: Int, _ others: Range<Int>, isAcross: Bool,
    grows: Bool
  ) -> (Int, Int) {
    // Twice this is wider than the gaps within a word, and narrower than those between words.
    let gap = Swift.min(Swift.max(limit / 300, 2), 4)
    func isGap(_ place: Int) -> Bool {
      (place - gap..<place + gap).allSatisfy { isEven(at: $0, others, isAcross: isAcross) }
    }
    func nearest(_ end: Int, outwards step: Int, box: Int) -> Int {
      for distance in 0...Swift.max(16, (ends.1 - ends.0) / 4) {
        let outer = end + step * distance
        if grows || distance == 0 {
          if outer <= 0 || outer >= limit { return Swift.min(Swift.max(outer, 0), limit) }
          if isGap(outer) { return outer }
        }
        let inner = end - step * distance
        if (inner - box) * step > gap, isGap(inner) { return inner }
      }
      return end
    }
    return (nearest(ends.0, outwards: -1, box: box.0), nearest(ends.1, outwards: 1, box: box.1))
  }

  /// True if every image is the same at a place of one axis and just before it.
  private func isEven(at place: Int, _ others: Range<Int>, isAcross: Bool) -> Bool {
    allSatisfy { image in
      let (length, breadth) = isAcross ? (image.width, image.height) : (image.height, image.width)
      guard (1..<length).contains(place) else { return true }
      return others.clamped(to: 0..<breadth).allSatisfy {
        isAcross
          ? image[place, $0] == image[place - 1, $0] : image[$0, place] == image[$0, place - 1]
      }
    }
  }
}
