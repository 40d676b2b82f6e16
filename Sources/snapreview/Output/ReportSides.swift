import Catalog
import DiffEngine
import PNGCodec
import Pixels

/// Both sides of a case for a report.
struct ReportSides {
  let reference: PixelImage?
  /// The actual; if it is missing, as much of it as the library's difference shows.
  let actual: PixelImage?
  private let difference: DifferencePicture?
  /// The memory budgeted for the images while they are held.
  private let room: PictureRoom?

  init(_ files: ShownFiles) {
    guard let room = try? PictureRoom(for: files.all) else {
      (reference, actual, difference, room) = (nil, nil, nil, nil)
      return
    }
    self.room = room
    let image = { (path: String?) in path.flatMap { try? PNG.decode(contentsOf: $0) } }
    reference = image(files.reference)
    guard files.actual == nil, let reference, let picture = image(files.difference) else {
      (actual, difference) = (image(files.actual), nil)
      return
    }
    difference = try? DifferencePicture(picture, beside: reference)
    actual = difference?.knownActual()
  }

  /// Returns the actual in greys, with every mismatch that counts in colour.
  func changes(
    _ first: PixelImage, _ second: PixelImage, _ files: ShownFiles, _ strategy: Strategy,
    _ areas: IgnoredAreas
  ) -> PixelImage {
    if let difference {
      return difference.tinted(difference.judge(strategy, ignoring: areas).mask)
    }
    var changes = second
    drawDifference(.tint, first, over: &changes, strategy) {
      guard strategy.samples != .colours, let reference = files.reference,
        let actual = files.actual,
        let codes = try? PNG.decodeBoth(reference, actual, strategy.samples)
      else { return compare(first, second, strategy: strategy, ignoring: areas) }
      return compare(codes.0, codes.1, strategy: strategy, ignoring: areas)
    }
    return changes
  }
}

extension ShownFiles {
  var all: [String] { [reference, actual, difference].compactMap(\.self) }
}
