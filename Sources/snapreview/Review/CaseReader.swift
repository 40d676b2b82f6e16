import Catalog
import DiffEngine
import ReviewUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a case once and finds out all that does not depend on thresholds.
struct CaseReader {
  let loader: PairLoader

  func read(
    _ snapshot: SnapshotCase, _ key: CaseKey, _ formula: Strategy.Formula
  ) -> Reading {
    // Before the pixels: should a file change in between, accepting it will be refused, and
    // nothing that was not seen is ever written.
    let fingerprint = Fingerprint(of: snapshot)
    return switch snapshot.content {
    case .image: measureImages(snapshot, key, formula, fingerprint)
    case .text: measureTexts(snapshot, fingerprint)
    }
  }

  /// What groups a case with others; nil where there is no pair of images.
  func sign(_ snapshot: SnapshotCase, _ key: CaseKey) -> ChangeSignature? {
    guard snapshot.content == .image, case .success(let pair) = loader.load(snapshot, key),
      let reference = pair.reference, let actual = pair.actual
    else { return nil }
    return ChangeSignature(reference, actual)
  }

  private func measureImages(
    _ snapshot: SnapshotCase, _ key: CaseKey, _ formula: Strategy.Formula,
    _ fingerprint: Fingerprint
  ) -> Reading {
    switch loader.load(snapshot, key) {
    case .failure(let error): return .failed(error.description)
    case .success(let pair):
      switch (pair.reference, pair.actual) {
      case (let reference?, let actual?):
        return .images(
          ImageFacts(
            reference: reference.size, actual: actual.size, fingerprint: fingerprint,
            landscape: Landscape(reference, actual, formula: formula)))
      case (let reference?, nil):
        return .oneSided(
          OneSidedFacts(side: .reference, size: reference.size, fingerprint: fingerprint))
      case (nil, let actual):
        return .oneSided(
          OneSidedFacts(side: .actual, size: actual?.size, fingerprint: fingerprint))
      }
    }
  }

  private func measureTexts(_ snapshot: SnapshotCase, _ fingerprint: Fingerprint) -> Reading {
    do {
      let reference = try loader.referencePath(snapshot).map(TextFile.read)
      let actual = try snapshot.actual.map(TextFile.read)
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
