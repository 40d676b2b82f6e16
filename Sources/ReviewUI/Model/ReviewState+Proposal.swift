import Catalog
import DiffEngine

/// Settings that separate noise from change, or why there are none.
public struct Proposal: Hashable, Sendable {
  /// nil where no setting exists.
  public var strategy: Strategy?
  /// What it does, from where to where it holds, and what it cannot judge.
  public var explanation: String
}

/// The decisions and what was measured, from which settings are found where no key waits for it.
public struct ProposalRequest: NumberedRequest {
  public let number: Int
  let strategy: Strategy
  let items: CaseList
  let keyMap: KeyMap

  /// Settings of the strategy that pass every tolerated case and fail every rejected one, decisions
  /// that are still being written included.
  public func answer() -> Proposal {
    let judged = JudgedCases(items, strategy)
    guard judged.hasTolerated else {
      return Proposal(
        explanation: "Nothing is tolerated yet: \(keyMap.key(.tolerate)) on rendering noise and "
          + "\(keyMap.key(.reject)) on bugs, then \(keyMap.key(.propose)) again.")
    }
    guard !judged.tolerated.isEmpty else {
      return Proposal(
        explanation: "None of the tolerated cases can be judged: \(judged.unjudged.joined()).")
    }
    let tuning = Tuning(
      strategy, tolerated: judged.tolerated.map(\.landscape),
      rejected: judged.rejected.map(\.landscape), others: judged.others)
    switch tuning?.answer() {
    case .proposal(let proposal):
      return Proposal(
        strategy: proposal.strategy, explanation: explanation(proposal, judged))
    case .conflict(let conflict):
      return Proposal(explanation: explanation(conflict, judged))
    case nil:
      return Proposal(
        explanation: "Settings are proposed for naive, cluster, perceptual and combined; "
          + "\(keyMap.key(.nextStrategy)) changes the strategy.")
    }
  }

  private func explanation(_ proposal: Tuning.Proposal, _ judged: JudgedCases) -> String {
    let (passing, failing) = (judged.tolerated.count, judged.rejected.count)
    var text = "\(proposal.strategy.summary): passes the \(Wording.grouped(passing)) tolerated"
    text +=
      failing > 0
      ? " and fails the \(Wording.grouped(failing)) rejected, with \(words(proposal.margins))"
      : "; nothing is rejected yet, so these are the settings that forgive the fewest pixels"
    return ([text] + judged.unjudged).joined(separator: "; ") + "."
  }

  /// "ΔE from 2.1, below 9.5; cluster size 1 or more".
  private func words(_ margins: [Tuning.Margin]) -> String {
    margins.map { margin in
      let lowest = Wording.trimmed(margin.lowest)
      let range = margin.tooHigh.map { "from \(lowest), below \(Wording.trimmed($0))" }
      return "\(margin.parameter.words) \(range ?? "\(lowest) or more")"
    }.joined(separator: ", ")
  }

  private func explanation(_ conflict: Tuning.Conflict, _ judged: JudgedCases) -> String {
    func name(_ case: (item: Int, landscape: Landscape)) -> String {
      items[`case`.item].snapshot.id
    }
    return "No setting of \(strategy.kind.rawValue) separates them: at best, with "
      + "\(conflict.strategy.summary), \(name(judged.tolerated[conflict.tolerated])) (tolerated) has "
      + "\(Wording.grouped(conflict.toleratedCount)) px and "
      + "\(name(judged.rejected[conflict.rejected])) (rejected) \(Wording.grouped(conflict.rejectedCount))"
      + judged.unjudged.map { "; \($0)" }.joined() + "."
  }
}

/// The measured pairs by what the reviewer said of them, and what no setting can judge.
private struct JudgedCases {
  var tolerated: [(item: Int, landscape: Landscape)] = []
  var rejected: [(item: Int, landscape: Landscape)] = []
  var others: [Landscape] = []
  /// Whether anything is tolerated, measured or not.
  private(set) var hasTolerated = false
  /// Decided cases that have other sizes, are texts, or are not measured.
  private var sizes = 0
  private var texts = 0
  private var unmeasured = 0

  init(_ items: CaseList, _ strategy: Strategy) {
    for (index, item) in items.enumerated() {
      let decision = item.latestDecision
      let isDecided = decision == .tolerated || decision == .rejected
      if decision == .tolerated { hasTolerated = true }
      guard let landscape = item.landscape(strategy) else {
        if isDecided { noteUnmeasured(item) }
        continue
      }
      guard landscape.isSameSize else {
        if isDecided { sizes += 1 }
        continue
      }
      switch decision {
      case .tolerated: tolerated.append((index, landscape))
      case .rejected: rejected.append((index, landscape))
      default: others.append(landscape)
      }
    }
  }

  private mutating func noteUnmeasured(_ item: ReviewItem) {
    if case .texts = item.reading { texts += 1 } else { unmeasured += 1 }
  }

  /// What is left out, as a sentence counts it; nothing where all is judged.
  var unjudged: [String] {
    let parts = [
      sizes > 0 ? "\(Wording.count(sizes, "case")) of different sizes" : nil,
      texts > 0 ? Wording.count(texts, "text") : nil,
      unmeasured > 0 ? "\(Wording.count(unmeasured, "case")) not measured" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? [] : ["not judged: " + parts.joined(separator: ", ")]
  }
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

  /// Takes settings over, unless others have been chosen since they were asked for.
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
