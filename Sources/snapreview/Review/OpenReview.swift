import Base
import Catalog
import DiffEngine
import Review
import ReviewUI
import Terminal

/// Opens the review screen and runs it until the reviewer leaves.
///
/// - Parameters:
///   - keys: The key bindings.
///   - again: The command line that opens the same cases again.
/// - Returns: The exit status: 0 if everything matches or was accepted or tolerated, otherwise 1;
///   128 + n after signal n.
/// - Throws: An error, with the terminal restored.
func openReview(
  _ source: ReviewSource, terminal: TerminalOptions, keys: KeyMap, cells: CellShape, again: String
) throws -> Int32 {
  let session = try TerminalSession.open(terminal)
  let loop = ReviewLoop(
    terminal: session, source: source, keys: keys, cells: cells,
    isGraphicsChosen: terminal.graphics != nil, again: again)
  let signal = loop.run()
  session.close()
  loop.finish()
  if let signal { return 128 + signal }
  let summary = ReviewSummary(state: loop.state)
  if loop.showsSummary { print(summary.text) }
  return summary.exitStatus
}

struct ReviewSummary {
  let state: ReviewState

  /// A failing case counts as open until it is accepted or tolerated, a merge until one of its
  /// sides is chosen.
  var exitStatus: Int32 {
    let isOpen = state.items.contains { item in
      if item.snapshot.writing == .either, item.decision == .rejected { return false }
      return item.decision == .rejected
        || state.verdict(of: item)?.isFailing(after: item.decision) ?? (item.decision == nil)
    }
    return isOpen ? 1 : 0
  }

  var text: String {
    let end = state.end
    let open = state.items.count { $0.decision == nil && state.verdict(of: $0) != .match }
    var lines = [end.count] + end.causes.map { "  " + $0 }
    for (verb, places) in [("wrote", end.written), ("restored", end.restored)] {
      lines += places.prefix(20).map { "  \(verb) " + $0 }
      if places.count > 20 { lines.append("  and \(places.count - 20) more") }
    }
    lines += end.commit.map { ["  " + $0] } ?? []
    lines += end.rejected.map { "  rejected " + $0 }
    lines += end.noted.map { "  noted, without a decision: " + $0 }
    if let paragraph = Unseen(skipped: state.skipped).paragraph { lines.append(paragraph) }
    if open > 0, !state.items.allSatisfy(\.snapshot.isForOneLook) {
      let saved = state.items.contains { $0.decision != nil } ? "Decisions are saved. " : ""
      lines.append("\(saved)For the remaining \(open): \(state.again)")
    }
    return lines.joined(separator: "\n")
  }
}
