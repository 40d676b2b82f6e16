import Pixels

extension PixelImage {
  /// Returns the part of the image inside a box; nil if the box lies outside the image.
  package func cropped(to box: PixelBox) -> PixelImage? {
    let columns = max(box.x, 0)..<max(min(box.x + box.width, width), max(box.x, 0))
    let rows = max(box.y, 0)..<max(min(box.y + box.height, height), max(box.y, 0))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return withPixels { pixels in
      PixelImage(width: columns.count, height: rows.count) { part in
        var place = 0
        for row in rows {
          for column in columns {
            part[place] = pixels[row * width + column]
            place += 1
          }
        }
      }
    }
  }
}
