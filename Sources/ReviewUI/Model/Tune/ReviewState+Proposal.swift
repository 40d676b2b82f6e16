import Catalog
import DiffEngine

/// Settings that separate noise from changes, or the reason why there are none.
package struct Proposal: Hashable, Sendable {
  /// The proposed settings; nil if there are none.
  package var strategy: Strategy?
  /// A text that says what the settings do, over which range they hold and what they cannot judge.
  package var explanation: String
}

/// The decisions and measurements from which settings are found in the background.
package struct ProposalRequest: NumberedRequest {
  package let number: Int
  let strategy: Strategy
  let items: CaseList
  let keyMap: KeyMap

  /// Returns settings of the strategy that pass every tolerated case and fail every rejected one,
  /// including decisions that are still being written.
  package func answer() -> Proposal {
    let judged = JudgedCases(items, strategy)
    guard judged.hasTolerated else {
      return Proposal(
        explanation: "Nothing is tolerated yet: \(keyMap.key(.tolerate)) on rendering noise and "
          + "\(keyMap.key(.reject)) on bugs, then \(keyMap.key(.propose)) again.")
    }
    guard !judged.tolerated.isEmpty else {
      return Proposal(
        explanation: "No setting decides on what is tolerated: \(judged.unjudged.words).")
    }
    let tuning = Tuning(
      strategy, tolerated: judged.tolerated.map(\.landscape),
      rejected: judged.rejected.map(\.landscape), others: judged.others)
    guard let tuning else {
      return Proposal(
        explanation: "Settings are proposed for naive, cluster, perceptual and combined; "
          + "\(keyMap.key(.nextStrategy)) changes the strategy.")
    }
    switch tuning.answer() {
    case .proposal(let proposal):
      return Proposal(
        strategy: proposal.strategy, explanation: explanation(proposal, judged))
    case .conflict(let conflict):
      let others = tuning.otherKinds.map { $0.recommendations().one }
      return Proposal(
        explanation: explanation(conflict, ([conflict.best] + others).best!, judged))
    }
  }

  private func explanation(_ proposal: Tuning.Proposal, _ judged: JudgedCases) -> String {
    let (passing, failing) = (judged.tolerated.count, judged.rejected.count)
    var text = "\(proposal.strategy.summary): passes the \(Wording.grouped(passing)) tolerated"
    text +=
      failing > 0
      ? " and fails the \(Wording.grouped(failing)) rejected, with "
        + proposal.margins.map(\.words).joined(separator: ", ")
      : "; nothing is rejected yet, so these are the settings that forgive the fewest pixels"
    return text + judged.end
  }

  /// - Parameter best: The settings that `tune` recommends, right most often among all strategies.
  private func explanation(
    _ conflict: Tuning.Conflict, _ best: Recommendation, _ judged: JudgedCases
  ) -> String {
    func name(_ case: (item: Int, landscape: Landscape)) -> String {
      items[`case`.item].snapshot.id
    }
    return "No setting of \(strategy.kind.rawValue) separates them: at best, with "
      + "\(conflict.strategy.summary), \(name(judged.tolerated[conflict.tolerated])) (tolerated) has "
      + "\(Wording.grouped(conflict.toleratedCount)) px and "
      + "\(name(judged.rejected[conflict.rejected])) (rejected) \(Wording.grouped(conflict.rejectedCount)). "
      + "Right most often: \(conflict.best.words)"
      + (best == conflict.best ? "" : "; of another strategy, \(best.words)")
      + (conflict.pair.map { "; better, two assertions: \($0.words)" } ?? "") + judged.end
  }
}

extension Recommendation {
  /// "combined  ΔE 2  cluster 7  threshold 0 passes 12 of 13 tolerated, fails 4 of 4 rejected"
  fileprivate var words: String {
    let strategies = [strategy, second].compactMap { $0?.summary }.joined(separator: " and ")
    return "\(strategies) \(separation.words("tolerated", "rejected"))"
  }
}

extension Separation {
  /// "passes 12 of 13 tolerated, fails 4 of 4 rejected"
  package func words(_ noise: String, _ change: String) -> String {
    "passes \(passed) of \(self.noise) \(noise)"
      + (self.change > 0 ? ", fails \(failed) of \(self.change) \(change)" : "")
  }
}

extension Tuning.Margin {
  /// "ΔE from 2.1, below 9.5"
  package var words: String {
    let lowest = Wording.trimmed(lowest)
    let range = tooHigh.map { "from \(lowest), below \(Wording.trimmed($0))" }
    return "\(parameter.words) \(range ?? "\(lowest) or more")"
  }
}

/// The measured pairs by the reviewer's decision, and the cases that no setting can judge.
private struct JudgedCases {
  var tolerated: [(item: Int, landscape: Landscape)] = []
  var rejected: [(item: Int, landscape: Landscape)] = []
  var others: [Landscape] = []
  /// True if anything is tolerated, measured or not.
  private(set) var hasTolerated = false
  /// Decided cases on which no setting decides.
  private(set) var unjudged = UnjudgedCases()

  init(_ items: CaseList, _ strategy: Strategy) {
    for (index, item) in items.enumerated() {
      let decision = item.latestDecision
      let isDecided = decision == .tolerated || decision == .rejected
      if decision == .tolerated { hasTolerated = true }
      let effect = item.settingsEffect(item.landscape(strategy))
      guard case .judged(let landscape) = effect else {
        if isDecided { unjudged.add(effect) }
        continue
      }
      switch decision {
      case .tolerated: tolerated.append((index, landscape))
      case .rejected: rejected.append((index, landscape))
      default: others.append(landscape)
      }
    }
  }

  /// The end of a sentence, with what is left out.
  var end: String { unjudged.count > 0 ? "; not judged: \(unjudged.words)." : "." }
}

extension ReviewState {
  mutating func propose() -> [ReviewEffect] {
    lastProposal += 1
    awaitedProposal = lastProposal
    message = Message(.news, "Looking for settings that fit the decisions …")
    return [
      .propose(
        ProposalRequest(number: lastProposal, strategy: strategy, items: items, keyMap: keyMap))
    ]
  }

  /// Adopts proposed settings, unless others have been chosen since they were requested.
  mutating func take(_ proposal: Proposal, number: Int) -> [ReviewEffect] {
    guard number == awaitedProposal else { return [] }
    awaitedProposal = nil
    guard let strategy = proposal.strategy else {
      message = Message(.warning, proposal.explanation)
      return []
    }
    tuned = strategy
    let effects = settingsChanged()
    message = Message(.news, proposal.explanation, hint: "\(keyMap.key(.saveRule)) saves it.")
    return effects
  }
}
