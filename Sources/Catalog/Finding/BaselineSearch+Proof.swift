import Base
import Host
import PNGCodec

/// Chooses the file that the run's own copy of the reference proves to be the baseline.
extension BaselineSearch {
  func recognised(
    _ spots: [Spot], by copy: String?, _ actual: String, _ placed: PlacedFile
  ) -> [Spot] {
    if placed.preset.vector != nil {
      return recognised(vectors: spots, by: copy, actual, placed.preset)
    }
    guard spots.count > 1, let copy else { return spots }
    switch placed.preset.join {
    case .path: return spots
    case .pixels:
      let same = spots.filter { PNG.areTheSame($0.path, copy) == true }
      // After an accept, the baseline equals the actual.
      return same.isEmpty ? spots.filter { FileBytes.areEqual($0.path, placed.path) } : same
    case .bytes:
      let meant = spots.filter { placed.isMeant($0) == true }
      return meant.count == 1 ? meant : spots
    }
  }

  /// Returns the vector baselines that the bytes of the run's copy prove, or else their folder. The
  /// name alone is no proof: other programs read such files.
  private func recognised(
    vectors spots: [Spot], by copy: String?, _ actual: String, _ preset: Preset
  ) -> [Spot] {
    let kept = spots.filter { spot in
      Paths.below(spot.root, spot.path).map { preset.keeps("/" + $0) } == true
    }
    // A link always equals its target, so alone it proves nothing.
    let proofs = [copy, actual].compactMap(\.self).filter {
      !FileStatus.isLink($0) || !kept.isEmpty
    }
    let equal = proofs.lazy.map { proof in
      spots.filter { FileBytes.areEqual($0.path, proof) }
    }.first { !$0.isEmpty }
    return equal ?? kept
  }
}
