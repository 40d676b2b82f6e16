/// The decisions that each of several searches does not see, and that then judge it: in turn each
/// fifth of the commits where both kinds come from several, else of the pairs.
///
/// A search that saw four fifths is nearly as good as one that sees all: the less there is to
/// correct in what it claims, the better.
package struct HeldOutRounds: Sendable {
  package struct Round: Sendable {
    package var noise: [Int]
    package var change: [Int]
  }

  package let all: [Round]
  /// True if what is held out comes from other commits than what was seen.
  package let areCommits: Bool

  /// The fewest pairs of each kind that tell anything of others.
  package static let fewest = 10
  private static let (mostParts, passes) = (5, 2)

  /// - Parameters:
  ///   - noise: The pairs of each commit; all in one where none is known.
  ///   - change: Likewise.
  /// - Returns: nil where a kind has too few pairs.
  package init?(noise: [[Int]], change: [[Int]]) {
    guard noise.joined().count >= Self.fewest, change.joined().count >= Self.fewest else {
      return nil
    }
    let areCommits = min(noise.count, change.count) > 1
    func parts(of groups: [[Int]], _ pass: Int, kind: UInt64) -> [[Int]] {
      Self.parts(of: areCommits ? groups : groups.joined().map { [$0] }, pass, kind)
    }
    all = (0..<Self.passes).flatMap { pass in
      let (noise, change) = (parts(of: noise, pass, kind: 0), parts(of: change, pass, kind: 1))
      return (0..<max(noise.count, change.count)).map {
        Round(noise: noise[$0 % noise.count], change: change[$0 % change.count])
      }
    }
    self.areCommits = areCommits
  }

  /// Returns groups in up to five parts, as even as whole groups allow, drawn by a hash of their
  /// places: others in each pass, the same on every run.
  private static func parts(of groups: [[Int]], _ pass: Int, _ kind: UInt64) -> [[Int]] {
    let ranks = groups.indices.map { place in
      var key = ContentKey()
      key.add(UInt64(pass))
      key.add(kind)
      key.add(UInt64(place))
      return key
    }
    var parts = Array(repeating: [Int](), count: min(mostParts, groups.count))
    for place in groups.indices.sorted(by: { ranks[$0] < ranks[$1] }) {
      let smallest = parts.indices.min { parts[$0].count < parts[$1].count }!
      parts[smallest] += groups[place]
    }
    return parts
  }
}

/// The accuracy of a search on decisions that it has not seen.
package struct HeldOut: Hashable, Sendable {
  /// The balanced accuracy to expect of a choice of all decisions, 0 to 1.
  package var mean: Double
  /// The lowest and the highest of the rounds, likewise.
  package var range: ClosedRange<Double>
  /// True if whole commits were held out.
  package var areCommits: Bool
}
