import Catalog
import DiffEngine
import Host
import PNGCodec
import Pixels

/// The two sides of a case for a report, scaled down to a size that can be sent, and opaque, on the
/// ground that the screen would choose.
struct CasePictures: Sendable {
  struct Picture: Sendable {
    /// The size of the shown part of the file, in its pixels.
    var size: PixelSize
    /// The size of the whole image in pixels of the file: that of the larger side, so that both
    /// sides have the same scale. What this side lacks is transparent.
    var canvas: PixelSize
    var png: [UInt8]
  }

  struct CloseUp: Sendable {
    var box: PixelBox
    var reference: Picture?
    var actual: Picture?
  }

  private(set) var reference: Picture?
  private(set) var actual: Picture?
  /// The number of file pixels per image pixel, across and down.
  private(set) var factor = 1
  /// The area that changed most, in full size, unless the whole image shows it well enough.
  private(set) var closeUp: CloseUp?
  /// The ignored areas, in pixels of the files.
  let ignored: [PixelBox]

  var bytes: Int {
    [reference, actual, closeUp?.reference, closeUp?.actual].reduce(0) { $0 + ($1?.png.count ?? 0) }
  }

  /// - Parameters:
  ///   - files: The files to show as reference and actual.
  ///   - showsWhole: False if the area that changed most is enough, for one case among many.
  ///   - budget: The bytes that all images together may take.
  /// - Returns: nil without a readable image.
  init?(
    _ files: ShownFiles, _ areas: IgnoredAreas, boxes: [PixelBox], showsWhole: Bool, budget: Int
  ) {
    let sides = ReportSides(files)
    let (first, second) = (sides.reference, sides.actual)
    guard let whole = second.map({ first?.size.union($0.size) ?? $0.size }) ?? first?.size
    else { return nil }
    ignored = areas.mask(width: whole.width, height: whole.height)?.boxes ?? []
    // The text for an area appears in the page up to four times.
    var budget = budget - 100 * ignored.count
    let densities = Densities([
      (first, files.reference), (second, files.actual ?? files.difference),
    ])
    factor = densities.factor(to: budget)
    let ground = (first ?? second).flatMap { Ground.clearest($0, second ?? $0) } ?? .white
    if let box = boxes.first, !Self.isSeen(box, in: whole) {
      let box = Self.surroundings(of: box, in: whole).uncut([first, second], around: box)
      let closeUp = CloseUp(box: box, first, second, on: ground)
      let size = (closeUp.reference?.png.count ?? 0) + (closeUp.actual?.png.count ?? 0)
      if size < budget / 2 {
        self.closeUp = closeUp
        if !showsWhole { return }
        budget -= size
      }
      factor = densities.factor(to: budget)
    }
    shrink(first, second, on: ground, to: budget)
  }

  /// Scales the images down until they fit, by whole factors, so that every pixel of the result is
  /// the mean of equally many.
  ///
  /// The factor is an estimate that mostly holds; if not, the actual size shows how far it is off.
  private mutating func shrink(
    _ first: PixelImage?, _ second: PixelImage?, on ground: Ground, to budget: Int
  ) {
    let canvas = [first, second].compactMap(\.self).reduce(PixelSize(width: 1, height: 1)) {
      $0.union($1.size)
    }
    while true {
      reference = first?.picture(shrunkBy: factor, on: ground, filling: canvas)
      actual = second?.picture(shrunkBy: factor, on: ground, filling: canvas)
      let size = (reference?.png.count ?? 0) + (actual?.png.count ?? 0)
      guard size > budget, factor < Densities.mostShrunk else { return }
      let excess = (Double(size) / Double(max(budget, 1))).squareRoot()
      factor = max(factor + 1, Int(Double(factor) * excess))
    }
  }

  /// The space for one image in a card of a page, in pixels of the screen.
  private static let slot = PixelSize(width: 330, height: 190)
  /// The maximum number of file pixels per screen pixel at which a change is still legible.
  private static let mostReduced = 2.5
  /// The maximum if the change is seen whole then, and if the whole image is shown instead.
  private static let mostReducedWhole = 4.0

