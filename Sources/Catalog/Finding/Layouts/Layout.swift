/// How one test library lays its files out on disk; a team's own has any other name.
public struct Layout: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name }

  public static let afsnapshot = Layout("afsnapshot")
  public static let pointfree = Layout("pointfree")
  public static let uber = Layout("uber")
  public static let pair = Layout("pair")
  /// What `--git` finds.
  public static let git = Layout("git")

  /// All but a team's own.
  public static let allCases: [Layout] =
    [afsnapshot, pointfree, uber, Finder.xcode, Finder.attachments]
    + Set(Preset.all.map(\.layout)).sorted { $0.rawValue < $1.rawValue }
    + [pair, git]

  private static let titles: [Layout: String] = Dictionary(
    Preset.all.lazy.map { ($0.layout, $0.title) }, uniquingKeysWith: { first, _ in first })

  /// The library's own name.
  public var title: String {
    switch self {
    case .afsnapshot: "AFSnapshotTesting"
    case .pointfree: "swift-snapshot-testing"
    case .uber: "iOSSnapshotTestCase"
    case .pair: "two files or folders"
    case .git: "git"
    case Finder.xcode: "Xcode's exported attachments"
    case Finder.attachments: "attachments of swift test"
    default: Self.titles[self] ?? rawValue
    }
  }
}
