/// The decisions that each of several searches does not see, and that then judge it.
///
/// Five different halves of each kind or, with fewer than 20 of one, each decision once. What
/// belongs together, as the cases of one commit do, is held out together: a search that has seen
/// one of them has as good as seen the others.
package struct HeldOutRounds: Sendable {
  package struct Round: Hashable, Sendable {
    package var noise: [Int]
    package var change: [Int]
  }

  package let all: [Round]
  /// True if each round holds out enough for a figure of its own.
  package let areHalves: Bool

  private static let halves = 5
  private static let fewestForHalves = 20
  private static let mostRounds = 40

  /// - Parameters:
  ///   - noise: The cases of each decision, or of each commit.
  ///   - change: Likewise.
  /// - Returns: nil where a kind has fewer than two: nothing could be left to see.
  package init?(noise: [[Int]], change: [[Int]]) {
    let fewest = min(noise.count, change.count)
    guard fewest > 1 else { return nil }
    areHalves = fewest >= Self.fewestForHalves
    let (areHalves, count) = (
      areHalves, areHalves ? Self.halves : min(max(noise.count, change.count), Self.mostRounds)
    )
    func heldOut(_ groups: [[Int]], _ round: Int, kind: UInt64) -> [Int] {
      areHalves
        ? Self.half(of: groups, round, kind)
        : groups.indices.filter { $0 % count == round }.flatMap { groups[$0] }
    }
    all = (0..<count).map { round in
      Round(
        noise: heldOut(noise, round, kind: 0), change: heldOut(change, round, kind: 1))
    }
  }

  /// Returns half of some groups, drawn by a hash of their places: another half in each round, the
  /// same on every run.
  private static func half(of groups: [[Int]], _ round: Int, _ kind: UInt64) -> [Int] {
    let ranks = groups.indices.map { place in
      var key = ContentKey()
      key.add(UInt64(round))
      key.add(kind)
      key.add(UInt64(place))
      return key
    }
    let order = groups.indices.sorted { ranks[$0] < ranks[$1] }
    return order.prefix(groups.count / 2).sorted().flatMap { groups[$0] }
  }
}

/// The accuracy of a search on decisions that it has not seen.
package struct HeldOut: Hashable, Sendable {
  /// Mean balanced accuracy, 0 to 1.
  package var mean: Double
  /// The range of the rounds; nil if each left out too little for a figure of its own.
  package var range: ClosedRange<Double>?
}

extension SettingsSearch {
  /// Fits on what each round does not hold out, and judges the rest.
  func heldOut(_ rounds: HeldOutRounds, _ labels: Labels, _ fit: (Labels) -> Choice) -> HeldOut {
    let parts = rounds.all.map { round in
      let unseen = Labels(noise: round.noise, change: round.change, count: labels.count)
      return separation(fit(labels.subtracting(unseen)), unseen)
    }
    guard rounds.areHalves else {
      return HeldOut(mean: parts.dropFirst().reduce(parts[0], +).rightShare, range: nil)
    }
    let shares = parts.map(\.rightShare)
    return HeldOut(
      mean: shares.reduce(0, +) / Double(shares.count), range: shares.min()!...shares.max()!)
  }
}