  /// True if a card with the whole image shows the change well enough.
  private static func isSeen(_ box: PixelBox, in whole: PixelSize) -> Bool {
    // Both sides share the space, one above the other or side by side.
    let isLow = whole.width > 2 * whole.height
    let room = (
      width: Double(slot.width) / (isLow ? 1 : 2), height: Double(slot.height) / (isLow ? 2 : 1)
    )
    let reduction = max(Double(whole.width) / room.width, Double(whole.height) / room.height)
    return reduction <= mostReducedWhole && Double(max(box.width, box.height)) >= 32 * reduction
  }

  /// Returns the box with some of its surroundings, no larger than is legible in a card.
  private static func surroundings(of box: PixelBox, in whole: PixelSize) -> PixelBox {
    func shown(_ length: Int, _ room: Int) -> Int {
      let legible = min(length + 2 * max(16, length / 6), Int(Double(room) * mostReduced))
      let isWhole = Double(length + 32) <= Double(room) * mostReducedWhole
      return max(room / 2, legible, isWhole ? length + 32 : 0)
    }
    let isWide = box.width > box.height
    return box.surroundings(
      shown(box.width, isWide ? slot.width : slot.width / 2),
      shown(box.height, isWide ? slot.height / 2 : slot.height), in: whole)
  }
}

/// The bytes per pixel of each side's file, which tell how well its image compresses.
private struct Densities {
  static let mostShrunk = 64

  private let sides: [(pixels: Double, bytes: Double)]

  /// - Parameter sides: The images with the files that they were read from.
  init(_ sides: [(image: PixelImage?, file: String?)]) {
    self.sides = sides.compactMap { image, file in
      guard let image, let file, let status = try? FileStatus(of: file) else { return nil }
      return (Double(image.pixelCount), Double(status.stamp.size))
    }
  }

  /// Returns the smallest factor at which the estimated size fits.
  func factor(to budget: Int) -> Int {
    (1..<Self.mostShrunk).first { size(at: $0) <= Double(budget) } ?? Self.mostShrunk
  }

  /// Estimates the bytes of all sides. Scaling down raises the density of details; the formula is
  /// the mean for screenshots, charts and photographs, measured at factors from 1 to 12. More than
  /// half a byte per pixel is rare even for photographs, whose files are often poorly compressed.
  private func size(at factor: Int) -> Double {
    sides.reduce(0) { sum, side in
      let density = side.bytes / side.pixels * Double(factor) / 2
      return sum + side.pixels / Double(factor * factor) * min(density, 0.5)
    }
  }
}

extension CasePictures.CloseUp {
  fileprivate init(box: PixelBox, _ first: PixelImage?, _ second: PixelImage?, on ground: Ground) {
    self.box = box
    let canvas = [first, second].compactMap { $0?.cropped(to: box)?.size }
      .reduce(PixelSize(width: 1, height: 1)) { $0.union($1) }
    reference = first?.cropped(to: box)?.picture(shrunkBy: 1, on: ground, filling: canvas)
    actual = second?.cropped(to: box)?.picture(shrunkBy: 1, on: ground, filling: canvas)
  }
}

extension PixelImage {
  /// - Returns: nil if it cannot be encoded.
  fileprivate func picture(
    shrunkBy factor: Int, on ground: Ground, filling canvas: PixelSize
  ) -> CasePictures.Picture? {
    let isAsItIs = factor == 1 && isOpaque
    let drawn = isAsItIs ? self : shrunk(by: factor, on: ground)
    let padded = drawn.padded(
      to: PixelSize(
        width: (canvas.width + factor - 1) / factor, height: (canvas.height + factor - 1) / factor))
    guard let png = try? PNG.encode(padded, isSmall: true) else { return nil }
    return CasePictures.Picture(size: size, canvas: canvas, png: png)
  }

  /// Returns the image padded with transparent pixels at the right and bottom.
  private func padded(to canvas: PixelSize) -> PixelImage {
    size == canvas ? self : Self.joined([self], gap: 0, within: canvas)
  }

