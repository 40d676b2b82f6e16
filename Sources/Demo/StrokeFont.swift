/// The demo's own typeface: strokes on a grid of 10 units to a capital.
///
/// It consists of strokes instead of bitmaps, so that letters are smooth at every size and weight.
package enum StrokeFont {
  package static let capHeight: Float = 10

  package struct Glyph {
    /// The distance between the pen's leftmost and rightmost positions, in units.
    package var width: Float
    package var lines: [(start: Point, end: Point)]

    /// - Parameter strokes: The strokes in the table's notation; see `StrokeFont.lines(of:)`.
    package init(width: Float, strokes: String) {
      self.width = width
      lines = StrokeFont.lines(of: strokes)
    }
  }

  /// Returns the glyph of a character, or a box if the typeface does not have it.
  package static func glyph(for character: Character) -> Glyph {
    glyphs[character] ?? Glyph(width: 5, strokes: "M 0 1 L 5 1 L 5 10 L 0 10 L 0 1")
  }

  package static func has(_ character: Character) -> Bool { glyphs[character] != nil }

  private static let glyphs: [Character: Glyph] = {
    var glyphs: [Character: Glyph] = [:]
    for line in table.split(separator: "\n") {
      let strokes = line.dropFirst(2).drop { $0 != " " }
      let width = Float(line.dropFirst(2).dropLast(strokes.count)) ?? 0
      glyphs[line[line.startIndex]] = Glyph(width: width, strokes: String(strokes))
    }
    return glyphs
  }()

  /// Converts the table's notation to straight lines: `M x y` moves the pen, `L x y` draws a line,
  /// `Q cx cy x y` a curve, and `O cx cy rx ry` a whole ellipse.
  private static func lines(of strokes: String) -> [(start: Point, end: Point)] {
    var lines: [(start: Point, end: Point)] = []
    var words = strokes.split(separator: " ")[...]
    var pen = Point()
    func number() -> Float { Float(words.removeFirst()) ?? 0 }
    func place() -> Point {
      let x = number()
      return Point(x, number())
    }
    func draw(to end: Point) {
      lines.append((pen, end))
      pen = end
    }
    func curve(_ control: Point, to end: Point) {
      let start = pen
      for step in 1...curveSteps {
        let share = Float(step) / Float(curveSteps)
        let first = start + (control - start) * share
        let second = control + (end - control) * share
        draw(to: first + (second - first) * share)
      }
    }
    while !words.isEmpty {
      switch words.removeFirst() {
      case "M": pen = place()
      case "L": draw(to: place())
      case "Q":
        let control = place()
        curve(control, to: place())
      default:
        let centre = place()
        let radius = place()
        pen = centre + radius * octagon[0].on
        for corner in octagon {
          curve(centre + radius * corner.control, to: centre + radius * corner.end)
        }
      }
    }
    return lines
  }

  private static let curveSteps = 5

  /// A circle as eight curves, each with its start, control point and end.
  private static let octagon: [(on: Point, control: Point, end: Point)] = {
    let half: Float = 0.707_106_77
    let tangent: Float = 0.414_213_57
    let places = [
      Point(1, 0), Point(half, half), Point(0, 1), Point(-half, half),
      Point(-1, 0), Point(-half, -half), Point(0, -1), Point(half, -half),
    ]
    return places.indices.map { index in
      let start = places[index]
      let turned = Point(-start.y, start.x)
      return (start, start + turned * tangent, places[(index + 1) % 8])
    }
  }()
}
