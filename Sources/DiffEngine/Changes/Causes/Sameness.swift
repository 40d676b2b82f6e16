/// The reason two changes count as the same.
package enum Sameness: Hashable, Sendable {
  /// The same pixels before and after, maybe at other places.
  case identical
  /// The very same shapes in other colours.
  case recoloured
  /// Nothing but noise of the same strength.
  case noise

  /// The ground in words, as "the same pixels before and after".
  package var reason: String {
    switch self {
    case .identical: "the same pixels before and after"
    case .recoloured: "the same shapes in other colours"
    case .noise: "only noise of the same strength: scattered pixels, hardly off, no cluster"
    }
  }
}
