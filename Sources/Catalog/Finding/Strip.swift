import Base
import DiffEngine
import Host
import PNGCodec
import Pixels
import Store

/// A picture of three panes of one size: reference, difference, actual.
enum Strip {
  /// Returns the file of the pane that shows the actual, and writes it unless an earlier run did.
  ///
  /// The first pane must equal the reference, pixel by pixel; then the last one shows the actual.
  static func actual(
    in strip: String, reference: String?, parts: PartsFolder
  ) throws(Obstacle) -> String {
    guard let reference, let name = parts.name(for: [strip, reference], ending: ".pane.png")
    else { throw Obstacle("there is no reference to check it against. Run the tests again.") }
    guard !PNG.isAnimated(reference), !PNG.isAnimated(strip) else {
      throw Obstacle("it shows one frame, and the reference is an animation. Record it again.")
    }
    if let known = parts.path(of: name) { return known }
    // Reserve memory for both pictures, and for the panes that are cut out of the strip.
    let room = try readable { () throws(ImageError) in
      try PictureRoom(for: [strip, reference, strip])
    }
    defer { withExtendedLifetime(room) {} }
    let (whole, pane) = try readable { () throws(ImageError) in
      try PNG.decodeBoth(strip, reference)
    }
    guard let (first, actual) = panes(of: whole, like: pane) else {
      throw Obstacle(
        "it is not three times the reference's size: the actual has another size, or the strip is "
          + "laid out differently. \(advice)")
    }
    // After an accept, the reference equals the actual.
    guard first == pane || actual == pane else {
      throw Obstacle(
        "its reference part differs from the reference: it is from an earlier run, blurred or "
          + "labelled. \(advice)")
    }
    guard !actual.isPadded(unlike: pane) else {
      throw Obstacle(
        "its actual part ends in padding, which the library adds to make all parts one size, so the "
          + "actual may have been smaller. \(advice)")
    }
    let bytes = try readable { () throws(ImageError) in try PNG.encode(actual) }
    return try Result { () throws(SystemError) in try parts.write(bytes, as: name) }
      .mapError { Obstacle("its parts cannot be saved anywhere (\($0)).") }.get()
  }

  private static let advice = "Let the library keep what it received, and run the tests again."

  static func shows(_ reference: String, in strip: String) -> Bool {
    PNG.comparing(strip, reference) { whole, pane in
      whole.cropped(to: PixelBox(x: 0, y: 0, width: pane.width, height: pane.height)) == pane
    } ?? false
  }

  /// True if the last pane is the actual, and the first one is another picture than a reference.
  static func shows(_ actual: String, besideOtherThan reference: String, in strip: String) -> Bool {
    guard PNGSizes.differ(strip, actual) else { return false }
    return PNG.comparing(strip, actual, besides: [reference]) { whole, pane in
      guard let (first, last) = panes(of: whole, like: pane),
        let reference = try? PNG.decode(contentsOf: reference)
      else { return false }
      return last == pane && first != reference
    } ?? false
  }

  /// Returns the first and the last of three panes in a row or a column; nil for another size.
  private static func panes(
    of whole: PixelImage, like pane: PixelImage
  ) -> (first: PixelImage, last: PixelImage)? {
    let isWide = whole.width == 3 * pane.width && whole.height == pane.height
    guard isWide || whole.width == pane.width && whole.height == 3 * pane.height else { return nil }
    var place = PixelBox(x: 0, y: 0, width: pane.width, height: pane.height)
    let first = whole.cropped(to: place)
    (place.x, place.y) = isWide ? (2 * pane.width, 0) : (0, 2 * pane.height)
    return first.flatMap { first in whole.cropped(to: place).map { (first, $0) } }
  }

  private static func readable<Value>(
    _ body: () throws(ImageError) -> Value
  ) throws(Obstacle) -> Value {
    do throws(ImageError) { return try body() } catch { throw Obstacle("\(error)") }
  }
}

extension Finder {
  /// Writes the part of each strip that shows the actual to its own file, on all cores, for
  /// libraries that write no file for the actual.
  mutating func takeApart(_ chosen: [Int]) {
    guard !chosen.isEmpty else { return }
    let parts = PartsFolder(tree.stateFolder)
    parts.tidy()
    let pairs = chosen.map { (cases[$0].difference ?? "", cases[$0].reference) }
    let found = mapOnAllCores(pairs.count) { index in
      let (strip, reference) = pairs[index]
      return Result { () throws(Obstacle) in
        try Strip.actual(in: strip, reference: reference, parts: parts)
      }
    }
    for (index, part) in zip(chosen, found) {
      let strip = Paths.name(cases[index].difference ?? "")
      switch part {
      case .success(let path):
        cases[index].actual = path
        cases[index].remarks.append(.pane(of: strip))
      case .failure(let fault):
        cases[index].obstacle =
          cases[index].obstacle ?? "No actual but in \(printable(strip)): \(fault.sentence)"
      }
    }
  }
}

extension PixelImage {
  /// True if the last row or column is only the padding with which libraries enlarge pictures:
  /// clear, or black at a quarter of full opacity. Where the reference is another colour, opaque
  /// black may be padding too.
  fileprivate func isPadded(unlike reference: PixelImage) -> Bool {
    let isFilling = { (x: Int, y: Int) in
      let pixel = self[x, y]
      return pixel.w == 0 || pixel == Pixel(0, 0, 0, 64)
        || pixel == Pixel(0, 0, 0, 255) && reference[x, y] != pixel
    }
    return (0..<width).allSatisfy { isFilling($0, height - 1) }
      || (0..<height).allSatisfy { isFilling(width - 1, $0) }
  }
}
