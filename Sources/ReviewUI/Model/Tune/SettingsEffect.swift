import Base
import DiffEngine
import Review

extension ReviewItem {
  enum SettingsEffect {
    /// The outcome depends on the settings.
    case judged(Landscape)
    /// The case fails at every setting, as does a text unless its lines are equal.
    case otherSize
    case text(isFailing: Bool)
    /// The case passes at every setting, because a difference from an earlier run is not a failure.
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

extension UnjudgedCases {
  mutating func add(_ effect: ReviewItem.SettingsEffect) {
    switch effect {
    case .judged, .stale: break
    case .otherSize: sizes += 1
    case .text: texts += 1
    case .unreadable: unreadable += 1
    case .unmeasured: unmeasured += 1
    }
  }
}
