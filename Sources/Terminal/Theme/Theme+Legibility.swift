import DiffEngine
import ReviewUI

extension Theme {
  /// The least contrast between text and its ground, in any combination of roles.
  package static let leastContrast = 4.5

  /// The colours of plain text, 0xRRGGBB. What the theme leaves to the terminal is assumed to be
  /// that of a dark one if the theme's text is light, else that of a light one.
  package var ownColours: (foreground: UInt32, background: UInt32) {
    if case (.rgb(let text), .rgb(let ground)) = (self[.plain].foreground, self[.plain].background)
    {
      return (text, ground)
    }
    let texts = Role.allCases.compactMap { role -> Double? in
      guard self[role].background == .terminal, case .rgb(let colour) = self[role].foreground
      else { return nil }
      return lightness(colour)
    }
    let isForLight = !texts.isEmpty && texts.reduce(0, +) < 50 * Double(texts.count)
    return isForLight ? (0x1F2328, 0xFFFFFF) : (0xD3D9E2, 0x16181D)
  }

  /// The colour of text in one role on the ground of another: its own where that can be read there,
  /// else the ground's, else white or black.
  ///
  /// - Parameter seen: The colour as shown, 0xRRGGBB; with few colours it may be another one.
  package func textColour(
    _ role: Role, on ground: Role, seen: (_ colour: ThemeColour, _ isForeground: Bool) -> UInt32
  ) -> ThemeColour {
    let (text, under) = (self[role], self[ground])
    // The marks on images, which have no text of their own.
    if role == ground, text.foreground == text.background { return text.foreground }
    let below = seen(under.background, false)
    // Of the terminal's own text no one knows how it stands on a ground that is not the terminal's.
    let choice = [text.foreground, under.foreground, .rgb(0xFFFFFF), .rgb(0)].filter {
      $0 != .terminal || under.background == .terminal
    }
    let contrasts = choice.map { contrast(seen($0, true), below) }
    let best = contrasts.firstIndex { $0 >= Self.leastContrast }
    return choice[best ?? contrasts.firstIndex(of: contrasts.max()!)!]
  }
}

/// Returns the contrast ratio of two colours 0xRRGGBB, 1 to 21, as WCAG 2 defines it.
package func contrast(_ first: UInt32, _ second: UInt32) -> Double {
  let lights = [first, second].map { luminance($0) + 0.05 }
  return lights.max()! / lights.min()!
}

private func luminance(_ colour: UInt32) -> Double {
  let linear = SRGB.linear
  return 0.2126 * linear[Int(colour >> 16 & 255)] + 0.7152 * linear[Int(colour >> 8 & 255)]
    + 0.0722 * linear[Int(colour & 255)]
}
