import DiffEngine
import Pixels
import ReviewUI

extension Theme {
  /// The colours that DiffEngine draws on images.
  package var evidence: EvidenceColours {
    var colours = EvidenceColours()
    colours.tint = colour(self[.tint].foreground).flatMap { Lab($0).vividHue } ?? colours.tint
    colours.highlight = markColour(.highlight) ?? colours.highlight
    colours.boxes = markColour(.boxes) ?? colours.boxes
    if let least = colour(self[.heat].background), let most = colour(self[.heat].foreground) {
      colours.heat = HeatScale(from: least, to: most)
    }
    return colours
  }

  /// The colour of a role that marks pixels, which is its background.
  func markColour(_ role: Role) -> Pixel? { colour(self[role].background) }

  private func colour(_ colour: ThemeColour) -> Pixel? {
    if case .rgb(let value) = colour { Pixel(rgb: value) } else { nil }
  }
}
