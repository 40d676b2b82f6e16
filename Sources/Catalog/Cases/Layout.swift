/// The way one test library lays out its files on disk; a team's own layout has any other name.
package struct Layout: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name }

  package static let afsnapshot = Layout("afsnapshot")
  package static let pointfree = Layout("pointfree")
  package static let uber = Layout("uber")
  /// Files whose names state their roles; see `FileRole`.
  package static let words = Layout("words")
  package static let pair = Layout("pair")
  /// The layout of the cases that `--git` finds.
  package static let git = Layout("git")

  /// True for a library's layout or a team's own.
  var isLibrary: Bool { ![.words, .pair, .git].contains(self) }
}
