import Base
import Catalog
import Review

/// The decisions and the written files, for the last window and the shell.
package struct ReviewEnd: Hashable, Sendable {
  /// "52 cases: 49 accepted, 3 rejected; 3 failing."
  package var count: String
  /// "49 accepted: text black → white"
  package var causes: [String]
  /// Accepted baselines, relative to the working folder; a count if one folder has several.
  package var written: [String]
  /// Old baselines restored by rejecting and tolerating, in the same form.
  package var restored: [String]
  /// The command that commits the baselines; nil if none is known.
  package var commit: String?
  package var rejected: [String]
  /// The cases whose notes wait for a decision, with their notes.
  package var noted: [String]
}

extension ReviewItem {
  fileprivate var isWritten: Bool { decision.map { snapshot.isWritten(by: $0) } ?? false }

  fileprivate var caseAndNote: String {
    printable(snapshot.id) + (note.isEmpty ? "" : ": \(printable(note))")
  }
}

extension ReviewState {
  package var end: ReviewEnd {
    let all = items.filter(\.isWritten)
    let written = all.filter { $0.decision == .accepted }.map(\.snapshot)
    let restored = all.filter { $0.decision != .accepted }.map(\.snapshot)
      .filter { $0.reference != nil }
    let soFar = tally.unknown > 0 ? " so far" : ""
    let decided = Wording.decided(tally.count(_:), undecided: tally.toDecide)
    return ReviewEnd(
      count: "\(Wording.count(caseCount, "case")): "
        + [decided, Wording.failing(tally.failing) + soFar].compactMap(\.self)
        .joined(separator: "; ") + ".",
      causes: decidedCauses.map {
        "\(Wording.grouped($0.count)) \($0.decision.rawValue): \(printable($0.text))"
      },
      written: places(of: written), restored: places(of: restored), commit: commit(written),
      rejected: items.filter { $0.decision == .rejected }.map(\.caseAndNote),
      noted: items.filter { $0.decision == nil && !$0.note.isEmpty }.map(\.caseAndNote))
  }

  private func places(of written: [SnapshotCase]) -> [String] {
    let paths = written.map { $0.baseline?.path ?? $0.id }
    let folders = Dictionary(grouping: paths, by: Paths.parent)
    return folders.sorted { $0.key < $1.key }.map { folder, files in
      let place = files.count == 1 ? files[0] : folder + "/"
      let short = printable(shown(place))
      return files.count == 1 ? short : "\(short): \(Wording.count(files.count, "file"))"
    }
  }

  private func shown(_ path: String) -> String {
    folder.flatMap { Paths.below($0, path) } ?? path
  }

  /// Shows the end once the last failing case is decided.
  mutating func showEnd() {
    refresh()
    let (count, made) = overview.decisions
    guard count > 0, made == count, tally.failing == tally.count(.rejected), panel == nil,
      prompt == nil,
      items.allSatisfy({ $0.pending == nil && $0.isMeasured && !$0.snapshot.isForOneLook })
    else { return }
    panel = .end(top: 0)
  }

  var endPanel: ReadingPanel {
    let whole = GridRect.centred(width: 90, height: .max, in: size)
    let end = end
    func lines(_ label: String, _ texts: [String], most: Int = .max) -> [ReadingPanel.Line] {
      let more = texts.count > most ? ["and \(Wording.grouped(texts.count - most)) more"] : []
      return (texts.prefix(most) + more).enumerated().map {
        .init(label: $0.offset == 0 ? label : "", text: $0.element)
      }
    }
    let rules = history.savedRules.map { printable($0) }
    let next =
      tally.count(.rejected) > 0
      ? "Fix what is rejected, run the tests, then: \(again)" : "Run the tests again."
    let all =
      [.init(label: end.count, kind: .heading)] + lines("decided", end.causes)
      + lines("wrote", end.written, most: 8) + lines("restored", end.restored, most: 8)
      + lines("rejected", end.rejected)
      + lines("settings", rules) + [.init(label: "")]
      + lines("next", (end.commit.map { [$0] } ?? []) + [next])
    let wrapped = all.flatMap { $0.wrapped(width: whole.inside.width, margin: 10) }
    return ReadingPanel(
      rect: .centred(width: whole.width, height: wrapped.count + 2, in: size), columns: [wrapped],
      columnWidth: whole.inside.width + 1)
  }
}
