import Catalog
import DiffEngine
import PNGCodec
import ReviewUI

/// Reads a case once and finds out all that does not depend on thresholds.
package struct CaseReader {
  private let snapshot: SnapshotCase
  private let loader: PairLoader
  private let fingerprint: Fingerprint
  /// Nil for texts.
  private let pair: Result<LoadedPair, ImageError>?

  /// - Parameter isKept: True if the images stay at hand, for a case that is looked at.
  package init(
    _ snapshot: SnapshotCase, _ key: CaseKey, loader: PairLoader, isKept: Bool
  ) {
    self.snapshot = snapshot
    self.loader = loader
    pair = snapshot.content == .image ? loader.load(snapshot, key, isKept: isKept) : nil
    // Of an image the loader's, which may have read it a while ago; of a text before it is read.
    fingerprint = (try? pair?.get())?.fingerprint ?? Fingerprint(of: snapshot)
  }

  /// Returns the sizes of two images, known without measuring; nil for all other content.
  func glance() -> Reading? {
    guard let (reference, actual) = images else { return nil }
    return facts(reference, actual, nil)
  }

  private func facts(
    _ reference: PixelImage, _ actual: PixelImage, _ landscape: Landscape?
  ) -> Reading {
    .images(
      ImageFacts(
        reference: reference.size, actual: actual.size, fingerprint: fingerprint,
        landscape: landscape,
        misfit: landscape == nil
          ? nil
          : DifferencePicture.Fit.sentence(
            loader.files(snapshot), reference, actual, in: (try? pair?.get())?.room),
        saysFailed: landscape != nil && CaseChecks.saysFailed(snapshot)))
  }

  /// Returns the facts that the library's difference gives of a case without an actual.
  private func facts(
    _ reference: PixelImage, _ reading: DifferenceReading, _ formula: Strategy.Formula,
    _ areas: IgnoredAreas
  ) -> Reading {
    switch reading {
    case .mask(let picture):
      .images(
        ImageFacts(
          reference: reference.size, actual: reference.size, fingerprint: fingerprint,
          landscape: Landscape(picture, formula: formula, ignoring: areas),
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

  package func reading(
    _ formula: Strategy.Formula, ignoring areas: IgnoredAreas = IgnoredAreas()
  ) -> Reading {
    switch pair {
    case .success(let pair): measureImages(pair, formula, areas)
    case .failure(let error): .failed(error.description)
    case nil: measureTexts()
    }
  }

  /// Returns the signature that groups a case with others; nil if there is no pair of images.
  func signature(ignoring areas: IgnoredAreas) -> ChangeSignature? {
    images.map { ChangeSignature($0, $1, ignoring: areas) }
  }

  private var images: (PixelImage, PixelImage)? { (try? pair?.get())?.both }

  private func measureImages(
    _ pair: LoadedPair, _ formula: Strategy.Formula, _ areas: IgnoredAreas
  ) -> Reading {
    switch (pair.reference, pair.actual, pair.reading) {
    case (let reference?, _, let reading?): facts(reference, reading, formula, areas)
    case (let reference?, let actual?, nil):
      facts(reference, actual, Landscape(reference, actual, formula: formula, ignoring: areas))
    case (let reference?, nil, nil):
      .oneSided(
        OneSidedFacts(side: .reference, size: reference.size, fingerprint: fingerprint))
    case (nil, let actual, _):
      .oneSided(OneSidedFacts(side: .actual, size: actual?.size, fingerprint: fingerprint))
    }
  }

  private func measureTexts() -> Reading {
    do {
      let files = loader.files(snapshot)
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
