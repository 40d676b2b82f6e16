/// The range of colours that the terminal is sent.
package enum ColourLevel: Int, Sendable, Comparable, CaseIterable {
  /// Shapes and attributes only.
  case mono
  case ansi8
  case ansi16
  case indexed256
  /// Every 24-bit colour, exactly.
  case trueColour

  /// The best level for this number of colours.
  init(colours: Int) {
    self =
      switch colours {
      case (1 << 24)...: .trueColour
      case 256...: .indexed256
      case 16...: .ansi16
      case 8...: .ansi8
      default: .mono
      }
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The value of `--color`.
package enum ColourChoice: String, CaseIterable, Sendable {
  /// The best level that the terminal supports.
  case auto
  case truecolor
  case `256`
  case `16`
  case mono

  /// The requested level; nil if the terminal decides.
  package var level: ColourLevel? {
    switch self {
    case .auto: nil
    case .truecolor: .trueColour
    case .`256`: .indexed256
    case .`16`: .ansi16
    case .mono: .mono
    }
  }
}
