import Base
import DiffEngine

extension Verdict {
  /// True if a case with this verdict counts as failing; accepted and tolerated cases do not.
  package func isFailing(after decision: Decision?) -> Bool {
    self != .match && decision != .accepted && decision != .tolerated
  }
}

extension Wording {
  /// "49 accepted, 3 rejected, 1 undecided"; nil if there are no cases.
  package static func decided(_ count: (Decision) -> Int, undecided: Int) -> String? {
    let parts = Decision.allCases.map { (count($0), $0.rawValue) } + [(undecided, "undecided")]
    let words = parts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// "3 failing"
  package static func failing(_ count: Int) -> String { "\(grouped(count)) failing" }
}
