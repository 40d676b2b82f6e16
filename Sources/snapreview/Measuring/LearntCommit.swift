import Catalog
import DiffEngine

/// A commit that recorded images again, read as a decision that somebody made once.
struct LearntCommit {
  var hash: String
  var subject: String
  var label: LabelledCase.Label
  /// Images that it changed and that could be compared.
  var cases: Int
  /// Images that are examples neither of noise nor of change.
  var leftOut: Int

  /// The least share of images, in per cent, that are nothing but noise in a commit of noise.
  private static let noiseShare = 90
  /// The ΔE below which noise in a commit of a change is left out, since it comes from somebody's
  /// machine.
  private static let least = 1.0

  /// Labels the pairs of a commit by the looks of all of them.
  ///
  /// - Returns: nil where nothing in it can be compared.
  init?(_ commit: GitHistory.Commit, labelling pairs: inout ArraySlice<DecidedPairs.Pair?>) {
    let seen = pairs.indices.filter { pairs[$0]?.differs == true }
    guard !seen.isEmpty else { return nil }
    let noise = seen.count { pairs[$0]!.looksLikeNoise }
    label = noise * 100 >= seen.count * Self.noiseShare ? .noise : .change
    (hash, subject, cases, leftOut) = (commit.hash, commit.subject, seen.count, 0)
    for index in seen {
      let pair = pairs[index]!
      if label == .change && pair.looksLikeNoise && (pair.landscape.maxDeltaE ?? 0) < Self.least {
        leftOut += 1
      } else {
        pairs[index]!.label = label
      }
    }
  }
}

extension DecidedPairs {
  /// Learns from commits.
  ///
  /// - Returns: Also what each commit was taken for, in their order.
  static func learnt(
    from history: GitHistory, _ strategy: Strategy, rules book: RuleBook
  ) -> (DecidedPairs, [LearntCommit]) {
    let cases = history.commits.flatMap(\.cases).map {
      LabelledCase(snapshot: $0, files: ShownFiles(of: $0), ignored: book.ignored(in: $0))
    }
    var commits: [LearntCommit] = []
    let pairs = DecidedPairs(cases, strategy) { pairs in
      var start = 0
      for (number, commit) in history.commits.enumerated() {
        let end = start + commit.cases.count
        for index in start..<end { pairs[index]?.origin = number }
        if let learnt = LearntCommit(commit, labelling: &pairs[start..<end]) {
          commits.append(learnt)
        }
        start = end
      }
    }
    return (pairs, commits)
  }
}

extension DecidedPairs.Pair {
  /// False where only the file was written anew, with the same pixels.
  fileprivate var differs: Bool {
    !landscape.isSameSize
      || landscape.comparison(Strategy(.naive).with(\.ignored, landscape.areas))?.mismatched != 0
  }
}
