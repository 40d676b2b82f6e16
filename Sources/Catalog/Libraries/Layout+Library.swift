/// Facts about a layout that come from its library.
extension Layout: CaseIterable {
  /// All layouts except a team's own.
  package static let allCases: [Layout] = Library.all.map(\.layout) + [words, pair, git]

  /// The library; nil for a team's own layout, and for layouts without a library.
  var library: Library? { Library.byLayout[self] }

  /// True if its actuals may be Xcode's attachments, which are JPEG pictures.
  var attachesLossyPictures: Bool {
    [.afsnapshot, Library.xcode.layout, Library.attachments.layout].contains(self)
  }

  /// True if a log names the references of its actuals.
  package var takesLog: Bool { [Library.xcode.layout, Library.attachments.layout].contains(self) }

  var remark: Remark? { library?.remark.map(Remark.library) }

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

  /// Environment variables that tell libraries where to write failures.
  package static let failureVariables: [String] = Library.all.compactMap(\.variable)

  /// Folders that are searched although their names begin with a dot.
  static let hiddenFolders: Set<String> = {
    let templates: [Template] = Library.all.flatMap(\.presets)
      .flatMap { $0.actual + $0.reference + $0.difference }
    return Set(templates.flatMap(\.folders).compactMap(\.literal).filter { $0.hasPrefix(".") })
  }()
}

extension Walk.Limits {
  /// The limits for a folder that the user named.
  package static let named = Walk.Limits(
    entries: 2_000_000, depth: 64, hidden: Layout.hiddenFolders)
  /// The limits for a folder that the user did not name, which can be any folder; they leave out
  /// dependencies.
  package static let around = Walk.Limits(
    entries: 500_000, depth: 64, skipped: ["Pods", "Carthage"], hidden: Layout.hiddenFolders)
  /// The limits for a repository: everything but dependencies and build products.
  package static let repository = Walk.Limits(
    entries: 300_000, depth: 24, skipped: ["Pods", "Carthage", "DerivedData", "build"],
    staysInRepository: true, hidden: Layout.hiddenFolders)
}
