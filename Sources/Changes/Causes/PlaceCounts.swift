import Base
import DiffEngine

/// Where the elements lie that changed in the cases of a cause, and how many cases have them there.
struct PlaceSites: Sendable {
  private var sites: [(tally: KindTally, size: SIMD2<Int>, cases: Int)] = []
  private var total = 0

  /// More than this are as good as everywhere.
  private static let limit = 4

  /// - Parameter size: The size of the case's picture; nil where it is not known.
  init(_ tally: KindTally, in size: SIMD2<Int>?) { add(tally, in: size) }

  mutating func add(_ tally: KindTally, in size: SIMD2<Int>?) {
    guard tally.isToldByPixels, let size else { return }
    total += 1
    if let known = sites.firstIndex(where: { $0.tally.hasPlaces(of: tally, $0.size, size) }) {
      sites[known].cases += 1
    } else if sites.count < Self.limit {
      sites.append((tally, size, 1))
    }
  }

  /// ", but elsewhere in 1 case", where most cases have them at one place; else nothing.
  var words: String {
    let usual = sites.map(\.cases).max() ?? 0
    guard usual > 1, usual < total, 2 * usual >= total else { return "" }
    return ", but elsewhere in \(Wording.count(total - usual, "case"))"
  }
}

/// The numbers of places at which the cases of a cause changed, and how many cases have each.
struct PlaceCounts: Sendable {
  private var cases: [Int: Int]

  init(_ places: Int) { cases = [places: 1] }

  /// The places of one case and of a like change of it.
  mutating func join(_ other: Self) {
    guard let own = cases.keys.first, let its = other.cases.keys.first else { return }
    cases = [own + its: 1]
  }

  mutating func add(_ places: Int) { cases[places, default: 0] += 1 }

  /// The places in words, "37 places", "12 to 37 places"; nil of one place in every case.
  ///
  /// What differs from the others in a cause is named, since a range may be true of each of them: "1
  /// place, but 3 places in 1 case".
  var words: String? {
    let sorted = cases.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let total = sorted.reduce(0) { $0 + $1.value }
    guard let usual = sorted.first, let all = Self.range(sorted) else { return nil }
    guard let others = Self.range(sorted.dropFirst()) else {
      return usual.key > 1 ? Self.words(all) : nil
    }
    guard usual.value > 1, 2 * usual.value >= total else { return Self.words(all) }
    return "\(Self.words(usual.key...usual.key)), but \(Self.words(others)) in "
      + Wording.count(total - usual.value, "case")
  }

  private static func range(_ counts: some Collection<(key: Int, value: Int)>) -> ClosedRange<Int>?
  {
    guard let least = counts.map(\.key).min(), let most = counts.map(\.key).max() else {
      return nil
    }
    return least...most
  }

  private static func words(_ places: ClosedRange<Int>) -> String {
    "\(places.words) place\(places.upperBound == 1 ? "" : "s")"
  }
}
