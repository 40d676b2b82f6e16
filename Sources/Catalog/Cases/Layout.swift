/// The way in which one test library lays its files out on disk; a team's own has any other name.
package struct Layout: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name }

  package static let afsnapshot = Layout("afsnapshot")
  package static let pointfree = Layout("pointfree")
  package static let uber = Layout("uber")
  /// Files that say themselves what they are; see `FileRole`.
  package static let words = Layout("words")
  package static let pair = Layout("pair")
  /// The layout of the cases that `--git` finds.
  package static let git = Layout("git")

  /// True if it is one library's, or a team's own.
  var isLibrary: Bool { ![.words, .pair, .git].contains(self) }
}
