import Base
import Catalog
import DiffEngine

/// Work that the model requests; its results come back as actions.
package enum ReviewEffect: Hashable, Sendable {
  /// Read and compare these cases, the first one at once and the others after it in order, then
  /// find their causes. A later request for a case that is still unread replaces the earlier one.
  case measure([ComparisonRequest])
  /// Find the landscapes of these cases once all are compared and their causes are known, starting
  /// with those on screen.
  case survey([ComparisonRequest])
  /// Fetch everything that the screen needs now, instead of what was wanted before.
  case want(Wanted)
  /// Compute outcomes that no landscape holds; a later request for a case replaces the earlier.
  case compare([ComparisonRequest])
  /// Find the groups of all cases; nothing on screen waits for them.
  case group(GroupRequest)
  /// Count the failing cases in the plane of the landscape panel.
  case chart(ChartRequest)
  /// Look for settings that fit the decisions.
  case propose(ProposalRequest)
  /// Compute all outcomes for the table of strategies.
  case tabulate([ComparisonRequest])
  /// Find out which lines of the rules file the settings would change.
  case previewRule(RuleRequest)
  /// Change the rules file as the preview showed.
  case saveRule(RulePreview)
  /// Undo or redo a change of the rules file; the sentence says which.
  case writeRules(RuleEdit, sentence: String)
  case record(Decision, [DecisionRequest])
  case undo
  case redo
  case reload
  /// Adopt these cases as the list on screen; lower revisions refer to other cases.
  case adopt([SnapshotCase], revision: Int)
  case openOutside(item: Int)
  case copy(String)
  /// Show the other side after a delay, unless another blink is requested first.
  case blink(milliseconds: Int)
  /// Use this display choice from now on, and save it for the next session.
  case keep(DisplayChoice)
  case redraw
  case suspend
  case leave(summary: Bool)
}

/// Settings for the cases that match the glob, or for all cases if there is no glob.
package struct RuleRequest: Hashable, Sendable {
  package var glob: String?
  package var strategy: Strategy
  /// The ignored areas, if the reviewer has changed them.
  package var areas: IgnoredAreas?

  package init(glob: String?, _ strategy: Strategy, ignoring areas: IgnoredAreas? = nil) {
    (self.glob, self.strategy, self.areas) = (glob, strategy, areas)
  }
}

/// The effect of a change on the rules file, shown before it is saved.
package struct RulePreview: Hashable, Sendable {
  package var summary: String
  package var path: String
  package var edit: RuleEdit

  package init(summary: String, path: String, edit: RuleEdit) {
    (self.summary, self.path, self.edit) = (summary, path, edit)
  }
}

/// A question about one case, for one reading of its files.
package protocol CaseRequest: Hashable, Sendable {
  /// The index of the case in the list of all cases.
  var item: Int { get }
  /// The number of times that its files were read again, so that an answer about old files is never
  /// mistaken for a new one.
  var revision: Int { get }
  /// True if the request compares the images row by row, without inserted or deleted rows.
  var isAligned: Bool { get }
  var areas: IgnoredAreas { get }
}

extension CaseRequest {
  package var isAligned: Bool { false }
}

/// A question about the whole folder, answered by the pool. It takes the list as it is, so asking
/// costs the same in a folder of any size.
package protocol NumberedRequest: Hashable, Sendable {
  /// The number of the request; answers with other numbers are stale.
  var number: Int { get }
}

extension NumberedRequest {
  package static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A case to decide, with the files that the reviewer has seen.
package struct DecisionRequest: Hashable, Sendable {
  package var id: CaseIdentity
  package var shown: Fingerprint
  package var note: String

  package init(id: CaseIdentity, shown: Fingerprint, note: String = "") {
    (self.id, self.shown, self.note) = (id, shown, note)
  }
}
