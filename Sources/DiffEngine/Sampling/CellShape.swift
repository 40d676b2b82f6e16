/// A way to divide a terminal cell into samples, each with one of two colours.
package enum CellShape: String, CaseIterable, Sendable {
  case halves, quadrants, sextants, octants

  package var columns: Int { self == .halves ? 1 : 2 }

  /// The number of samples down a cell.
  package var rows: Int {
    switch self {
    case .halves, .quadrants: 2
    case .sextants: 3
    case .octants: 4
    }
  }

  /// The number of samples in a cell: 2, 4, 6 or 8.
  package var sampleCount: Int { columns * rows }

  /// The character for each pattern, one for every subset of the samples, all different.
  ///
  /// Bit 0 of a pattern is the sample at the top left, bit 1 the next in reading order; a set bit
  /// means the foreground colour.
  package var glyphs: [Character] {
    switch self {
    case .halves: CellGlyphs.halves
    case .quadrants: CellGlyphs.quadrants
    case .sextants: CellGlyphs.sextants
    case .octants: CellGlyphs.octants
    }
  }
}

/// The Unicode 16 characters that fill part of a cell.
private enum CellGlyphs {
  static let halves: [Character] = [" ", "▀", "▄", "█"]
  static let quadrants: [Character] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  /// U+1FB00 to U+1FB3B in the order of their patterns, which omit those that existed before.
  static let sextants = table(
    count: 64, first: 0x1FB00,
    others: [0: " ", 0b01_01_01: "▌", 0b10_10_10: "▐", 0b11_11_11: "█"])

  /// U+1CD00 to U+1CDE5, in the same way.
  static let octants: [Character] = {
    var others: [Int: Character] = [
      0b00_00_00_01: "\u{1CEA8}", 0b00_00_00_10: "\u{1CEAB}", 0b00_00_00_11: "\u{1FB82}",
      0b01_00_00_00: "\u{1CEA3}", 0b10_00_00_00: "\u{1CEA0}", 0b11_00_00_00: "▂",
      0b00_01_01_00: "\u{1FBE6}", 0b00_10_10_00: "\u{1FBE7}",
      0b00_11_11_11: "\u{1FB85}", 0b11_11_11_00: "▆",
    ]
    for (pattern, glyph) in quadrants.enumerated() {
      let (upper, lower) = (pattern & 3, pattern >> 2)
      others[upper | upper << 2 | lower << 4 | lower << 6] = glyph
    }
    return table(count: 256, first: 0x1CD00, others: others)
  }()

  private static func table(count: Int, first: UInt32, others: [Int: Character]) -> [Character] {
    var next = first
    return (0..<count).map { pattern in
      if let other = others[pattern] { return other }
      defer { next += 1 }
      return Character(Unicode.Scalar(next)!)
    }
  }
}