  /// Averages blocks of pixels in linear light; the last ones may be smaller.
  private func shrunk(by factor: Int, on ground: Ground) -> PixelImage {
    let columns = (width + factor - 1) / factor
    let rows = (height + factor - 1) / factor
    let region = PixelRegion(
      x: 0, y: 0, width: Double(columns * factor), height: Double(rows * factor))
    let grid = sampled(region, columns: columns, rows: rows, ground: ground)
    return PixelImage(width: columns, height: rows, pixels: grid.samples)
  }

  /// Reference, actual and difference side by side, each in a square around the largest change, for
  /// a Markdown table.
  static func strip(
    _ files: ShownFiles, _ strategy: Strategy, ignoring areas: IgnoredAreas, boxes: [PixelBox]
  ) -> PixelImage? {
    let sides = ReportSides(files)
    guard let first = sides.reference, let second = sides.actual else { return nil }
    let region = Self.window(around: boxes.first, in: first.size.union(second.size))
    let side = 120
    let marks = areas.mask(of: first, second)?.pooled(region, columns: side, rows: side)
    let grids = [
      first.sampled(region, columns: side, rows: side, ground: .white),
      second.sampled(region, columns: side, rows: side, ground: .white),
      sides.changes(first, second, files, strategy, areas).maxPooled(
        region, columns: side, rows: side),
    ]
    return joined(
      grids.map { grid in
        let hatched = marks.map { marks in grid.painted { $0.hatch(marks, every: 4) } }
        return PixelImage(width: side, height: side, pixels: (hatched ?? grid).samples)
      }, gap: 4)
  }

  /// Reference, actual and difference side by side, pixel for pixel; only one side if the other is
  /// missing.
  static func triple(
    _ files: ShownFiles, _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) throws(ImageError) -> PixelImage? {
    let sides = ReportSides(files)
    guard let first = sides.reference, let second = sides.actual else {
      try PictureRoom.require(files.all)
      if let reference = files.reference, let actual = files.actual {
        _ = try PNG.decodeBoth(reference, actual)
      }
      guard let only = files.reference ?? files.actual else { return nil }
      return try PNG.decode(contentsOf: only)
    }
    var images = [first, second, sides.changes(first, second, files, strategy, areas)]
    if let ignored = areas.mask(of: first, second) {
      for index in images.indices { images[index].paint { $0.hatch(ignored) } }
    }
    return joined(images, gap: 16)
  }

  /// Places images side by side, aligned at the top, on a transparent background.
  ///
  /// - Parameter least: The minimum size of the result.
  static func joined(
    _ images: [PixelImage], gap: Int, within least: PixelSize = PixelSize(width: 1, height: 1)
  ) -> PixelImage {
    let width = max(images.reduce(gap * (images.count - 1)) { $0 + $1.width }, least.width)
    let height = max(images.map(\.height).max() ?? 0, least.height)
    var pixels = [Pixel](repeating: Pixel(), count: width * height)
    var left = 0
    for image in images {
      let source = image.pixels
      for row in 0..<image.height {
        let start = row * width + left
        pixels.replaceSubrange(
          start..<start + image.width, with: source[row * image.width..<(row + 1) * image.width])
      }
      left += image.width + gap
    }
    return PixelImage(width: width, height: height, pixels: pixels)
  }

  /// Returns a square that contains a box and some of its surroundings; the whole image without a
  /// box.
  private static func window(around box: PixelBox?, in whole: PixelSize) -> PixelRegion {
    let all = PixelBox(x: 0, y: 0, width: whole.width, height: whole.height)
    let box = box ?? all
    let side = Double(
      max(min(max(box.width, box.height) * 3 / 2, max(whole.width, whole.height)), 24))
    let centre = (Double(box.x) + Double(box.width) / 2, Double(box.y) + Double(box.height) / 2)
    return PixelRegion(x: centre.0 - side / 2, y: centre.1 - side / 2, width: side, height: side)
  }
}

extension IgnoredAreas {
  /// Returns the ignored areas of the canvas that holds both images; nil if there are none.
  fileprivate func mask(of first: PixelImage, _ second: PixelImage) -> ChangeMask? {
    let whole = first.size.union(second.size)
    return mask(width: whole.width, height: whole.height)
  }
}
