import Base
import Catalog
import Changes
import DiffEngine
import PNGCodec
import Pixels

/// Identifies one reading of a case's files.
package struct CaseKey: Hashable, Sendable {
  package let item: Int
  package let revision: Int
  /// True if the rows of both images are aligned; see `RowAlignment`.
  package var isAligned: Bool

  package init(item: Int, revision: Int = 0, isAligned: Bool = false) {
    (self.item, self.revision, self.isAligned) = (item, revision, isAligned)
  }
}

/// Both sides of a case, decoded; an image is nil if there is no file.
package struct LoadedPair: Sendable {
  /// The hashes of the files before they were decoded. If a file changes in between, accepting is
  /// refused, so that nothing unseen is ever written. nil if no pairs are kept.
  package var fingerprint: Fingerprint?
  /// The state of these files before they were hashed and decoded; nil if no measurements are kept.
  var kept: KeptFiles?
  package var reference: PixelImage?
  package var actual: PixelImage?
  /// The alignment of the rows, if both images are aligned.
  package var alignment: RowAlignment?
  var reading: DifferenceReading?
  /// The memory budgeted for its pictures, and for the difference if that fits too.
  package var room: PictureRoom?

  /// The difference image that replaces the actual.
  package var mask: DifferencePicture? {
    if case .mask(let picture)? = reading { picture } else { nil }
  }

  /// Both images; nil if one is missing or only partly known.
  package var both: (PixelImage, PixelImage)? {
    guard let reference, let actual, mask == nil else { return nil }
    return (reference, actual)
  }

  /// True if both show the same content at two scales, so that places do not correspond.
  package var isRescaled: Bool { both.map { Overlay($0, $1).scale != nil } ?? false }

  /// The memory that both images take.
  var bytes: Int { 4 * ((reference?.pixelCount ?? 0) + (actual?.pixelCount ?? 0)) }
}

/// Decodes pairs and keeps the last few, bounded by bytes.
package final class PairLoader: Sendable {
  private let cache: OnceCache<CaseKey, Result<LoadedPair, ImageError>>
  /// The alignments of the last pairs; each counts as one byte of the limit.
  private let rows = OnceCache<CaseKey, RowAlignment?>(limit: 256)
  /// Returns the files to show for a case.
  package let files: @Sendable (SnapshotCase) -> ShownFiles
  /// The measurements of earlier runs; nil if none are kept.
  package let kept: KeptMeasurements?
  /// True if a cached case may be older than its files.
  let keepsPairs: Bool
  private let budget: MemoryBudget

  /// - Parameters:
  ///   - limit: The bytes of decoded pixels to cache. 72 MiB hold three pairs of phone size, for a
  ///     case and its neighbours; use 0 if every case is read only once.
  ///   - budget: The memory budget for all images.
  package init(
    limit: Int = 72 << 20, in budget: MemoryBudget = .pictures, kept: KeptMeasurements? = nil,
    files: @escaping @Sendable (SnapshotCase) -> ShownFiles
  ) {
    cache = OnceCache(limit: limit)
    keepsPairs = limit > 0
    (self.budget, self.kept, self.files) = (budget, kept, files)
  }

  /// Returns a case's images, decoded now or earlier.
  ///
  /// - Parameter isKept: False if the images are needed only once, so that others stay cached.
  package func load(
    _ snapshot: SnapshotCase, _ key: CaseKey, isKept: Bool = true
  ) -> Result<LoadedPair, ImageError> {
    let result = cache.value(key, isKept: isKept) { result in
      (try? result.get())?.bytes ?? 0
    } make: {
      key.isAligned ? align(snapshot, key) : decode(snapshot)
    }
    if budget.isAwaited { cache.forgetAll() }
    return result
  }

  private func align(_ snapshot: SnapshotCase, _ key: CaseKey) -> Result<LoadedPair, ImageError> {
    var own = key
    own.isAligned = false
    return load(snapshot, own).map { pair in
      guard pair.bytes <= Self.mostAligned, let (reference, actual) = pair.both,
        let rows = movedRows(pair, own)
      else {
        return pair
      }
      let (first, second) = rows.aligned(reference, actual, gap: Self.gap)
      return LoadedPair(
        fingerprint: pair.fingerprint, reference: first, actual: second, alignment: rows,
        room: pair.room)
    }
  }

  /// Aligned images are copies outside the memory budget.
  private static let mostAligned = 256 << 20

  /// The colour of the stripes where one side has no rows.
  private static let gap = Pixel(128, 128, 128, 255)

  /// Returns the rows that were inserted or deleted; nil if there are none.
  package func movedRows(_ pair: LoadedPair, _ key: CaseKey) -> RowAlignment? {
    var key = key
    key.isAligned = false
    return rows.value(key, cost: { _ in 1 }, make: { pair.both.flatMap { RowAlignment($0, $1) } })
  }

  /// Returns both images as a strategy compares them, as colours or as the file's own codes; nil if
  /// one is missing.
  ///
  /// - Throws: An error if the codes cannot be read, for example because a file is gone; colours
  ///   would give another verdict.
  package func compared(
    _ snapshot: SnapshotCase, _ pair: LoadedPair, by strategy: Strategy
  ) throws(ImageError) -> (PixelImage, PixelImage)? {
    guard let shown = pair.both else { return nil }
    let files = files(snapshot)
    guard strategy.samples != .colours, pair.alignment == nil,
      shown.0.hasOtherCodes || shown.1.hasOtherCodes,
      let reference = files.reference, let actual = files.actual
    else { return shown }
    let (first, second) = PNG.decodePair(reference, actual, strategy.samples)
    return (try first.get(), try second.get())
  }

  private func decode(_ snapshot: SnapshotCase) -> Result<LoadedPair, ImageError> {
    let files = files(snapshot)
    let kept = kept.files(ofDecisionOn: snapshot, shownAs: files)
    let fingerprint = keepsPairs ? Fingerprint(of: snapshot) : nil
    return Result { () throws(ImageError) in
      let shown = [files.reference, files.actual].compactMap(\.self)
      let room = try PictureRoom(
        for: shown, besides: [files.difference ?? snapshot.difference].compactMap(\.self),
        in: budget, freeing: cache.forgetAll)
      var pair = LoadedPair(fingerprint: fingerprint, kept: kept, room: room)
      switch (files.reference, files.actual, files.difference) {
      case (let reference?, let actual?, _):
        let (first, second) = PNG.decodePair(reference, actual)
        (pair.reference, pair.actual) = (try first.get(), try second.get())
      case (let reference?, nil, let difference?):
        guard room.holdsOthers else { throw Self.tooLarge(difference) }
        let (first, second) = PNG.decodePair(reference, difference)
        let (image, picture) = (try first.get(), try second.get())
        pair.reference = image
        pair.reading = DifferenceReading(picture, beside: image, of: snapshot)
        pair.actual = pair.mask?.picture
      case (let reference?, nil, nil): pair.reference = try PNG.decode(contentsOf: reference)
      case (nil, let actual?, _): pair.actual = try PNG.decode(contentsOf: actual)
      case (nil, nil, _):
        throw ImageError(.missing, file: snapshot.id, detail: "both images are missing")
      }
      return pair
    }
  }

  private static func tooLarge(_ difference: String) -> ImageError {
    ImageError(
      .tooLarge, file: difference, detail: "too large to be read together with its reference")
  }
}
