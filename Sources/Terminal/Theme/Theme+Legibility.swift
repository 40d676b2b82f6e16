import DiffEngine
import ReviewUI

extension Theme {
  /// The minimum contrast between text and its background, in any combination of roles.
  package static let leastContrast = 4.5

  /// The colours of plain text, 0xRRGGBB. Colours that the theme leaves to the terminal are assumed
  /// to be those of a dark terminal if the theme's text is light, and of a light one otherwise.
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

  /// Returns the colour for text of one role on the background of another: its own if that is
  /// legible, otherwise the text colour of the background's role, otherwise white or black.
  ///
  /// - Parameter seen: Returns the colour as shown, 0xRRGGBB; with few colours it may differ.
  package func textColour(
    _ role: Role, on ground: Role, seen: (_ colour: ThemeColour, _ isForeground: Bool) -> UInt32
  ) -> ThemeColour {
    let (text, under) = (self[role], self[ground])
    // Marks on images, which have no text.
    if role == ground, text.foreground == text.background { return text.foreground }
    let below = seen(under.background, false)
    // The terminal's text colour is only known to be legible on the terminal's own background.
    let choice = [text.foreground, under.foreground, .rgb(0xFFFFFF), .rgb(0)].filter {
      $0 != .terminal || under.background == .terminal
    }
    let contrasts = choice.map { contrast(seen($0, true), below) }
    let best = contrasts.firstIndex { $0 >= Self.leastContrast }
    return choice[best ?? contrasts.firstIndex(of: contrasts.max()!)!]
  }
}

/// Returns the contrast ratio of two colours 0xRRGGBB, 1 to 21, as defined by WCAG 2.
package func contrast(_ first: UInt32, _ second: UInt32) -> Double {
  let lights = [first, second].map { luminance($0) + 0.05 }
  return lights.max()! / lights.min()!
}

private func luminance(_ colour: UInt32) -> Double {
  let linear = SRGB.linear
  return 0.2126 * linear[Int(colour >> 16 & 255)] + 0.7152 * linear[Int(colour >> 8 & 255)]
    + 0.0722 * linear[Int(colour & 255)]
}
