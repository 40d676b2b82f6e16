import Catalog
import DiffEngine
import ReviewUI

/// The result of learning from labelled pairs: the settings to take, how sure they are, and how the
/// other strategies do.
struct TuneReport {
  let pairs: DecidedPairs
  /// The commits that the pairs come from, if they are from a repository's history.
  let commits: [LearntCommit]
  let recommended: Recommendation
  /// The settings for two assertions, if those are clearly better than one.
  let pair: Recommendation?
  /// The range of each parameter; empty if the settings misjudge a pair.
  let margins: [Tuning.Margin]
  /// The best settings of every strategy, the best strategy first.
  let lines: [Recommendation]

  /// - Parameters:
  ///   - strategy: Its kind is recommended where no other is right more often.
  ///   - isOnlyOne: True if no other is to be recommended.
  /// - Returns: nil where nothing is known to be noise.
  init?(
    _ pairs: DecidedPairs, _ commits: [LearntCommit], _ strategy: Strategy, isOnlyOne: Bool
  ) {
    guard let tuning = Self.tuning(pairs, strategy) else { return nil }
    (self.pairs, self.commits) = (pairs, commits)
    let tunings = [tuning] + tuning.otherKinds
    let answers = tunings.map { $0.recommendations() }
    let all = answers.map(\.one) + Self.trial(pairs)
    recommended = isOnlyOne ? all[0] : all.best!
    let kind = recommended.strategy.kind
    let place = tunings.firstIndex { $0.strategy.kind == kind }
    pair = place.flatMap { answers[$0].pair }
    if let place, recommended.separation.isPerfect,
      case .proposal(let proposal) = tunings[place].answer()
    {
      margins = proposal.margins
    } else {
      margins = []
    }
    lines = all.indices.sorted {
      (all[$1].separation.rightShare, $0) < (all[$0].separation.rightShare, $1)
    }.map { all[$0] }
  }

  private static func tuning(_ pairs: DecidedPairs, _ strategy: Strategy) -> Tuning? {
    var tuning = Tuning(
      strategy, tolerated: pairs.noise.map(\.landscape), rejected: pairs.change.map(\.landscape),
      others: pairs.others)
    tuning?.toleratedOrigins = pairs.noise.compactMap(\.origin)
    tuning?.rejectedOrigins = pairs.change.compactMap(\.origin)
    return tuning
  }

  /// Returns for each other kind the tried settings that are right most often.
  private static func trial(_ pairs: DecidedPairs) -> [Recommendation] {
    let (noise, change) = (pairs.noise, pairs.change)
    let tried = StrategyTrial.strategies.enumerated().map { index, strategy in
      let wronglyFailed = noise.indices.filter { noise[$0].failing[index] }
      let missed = change.indices.filter { !change[$0].failing[index] }
      return Recommendation(
        strategy: strategy,
        separation: Separation(
          passed: noise.count - wronglyFailed.count, noise: noise.count,
          failed: change.count - missed.count, change: change.count),
        wronglyFailed: wronglyFailed, missed: missed)
    }
    return Strategy.Kind.allCases.compactMap { kind in
      tried.filter { $0.strategy.kind == kind }.best
    }
  }

  private var contradictions: [DecidedPairs.Pair] { pairs.all.filter { $0.contradiction != nil } }
}

// MARK: - Text

extension TuneReport {
  func text(_ style: ConsoleStyle) -> String {
    let parts = [
      known, commitTable(style), contradictionText(style),
      recommendationText(recommended, style, margins: margins),
      pair.map { "Two assertions are better:\n" + recommendationText($0, style, margins: []) },
      table(style),
    ]
    return parts.compactMap(\.self).joined(separator: "\n")
  }

  private var known: String {
    let source = commits.isEmpty ? "" : "\(Wording.count(commits.count, "commit")): "
    return "Learnt from \(source)\(Wording.grouped(pairs.noise.count)) of noise and "
      + "\(Wording.grouped(pairs.change.count)) of change.\(pairs.unjudgedSentence)\n"
  }

  /// Nil where no history was read.
  private func commitTable(_ style: ConsoleStyle) -> String? {
    guard !commits.isEmpty else { return nil }
    return Self.table(
      ["TAKEN FOR", "COMMIT", "CASES", "LEFT OUT", "SUBJECT"],
      commits.map {
        [$0.label.rawValue, $0.hash, "\($0.cases)", "\($0.leftOut)", printable($0.subject)]
      }, style)
  }

  private func contradictionText(_ style: ConsoleStyle) -> String? {
    guard !contradictions.isEmpty else { return nil }
    let lines = contradictions.map { pair in
      "  \(pair.label?.rawValue ?? "")  \(printable(pair.id)): \(pair.contradiction ?? "")\n"
    }
    return style.bold("Look at these again, they do not look like what they were called:") + "\n"
      + lines.joined()
  }

