import DiffEngine

/// The positions of a change's regions beside the whole image, each a pair of reference and actual
/// with a caption below.
package struct CloseUps: Hashable, Sendable {
  struct Slot: Hashable, Sendable {
    /// Its rank among all regions.
    var index: Int
    var reference: GridRect
    var actual: GridRect
    var caption: GridRect
    /// The part of the image that both pictures show.
    var region: PixelRegion
    /// Samples for a pixel.
    var scale: Double
  }

  let rect: GridRect
  let slots: [Slot]

  /// - Parameters:
  ///   - selected: The region that must be among them.
  ///   - cell: The samples of a cell, across and down.
  init(
    _ regions: [ChangeRegion], selected: Int?, of image: PixelSize, in rect: GridRect,
    cell: PixelSize
  ) {
    self.rect = rect
    let across = max(rect.width / 54, 1)
    let room = rect.height - 1
    let width = (rect.width - (across - 1)) / across
    // A picture about twice as wide as high, in pixels; fewer regions get more room.
    let wanted = min(max(width / 10, 4), 8) + 1
    let down = max(min(room / wanted, (regions.count + across - 1) / across), 1)
    let height = min(room / down, width / 2 + 1)
    let page = across * down
    let first = (selected ?? 0) / page * page
    let half = (width - 2) / 2
    slots = (first..<max(min(first + page, regions.count), first)).map { index in
      let place = index - first
      let column = rect.column + place % across * (width + 1) + 1
      let row = rect.row + 1 + place / across * height
      let picture = GridRect(column: column, row: row, width: half, height: height - 1)
      let samples = PixelSize(
        width: picture.width * cell.width, height: picture.height * cell.height)
      let (region, scale) = Self.view(of: regions[index].box, image, samples, cell)
      return Slot(
        index: index, reference: picture,
        actual: GridRect(
          column: column + half + 1, row: row, width: half, height: picture.height),
        caption: GridRect(column: column, row: row + height - 1, width: width - 1, height: 1),
        region: region, scale: scale)
    }
  }

  /// Returns the size and region in which a pair shows a box and a margin: side by side or, if that
  /// is larger, one above the other, a cell apart.
  package static func pair(
    _ box: PixelBox, of image: PixelSize, in halves: PixelSize
  ) -> (samples: PixelSize, region: PixelRegion) {
    let shapes = [
      PixelSize(width: (halves.width - 1) / 2, height: halves.height),
      PixelSize(width: halves.width, height: (halves.height / 2 - 1) / 2 * 2),
    ]
    let views = shapes.filter { $0.width > 0 && $0.height > 0 }.map { shape in
      (shape, view(of: box, image, shape, PixelSize(width: 1, height: 2), least: 0))
    }
    guard let best = views.reversed().max(by: { $0.1.scale < $1.1.scale }) else {
      return (halves, whole(image, in: halves))
    }
    return (best.0, best.1.0)
  }

  package static func whole(_ image: PixelSize, in halves: PixelSize) -> PixelRegion {
    Viewport().region(image, samples: halves)
  }

  /// Returns the view with the largest scale, from 1:4 to 4:1, at which a box and a margin fit.
  /// From 1:1 on, scales are whole factors.
  private static func view(
    of box: PixelBox, _ image: PixelSize, _ samples: PixelSize, _ cell: PixelSize,
    least: Double = 0.25
  ) -> (PixelRegion, scale: Double) {
    func margin(_ length: Int) -> Double { max(Double(length) / 4, 3) }
    let fitting = min(
      Double(samples.width) / (Double(box.width) + 2 * margin(box.width)),
      Double(samples.height) / (Double(box.height) + 2 * margin(box.height)))
    let bounded = min(max(fitting, least), 4 * Double(cell.width))
    let scale = bounded >= 1 ? bounded.rounded(.down) : bounded
    let centre = Viewport.Point(
      x: Double(box.x) + Double(box.width) / 2, y: Double(box.y) + Double(box.height) / 2)
    let viewport = Viewport(zoom: .scale(scale), centre: centre)
    return (viewport.region(image, samples: samples), scale)
  }
}
