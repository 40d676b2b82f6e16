import ReviewUI

package enum ThemeColour: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// 0xRRGGBB.
  case rgb(UInt32)
}

package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let bold = TextAttributes(rawValue: 1)
  package static let dim = TextAttributes(rawValue: 2)
  package static let italic = TextAttributes(rawValue: 4)
  package static let underline = TextAttributes(rawValue: 8)
  package static let reverse = TextAttributes(rawValue: 16)

  /// All attributes, each with its name in themes and the SGR code that turns it on.
  static let all: [(name: String, value: TextAttributes, code: Int)] = [
    ("bold", .bold, 1), ("dim", .dim, 2), ("italic", .italic, 3), ("underline", .underline, 4),
    ("reverse", .reverse, 7),
  ]

  /// The SGR codes that turn the attributes on.
  var codes: [Int] { Self.all.filter { contains($0.value) }.map(\.code) }
}

/// The look of a role.
package struct CellStyle: Hashable, Sendable {
  package var foreground: ThemeColour
  package var background: ThemeColour
  package var attributes: TextAttributes

  package init(
    _ foreground: ThemeColour = .terminal, on background: ThemeColour = .terminal,
    _ attributes: TextAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// The look of every role.
///
/// A cell takes its foreground and attributes from the role of its foreground, and its background
/// from the role of its background. Roles that mark pixels (`changed`, `clusterOutline`, `gutter`)
/// use one colour for both, so that they can be either half of an image cell.
package struct Theme: Equatable, Sendable {
  package var name: String
  private var styles: [CellStyle]

  /// - Parameters:
  ///   - name: The name for `--theme`.
  ///   - base: The theme that provides the styles of omitted roles.
  ///   - styles: The styles of this theme.
  package init(name: String, base: Theme? = nil, _ styles: [Role: CellStyle] = [:]) {
    self.name = name
    self.styles = base?.styles ?? Role.allCases.map { _ in CellStyle() }
    for (role, style) in styles { self[role] = style }
  }

  package subscript(role: Role) -> CellStyle {
    get { styles[Int(role.rawValue)] }
    set { styles[Int(role.rawValue)] = newValue }
  }
}
