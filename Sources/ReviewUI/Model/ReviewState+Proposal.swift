import Catalog
import DiffEngine

/// Settings that separate noise from change, or why there are none.
public struct Proposal: Hashable, Sendable {
  /// nil where no setting exists.
  public var strategy: Strategy?
  /// What it does, from where to where it holds, and what it cannot judge.
  public var explanation: String
}

extension ReviewState {
  /// Settings of the strategy in force that pass every tolerated case and fail every rejected one,
  /// decisions that are still being written included.
  public func proposal() -> Proposal {
    let judged = Judged(self)
    guard judged.hasTolerated else {
      return Proposal(
        strategy: nil,
        explanation: "Nothing is tolerated yet: \(keyMap.key(.tolerate)) on rendering noise and "
          + "\(keyMap.key(.reject)) on bugs, then \(keyMap.key(.propose)) again.")
    }
    guard !judged.tolerated.isEmpty else {
      return Proposal(
        strategy: nil,
        explanation: "None of what is tolerated can be judged: \(judged.unjudged.joined()).")
    }
    let tuning = Tuning(
      strategy, tolerated: judged.tolerated.map(\.landscape),
      rejected: judged.rejected.map(\.landscape), others: judged.others)
    guard let tuning else {
      return Proposal(
        strategy: nil,
        explanation: "Settings are proposed for naive, cluster, perceptual and combined; "
          + "\(keyMap.key(.nextStrategy)) changes the strategy.")
    }
    switch tuning.answer() {
    case .proposal(let proposal):
      return Proposal(
        strategy: proposal.strategy, explanation: explanation(proposal, judged))
    case .conflict(let conflict):
      return Proposal(strategy: nil, explanation: explanation(conflict, judged))
    }
  }

  private func explanation(_ proposal: Tuning.Proposal, _ judged: Judged) -> String {
    let (passing, failing) = (judged.tolerated.count, judged.rejected.count)
    var text = "\(proposal.strategy.summary): passes the \(grouped(passing)) tolerated"
    text +=
      failing > 0
      ? " and fails the \(grouped(failing)) rejected, with \(words(proposal.margins))"
      : "; nothing is rejected yet, so these are the settings that forgive the fewest pixels"
    return ([text] + judged.unjudged).joined(separator: "; ") + "."
  }

  /// "ΔE from 2.1, below 9.5; cluster size 1 or more".
  private func words(_ margins: [Tuning.Margin]) -> String {
    margins.map { margin in
      let lowest = trimmed(margin.lowest)
      let range = margin.tooHigh.map { "from \(lowest), below \(trimmed($0))" }
      return "\(margin.parameter.words) \(range ?? "\(lowest) or more")"
    }.joined(separator: ", ")
  }

  private func explanation(_ conflict: Tuning.Conflict, _ judged: Judged) -> String {
    func name(_ case: (item: Int, landscape: Landscape)) -> String {
      items[`case`.item].snapshot.id
    }
    return "No setting of \(strategy.kind.rawValue) separates them: at best, with "
      + "\(conflict.strategy.summary), \(name(judged.tolerated[conflict.tolerated])) (tolerated) has "
      + "\(grouped(conflict.toleratedCount)) px and "
      + "\(name(judged.rejected[conflict.rejected])) (rejected) \(grouped(conflict.rejectedCount))"
      + judged.unjudged.map { "; \($0)" }.joined() + "."
  }
}

/// The measured pairs by what the reviewer said of them, and what no setting can judge.
private struct Judged {
  var tolerated: [(item: Int, landscape: Landscape)] = []
  var rejected: [(item: Int, landscape: Landscape)] = []
  var others: [Landscape] = []
  /// Whether anything is tolerated, measured or not.
  private(set) var hasTolerated = false
  /// Decided cases that have other sizes, are texts, or are not measured.
  private var sizes = 0
  private var texts = 0
  private var unmeasured = 0

  init(_ state: ReviewState) {
    let strategy = state.strategy
    for index in state.items.indices {
      let item = state.items[index]
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
      sizes > 0 ? "\(counted(sizes, "case")) with two sizes" : nil,
      texts > 0 ? counted(texts, "text") : nil,
      unmeasured > 0 ? "\(counted(unmeasured, "case")) not measured" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? [] : ["not judged: " + parts.joined(separator: ", ")]
  }
}
