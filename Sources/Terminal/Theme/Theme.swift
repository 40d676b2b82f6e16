public import ReviewUI

/// A colour as a theme names it.
public enum ThemeColour: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// 0xRRGGBB.
  case rgb(UInt32)
}

/// Attributes of a text cell.
public struct TextAttributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let bold = TextAttributes(rawValue: 1)
  public static let dim = TextAttributes(rawValue: 2)
  public static let italic = TextAttributes(rawValue: 4)
  public static let underline = TextAttributes(rawValue: 8)
  public static let reverse = TextAttributes(rawValue: 16)
}

/// What a role looks like.
public struct Style: Hashable, Sendable {
  public var foreground: ThemeColour
  public var background: ThemeColour
  public var attributes: TextAttributes

  public init(
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
/// A cell takes the foreground and the attributes from the role of its foreground, and the
/// background from the role of its background. Roles that stand for pixels (`changed`,
/// `clusterOutline`, `gutter`) have one colour for both, so that they can be either half of a
/// picture cell.
public struct Theme: Equatable, Sendable {
  public var name: String
  private var styles: [Style]

  /// - Parameters:
  ///   - name: As `--theme` takes it.
  ///   - base: Gives the look of the roles that are left out.
  ///   - styles: The looks of this theme.
  public init(name: String, base: Theme? = nil, _ styles: [Role: Style] = [:]) {
    self.name = name
    self.styles = base?.styles ?? Role.allCases.map { _ in Style() }
    for (role, style) in styles { self[role] = style }
  }

  public subscript(role: Role) -> Style {
    get { styles[Int(role.rawValue)] }
    set { styles[Int(role.rawValue)] = newValue }
  }
}
