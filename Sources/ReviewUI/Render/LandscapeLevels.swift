import Base

/// The levels by which the landscape shows the number of failing cases: colours, and characters for
/// terminals without colours.
package struct LandscapeLevels {
  /// The cells of the levels, from the minimum number of failing cases to the maximum.
  package static let cells: [Cell] = [
    (".", [46, 125, 80]), (":", [224, 206, 92]), ("+", [222, 140, 58]), ("x", [190, 66, 52]),
    ("#", [112, 24, 44]),
  ].map { (glyph: Unicode.Scalar, colour: SIMD3<UInt8>) in
    let ground = Paint.rgb(colour.x, colour.y, colour.z)
    return Cell(Glyph(glyph), foreground: ink(on: ground, strength: 0.4), background: ground)
  }

  /// The number of cases that fail at every setting.
  let least: Int
  /// The number of cases whose outcome depends on the setting.
  let span: Int

  func level(_ failing: Int) -> Int {
    let steps = Self.cells.count - 1
    return span > 0 ? ((failing - least) * steps + span - 1) / span : 0
  }

  /// The numbers of failing cases at each possible level: "0", "1–13".
  var legend: [(cell: Cell, words: String)] {
    let steps = Self.cells.count - 1
    return Self.cells.enumerated().compactMap { level, cell in
      guard level > 0 else { return (cell, Wording.grouped(least)) }
      let (low, high) = (least + span * (level - 1) / steps + 1, least + span * level / steps)
      guard low <= high else { return nil }
      let words = Wording.grouped(low) + (low < high ? "–" + Wording.grouped(high) : "")
      return (cell, words)
    }
  }

  /// Returns black or white, whichever is more legible on `ground`, or its mix with `ground` for a
  /// `strength` below 1.
  static func ink(on ground: Paint, strength: Double = 1) -> Paint {
    let colour = ground.rgb ?? 0
    let channels = [16, 8, 0].map { Double(colour >> $0 & 255) }
    let light = zip(channels, [0.2126, 0.7152, 0.0722]).map { Self.light($0 / 255) * $1 }
    let end: Double = light.reduce(0, +) > 0.179 ? 0 : 255
    let mixed = channels.map { UInt8(($0 + (end - $0) * strength).rounded()) }
    return .rgb(mixed[0], mixed[1], mixed[2])
  }

  /// Returns the approximate linear light of a channel, good enough to tell dark from bright.
  private static func light(_ channel: Double) -> Double { channel * channel }
}