  private func recommendationText(
    _ recommendation: Recommendation, _ style: ConsoleStyle, margins: [Tuning.Margin]
  ) -> String {
    let strategies = [recommendation.strategy, recommendation.second].compactMap(\.self)
    var lines = strategies.map { style.bold($0.summary) }
    lines.append("  \(recommendation.separation.words)")
    if pairs.change.isEmpty {
      lines.append("  nothing is known to be a change: these forgive the fewest pixels")
    }
    if let heldOut = recommendation.heldOut { lines.append("  \(heldOut.words)") }
    lines += margins.map { "  \($0.words)" }
    lines += names(recommendation.wronglyFailed.map { pairs.noise[$0] }, "fails nevertheless")
    lines += names(recommendation.missed.map { pairs.change[$0] }, "passes nevertheless")
    lines += strategies.map { strategy in
      switch testLine(strategy) {
      case .line(let line): "  in the test: \(line)"
      case .none(let reason): "  no line for the test: \(reason)"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the line for the pairs' library, or the strategy's own if they come from several.
  private func testLine(_ strategy: Strategy) -> TestLine {
    let layouts = Set(pairs.all.map(\.layout))
    return (layouts.count == 1 ? layouts.first! : .pair).testLine(strategy)
  }

  private static let namesShown = 8

  private func names(_ pairs: [DecidedPairs.Pair], _ what: String) -> [String] {
    let more = pairs.count - Self.namesShown
    return pairs.prefix(Self.namesShown).map { "  \(what): \(printable($0.id))" }
      + (more > 0 ? ["  and \(Wording.grouped(more)) more"] : [])
  }

  private func table(_ style: ConsoleStyle) -> String {
    Self.table(
      ["RIGHT", "NOISE PASSES", "CHANGE FAILS", "SETTINGS"],
      lines.map { line in
        let separation = line.separation
        return [
          Wording.percent(separation.rightShare), "\(separation.passed) of \(separation.noise)",
          "\(separation.failed) of \(separation.change)", line.strategy.summary,
        ]
      }, style)
  }

  /// Columns flush right, the last one flush left.
  private static func table(
    _ heading: [String], _ body: [[String]], _ style: ConsoleStyle
  ) -> String {
    var columns = TextColumns(flushRight: Set(0..<heading.count - 1))
    for row in [heading] + body { columns.fit(row) }
    return ([style.dim(columns.line(heading))] + body.map { columns.line($0) })
      .joined(separator: "\n") + "\n"
  }
}

extension Separation {
  /// "passes 12 of 13 of noise, fails 4 of 4 of change: 96.2 % right"
  var words: String {
    words("of noise", "of change") + (change > 0 ? ": \(Wording.percent(rightShare)) right" : "")
  }
}

extension HeldOut {
  fileprivate var words: String {
    let figure = "\(Wording.percent(mean)) right on decisions that the search did not see"
    guard let range else { return "\(figure), left out one after the other" }
    return "\(figure): five halves, "
      + "\(Wording.percent(range.lowerBound)) to \(Wording.percent(range.upperBound))"
  }
}

// MARK: - JSON

extension TuneReport {
  var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("schema", .int(1)), ("noise", .int(pairs.noise.count)), ("change", .int(pairs.change.count)),
    ]
    members.append(("notJudged", notJudged))
    if !commits.isEmpty { members.append(("commits", .array(commits.map(\.json)))) }
    members.append(("contradictions", .array(contradictions.map(\.json))))
    members.append(("recommended", json(recommended)))
    members.append(("pair", pair.map(json) ?? .null))
    members.append(("margins", .array(margins.map(\.json))))
    members.append(("strategies", .array(lines.map(\.line))))
    return .object(members)
  }

  private var notJudged: JSON {
    .object([
      ("sizes", .int(pairs.unjudged.sizes)), ("texts", .int(pairs.unjudged.texts)),
      ("unreadable", .int(pairs.unjudged.unreadable)),
    ])
  }

  private func json(_ recommendation: Recommendation) -> JSON {
    func names(_ places: [Int], of pairs: [DecidedPairs.Pair]) -> JSON {
      .array(places.map { .string(pairs[$0].id) })
    }
    var members: [(key: String, value: JSON)] = [
      ("strategy", recommendation.strategy.json(allowed: nil)),
      ("second", recommendation.second?.json(allowed: nil) ?? .null),
      ("testLine", .optional(testLine(recommendation.strategy).line)),
    ]
    members += recommendation.separation.json
    members.append(("heldOut", recommendation.heldOut?.json ?? .null))
    members.append(("wronglyFailed", names(recommendation.wronglyFailed, of: pairs.noise)))
    members.append(("missed", names(recommendation.missed, of: pairs.change)))
    return .object(members)
  }
}

extension LearntCommit {
  fileprivate var json: JSON {
    .object([
      ("commit", .string(hash)), ("subject", .string(subject)), ("label", .string(label.rawValue)),
      ("cases", .int(cases)), ("leftOut", .int(leftOut)),
    ])
  }
}

extension DecidedPairs.Pair {
  fileprivate var json: JSON {
    .object([
      ("id", .string(id)), ("label", .optional(label?.rawValue)),
      ("reason", .optional(contradiction)),
    ])
  }
}

extension Tuning.Margin {
  fileprivate var json: JSON {
    .object([
      ("parameter", .string(parameter.rawValue)), ("from", .double(lowest)),
      ("below", tooHigh.map(JSON.double) ?? .null),
    ])
  }
}

extension Recommendation {
  fileprivate var line: JSON {
    .object([(key: "strategy", value: strategy.json(allowed: nil))] + separation.json)
  }
}

extension HeldOut {
  fileprivate var json: JSON {
    .object([
      ("mean", .double(mean)), ("lowest", range.map { .double($0.lowerBound) } ?? .null),
      ("highest", range.map { .double($0.upperBound) } ?? .null),
    ])
  }
}

extension Separation {
  fileprivate var json: [(key: String, value: JSON)] {
    [("passed", .int(passed)), ("failed", .int(failed)), ("rightShare", .double(rightShare))]
  }
}
