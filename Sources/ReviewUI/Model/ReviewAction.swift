import Base
import Catalog
import Changes
import DiffEngine
import Review

/// Something that happened: a key, or an answer from the pool or the store.
package enum ReviewAction: Sendable {
  case started
  /// The folder was read again.
  case reloaded(CaseList, skipped: [Skipped] = [])
  case input(InputEvent)
  /// The last frame is on the screen. `isWhole` is true if all of its pictures are drawn.
  case painted(isWhole: Bool)
  case command(Command)
  case measured(item: Int, revision: Int, Reading)
  case surveyed(item: Int, revision: Int, Landscape)
  /// The evidence for the cause of a case; nil if its files can no longer be read.
  case signed(item: Int, revision: Int, ChangeSignature?)
  case grouped(number: Int, FoundGroups)
  case charted(number: Int, ChartAnswer)
  case proposed(number: Int, Proposal)
  case compared(ComparisonRequest, Comparison)
  case drawn(PictureRequest, Picture)
  case inspected(InspectionRequest, Inspection)
  case located(ComparisonRequest, [ChangeRegion], movedRows: RowAlignment?)
  case sketched(ThumbnailRequest, Thumbnail)
  /// The preview of saving the settings is ready.
  case previewedRule(RulePreview)
  /// The rules file was written, and each case now has these settings. `edit` is nil if undo or
  /// redo wrote it.
  case ruled(
    [CaseIdentity: (strategy: Strategy, areas: IgnoredAreas)], sentence: String,
    edit: RuleEdit? = nil)
  /// Decisions are on disk; nil means undecided. `sentence` is for the reviewer.
  case recorded([DecisionChange], sentence: String)
  case notRecorded(cases: [CaseIdentity], reason: String)
  /// The files differ from those that were shown; they are being read again.
  case changedOnDisk(cases: [CaseIdentity], reason: String)
  case undone([DecisionChange], sentence: String)
  /// Undo or redo changed nothing. `isGone` is true if the next one would be about another step.
  case notUndone(reason: String, isGone: Bool)
  case nothingToUndo(String)
  /// A script has started or stopped waiting for the decisions.
  case awaited(Bool)
  case blinked
  /// Copying the line for the test ended with this outcome.
  case copied(String, CopyOutcome)
  /// A sentence for the reviewer.
  case notice(String)
  /// The terminal has reported more about itself, or now draws in another way.
  case terminalChanged(TerminalTraits)
}

/// The outcome of a copy as far as it is known; the terminal itself never confirms it.
package enum CopyOutcome: Sendable {
  /// A desktop program has put the text on the clipboard.
  case onClipboard
  /// tmux has the text in its own buffer.
  case inTmuxBuffer
  /// tmux refused the text, and may not have passed it on either.
  case refusedByTmux
  case sent
}

package struct DecisionChange: Hashable, Sendable {
  package var id: CaseIdentity
  package var record: DecisionRecord?
  /// True if the decision wrote or removed the baseline.
  package var isWritten: Bool

  package init(id: CaseIdentity, record: DecisionRecord?, isWritten: Bool = false) {
    (self.id, self.record, self.isWritten) = (id, record, isWritten)
  }
}
