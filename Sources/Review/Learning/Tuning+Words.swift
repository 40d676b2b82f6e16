import Base
import DiffEngine

extension Recommendation {
  /// The settings of the recommended assertion, or of both if there are two.
  package var summary: String {
    [strategy, second].compactMap { $0?.summary }.joined(separator: " and ")
  }

  /// The expected accuracy, or the reason why it is unknown.
  package var claim: String {
    guard let heldOut else {
      let fewest = HeldOutRounds.fewest
      return
        "how it does on others is not known: that takes \(fewest) pairs of noise and \(fewest) of "
        + "change, and there are \(separation.noise) and \(separation.change)"
    }
    let unseen = heldOut.areCommits ? "commits that it has not seen" : "pairs that it has not seen"
    let (low, high) = (heldOut.range.lowerBound, heldOut.range.upperBound)
    return "\(Wording.percent(heldOut.atLeast)) or more right on \(unseen); on average "
      + "\(Wording.percent(heldOut.mean)), \(Wording.percent(low)) to \(Wording.percent(high))"
  }
}

extension Separation {
  /// "passes 12 of 13 pairs of noise, fails 4 of 4 of change"
  package var words: String {
    "passes \(passed) of \(noise) \(noise == 1 ? "pair" : "pairs") of noise"
      + (change > 0
        ? ", fails \(failed) of \(change) of change"
        : "; no change is known, so these are the settings that forgive the fewest pixels")
  }
}

extension Tuning.Margin {
  /// "ΔE 2 to 7"
  package var words: String {
    let values = strictest == mostTolerant ? [strictest] : [strictest, mostTolerant]
    return "\(parameter.words) \(values.map(\.text).joined(separator: " to "))"
  }
}
