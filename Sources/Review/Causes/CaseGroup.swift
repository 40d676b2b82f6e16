import Changes
import DiffEngine

/// Cases that changed for the same reason, so that one decision can cover them all.
package struct CaseGroup: Hashable, Sendable {
  /// The cause's number; causes are numbered in the order of their first cases.
  package var id: Int
  /// The cause's ID for commands; empty if it is unknown or the group is not a whole cause.
  package var name = ""
  package var text: String
  package var isNoise: Bool
  /// What else happened in the cases, in words; nil if that is not known.
  package var rest: String?
  /// Indices of cases, ascending.
  package var items: [Int] = []
  /// The reason why each case belongs with the first one, in the order of `items`.
  package var reasons: [String] = []
  /// Words that distinguish the group's suites, by suite number; empty if there is only one suite.
  package var suiteLabels: [Int: String] = [:]

  package init(id: Int, text: String, isNoise: Bool, items: [Int] = [], reasons: [String] = []) {
    (self.id, self.text, self.isNoise) = (id, text, isNoise)
    (self.items, self.reasons) = (items, reasons)
  }
}

extension CaseGroup {
  /// The reason shown for the first case itself.
  package static let first = "the first of this cause"

  /// The reason why all others belong with the first; nil if there are several, or if it only
  /// repeats the change.
  package var reason: String? {
    let all = Set(reasons.filter { $0 != Self.first })
    return all.count == 1 ? all.first.flatMap { Self.isSaid(text, by: $0) ? nil : $0 } : nil
  }

  /// True if a reason only repeats the change: "moved 12 px up in each".
  package static func isSaid(_ text: String, by reason: String) -> Bool {
    reason == "\(text) in each"
  }

  /// Returns the group without some cases; nil if none is left.
  package func without(_ others: Set<Int>) -> CaseGroup? {
    var kept = self
    let places = items.indices.filter { !others.contains(items[$0]) }
    if places.count < items.count { kept.name = "" }
    (kept.items, kept.reasons) = (places.map { items[$0] }, places.map { reasons[$0] })
    return kept.items.isEmpty ? nil : kept
  }

  /// "in 44 cases, and nothing else in any of them", as in `list`; or "in 44 cases".
  package func extent(in cases: Int) -> String {
    CauseWords.extent(in: cases, rest: rest, inSentence: true)
  }
}

/// Cases by their causes, with words for each cause that are true of all its cases.
package struct CaseGroups: Sendable {
  private var groups: [CaseGroup] = []
  private var words: [CaseCauseWords] = []
  /// The index in `groups` and `words` for each cause's number.
  private var places: [Int: Int] = [:]

  package init() {}

  /// - Parameter cause: The result of `CaseCauseFinder.add`.
  package mutating func add(_ item: Int, _ change: CaseChange, _ cause: CaseCauseFinder.Cause) {
    if let place = places[cause.id] {
      words[place].add(change)
      groups[place].items.append(item)
      groups[place].reasons.append(cause.reason ?? CaseGroup.first)
    } else {
      places[cause.id] = groups.count
      words.append(CaseCauseWords(change))
      groups.append(
        CaseGroup(
          id: cause.id, text: "", isNoise: change.isNoise, items: [item],
          reasons: [cause.reason ?? CaseGroup.first]))
    }
  }

  /// The causes in the order of their numbers.
  package var inWords: [CaseGroup] {
    groups.indices.map { place in
      var group = groups[place]
      (group.text, group.rest) = (words[place].text, words[place].rest)
      return group
    }.sorted { $0.id < $1.id }
  }
}

/// Sorts the cases of one cause such that the most unusual come first.
///
/// - Parameter traits: Returns the number and the strength of a case's changed pixels, and the
///   place of the most striking ones.
package func leastAlikeFirst<Case>(
  _ cases: [Case], traits: (Case) -> (pixels: Double, deltaE: Double, place: PixelBox?)
) -> [Case] {
  let traits = cases.map(traits)
  func offsets(_ values: [Double]) -> [Double] {
    let median = values.isEmpty ? 0 : values.sorted()[values.count / 2]
    return values.map { max((1 + $0) / (1 + median), (1 + median) / (1 + $0)) }
  }
  var distances = zip(offsets(traits.map(\.pixels)), offsets(traits.map(\.deltaE))).map(+)
  let counts = traits.reduce(into: [PixelBox: Int]()) { counts, traits in
    if let place = traits.place { counts[place, default: 0] += 1 }
  }
  if let usual = counts.first(where: { 2 * $0.value > cases.count })?.key {
    for index in traits.indices where traits[index].place != usual { distances[index] += elsewhere }
  }
  return cases.indices.sorted { (distances[$1], $0) < (distances[$0], $1) }.map { cases[$0] }
}

/// The distance added for a case that changed elsewhere, if most changed at the same place.
private let elsewhere = 4.0
