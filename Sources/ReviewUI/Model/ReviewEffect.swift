import Base
import Catalog
import DiffEngine

/// Work that the model asks for; it comes back as actions.
package enum ReviewEffect: Hashable, Sendable {
  /// Read and compare these cases, the first at once and the others in order behind it, and then
  /// find their causes. A later request for a case that is still unread replaces the earlier one.
  case measure([ComparisonRequest])
  /// Find the landscapes of these cases once all are compared and their causes known; first those
  /// at which the screen looks.
  case survey([ComparisonRequest])
  /// Fetch everything the screen misses right now, instead of whatever was wanted before.
  case want(Wanted)
  /// Compute outcomes that no landscape at hand holds; a later request for a case replaces the earlier one.
  case compare([ComparisonRequest])
  /// Find the groups of all cases; nothing on screen waits for them.
  case group(GroupRequest)
  /// Count the plane of the landscape panel.
  case chart(ChartRequest)
  /// Look for settings that fit the decisions.
  case propose(ProposalRequest)
  /// Compute all outcomes for the table of strategies.
  case tabulate([ComparisonRequest])
  /// Find out which lines of the rules file the settings would change.
  case previewRule(RuleRequest)
  /// Change the rules file as it was shown.
  case saveRule(RulePreview)
  /// Take a change of the rules file back, or make it again; the sentence says so.
  case writeRules(RuleEdit, sentence: String)
  case record(Decision, [DecisionRequest])
  case undo
  case redo
  case reload
  /// Adopt these cases as those on screen; requests with lower revisions are about other cases.
  case adopt([SnapshotCase], revision: Int)
  case openOutside(item: Int)
  case copy(String)
  /// Show the other side after a while, unless another one is requested before.
  case blink(milliseconds: Int)
  /// Show the screen so from now on, and keep that for the next time.
  case keep(DisplayChoice)
  case redraw
  case suspend
  case leave(summary: Bool)
}

/// Settings for cases that match the glob, or for all where there is none.
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

/// A question about one case, at one reading of its files.
package protocol CaseRequest: Hashable, Sendable {
  /// The index of the case in the list of all cases.
  var item: Int { get }
  /// The number of re-reads of its files, so that an answer about old files is never taken for a
  /// new one.
  var revision: Int { get }
  /// True if the request compares the images row by row, without inserted or deleted rows.
  var isAligned: Bool { get }
  var areas: IgnoredAreas { get }
}

extension CaseRequest {
  package var isAligned: Bool { false }
}

/// A question about the whole folder, which the pool answers: it takes the list as it is, so that
/// asking costs the same in a folder of any size.
package protocol NumberedRequest: Hashable, Sendable {
  /// The number of the request; answers to other numbers are too late.
  var number: Int { get }
}

extension NumberedRequest {
  package static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A case to be decided, with the files that the reviewer has seen.
package struct DecisionRequest: Hashable, Sendable {
  package var id: CaseIdentity
  package var shown: Fingerprint
  package var note: String

  package init(id: CaseIdentity, shown: Fingerprint, note: String = "") {
    (self.id, self.shown, self.note) = (id, shown, note)
  }
}
