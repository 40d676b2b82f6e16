/// Why two changes count as the same.
package enum Sameness: Hashable, Sendable {
  /// The same pixels before and after, maybe at other places.
  case identical
  /// The same shapes in the same colours, this many times as large; below 1 where smaller.
  case scaled(Double)
  /// The same ends and the same centre, on an element that the layout drew out to another width.
  case stretched
  /// The very same shapes in other colours.
  case recoloured
  /// Nothing but noise of the same strength.
  case noise

  /// The ground in words, as "the same pixels before and after".
  package var reason: String {
    switch self {
    case .identical: "the same pixels before and after"
    case .scaled(let factor): "the same shapes and colours at \(Self.text(factor)) times the size"
    case .stretched: "the same ends and centre on an element of another width"
    case .recoloured: "the same shapes in other colours"
    case .noise: "only noise of the same strength: scattered pixels, hardly off, no cluster"
    }
  }

  private static func text(_ factor: Double) -> String {
    let rounded = (factor * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// The relation seen from the other side.
  package var inverse: Sameness {
    if case .scaled(let factor) = self { .scaled(1 / factor) } else { self }
  }
}
