import DiffEngine
import Host
import PNGCodec
import Pixels

/// A picture of three panes of one size: reference, difference, actual.
enum Strip {
  enum Fault: Error {
    case noReference
    case unreadable(String)
    case otherSize
    case otherReference
    case padded
    case animated
    case noFolder(String)

    var sentence: String {
      switch self {
      case .noReference: "there is no reference to check it against. Run the tests again."
      case .unreadable(let why): why
      case .otherSize:
        "it is not three times the reference's size: the actual has another size, or the strip is "
          + "laid out differently. Let the library keep what it received, and run the tests again."
      case .otherReference:
        "its reference part differs from the reference: it is from an earlier run, blurred or "
          + "labelled. Let the library keep what it received, and run the tests again."
      case .padded:
        "its actual part ends in padding, which the library adds to make all parts one size, so the "
          + "actual may have been smaller. Let the library keep what it received, and run the tests "
          + "again."
      case .animated: "it shows one frame, and the reference is an animation. Record it again."
      case .noFolder(let why): "its parts cannot be saved anywhere (\(why))."
      }
    }
  }

  /// Returns the file of the pane that shows the actual, and writes it unless an earlier run did.
  ///
  /// The first pane must equal the reference, pixel by pixel; then the last one shows the actual.
  static func actual(
    in strip: String, reference: String?, parts: PartsFolder
  ) throws(Fault) -> String {
    guard let reference else { throw .noReference }
    guard !PNG.isAnimated(reference), !PNG.isAnimated(strip) else { throw .animated }
    guard let name = parts.name(for: [strip, reference], ending: ".pane.png")
    else { throw .noReference }
    if let known = parts.path(of: name) { return known }
    // Reserve memory for both pictures, and for the panes that are cut out of the strip.
    let room = try readable { () throws(ImageError) in
      try PictureRoom(for: [strip, reference, strip])
    }
    defer { withExtendedLifetime(room) {} }
    let (whole, pane) = try readable { () throws(ImageError) in
      try PNG.decodeBoth(strip, reference)
    }
    let isWide = whole.width == 3 * pane.width && whole.height == pane.height
    guard isWide || whole.width == pane.width && whole.height == 3 * pane.height else {
      throw .otherSize
    }
    let first = PixelBox(x: 0, y: 0, width: pane.width, height: pane.height)
    var last = first
    (last.x, last.y) = isWide ? (2 * pane.width, 0) : (0, 2 * pane.height)
    // After an accept, the reference equals the actual.
    guard let actual = whole.cropped(to: last),
      whole.cropped(to: first) == pane || actual == pane
    else { throw .otherReference }
    guard !actual.isPadded else { throw .padded }
    let bytes = try readable { () throws(ImageError) in try PNG.encode(actual) }
    do throws(SystemError) {
      return try parts.write(bytes, as: name)
    } catch {
      throw .noFolder("\(error)")
    }
  }

  /// True if the first pane shows a picture.
  static func shows(_ reference: String, in strip: String) -> Bool {
    guard let room = try? PictureRoom(for: [strip, reference]) else { return false }
    defer { withExtendedLifetime(room) {} }
    guard let (whole, pane) = try? PNG.decodeBoth(strip, reference) else { return false }
    return whole.cropped(to: PixelBox(x: 0, y: 0, width: pane.width, height: pane.height)) == pane
  }

  private static func readable<Value>(
    _ body: () throws(ImageError) -> Value
  ) throws(Fault) -> Value {
    do throws(ImageError) { return try body() } catch { throw .unreadable("\(error)") }
  }
}

extension PixelImage {
  /// True if the last row or column is only the padding with which libraries enlarge pictures:
  /// clear, or black at a quarter of full opacity.
  fileprivate var isPadded: Bool {
    let isFilling = { (x: Int, y: Int) in
      let pixel = self[x, y]
      return pixel.w == 0 || pixel == Pixel(0, 0, 0, 64)
    }
    return (0..<width).allSatisfy { isFilling($0, height - 1) }
      || (0..<height).allSatisfy { isFilling(width - 1, $0) }
  }
}
