import Base
import DiffEngine
import Review

extension Strategy {
  /// True if the strategy lies in the plane of ΔE and cluster size; `perceptual` counts every
  /// cluster.
  var isInPlane: Bool {
    (kind == .combined || kind == .perceptual) && effectiveClusterSize <= 64
  }
}

extension ChartAnswer {
  var levels: LandscapeLevels { LandscapeLevels(least: chart.stubborn, span: chart.cases) }
}

/// The texts below the landscape; each line has wordings from longest to shortest.
struct LandscapeLegend {
  private let state: ReviewState
  private let answer: ChartAnswer

  init(_ state: ReviewState) {
    self.state = state
    answer = state.charting.answer ?? .none
  }

  func wordings(_ line: LandscapeLine) -> [[TextRun]] {
    switch line {
    case .setting: setting
    case .levels: []
    case .frontiers: frontiers
    case .notes: notes
    case .keys: keys
    }
  }

  /// The current settings and how many cases fail, as the header counts them.
  private var setting: [[TextRun]] {
    let strategy = state.strategy
    let point = strategy.isInPlane ? [TextRun("◆ ", .landscapeFrontier)] : []
    let words = state.summary.split(separator: " ")
    let (plain, short) = (words.joined(separator: " "), words.dropFirst().joined(separator: " "))
    let failing = Wording.grouped(state.tally.failing)
    let share = "\(failing) of \(Wording.grouped(state.caseCount)) fail"
    let long = strategy.isInPlane ? share + others : share + "; chart for \"combined\""
    return [
      (state.summary, long), (plain, long), (plain, share), (plain, "\(failing) fail"),
      (short, "\(failing) fail"), (short, ""),
    ].map { point + [TextRun($0, .bold), TextRun("  \($1)")] }
  }

  /// A note on cases with their own rules: the number that would fail if all had the settings
  /// shown, as the plane assumes; empty if it is the same.
  private var others: String {
    let strategy = state.strategy
    guard state.tuned == nil, !state.charting.isUnderWay, answer.unmeasured == 0,
      DeltaESteps.step(strategy.deltaE) != nil
    else { return "" }
    let here = answer.chart.failing(deltaE: strategy.deltaE, size: strategy.effectiveClusterSize)
    return here == state.tally.failing
      ? "" : " by their own rules, \(Wording.grouped(here)) if all had these settings"
  }

  private var frontiers: [[TextRun]] {
    let parts = [answer.tolerated, answer.rejected].compactMap { $0?.part }
    let isBoth = parts.count == 2 && parts.allSatisfy { !$0.glyph.isEmpty }
    let both = isBoth ? [Frontier.Part(glyph: "= ", place: "", words: "both")] : []
    func line(_ parts: [Frontier.Part], isShort: Bool = false) -> [TextRun] {
      parts.flatMap { part in
        let place = isShort && !part.glyph.isEmpty ? "" : part.place
        return [
          TextRun(part.glyph, .landscapeFrontier), TextRun(place + part.words + "   ", .hint),
        ]
      }
    }
    let least = parts.map { Frontier.Part(glyph: $0.glyph, place: $0.place, words: $0.least) }
    return [
      line(parts + both), line(parts), line(parts + both, isShort: true),
      line(parts, isShort: true), line(least, isShort: true),
    ]
  }

  private var notes: [[TextRun]] {
    let (stubborn, settled) = (answer.stubborn.count, Wording.grouped(answer.settled))
    let unmeasured = Wording.grouped(answer.unmeasured)
    let (masked, use) = (Wording.grouped(answer.masked), answer.masked == 1 ? "does" : "do")
    let always = "\(Wording.grouped(stubborn)) \(stubborn == 1 ? "fails" : "fail") at every setting"
    let long = [
      stubborn > 0 ? "\(always): \(answer.stubborn.words)" : nil,
      answer.settled > 0 ? "\(settled) accepted or tolerated, not counted as failing" : nil,
      answer.unmeasured > 0 ? "\(unmeasured) not measured" : nil,
      answer.masked > 0 ? "\(masked) without an actual, which \(use) not use ΔE" : nil,
    ].compactMap(\.self)
    let short = [
      stubborn > 0 ? always : nil, answer.settled > 0 ? "\(settled) settled, not counted" : nil,
      answer.unmeasured > 0 ? "\(unmeasured) not measured" : nil,
      answer.masked > 0 ? "\(masked) without ΔE" : nil,
    ].compactMap(\.self)
    return [long, short].map { [TextRun($0.joined(separator: "; "), .hint)] }
  }

  /// The key hints, from all keys down to only those that are hard to guess.
  private var keys: [[TextRun]] {
    let keyMap = state.keyMap
    func hint(_ key: String, _ text: String) -> [TextRun] {
      [TextRun(key, .key), TextRun(" \(text)  ", .hint)]
    }
    let threshold = hint(keyMap.keys(.thresholdDown, .thresholdUp), "threshold")
    let propose = hint(keyMap.key(.propose), "propose")
    let save = hint(keyMap.key(.saveRule), "save")
    let close = hint("esc", "close")
    return [
      hint("hjkl", "move") + threshold + propose + save + close,
      hint("hjkl", "move") + propose + save + close, propose + save + close,
    ]
  }
}

extension Frontier {
  fileprivate struct Part {
    /// The character that draws the frontier; empty if it is not drawn.
    var glyph: String
    var place: String
    var words: String
    /// The words for the smallest screen.
    var least = ""
  }

  fileprivate var part: Part {
    let isTolerated = decision == .tolerated
    // If no setting gets any of them right, the sentence is about all of them.
    let isAll = cases == decided || cases == 0
    let least =
      (isAll ? "" : "\(Wording.grouped(cases)) of ")
      + "\(Wording.grouped(decided)) \(decision.rawValue)"
    let verb = isTolerated ? "pass" : "fail"
    let words =
      decided == 1
      ? "the \(decision.rawValue) one \(verb)\(isTolerated ? "es" : "s")"
      : (isAll ? "all " : "") + "\(least) \(verb)"
    let (glyph, place) = place
    return Part(glyph: glyph, place: place, words: words, least: least)
  }

  private var place: (glyph: String, words: String) {
    let isTolerated = decision == .tolerated
    guard cases > 0, limits.contains(where: { isTolerated ? $0.isFinite : $0 > 0 }) else {
      return ("", "nowhere: ")
    }
    guard limits.contains(where: \.isFinite) else { return ("", "everywhere: ") }
    return isTolerated ? ("> ", "from here: ") : ("< ", "up to here: ")
  }
}
