import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI

extension ThumbnailRequest {
  /// Returns the thumbnail images of a case: both sides around its change, both sides whole if one
  /// is the other at another scale, or else a single image of the whole.
  ///
  /// - Parameter sizes: The sizes of the existing sides.
  func pictures(
    of pair: LoadedPair, _ sizes: [PixelSize], around change: ChangeRegion?
  ) -> [PictureRequest] {
    guard let first = sizes.first else { return [] }
    let image = sizes.reduce(first) { $0.union($1) }
    if let change {
      let (samples, region) = CloseUps.pair(change, of: image, in: samples)
      return [.reference, .actual].map { picture(.side($0), region, samples) }
    }
    if pair.isRescaled, !isWhole {
      let samples = CloseUps.half(of: samples)
      return zip([Side.reference, .actual], sizes).map {
        picture(.side($0), CloseUps.whole($1, in: samples), samples)
      }
    }
    let only: PictureRequest.Source = .side(pair.actual == nil ? .reference : .actual)
    return [
      picture(
        sizes.count == 2 ? .difference(.tint, strategy) : only, CloseUps.whole(image, in: samples),
        samples)
    ]
  }

  private func picture(
    _ source: PictureRequest.Source, _ region: PixelRegion, _ samples: PixelSize
  ) -> PictureRequest {
    PictureRequest(
      item: item, revision: revision, source: source, region: region, samples: samples,
      ground: ground, marks: strategy, ignoring: areas, evidence: evidence)
  }
}
