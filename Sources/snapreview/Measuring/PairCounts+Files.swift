import Catalog

extension PairCounts {
  /// Compares the files of a case as the library of each grid reads them.
  ///
  /// - Returns: nil without two readable images of one size.
  init?(of files: ShownFiles, ignoring areas: IgnoredAreas, _ grids: [SettingsGrid]) {
    guard let reference = files.reference, let actual = files.actual,
      let room = try? PictureRoom(for: [reference, actual])
    else { return nil }
    defer { withExtendedLifetime(room) {} }
    let images = { (samples: PNG.Samples) -> (PixelImage, PixelImage)? in
      guard let first = try? PNG.decode(contentsOf: reference, samples, threads: 1),
        let second = try? PNG.decode(contentsOf: actual, samples, threads: 1)
      else { return nil }
      return (first, second)
    }
    guard let colours = images(.colours), colours.0.size == colours.1.size else { return nil }
    let kept = grids.filter { Strategy.Kind.ofLandscapes.contains($0.base.kind) }
    let formula = (kept.first { $0.base.kind.usesFormula } ?? kept.first)?.base.formula
    self.init(
      Landscape(colours.0, colours.1, formula: formula ?? .ciede2000, ignoring: areas), kept)
    let hasCodes = colours.0.hasOtherCodes || colours.1.hasOtherCodes
    for (samples, grids) in Dictionary(
      grouping: grids.filter { !holds($0) }, by: \.base.samples)
    {
      let codes = samples != .colours && hasCodes ? images(samples) : colours
      guard let (first, second) = codes else { return nil }
      for grid in grids { add(first, second, grid, ignoring: areas) }
    }
  }
}
