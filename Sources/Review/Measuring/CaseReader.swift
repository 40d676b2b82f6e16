import Base
import Catalog
import Changes
import DiffEngine
import PNGCodec
import Pixels

/// Reads a case once and compares it, or computes one of two results that may come later: the
/// signature for its cause and the landscape for the knobs. Anything that an earlier run has
/// measured is not read again. The screen and all commands use it.
package final class CaseReader {
  private let snapshot: SnapshotCase
  private let key: CaseKey
  private let loader: PairLoader
  private let isLookedAt: Bool
  private lazy var files = loader.files(snapshot)
  /// The images, once they have been loaded.
  private var read: Result<LoadedPair, ImageError>?
  private var pair: LoadedPair? { snapshot.content == .image ? try? loaded().get() : nil }
  /// The hashes of the files: for an image the loader's, which may be older; for a text, computed
  /// before it is read.
  private lazy var fingerprint =
    loader.keepsPairs ? pair?.fingerprint ?? Fingerprint(of: snapshot) : nil

  /// - Parameter isLookedAt: True if the images should stay cached.
  package init(_ snapshot: SnapshotCase, _ key: CaseKey, loader: PairLoader, isLookedAt: Bool) {
    (self.snapshot, self.key, self.loader) = (snapshot, key, loader)
    self.isLookedAt = isLookedAt
  }

  /// The measurements of earlier runs; nil if rows are aligned, which changes the images.
  private var kept: KeptMeasurements? { key.isAligned ? nil : loader.kept }
  /// The files in their current state, including those that a decision depends on.
  private lazy var decided = kept.files(ofDecisionOn: snapshot, shownAs: files)

  /// False if the case has only a reference.
  package var hasActual: Bool {
    files.actual != nil || files.reference != nil && files.difference != nil
  }

  private func loaded() -> Result<LoadedPair, ImageError> {
    let result = read ?? loader.load(snapshot, key, isKept: isLookedAt)
    read = result
    return result
  }

  /// False if one of the case's files changed after it was read, so that the results are not those
  /// of the current files; also false if there was too little memory to check everything.
  private var isOfFiles: Bool {
    // Anything that was not decoded has just been read.
    guard case .success(let pair)? = read else { return true }
    guard let decided, let loaded = pair.kept else { return false }
    return loaded.isSame(as: decided) && pair.room?.holdsOthers != false
  }

  /// Returns the sizes of two images, known without measuring; nil for any other content.
  private func glance() -> Reading? {
    guard let (reference, actual) = images else { return nil }
    return facts(reference, actual, nil)
  }

  private func facts(
    _ reference: PixelImage, _ actual: PixelImage, _ compared: PairOutcome?
  ) -> Reading {
    .images(
      ImageFacts(
        reference: reference.size, actual: actual.size, fingerprint: fingerprint,
        compared: compared,
        misfit: compared == nil
          ? nil
          : DifferencePicture.Fit.sentence(
            files, reference, actual, in: pair?.room),
        saysFailed: compared != nil && CaseChecks.saysFailed(snapshot)))
  }

  private func compare(
    _ pair: LoadedPair, _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) throws(ImageError) -> PairOutcome? {
    guard let (reference, actual) = pair.both,
      let (first, second) = try loader.compared(snapshot, pair, by: strategy)
    else { return nil }
    let comparison = DiffEngine.compare(first, second, strategy: strategy, ignoring: areas)
      .comparison
    // `naive` counts exactly the pixels that differ. Commands do not show the number for failing
    // cases.
    let isSaid = loader.keepsPairs || comparison.verdict == .match
    let differing =
      strategy.kind == .naive
      ? comparison.mismatched
      : isSaid ? Overlay(reference, actual, ignoring: areas).byteMask().count : nil
    var outcome = PairOutcome(strategy, ignoring: areas, comparison, differing: differing)
    // iOSSnapshotTestCase's strategy compares at 16 bits.
    if comparison.verdict == .match, strategy.kind != .uber,
      let (wide, other) = try loader.compared(snapshot, pair, by: Strategy(.uber))
    {
      outcome.hidden = wide.lowBytesDiffering(from: other, ignoring: areas)
    }
    return outcome
  }

  /// Returns the facts that the library's difference image gives about a case without an actual.
  private func facts(
    _ reference: PixelImage, _ reading: DifferenceReading, _ strategy: Strategy,
    ignoring areas: IgnoredAreas
  ) -> Reading {
    switch reading {
    case .mask(let picture):
      let mask = picture.mask(ignoring: areas)
      return .images(
        ImageFacts(
          reference: reference.size, actual: reference.size, fingerprint: fingerprint,
          compared: PairOutcome(
            strategy, ignoring: areas, picture.judge(strategy, ignoring: areas).comparison,
            differing: mask.count),
          landscape: Landscape(picture, formula: strategy.formula, ignoring: areas),
          mask: MaskFacts(change: MaskChange(mask), undecided: picture.undecidedSentence),
          saysFailed: CaseChecks.saysFailed(snapshot)))
    case .unused(let sentence, let isStale):
      return .oneSided(
        OneSidedFacts(
          side: .reference, size: reference.size, fingerprint: fingerprint, reason: sentence,
          isStale: isStale))
    }
  }

  /// Returns the reading of the case, with its outcome under a strategy.
  ///
  /// - Parameter glance: Called with what is known without measuring, if measuring takes long.
  package func reading(
    _ strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas(),
    glance: (Reading) -> Void = { _ in }
  ) -> Reading {
    guard snapshot.content == .image else { return measureTexts() }
    return decided.answer(
      .reading(strategy, areas, .init(snapshot), hasHashes: loader.keepsPairs),
      isKept: { $0.isOfImages && isOfFiles },
      make: {
        if let equal = measureEqual(strategy, ignoring: areas) { return equal }
        if let first = self.glance() { glance(first) }
        return measureImages(strategy, ignoring: areas)
      }
    ).under(strategy, areas)
  }

  /// Returns the signature by which cases are grouped; nil without a pair of images.
  package func signature(ignoring areas: IgnoredAreas) -> ChangeSignature? {
    kept.files(of: files).answer(
      .signature(areas),
      isKept: { $0 != nil && isOfFiles },
      make: { images.map { ChangeSignature($0, $1, ignoring: areas) } })
  }

  /// Returns the landscape of a pair or a mask; nil if there is neither.
  package func landscape(_ formula: Strategy.Formula, ignoring areas: IgnoredAreas) -> Landscape? {
    kept.files(of: files).answer(
      .landscape(formula, areas),
      isKept: { $0 != nil && isOfFiles },
      make: {
        pair?.mask.map { Landscape($0, formula: formula, ignoring: areas) }
          ?? images.map { Landscape($0, $1, formula: formula, ignoring: areas) }
      })
  }

  private var images: (PixelImage, PixelImage)? { pair?.both }

  private func measureImages(_ strategy: Strategy, ignoring areas: IgnoredAreas) -> Reading {
    do throws(ImageError) {
      let pair = try loaded().get()
      return switch (pair.reference, pair.actual, pair.reading) {
      case (let reference?, _, let reading?):
        facts(reference, reading, strategy, ignoring: areas)
      case (let reference?, let actual?, nil):
        facts(reference, actual, try compare(pair, strategy, ignoring: areas))
      case (let reference?, nil, nil):
        .oneSided(OneSidedFacts(side: .reference, size: reference.size, fingerprint: fingerprint))
      case (nil, let actual, _):
        .oneSided(OneSidedFacts(side: .actual, size: actual?.size, fingerprint: fingerprint))
      }
    } catch {
      return .failed(error.description)
    }
  }

  /// Compares files with equal bytes, unless their pixels may have been loaded earlier.
  private func measureEqual(_ strategy: Strategy, ignoring areas: IgnoredAreas) -> Reading? {
    guard !loader.keepsPairs, files.difference == nil, let reference = files.reference,
      let actual = files.actual,
      let pair = EqualPair(reference, actual, strategy, ignoring: areas)
    else { return nil }
    return .images(
      ImageFacts(
        reference: pair.size, actual: pair.size, fingerprint: nil,
        compared: PairOutcome(strategy, ignoring: areas, pair.comparison, differing: 0),
        saysFailed: CaseChecks.saysFailed(snapshot)))
  }

  private func text(of path: String) throws(CatalogError) -> String {
    snapshot.content == .bytes ? try ByteFile(path).description : try TextFile.read(path)
  }

  private func measureTexts() -> Reading {
    // Hash the files before reading them, as for images.
    let fingerprint = fingerprint
    do throws(CatalogError) {
      switch (files.reference, files.actual) {
      case (let reference?, let actual?):
        let difference = try TextDifference(reference, actual, as: snapshot.content)
        return .texts(TextFacts(difference: difference, fingerprint: fingerprint))
      case (let reference?, nil):
        return .oneSided(
          OneSidedFacts(
            side: .reference, size: nil, text: try text(of: reference),
            fingerprint: fingerprint))
      case (nil, let actual):
        let text = try actual.map(text) ?? ""
        return .oneSided(
          OneSidedFacts(side: .actual, size: nil, text: text, fingerprint: fingerprint))
      }
    } catch {
      return .failed("\(error)")
    }
  }
}
