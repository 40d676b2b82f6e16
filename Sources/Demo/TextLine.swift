package struct TextLine {
  package enum Alignment { case leading, centre, trailing }

  var text: String
  /// The height of a capital, in points.
  var size: Float
  /// The width of the pen as a share of the size.
  var weight: Float

  package init(_ text: String, size: Float, weight: Float = 0.13) {
    self.text = text
    self.size = size
    self.weight = weight
  }

  package static func bold(_ text: String, size: Float) -> TextLine {
    TextLine(text, size: size, weight: 0.19)
  }

  /// The distance in points from the left edge of the first letter to the right edge of the last.
  package var width: Float {
    let advances = text.map { StrokeFont.glyph(for: $0).width + spacing }
    return max(advances.reduce(0, +) - spacing, 0) * unit
  }

  /// Returns each letter's strokes, with the top of the capitals at `y`.
  ///
  /// Letters are separate because computing the distance to a whole line's strokes would be slow.
  func letters(x: Float, y: Float, alignment: Alignment) -> [Path] {
    var pen =
      switch alignment {
      case .leading: x
      case .centre: x - width / 2
      case .trailing: x - width
      }
    return text.map { character in
      let glyph = StrokeFont.glyph(for: character)
      let origin = Point(pen, y)
      pen += (glyph.width + spacing) * unit
      return Path(
        segments: glyph.lines.map { line in
          Segment(origin + line.start * unit, origin + line.end * unit, width: size * weight)
        })
    }
  }

  private var unit: Float { size / StrokeFont.capHeight }
  /// The space between two letters, in the font's units; a wider pen needs more.
  private var spacing: Float { 1.1 + weight * 9 }
}

extension Canvas {
  /// Draws one line of text; `y` is the top of its capitals.
  package mutating func write(
    _ line: TextLine, x: Float, y: Float, _ colour: Colour,
    alignment: TextLine.Alignment = .leading
  ) {
    for letter in line.letters(x: x, y: y, alignment: alignment) { fill(letter, colour) }
  }
}
