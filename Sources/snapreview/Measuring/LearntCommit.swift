import Catalog
import DiffEngine
import Review

/// A commit that recorded images again, read as a decision that somebody made once.
struct LearntCommit {
  var hash: String
  var subject: String
  /// The label that it was given; nil if nothing can be learnt from it.
  var label: LabelledCase.Label?
  /// The word for what it was taken for, or the reason why it teaches nothing.
  var takenFor: String
  var changed: Int
  /// Images that were learnt from.
  var cases = 0

  /// The ΔE below which noise in a commit of a change is left out, since it comes from somebody's
  /// machine.
  private static let least = 1.0

  private init(_ commit: GitHistory.Commit, _ label: LabelledCase.Label?, _ takenFor: String) {
    (hash, subject, changed) = (commit.hash, commit.subject, commit.changed)
    (self.label, self.takenFor) = (label, takenFor)
  }

  /// Labels the pairs of a commit by the looks of all of them.
  ///
  /// - Returns: nil where nothing in it can be compared.
  fileprivate init?(_ commit: GitHistory.Commit, labelling looks: inout [DecidedPairs.Look]) {
    if let leftOut = commit.leftOut {
      self.init(commit, nil, leftOut.rawValue)
      return
    }
    let pairs = looks.compactMap { if case .pair(let pair) = $0 { pair } else { nil } }
      .filter { $0.maxDeltaE != nil }
    guard !pairs.isEmpty else { return nil }
    // A change shows in nearly all images that were recorded again for it: a commit with noise in
    // half of them was made elsewhere, and what else is in it may be a change beside that. Changes
    // are plenty: one that is left out costs little, noise that is taken for one much.
    let isHalf = { (count: Int) in 2 * count >= pairs.count }
    let isNoise = isHalf(pairs.count(where: \.looksLikeNoise))
    let learnt =
      isNoise
      ? pairs.filter(\.isNoiseBothWays)
      : pairs.filter { !$0.looksLikeNoise || $0.maxDeltaE! >= Self.least }
    guard !learnt.isEmpty, isNoise || !isHalf(pairs.count(where: \.mayBeNoise)) else {
      self.init(commit, nil, "unclear")
      return
    }
    let label: LabelledCase.Label = isNoise ? .noise : .change
    self.init(commit, label, label.rawValue)
    cases = learnt.count
    looks = learnt.map { pair in
      var pair = pair
      pair.label = label
      return .pair(pair)
    }
  }
}

extension DecidedPairs {
  /// The pairs of each kind that are enough: more cost time and change next to nothing.
  private static let enough = 100
  /// The most commits and cases that are looked at where one kind is rare.
  private static let (mostCommits, mostCases) = (200, 600)
  /// The cases that are read at a time, to keep all cores busy.
  private static let batch = 40
  /// Seconds after which what is known of both kinds is enough, and after which it has to be.
  private static let (soon, late) = (60, 180)

  /// Learns from commits, from the newest on, until there is enough of both kinds.
  ///
  /// - Returns: Also what each commit was taken for, in their order.
  static func learnt(
    from history: inout GitHistory, _ formula: Strategy.Formula, rules book: RuleBook
  ) throws -> (DecidedPairs, [LearntCommit]) {
    var pairs = DecidedPairs()
    var commits: [LearntCommit] = []
    var seen = 0
    let (start, progress) = (ContinuousClock.now, Progress(of: mostCases))
    defer { progress.clear() }
    while seen < mostCases, commits.count(where: { $0.label != nil }) < mostCommits,
      min(pairs.noise.count, pairs.change.count) < enough,
      start.duration(to: .now)
        < .seconds(pairs.noise.isEmpty || pairs.change.isEmpty ? late : soon)
    {
      let next = try history.commits(holding: batch)
      if next.isEmpty { break }
      let cases = next.flatMap(\.cases).map {
        LabelledCase(snapshot: $0, files: ShownFiles(of: $0), ignored: book.ignored(in: $0))
      }
      var looks = Self.pairs(cases, formula)[...]
      for _ in 0..<min(cases.count, mostCases - seen) { progress.advance() }
      seen += cases.count
      for commit in next {
        var own = Array(looks.prefix(commit.cases.count))
        looks = looks.dropFirst(own.count)
        guard var learnt = LearntCommit(commit, labelling: &own) else { continue }
        let isFull =
          learnt.label.map { ($0 == .noise ? pairs.noise : pairs.change).count >= enough } ?? true
        if isFull { learnt.cases = 0 } else { pairs.add(own.map { $0.from(commits.count) }) }
        commits.append(learnt)
      }
    }
    return (pairs, commits)
  }
}

extension DecidedPairs.Look {
  /// Returns the same, as it comes from the commit of a number.
  fileprivate func from(_ origin: Int) -> DecidedPairs.Look {
    guard case .pair(var pair) = self else { return self }
    pair.origin = origin
    return .pair(pair)
  }
}
