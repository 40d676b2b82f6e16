import Catalog

/// What is kept of the comparison of two images, or of a reference and the library's difference.
struct Measured: Codable, Sendable {
  var outcome: Outcome
  /// The change of a case whose actual is known only outside of its mismatches.
  var mask: MaskChange?
  /// The reason why the actual does not belong to the difference beside it.
  var misfit: String?
  /// True if both files hold the same bytes, so that there is no change.
  var isOfEqualFiles = false
  /// The pixels in which images differ that are too large to be held whole, of which no more is known;
  /// nil for all others.
  var differing: Int?
  /// True if there was too little memory to tell all.
  var lacksRoom = false

  /// False where it is measured again: what failed may succeed.
  var isFinal: Bool { if case .unreadable = outcome { false } else { !lacksRoom } }
}

extension Measured {
  /// Reads the library's difference for a case whose actual is missing.
  init(
    _ difference: String, beside reference: String, of snapshot: SnapshotCase,
    _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) throws(ImageError) {
    let room = try PictureRoom(for: [reference, difference])
    defer { withExtendedLifetime(room) {} }
    let (first, picture) = try PNG.decodeInTurn(reference, difference)
    switch DifferenceReading(picture, beside: first, of: snapshot) {
    case .stale(let sentence): outcome = .stale(sentence)
    case .useless(let sentence): outcome = .unreadable(sentence)
    case .mask(let picture):
      let comparison =
        picture.judge(strategy, ignoring: areas)?.comparison ?? Comparison(verdict: .unreadable)
      outcome = .mask(comparison, first.size, undecided: picture.undecidedSentence)
      mask = MaskChange(picture.mask(ignoring: areas))
    }
  }
}

/// The two images of a case, decoded when they are first asked for.
final class OpenPair {
  private let reference: String
  private let actual: String
  private let files: ShownFiles
  private var room: PictureRoom?
  private var colours: (PixelImage, PixelImage)?

  init(_ reference: String, _ actual: String, of files: ShownFiles) {
    (self.reference, self.actual, self.files) = (reference, actual, files)
  }

  func images(_ samples: PNG.Samples) throws(ImageError) -> (PixelImage, PixelImage) {
    if samples == .colours, let colours { return colours }
    if room == nil {
      room = try PictureRoom(
        for: [reference, actual], besides: [files.difference].compactMap(\.self))
    }
    let images = try PNG.decodeInTurn(reference, actual, samples)
    if samples == .colours { colours = images }
    return images
  }

  /// - Parameter inColours: True if the images will be asked for in colours.
  func measured(
    _ strategy: Strategy, ignoring areas: IgnoredAreas, inColours: Bool
  ) throws(ImageError) -> Measured {
    do throws(ImageError) {
      return try measuredWhole(strategy, ignoring: areas, inColours: inColours)
    } catch {
      // What holds room takes no more.
      guard room == nil else { throw error }
      let pair = try LargePair(
        reference, actual, strategy, ignoring: areas, insteadOf: error)
      return Measured(
        outcome: pair.outcome,
        misfit: files.difference.map { _ in DifferencePicture.Fit.tooLarge },
        differing: pair.differing)
    }
  }

  private func measuredWhole(
    _ strategy: Strategy, ignoring areas: IgnoredAreas, inColours: Bool
  ) throws(ImageError) -> Measured {
    let equal = Outcome.ofEqualFiles(reference, actual, strategy, ignoring: areas)
    if let equal, files.difference == nil { return Measured(outcome: equal, isOfEqualFiles: true) }
    var misfit: String?
    if files.difference != nil {
      let (first, second) = try images(.colours)
      misfit = DifferencePicture.Fit.sentence(files, first, second, in: room)
    }
    let lacksRoom = files.difference != nil && room?.holdsOthers == false
    if let equal {
      return Measured(
        outcome: equal, misfit: misfit, isOfEqualFiles: true, lacksRoom: lacksRoom)
    }
    if inColours { _ = try images(.colours) }
    let (first, second) = try compared(by: strategy)
    return Measured(
      outcome: .image(
        compare(first, second, strategy: strategy, ignoring: areas).comparison,
        reference: first.size, actual: second.size),
      misfit: misfit, lacksRoom: lacksRoom)
  }

  /// The images as a strategy compares them: most files hold the same codes as colours.
  private func compared(by strategy: Strategy) throws(ImageError) -> (PixelImage, PixelImage) {
    if let colours, !colours.0.hasOtherCodes, !colours.1.hasOtherCodes { return colours }
    return try images(strategy.samples)
  }
}
