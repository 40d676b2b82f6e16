import Base
import Catalog
import Demo
import DiffEngine
import Pixels

/// An image of one change for someone without a screen, such as a coding agent.
extension PixelImage {
  /// The maximum side length; vision models scale down larger images and so hide what changed.
  private static let longest = 1568
  private static let gap = 16
  /// The rows above the images: one line for the sentence, and one for the names of the sides.
  private static let head = 56
  private static let mostEnlarged = 8

  /// Returns the reference and the actual side by side around a change, enlarged by a whole factor
  /// if it is small, with a frame around it and a line that says what changed.
  ///
  /// - Parameter box: The place in pixels of the files; nil for the whole image.
  static func evidence(
    _ files: ShownFiles, ignoring areas: IgnoredAreas, around box: PixelBox?, title: String
  ) -> PixelImage? {
    let sides = ReportSides(files)
    let images = [sides.reference, sides.actual]
    let sizes = images.compactMap { $0?.size }
    guard let first = sizes.first else { return nil }
    let whole = sizes.reduce(first) { $0.union($1) }
    let window =
      box.map {
        $0.surroundings(enough($0.width), enough($0.height), in: whole).uncut(images, around: $0)
      }
      ?? PixelBox(x: 0, y: 0, width: whole.width, height: whole.height)
    let room = (width: (longest - 3 * gap) / 2, height: longest - head - gap)
    let fit = min(
      Double(room.width) / Double(window.width), Double(room.height) / Double(window.height))
    let scale = fit < 1 ? fit : min(fit, Double(mostEnlarged)).rounded(.down)
    let columns = max(1, Int(Double(window.width) * scale))
    let rows = max(1, Int(Double(window.height) * scale))
    let ground = (images[0] ?? images[1]).flatMap { Ground.clearest($0, images[1] ?? $0) } ?? .white
    let region = PixelRegion(
      x: Double(window.x), y: Double(window.y), width: Double(window.width),
      height: Double(window.height))
    var sheet = Sheet(
      width: 2 * columns + 3 * gap, height: rows + head + gap, title: title,
      scale: scale < 1 ? "1:\(Wording.trimmed(1 / scale))" : "\(Int(scale)):1",
      window: window, split: columns + 2 * gap, margin: gap)
    for (place, image) in images.enumerated() {
      let left = gap + place * (columns + gap)
      guard let image else { continue }
      sheet.put(image.sampled(region, columns: columns, rows: rows, ground: ground), left, head)
      guard let box, window.width > box.width + 8 || window.height > box.height + 8 else {
        continue
      }
      sheet.frame(
        left: left + Int(Double(box.x - window.x) * scale),
        top: head + Int(Double(box.y - window.y) * scale), width: Int(Double(box.width) * scale),
        height: Int(Double(box.height) * scale),
        within: PixelBox(x: left, y: head, width: columns, height: rows))
    }
    return sheet.image
  }

  /// Returns how much of a side to show, so that one sees where the change is.
  private static func enough(_ length: Int) -> Int { max(length + 2 * max(16, length / 4), 96) }
}

/// A white canvas with a heading, onto which images are placed.
private struct Sheet {
  private let width: Int
  private let height: Int
  private var pixels: [Pixel]

  var image: PixelImage { PixelImage(width: width, height: height, pixels: pixels) }

  /// - Parameters:
  ///   - window: The part of the files to show.
  ///   - split: The position where the actual begins.
  init(
    width: Int, height: Int, title: String, scale: String, window: PixelBox, split: Int, margin: Int
  ) {
    let place = "\(Wording.size(window.width, window.height)) at \(window.x), \(window.y), \(scale)"
    let names = [
      ("reference" + (split > 480 ? " \(place)" : ""), margin),
      ("actual" + (split > 480 ? "" : " \(place)"), split),
    ]
    let least = margin + Int(TextLine(names[1].0, size: Self.capital).width) + split
    self.width = max(width, least)
    self.height = height
    var canvas = Canvas(width: self.width, height: height)
    let heading = Self.shortened(printable(title), to: self.width - 2 * margin)
    canvas.write(.bold(heading, size: Self.capital), x: Float(margin), y: Float(margin) / 2, .black)
    for (name, x) in names {
      canvas.write(
        TextLine(name, size: Self.capital), x: Float(x), y: Float(margin) * 2, Colour(hex: 0x5D6570)
      )
    }
    pixels = canvas.image().pixels
  }

  private static let capital: Float = 12

  private static func shortened(_ text: String, to width: Int) -> String {
    let fits = { (text: String) in TextLine.bold(text, size: capital).width <= Float(width) }
    guard !fits(text) else { return text }
    var text = text
    while !text.isEmpty, !fits(text + "…") { text.removeLast() }
    return text + "…"
  }

  mutating func put(_ grid: SampleGrid, _ left: Int, _ top: Int) {
    for row in 0..<grid.rows {
      let start = (top + row) * width + left
      pixels.replaceSubrange(
        start..<start + grid.columns,
        with: grid.samples[row * grid.columns..<(row + 1) * grid.columns])
    }
  }

  /// Draws a frame just outside a place, so that it covers none of the change.
  mutating func frame(left: Int, top: Int, width: Int, height: Int, within: PixelBox) {
    let colour = Pixel(242, 111, 33, 255)
    for distance in 2...3 {
      let (x0, x1) = (left - distance, left + width - 1 + distance)
      let (y0, y1) = (top - distance, top + height - 1 + distance)
      for x in x0...x1 { for y in [y0, y1] { set(x, y, colour, within) } }
      for y in y0...y1 { for x in [x0, x1] { set(x, y, colour, within) } }
    }
  }

  private mutating func set(_ x: Int, _ y: Int, _ colour: Pixel, _ within: PixelBox) {
    guard (within.x..<within.x + within.width).contains(x),
      (within.y..<within.y + within.height).contains(y)
    else { return }
    pixels[y * self.width + x] = colour
  }
}
