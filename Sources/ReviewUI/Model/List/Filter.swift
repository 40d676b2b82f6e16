import Base
import Catalog
import DiffEngine
import Review

/// A filter that decides which cases the list shows.
package struct Filter: Hashable, Sendable {
  /// Words that must all match: a state, part of the name, or the beginning of a state if no name
  /// contains the word.
  package var text = ""

  package var isActive: Bool { !text.isEmpty }

  enum State: String, CaseIterable {
    case undecided, accepted, rejected, tolerated, marked, failing, matching, size, text
  }

  enum Condition {
    case state(State)
    case axis(String)
    case name(SearchText)

    func holds(
      of item: borrowing ReviewItem, verdict: Verdict?, isNamed: (SearchText) -> Bool
    ) -> Bool {
      switch self {
      case .state(.undecided): item.decision == nil
      case .state(.accepted): item.decision == .accepted
      case .state(.rejected): item.decision == .rejected
      case .state(.tolerated): item.decision == .tolerated
      case .state(.marked): item.isMarked
      case .state(.failing): verdict?.isFailing(after: item.decision) ?? false
      case .state(.matching): verdict == .match
      case .state(.size): verdict == .sizeMismatch
      case .state(.text): item.snapshot.content == .text
      case .axis(let word): item.snapshot.axes.contains { $0.isMeant(by: word) }
      case .name(let part): isNamed(part)
      }
    }
  }

  func conditions(among items: CaseList) -> [Condition] {
    text.split(separator: " ").map { word in
      let word = word.lowercased()
      if let state = State(rawValue: word) { return .state(state) }
      if items.names.axes.holds(word) { return .axis(word) }
      let part = SearchText(word)
      guard let state = State.allCases.first(where: { $0.rawValue.hasPrefix(word) }),
        !items.indices.contains(where: { items.names.holds(part, at: $0) })
      else { return .name(part) }
      return .state(state)
    }
  }
}
