import Catalog
import DiffEngine
import Host

/// A commit that re-recorded images, read as a past decision.
struct LearntCommit {
  var hash: String
  var subject: String
  /// Its label; nil if nothing can be learnt from it.
  var label: LabelledCase.Label?
  /// The words for its label, or the reason why nothing can be learnt from it.
  var takenFor: String
  var changed: Int
  /// The number of images that were learnt from.
  var cases = 0

  /// The ΔE below which noise is left out in a commit labelled as a change, because it comes from
  /// the machine that recorded it.
  private static let least = 1.0

  private init(_ commit: GitHistory.Commit, _ label: LabelledCase.Label?, _ takenFor: String) {
    (hash, subject, changed) = (commit.hash, commit.subject, commit.changed)
    (self.label, self.takenFor) = (label, takenFor)
  }

  /// Labels the pairs of a commit, based on all of them.
  ///
  /// - Returns: nil if nothing in it can be compared.
  fileprivate init?(_ commit: GitHistory.Commit, labelling looks: inout [DecidedPairs.Look]) {
    if let leftOut = commit.leftOut {
      self.init(commit, nil, leftOut.rawValue)
      return
    }
    let pairs = looks.compactMap { if case .pair(let pair) = $0 { pair } else { nil } }
      .filter { $0.maxDeltaE != nil }
    guard !pairs.isEmpty else { return nil }
    // A change shows in nearly all images that were re-recorded for it. A commit that is half noise
    // was made on another machine, and its other images may be changes. Changes are plentiful, so
    // leaving one out costs little, while mislabelling noise as a change costs much.
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
  /// The number of pairs of each kind that is enough; more take time and change next to nothing.
  private static let enough = 100
  /// The maximum numbers of commits and cases to look at if one kind is rare.
  private static let (mostCommits, mostCases) = (200, 600)
  /// The number of cases to read at a time, enough to keep all cores busy.
  private static let batch = 40
  /// The time limits in seconds: once both kinds are known, and in any case.
  private static let (soon, late) = (60, 120)

  /// Learns from commits, newest first, until there are enough pairs of both kinds, or until Ctrl-C.
  ///
  /// - Returns: The pairs, and the label of each commit in order.
  static func learnt(
    from history: inout GitHistory, _ formula: Strategy.Formula, rules book: RuleBook
  ) throws -> (DecidedPairs, [LearntCommit]) {
    var pairs = DecidedPairs()
    var commits: [LearntCommit] = []
    var seen = 0
    let progress = Progress(of: mostCases, hint: "; Ctrl-C shows what is known so far")
    let start = ContinuousClock.now
    defer { progress.clear() }
    func isInTime(_ limit: Int) -> Bool {
      !Interrupt.wasPressed && start.duration(to: .now) < .seconds(limit)
    }
    repeat {
      let next = try history.commits(holding: batch) { commits.isEmpty || isInTime(late) }
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
    } while seen < mostCases && commits.count(where: { $0.label != nil }) < mostCommits
      && min(pairs.noise.count, pairs.change.count) < enough
      && isInTime(pairs.noise.isEmpty || pairs.change.isEmpty ? late : soon)
    return (pairs, commits)
  }
}

extension DecidedPairs.Look {
  /// Returns the same with the number of the commit that it comes from.
  fileprivate func from(_ origin: Int) -> DecidedPairs.Look {
    guard case .pair(var pair) = self else { return self }
    pair.origin = origin
    return .pair(pair)
  }
}
