import Catalog
import DiffEngine
import PNGCodec
import Pixels

extension PairCounts {
  /// Compares the files of a case, read in the way that each grid's library does.
  ///
  /// - Returns: nil without two readable images of the same size.
  package init?(of files: ShownFiles, ignoring areas: IgnoredAreas, _ grids: [SettingsGrid]) {
    guard let reference = files.reference, let actual = files.actual,
      let room = try? PictureRoom(for: [reference, actual])
    else { return nil }
    defer { withExtendedLifetime(room) {} }
    guard let colours = try? PNG.decodeInTurn(reference, actual),
      colours.reference.size == colours.actual.size
    else { return nil }
    let kept = grids.filter { Strategy.Kind.ofLandscapes.contains($0.base.kind) }
    let formula = (kept.first { $0.base.kind.usesFormula } ?? kept.first)?.base.formula
    self.init(
      Landscape(colours.reference, colours.actual, formula: formula ?? .ciede2000, ignoring: areas),
      kept)
    let hasCodes = colours.reference.hasOtherCodes || colours.actual.hasOtherCodes
    for (samples, grids) in Dictionary(grouping: grids.filter { !holds($0) }, by: \.base.samples) {
      let codes =
        samples != .colours && hasCodes
        ? try? PNG.decodeInTurn(reference, actual, samples) : colours
      guard let (first, second) = codes else { return nil }
      for grid in grids { add(first, second, grid, ignoring: areas) }
    }
  }
}
