import DiffEngine
import Pixels

/// The positions of a change's regions beside the whole image, each in one picture or in a pair,
/// with a caption below.
package struct CloseUps: Hashable, Sendable {
  struct Slot: Hashable, Sendable {
    /// Its rank among all regions.
    var index: Int
    /// Side by side.
    var pictures: [GridRect]
    var caption: GridRect
    /// The part of the image that the pictures show.
    var region: PixelRegion
    /// Samples for a pixel.
    var scale: Double
  }

  let rect: GridRect
  let slots: [Slot]

  /// - Parameters:
  ///   - count: The pictures of each region.
  ///   - selected: The region that must be among them.
  ///   - cell: The samples of a cell, across and down.
  init(
    _ regions: [ChangeRegion], count: Int, selected: Int?, of image: PixelSize, in rect: GridRect,
    cell: PixelSize
  ) {
    self.rect = rect
    let across = max(min(rect.width / 54, regions.count), 1)
    let room = rect.height - 1
    let width = (rect.width - (across - 1)) / across
    // A picture about twice as wide as high, in pixels; fewer regions get more room.
    let wanted = min(max(width / 10, 4), 8) + 1
    let down = max(min(room / wanted, (regions.count + across - 1) / across), 1)
    let height = min(room / down, width / 2 + 1)
    let page = across * down
    let first = (selected ?? 0) / page * page
    let part = max((width - count) / count, 1)
    slots = (first..<max(min(first + page, regions.count), first)).map { index in
      let place = index - first
      let column = rect.column + place % across * (width + 1) + 1
      let row = rect.row + 1 + place / across * height
      let samples = PixelSize(width: part * cell.width, height: (height - 1) * cell.height)
      let (region, scale) = Self.view(of: regions[index], image, samples, cell, least: 0.25)
      return Slot(
        index: index,
        pictures: (0..<count).map {
          GridRect(column: column + $0 * (part + 1), row: row, width: part, height: height - 1)
        },
        caption: GridRect(column: column, row: row + height - 1, width: width - 1, height: 1),
        region: region, scale: scale)
    }
  }

  /// Returns the size of each half of a pair of half cells, a cell apart, and the part of the image
  /// that shows a region in it.
  package static func pair(
    _ region: ChangeRegion, of image: PixelSize, in halves: PixelSize
  ) -> (samples: PixelSize, region: PixelRegion) {
    let samples = half(of: halves)
    let cell = PixelSize(width: 1, height: 2)
    return (samples, view(of: region, image, samples, cell, least: 0.125).0)
  }

  /// Returns the size of each of two pictures that stand a cell apart.
  package static func half(of halves: PixelSize) -> PixelSize {
    PixelSize(width: max((halves.width - 1) / 2, 1), height: halves.height)
  }

  package static func whole(_ image: PixelSize, in halves: PixelSize) -> PixelRegion {
    Viewport().region(image, samples: halves)
  }

  /// Returns the view with the largest scale, from `least` to 4:1, at which a region and a margin
  /// fit; of a larger region its heart. From 1:1 on, scales are whole factors.
  private static func view(
    of change: ChangeRegion, _ image: PixelSize, _ samples: PixelSize, _ cell: PixelSize,
    least: Double
  ) -> (PixelRegion, scale: Double) {
    let box = change.box
    func margin(_ length: Int) -> Double { max(Double(length) / 4, 3) }
    let across = Double(samples.width) / (Double(box.width) + 2 * margin(box.width))
    let down = Double(samples.height) / (Double(box.height) + 2 * margin(box.height))
    let bounded = min(max(min(across, down), least), 4 * Double(cell.width))
    let scale = bounded >= 1 ? bounded.rounded(.down) : bounded
    func middle(_ start: Int, _ length: Int) -> Double { Double(start) + Double(length) / 2 }
    let holds = (
      across: Double(box.width) * scale <= Double(samples.width),
      down: Double(box.height) * scale <= Double(samples.height)
    )
    let (wide, high) = (holds.across ? box : change.heart, holds.down ? box : change.heart)
    let centre = Viewport.Point(x: middle(wide.x, wide.width), y: middle(high.y, high.height))
    let viewport = Viewport(zoom: .scale(scale), centre: centre)
    return (viewport.region(image, samples: samples), scale)
  }
}
