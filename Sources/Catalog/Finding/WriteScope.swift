import Base

/// The places where baselines may be written: the ones that the user named or opened, and the ones
/// that the layout itself puts next to the failures. Nothing that comes with the failures can add
/// another.
final class WriteScope: Sendable {
  private let named: [String]
  private let libraries: [Library]
  let repositories = Repositories()
  private let fixedPlaces = Memo<String, [String]>()

  init(named: [String], libraries: [Library] = Library.all) {
    (self.named, self.libraries) = (named, libraries)
  }

  /// Returns the folders below which the baselines of some failures may be, links resolved.
  func roots(of failures: String, _ layout: Layout, openedAs top: String) -> [String] {
    prescribed(beside: failures, layout)
      + (named.isEmpty ? [repository(around: failures) ?? top] : named)
  }

  /// Returns the same folders for failures that have been removed, so that their layout is unknown.
  func roots(ofCleared failures: String, openedAs top: String) -> [String] {
    let all = libraries.flatMap { roots(of: failures, $0.layout, openedAs: top) }
    return Set(all).sorted()
  }

  func repository(around path: String) -> String? { repositories.repository(around: path) }

  /// Returns the folders that the library itself prescribes for its failures.
  func prescribed(beside failures: String, _ layout: Layout) -> [String] {
    fixedPlaces.value(layout.rawValue + failures) {
      libraries.first { $0.layout == layout }?.prescribed(beside: failures) ?? []
    }
  }
}
