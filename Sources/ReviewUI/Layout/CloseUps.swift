import Changes
import DiffEngine
import Pixels

/// The positions of a change's regions beside the whole image, each with one picture or a pair and
/// a caption below. Regions that fit into one picture share it.
package struct CloseUps: Hashable, Sendable {
  struct Slot: Hashable, Sendable {
    /// The ranks of the shown regions among all regions.
    var indices: [Int]
    /// The pictures, side by side.
    var pictures: [GridRect]
    var caption: GridRect
    /// The part of the image that the pictures show.
    var region: PixelRegion
    /// The number of samples per pixel.
    var scale: Double
  }

  /// The minimum magnification of a close-up, relative to the image.
  static let enlargement = 1.25

  let rect: GridRect
  let slots: [Slot]

  /// - Parameters:
  ///   - count: The number of pictures of each region.
  ///   - selected: The region that must be shown.
  ///   - cell: The size of a cell in samples.
  ///   - scale: The scale of the image; close-ups that would not be larger are left out.
  ///   - whole: The scale of the image without close-ups; several are shown only if they are
  ///     larger than that.
  init(
    _ regions: [ChangeRegion], count: Int, selected: Int?, of image: PixelSize, in rect: GridRect,
    cell: PixelSize, beside scale: Double, over whole: Double
  ) {
    self.rect = rect
    func fill(_ most: Int) -> (SlotGrid, [View]) {
      let grid = SlotGrid(for: most, count, in: rect)
      let page = min(grid.page, most)
      return (grid, Self.views(regions, selected, image, grid.samples(cell), cell, page, scale))
    }
    var (grid, views) = fill(regions.count)
    // Fewer close-ups have more room each.
    if views.count < min(regions.count, grid.page) { (grid, views) = fill(views.count) }
    while views.count > 1, views[0].scale < Self.enlargement * whole {
      (grid, views) = fill(views.count - 1)
    }
    slots = views.enumerated().map { place, view in
      let (pictures, caption) = grid.places(place)
      return Slot(
        indices: view.indices, pictures: pictures, caption: caption, region: view.region,
        scale: view.scale)
    }
  }

  private struct View {
    var indices: [Int]
    var region: PixelRegion
    var scale: Double
  }

  /// Returns the close-ups of a page: the page with the selected region, or else the first.
  private static func views(
    _ regions: [ChangeRegion], _ selected: Int?, _ image: PixelSize, _ samples: PixelSize,
    _ cell: PixelSize, _ most: Int, _ scale: Double
  ) -> [View] {
    var views: [View] = []
    for (index, change) in regions.enumerated() {
      let (region, own) = view(
        of: change, image, samples, cell, least: 0.25, beside: enlargement * scale)
      if let place = views.firstIndex(where: {
        $0.region.holds(change.box) || $0.region.isNearly(region)
      }) {
        views[place].indices.append(index)
        continue
      }
      guard own > 1.1 * scale || index == selected else { continue }
      if views.count == most {
        if selected.map({ wanted in views.contains { $0.indices.contains(wanted) } }) ?? true {
          break
        }
        views = []
      }
      views.append(View(indices: [index], region: region, scale: own))
    }
    return views
  }

  /// Returns the size of each picture of a pair in half cells, one cell apart, and the part of the
  /// image that shows a region in it.
  package static func pair(
    _ region: ChangeRegion, of image: PixelSize, in halves: PixelSize
  ) -> (samples: PixelSize, region: PixelRegion) {
    let samples = half(of: halves)
    let cell = PixelSize(width: 1, height: 2)
    return (samples, view(of: region, image, samples, cell, least: 0.125, beside: 0).0)
  }

  /// Returns the size of each of two pictures that are one cell apart.
  package static func half(of halves: PixelSize) -> PixelSize {
    PixelSize(width: max((halves.width - 1) / 2, 1), height: halves.height)
  }

  package static func whole(_ image: PixelSize, in halves: PixelSize) -> PixelRegion {
    Viewport().region(image, samples: halves)
  }

  /// Returns the view with the largest scale, up to 4:1, at which a region fits with a margin, or the
  /// heart of a larger region. From 1:1 on, scales are whole factors.
  private static func view(
    of change: ChangeRegion, _ image: PixelSize, _ samples: PixelSize, _ cell: PixelSize,
    least: Double, beside other: Double
  ) -> (PixelRegion, scale: Double) {
    let (whole, heart) = (change.box.union(change.heart), change.heart)
    let fitting = scale(of: change, whole, in: samples, least: least, beside: other)
    let bounded = min(fitting, 4 * Double(cell.width))
    let scale = bounded >= 1 ? bounded.rounded(.down) : bounded
    let centre = Viewport.Point(
      x: middle((whole.x, whole.width), (heart.x, heart.width), Double(samples.width) / scale),
      y: middle((whole.y, whole.height), (heart.y, heart.height), Double(samples.height) / scale))
    let viewport = Viewport(zoom: .scale(scale), centre: centre)
    return (viewport.region(image, samples: samples), scale)
  }

  /// Returns the scale at which a region fits with a wide margin; at least `least`, unless the region
  /// or its heart is whole at two thirds of that with a narrow one.
  ///
  /// - Parameters:
  ///   - whole: The region with the words and icons in it.
  ///   - other: The minimum scale, below which the image itself shows as much.
  private static func scale(
    of change: ChangeRegion, _ whole: PixelBox, in samples: PixelSize, least: Double,
    beside other: Double
  ) -> Double {
    let (box, heart) = (change.box, change.heart)
    func fit(_ margin: (Int) -> Double) -> (across: Double, down: Double) {
      (
        Double(samples.width) / max(Double(box.width) + 2 * margin(box.width), Double(whole.width)),
        Double(samples.height)
          / max(Double(box.height) + 2 * margin(box.height), Double(whole.height))
      )
    }
    let wide = fit { max(Double($0) / 4, leastMargin) }
    let narrow = fit { _ in leastMargin }
    let most = max(min(wide.across, wide.down), least, other)
    // A word without its end can be read, but not one without its upper half.
    let uncut = [
      min(narrow.across, narrow.down), box.width < box.height ? narrow.across : narrow.down,
      min(
        Double(samples.width) / Double(heart.width), Double(samples.height) / Double(heart.height)),
    ]
    return uncut.first { $0 >= max(most * 2 / 3, other) }.map { min($0, most) } ?? most
  }

  private static let leastMargin = 3.0

  /// Returns the middle of a whole region along one axis if it fits, or else of its heart, with
  /// nothing beside the region.
  private static func middle(_ whole: (Int, Int), _ heart: (Int, Int), _ shown: Double) -> Double {
    let (start, end) = (Double(whole.0) - leastMargin, Double(whole.0 + whole.1) + leastMargin)
    guard end - start > shown else { return (start + end) / 2 }
    return min(max(Double(heart.0) + Double(heart.1) / 2, start + shown / 2), end - shown / 2)
  }
}

