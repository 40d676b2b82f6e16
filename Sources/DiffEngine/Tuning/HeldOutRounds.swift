/// The decisions held out in each of several searches, which then judge its result. Each round
/// holds out a fifth: of the commits if both kinds come from several, otherwise of the pairs.
///
/// A search that saw four fifths is nearly as good as one that sees everything, so its accuracy
/// needs little correction.
package struct HeldOutRounds: Sendable {
  package struct Round: Sendable {
    package var noise: [Int]
    package var change: [Int]
  }

  package let all: [Round]
  /// True if whole commits are held out.
  package let areCommits: Bool

  /// The minimum number of pairs of each kind for a meaningful estimate.
  package static let fewest = 10
  private static let (mostParts, passes) = (5, 2)

  /// - Parameters:
  ///   - noise: The pairs of each commit; a single group if commits are unknown.
  ///   - change: The same for changes.
  /// - Returns: nil if there are too few pairs of either kind.
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

  /// Distributes groups over up to five parts, as evenly as whole groups allow, by a hash of their
  /// indices: differently in each pass, but the same on every run.
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

/// The accuracy of a search on decisions that it did not see.
package struct HeldOut: Hashable, Sendable {
  /// The expected balanced accuracy of a choice based on all decisions, 0 to 1.
  package var mean: Double
  /// `mean` less one standard error; the accuracy on other decisions is rarely lower.
  package var atLeast: Double
  /// The lowest and the highest balanced accuracy among the rounds.
  package var range: ClosedRange<Double>
  /// True if whole commits were held out.
  package var areCommits: Bool
}
