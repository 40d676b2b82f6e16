import Base
import Catalog
import DiffEngine

extension ReviewItem {
  /// The influence that settings have on a case.
  enum SettingsEffect {
    /// The settings decide.
    case judged(Landscape)
    /// The case fails at every setting, as does a text unless its lines are equal.
    case otherSize
    case text(isFailing: Bool)
    /// The case passes at every setting, because a difference from an earlier run is no failure.
    case stale
    case unreadable
    case unmeasured
  }

  /// - Parameter landscape: The landscape of this case, if it is measured.
  func settingsEffect(_ landscape: Landscape?) -> SettingsEffect {
    switch reading {
    case .texts(let facts): .text(isFailing: facts.difference.changedLines > 0)
    case .oneSided(let facts) where facts.isStale: .stale
    case .oneSided, .failed: .unreadable
    case .images, .pending:
      landscape.map { $0.isSameSize ? .judged($0) : .otherSize } ?? .unmeasured
    }
  }
}

/// Cases on which no setting has any influence, counted by reason.
package struct UnjudgedCases: Hashable, Sendable {
  package var sizes = 0
  package var texts = 0
  package var unreadable = 0
  private var unmeasured = 0

  package init() {}

  mutating func add(_ effect: ReviewItem.SettingsEffect) {
    switch effect {
    case .judged, .stale: break
    case .otherSize: sizes += 1
    case .text: texts += 1
    case .unreadable: unreadable += 1
    case .unmeasured: unmeasured += 1
    }
  }

  package var count: Int { sizes + texts + unreadable + unmeasured }

  /// "1 case of different sizes, 2 texts"
  package var words: String {
    [
      sizes > 0 ? "\(Wording.count(sizes, "case")) of different sizes" : nil,
      texts > 0 ? Wording.count(texts, "text") : nil,
      unreadable > 0 ? "\(Wording.count(unreadable, "case")) that cannot be compared" : nil,
      unmeasured > 0 ? "\(Wording.count(unmeasured, "case")) not measured" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
