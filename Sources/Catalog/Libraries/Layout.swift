/// How one test library lays its files out on disk; a team's own has any other name.
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
  /// What `--git` finds.
  package static let git = Layout("git")

  /// All but a team's own.
  package static let allCases: [Layout] =
    [afsnapshot, pointfree, uber, Finder.xcode, Finder.attachments]
    + Set(Preset.all.map(\.layout)).sorted { $0.rawValue < $1.rawValue }
    + [words, pair, git]

  /// Whether it is one library's, or a team's own.
  var isLibrary: Bool { ![.words, .pair, .git].contains(self) }

  private static let titles: [Layout: String] = Dictionary(
    Preset.all.lazy.map { ($0.layout, $0.title) }, uniquingKeysWith: { first, _ in first })

  /// True if the library's difference is the actual with its mismatches painted over; see
  /// `DifferencePicture`.
  var paintsDifferences: Bool { self == .afsnapshot }

  /// The library's own name.
  package var title: String {
    switch self {
    case .afsnapshot: "AFSnapshotTesting"
    case .pointfree: "swift-snapshot-testing"
    case .uber: "iOSSnapshotTestCase"
    case .words: "words in names"
    case .pair: "two files or folders"
    case .git: "git"
    case Finder.xcode: "Xcode's exported attachments"
    case Finder.attachments: "attachments of swift test"
    default: Self.titles[self] ?? rawValue
    }
  }
}
