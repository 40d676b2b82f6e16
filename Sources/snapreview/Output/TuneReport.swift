import Base
import Catalog
import DiffEngine
import Review

/// The result of learning from labelled pairs: the recommended settings, how certain they are, and
/// how other strategies compare.
struct TuneReport {
  let pairs: DecidedPairs
  /// The commits that the pairs come from, if they are from a repository's history.
  let commits: [LearntCommit]
  let tuning: Tuning

  private var contradictions: [DecidedPairs.Pair] { pairs.all.filter { $0.contradiction != nil } }
}

// MARK: - Text

extension TuneReport {
  func text(_ style: ConsoleStyle) -> String {
    let parts = [
      known, commitTable(style), contradictionText(style),
      (tuning.best.separates ? "" : futility(style))
        + recommendationText(tuning.best, style, margins: tuning.margins),
      tuning.pair.flatMap {
        guard $0.separates else { return nil }
        return "Two assertions are better:\n" + recommendationText($0, style, margins: [])
      },
      tuning.best.separates ? nil : advice, table(style),
    ]
    return parts.compactMap(\.self).joined(separator: "\n")
  }

  /// Says that the best setting is useless.
  private func futility(_ style: ConsoleStyle) -> String {
    style.bold("No setting separates them.")
      + " To pass everything, or to fail everything, is right in 50 %; the best is not clearly better:\n"
  }

  /// Advice if no setting separates noise from changes.
  private var advice: String {
    let other = tuning.rows.first(where: \.separates).map {
      "Another strategy does better: --strategy \($0.strategy.kind.rawValue). "
    }
    return (other ?? "")
      + "Look at the cases named above again: no setting separates a difference called noise in one "
      + "from the same called a change in another. If both are right, give the test a rule of its "
      + "own, or ignore the part of its picture that is noise.\n"
  }

  private var known: String {
    let learnt = commits.count { $0.cases > 0 }
    let source = commits.isEmpty ? "" : "\(Wording.count(learnt, "commit")): "
    return "Based on \(source)\(Wording.count(pairs.noise.count, "pair")) of noise and "
      + "\(Wording.grouped(pairs.change.count)) of change.\(pairs.unjudgedSentence)\(setAside)\n"
  }

  /// A sentence about the cases that the claims do not cover: " 2 commits with 443 images were set
  /// aside."
  private var setAside: String {
    let aside = commits.filter { $0.label == nil }
    guard !aside.isEmpty else { return "" }
    let images = Wording.count(aside.reduce(0) { $0 + $1.changed }, "image")
    return " \(Wording.count(aside.count, "commit")) with \(images) "
      + "\(aside.count == 1 ? "was" : "were") set aside."
  }

  /// Returns nil if no history was read.
  private func commitTable(_ style: ConsoleStyle) -> String? {
    guard !commits.isEmpty else { return nil }
    return Self.table(
      ["TAKEN FOR", "COMMIT", "IMAGES", "LEARNT FROM", "SUBJECT"],
      commits.map {
        [$0.takenFor, $0.hash, "\($0.changed)", "\($0.cases)", printable($0.subject)]
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
    lines.append("  \(recommendation.claim)")
    lines += margins.map { "  \($0.words)" }
    lines += names(recommendation.wronglyFailed.map { pairs.noise[$0] }, "fails nevertheless")
    lines += names(recommendation.missed.map { pairs.change[$0] }, "passes nevertheless")
    guard recommendation.separates else { return lines.joined(separator: "\n") + "\n" }
    lines += strategies.map { strategy in
      let test = pairs.layout.testLine(strategy)
      return test.line.map { "  in the test: \($0)" } ?? "  no line for the test: \(test.words)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let namesShown = 8

  private func names(_ pairs: [DecidedPairs.Pair], _ what: String) -> [String] {
    let more = pairs.count - Self.namesShown
    return pairs.prefix(Self.namesShown).map { "  \(what): \(printable($0.id))" }
      + (more > 0 ? ["  and \(Wording.grouped(more)) more"] : [])
  }

  private func table(_ style: ConsoleStyle) -> String {
    Self.table(
      ["HELD OUT", "NOISE PASSES", "CHANGE FAILS", "SETTINGS"],
      tuning.rows.map { line in
        let separation = line.separation
        return [
          line.heldOut.map { Wording.percent($0.atLeast) } ?? "?",
          "\(separation.passed) of \(separation.noise)",
          "\(separation.failed) of \(separation.change)", line.strategy.summary,
        ]
      }, style)
  }

  /// Returns a table with right-aligned columns, except for the last one.
  private static func table(
    _ heading: [String], _ body: [[String]], _ style: ConsoleStyle
  ) -> String {
    var columns = TextColumns(flushRight: Set(0..<heading.count - 1))
    for row in [heading] + body { columns.fit(row) }
    return ([style.dim(columns.line(heading))] + body.map { columns.line($0) })
      .joined(separator: "\n") + "\n"
  }
}

// MARK: - JSON

extension TuneReport {
  var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("schema", .int(1)), ("noise", .int(pairs.noise.count)), ("change", .int(pairs.change.count)),
      ("notJudged", notJudged),
    ]
    if !commits.isEmpty { members.append(("commits", .array(commits.map(\.json)))) }
    members += [
      ("contradictions", .array(contradictions.map(\.json))),
      ("separates", .bool(tuning.best.separates)),
      // A script would use a recommendation, so give none if no setting separates.
      ("recommended", tuning.best.separates ? json(tuning.best) : .null),
      ("pair", tuning.pair.flatMap { $0.separates ? json($0) : nil } ?? .null),
      ("margins", .array(tuning.margins.map(\.json))),
      ("strategies", .array(tuning.rows.map(\.line))),
    ]
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
    let settings: [(key: String, value: JSON)] = [
      ("strategy", recommendation.strategy.json(allowed: nil)),
      ("second", recommendation.second?.json(allowed: nil) ?? .null),
      ("testLine", .optional(pairs.layout.testLine(recommendation.strategy).line)),
    ]
    return .object(
      settings + recommendation.separation.json + [
        ("heldOut", recommendation.heldOut?.json ?? .null),
        ("separates", .bool(recommendation.separates)),
        ("wronglyFailed", names(recommendation.wronglyFailed, of: pairs.noise)),
        ("missed", names(recommendation.missed, of: pairs.change)),
      ])
  }
}

extension LearntCommit {
  fileprivate var json: JSON {
    .object([
      ("commit", .string(hash)), ("subject", .string(subject)), ("label", .string(takenFor)),
      ("images", .int(changed)), ("cases", .int(cases)),
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
      ("parameter", .string(parameter.rawValue)), ("from", JSON(strictest)),
      ("to", JSON(mostTolerant)),
    ])
  }
}

extension Recommendation {
  fileprivate var line: JSON {
    .object(
      [(key: "strategy", value: strategy.json(allowed: nil))] + separation.json
        + [(key: "heldOut", value: heldOut?.json ?? .null)])
  }
}

extension HeldOut {
  fileprivate var json: JSON {
    .object([
      ("by", .string(areCommits ? "commits" : "pairs")), ("mean", .double(mean)),
      ("atLeast", .double(atLeast)),
      ("lowest", .double(range.lowerBound)), ("highest", .double(range.upperBound)),
    ])
  }
}

extension Separation {
  fileprivate var json: [(key: String, value: JSON)] {
    [("passed", .int(passed)), ("failed", .int(failed)), ("rightShare", .double(rightShare))]
  }
}
