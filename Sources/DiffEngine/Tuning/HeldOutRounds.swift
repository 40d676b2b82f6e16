/// The decisions that each of several searches does not see, and that then judge it: another half of
/// the commits in each round where both kinds come from several, else another half of the pairs.
package struct HeldOutRounds: Sendable {
  package struct Round: Hashable, Sendable {
    package var noise: [Int]
    package var change: [Int]
  }

  package let all: [Round]
  /// True if what is held out comes from other commits than what was seen.
  package let areCommits: Bool

  /// The fewest pairs of each kind that tell anything of others.
  package static let fewest = 10
  private static let count = 10

  /// - Parameters:
  ///   - noise: The pairs of each commit; all in one where none is known.
  ///   - change: Likewise.
  /// - Returns: nil where a kind has too few pairs.
  package init?(noise: [[Int]], change: [[Int]]) {
    guard noise.joined().count >= Self.fewest, change.joined().count >= Self.fewest else {
      return nil
    }
    let areCommits = min(noise.count, change.count) > 1
    func half(of groups: [[Int]], _ round: Int, kind: UInt64) -> [Int] {
      Self.half(of: areCommits ? groups : groups.joined().map { [$0] }, round, kind)
    }
    // With few commits there are few halves, and a second look at one says nothing new.
    var known: Set<Round> = []
    all = (0..<Self.count).map { round in
      Round(noise: half(of: noise, round, kind: 0), change: half(of: change, round, kind: 1))
    }.filter { known.insert($0).inserted }
    self.areCommits = areCommits
  }

  /// Returns groups with half of all pairs, and never all groups, drawn by a hash of their places:
  /// others in each round, the same on every run.
  private static func half(of groups: [[Int]], _ round: Int, _ kind: UInt64) -> [Int] {
    let ranks = groups.indices.map { place in
      var key = ContentKey()
      key.add(UInt64(round))
      key.add(kind)
      key.add(UInt64(place))
      return key
    }
    let order = groups.indices.sorted { ranks[$0] < ranks[$1] }
    let half = groups.joined().count / 2
    var held: [Int] = []
    for place in order.dropLast() where held.count < half { held += groups[place] }
    return held.sorted()
  }
}

/// The accuracy of a search on decisions that it has not seen.
package struct HeldOut: Hashable, Sendable {
  /// Mean balanced accuracy, 0 to 1.
  package var mean: Double
  /// The lowest and the highest of the rounds.
  package var range: ClosedRange<Double>
  /// True if whole commits were held out.
  package var areCommits: Bool
}
