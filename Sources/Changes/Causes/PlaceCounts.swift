import Base

/// The places of changed elements in the cases of a cause, and how many cases have them there.
struct PlaceSites: Sendable {
  private var sites: [(tally: KindTally, size: SIMD2<Int>, cases: Int)] = []
  private var total = 0

  /// More places than this count as everywhere.
  private static let limit = 4

  /// - Parameter size: The size of the case's picture; nil if it is not known.
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

  /// ", but elsewhere in 1 case", if most cases have them at one place; otherwise empty.
  var words: String {
    let usual = sites.map(\.cases).max() ?? 0
    guard usual > 1, usual < total, 2 * usual >= total else { return "" }
    return ", but elsewhere in \(Wording.count(total - usual, "case"))"
  }
}

/// The numbers of changed places in the cases of a cause, and how many cases have each number.
struct PlaceCounts: Sendable {
  private var cases: [Int: Int]

  init(_ places: Int) { cases = [places: 1] }

  /// Adds the places of a like change in the same case.
  mutating func join(_ other: Self) {
    guard let own = cases.keys.first, let its = other.cases.keys.first else { return }
    cases = [own + its: 1]
  }

  mutating func add(_ places: Int) { cases[places, default: 0] += 1 }

  /// The places in words, "37 places", "12 to 37 places"; nil if every case has one place.
  ///
  /// An unusual number in a cause is named, because a range would hide it: "1 place, but 3 places
  /// in 1 case".
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
