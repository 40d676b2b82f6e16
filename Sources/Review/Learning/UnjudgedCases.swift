import Base

/// The number of cases that no setting can affect, by reason.
package struct UnjudgedCases: Hashable, Sendable {
  package var sizes = 0
  package var texts = 0
  package var unreadable = 0
  package var unmeasured = 0

  package init() {}

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
