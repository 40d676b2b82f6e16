/// The way in which one test library lays its files out on disk; a team's own has any other name.
package struct Layout: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
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

  /// All but a team's own: first the libraries that no preset describes.
  package static let allCases: [Layout] =
    Library.all.filter(\.presets.isEmpty).map(\.layout)
    + Library.all.filter { !$0.presets.isEmpty }.map(\.layout)
    .sorted { $0.rawValue < $1.rawValue } + [words, pair, git]

  /// The library; nil for a team's own layout, and for one that is no library's.
  var library: Library? { Library.byLayout[self] }

  /// True if it is one library's, or a team's own.
  var isLibrary: Bool { ![.words, .pair, .git].contains(self) }

  /// True if its actuals may be Xcode's attachments, which are JPEG pictures.
  var attachesLossyPictures: Bool {
    [.afsnapshot, Library.xcode.layout, Library.attachments.layout].contains(self)
  }

  /// True if the library's difference is the actual with its mismatches painted over.
  var paintsDifferences: Bool { library?.paintsDifferences == true }

  /// The library's own name.
  package var title: String {
    switch self {
    case .words: "words in names"
    case .pair: "two files or folders"
    case .git: "git"
    default: library?.title ?? rawValue
    }
  }
}
