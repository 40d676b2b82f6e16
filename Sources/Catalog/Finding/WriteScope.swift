import Base
import Host

/// The places where baselines may be written: those that the user named or opened, and those that
/// the layout itself puts beside the failures. Nothing that comes with the failures can add
/// another.
final class WriteScope: Sendable {
  private let named: [String]
  private let libraries: [Library]
  private let repositories = Repositories()
  private let fixedPlaces = Memo<String, [String]>()

  /// - Parameter named: The folders of `--references`, links resolved.
  init(named: [String], libraries: [Library] = Library.all) {
    self.named = named
    self.libraries = libraries
  }

  /// The folders below which the baselines of some failures may lie, links resolved.
  ///
  /// - Parameters:
  ///   - failures: The failures' root.
  ///   - top: The folder that was opened.
  func roots(of failures: String, _ layout: Layout, openedAs top: String) -> [String] {
    prescribed(beside: failures, layout)
      + (named.isEmpty ? [repository(around: failures) ?? top] : named)
  }

  /// The same folders for failures that have been cleared away, so that their layout is not known.
  func roots(ofCleared failures: String, openedAs top: String) -> [String] {
    let all = libraries.flatMap { roots(of: failures, $0.layout, openedAs: top) }
    return Set(all).sorted()
  }

  /// The nearest folder with a `.git`, at `path` or above it, that not all users share.
  func repository(around path: String) -> String? { repositories.repository(around: path) }

  /// The project that a folder lies in: the repository around it, else the folder itself.
  func project(around folder: String) -> String? { repositories.project(around: folder) }

  /// The places that the library itself prescribes, seen from its failures.
  func prescribed(beside failures: String, _ layout: Layout) -> [String] {
    fixedPlaces.value(layout.rawValue + failures) {
      libraries.first { $0.layout == layout }?.prescribed(beside: failures) ?? []
    }
  }
}
