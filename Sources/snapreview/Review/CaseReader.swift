import ReviewUI

/// Reads a case once and compares it, or finds out one of the things that may come later: the
/// signature for its cause, and the landscape for the knobs. What an earlier run has measured is not
/// read at all.
package final class CaseReader {
  private let snapshot: SnapshotCase
  private let key: CaseKey
  private let loader: PairLoader
  private let isLookedAt: Bool
  /// The images, read when they are first asked for.
  private lazy var loaded = loader.load(snapshot, key, isKept: isLookedAt)
  private var pair: LoadedPair? { snapshot.content == .image ? try? loaded.get() : nil }
  /// Of an image the loader's, which may have read it a while ago; of a text before it is read.
  private lazy var fingerprint = pair?.fingerprint ?? Fingerprint(of: snapshot)

  /// - Parameter isLookedAt: True if the images stay at hand.
  package init(_ snapshot: SnapshotCase, _ key: CaseKey, loader: PairLoader, isLookedAt: Bool) {
    (self.snapshot, self.key, self.loader) = (snapshot, key, loader)
    self.isLookedAt = isLookedAt
  }

  /// What is kept. Rows that stand side by side are other pictures.
  private var kept: KeptMeasurements? { key.isAligned ? nil : loader.kept }
  private var files: ShownFiles { loader.files(snapshot) }
  /// The files as they are now, also those that a decision is tied to.
  private lazy var decided = kept.files(ofDecisionOn: snapshot, shownAs: files)

  /// False if the case was read before one of its files changed: what is measured is then not of the
  /// files as they are. False also if there was too little memory to tell all.
  private var isOfFiles: Bool {
    guard let decided, let pair, let loaded = pair.kept else { return false }
    return loaded.isSame(as: decided) && pair.room?.holdsOthers != false
  }

  /// The sizes of two images, known without measuring; nil for all other content.
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
  ) -> PairOutcome? {
    guard let (reference, actual) = pair.both,
      let (first, second) = loader.compared(snapshot, pair, by: strategy)
    else { return nil }
    let comparison = DiffEngine.compare(first, second, strategy: strategy, ignoring: areas)
      .comparison
    // What `naive` counts is every pixel that differs.
    let differing =
      strategy.kind == .naive
      ? comparison.mismatched
      : Overlay(reference, actual, ignoring: areas).byteMask().count
    return PairOutcome(strategy, ignoring: areas, comparison, differing: differing)
  }

  /// Returns the facts that the library's difference gives of a case without an actual.
  private func facts(
    _ reference: PixelImage, _ reading: DifferenceReading, _ strategy: Strategy,
    ignoring areas: IgnoredAreas
  ) -> Reading {
    switch reading {
    case .mask(let picture):
      .images(
        ImageFacts(
          reference: reference.size, actual: reference.size, fingerprint: fingerprint,
          landscape: Landscape(picture, formula: strategy.formula, ignoring: areas),
          mask: MaskFacts(
            change: MaskChange(picture.mask(ignoring: areas)),
            undecided: picture.undecidedSentence),
          saysFailed: CaseChecks.saysFailed(snapshot)))
    case .stale(let sentence):
      .oneSided(
        OneSidedFacts(
          side: .reference, size: reference.size, fingerprint: fingerprint, reason: sentence,
          isStale: true))
    case .useless(let sentence):
      .oneSided(
        OneSidedFacts(
          side: .reference, size: reference.size, fingerprint: fingerprint, reason: sentence))
    }
  }

  /// Returns what is known of the case, with its outcome under a strategy.
  ///
  /// - Parameter glance: Called with what is known without measuring, if that takes long.
  package func reading(
    _ strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas(),
    glance: (Reading) -> Void = { _ in }
  ) -> Reading {
    guard snapshot.content == .image else { return measureTexts() }
    return decided.answer(
      .reading(strategy, areas, .init(snapshot)),
      isKept: { $0.isOfImages && isOfFiles },
      make: {
        if let first = self.glance() { glance(first) }
        return measureImages(strategy, ignoring: areas)
      })
  }

  /// Returns the signature that groups a case with others; nil if there is no pair of images.
  func signature(ignoring areas: IgnoredAreas) -> ChangeSignature? {
    kept.files(of: files).answer(
      .signature(areas),
      isKept: { $0 != nil && isOfFiles },
      make: { images.map { ChangeSignature($0, $1, ignoring: areas) } })
  }

  /// Returns the landscape of a pair or a mask; nil if there is neither.
  func landscape(_ formula: Strategy.Formula, ignoring areas: IgnoredAreas) -> Landscape? {
    kept.files(of: files).answer(
      .landscape(formula, areas),
      isKept: { $0 != nil && isOfFiles },
      make: {
        pair?.mask.map { Landscape($0, formula: formula, ignoring: areas) }
          ?? images.map { Landscape($0, $1, formula: formula, ignoring: areas) }
      })
  }

  private var images: (PixelImage, PixelImage)? { pair?.both }

  private func measureImages(
    _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) -> Reading {
    let pair: LoadedPair
    do throws(ImageError) {
      pair = try loaded.get()
    } catch {
      return measureLarge(strategy, ignoring: areas, insteadOf: error)
    }
    return switch (pair.reference, pair.actual, pair.reading) {
    case (let reference?, _, let reading?):
      facts(reference, reading, strategy, ignoring: areas)
    case (let reference?, let actual?, nil):
      facts(reference, actual, compare(pair, strategy, ignoring: areas))
    case (let reference?, nil, nil):
      .oneSided(
        OneSidedFacts(side: .reference, size: reference.size, fingerprint: fingerprint))
    case (nil, let actual, _):
      .oneSided(OneSidedFacts(side: .actual, size: actual?.size, fingerprint: fingerprint))
    }
  }

  /// Compares images that cannot be shown because they are too large to be held whole.
  private func measureLarge(
    _ strategy: Strategy, ignoring areas: IgnoredAreas, insteadOf refusal: ImageError
  ) -> Reading {
    // Before the pixels: what changes in between is refused.
    let fingerprint = fingerprint
    do throws(ImageError) {
      let pair = try loader.compareLarge(
        snapshot, strategy, ignoring: areas, insteadOf: refusal)
      return .images(
        ImageFacts(
          reference: pair.size, actual: pair.size, fingerprint: fingerprint,
          compared: PairOutcome(
            strategy, ignoring: areas, pair.comparison, differing: pair.differing),
          misfit: files.difference.map { _ in DifferencePicture.Fit.tooLarge },
          saysFailed: CaseChecks.saysFailed(snapshot), tooLarge: refusal.description))
    } catch {
      return .failed(error.description)
    }
  }

  private func measureTexts() -> Reading {
    do {
      let reference = try files.reference.map(TextFile.read)
      let actual = try files.actual.map(TextFile.read)
      switch (reference, actual) {
      case (let reference?, let actual?):
        let difference = TextDifference(reference: reference, actual: actual)
        return .texts(TextFacts(difference: difference, fingerprint: fingerprint))
      case (let reference?, nil):
        return .oneSided(
          OneSidedFacts(side: .reference, size: nil, text: reference, fingerprint: fingerprint))
      case (nil, let actual):
        return .oneSided(
          OneSidedFacts(side: .actual, size: nil, text: actual ?? "", fingerprint: fingerprint))
      }
    } catch {
      return .failed("\(error)")
    }
  }
}

extension PixelImage {
  var size: PixelSize { PixelSize(width: width, height: height) }
}