/// Slots of equal size below a title; fewer slots get more room each.
private struct SlotGrid {
  private let rect: GridRect
  private let across: Int
  private let width: Int
  private let height: Int
  /// The width of each picture, and the number of pictures in a slot.
  private let part: Int
  private let count: Int
  let page: Int

  init(for regions: Int, _ count: Int, in rect: GridRect) {
    (self.rect, self.count) = (rect, count)
    across = max(min(rect.width / 54, regions), 1)
    let room = rect.height - 1
    width = (rect.width - (across - 1)) / across
    // A picture is about twice as wide as high, in pixels.
    let wanted = min(max(width / 10, 4), 8) + 1
    let down = max(min(room / wanted, (regions + across - 1) / across), 1)
    height = min(room / down, width / 2 + 1)
    page = across * down
    part = max((width - count) / max(count, 1), 1)
  }

  func samples(_ cell: PixelSize) -> PixelSize {
    PixelSize(width: part * cell.width, height: max(height - 1, 1) * cell.height)
  }

  func places(_ place: Int) -> (pictures: [GridRect], caption: GridRect) {
    let column = rect.column + place % across * (width + 1) + 1
    let row = rect.row + 1 + place / across * height
    let pictures = (0..<count).map {
      GridRect(column: column + $0 * (part + 1), row: row, width: part, height: height - 1)
    }
    return (pictures, GridRect(column: column, row: row + height - 1, width: width - 1, height: 1))
  }
}

extension PixelRegion {
  /// True if a box lies within the region.
  func holds(_ box: PixelBox) -> Bool {
    Double(box.x) >= x - 0.5 && Double(box.y) >= y - 0.5
      && Double(box.x + box.width) <= x + width + 0.5
      && Double(box.y + box.height) <= y + height + 0.5
  }
}
