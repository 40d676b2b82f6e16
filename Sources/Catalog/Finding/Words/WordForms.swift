import Base

/// Evidence that failures with the same marks give about each other, because one run wrote them.
struct WordForms: Sendable {
  /// The marks of the references; several if the failures do not agree.
  private var references: [WordFailure.Form: Set<WordMark>] = [:]
  /// The forms for which some failure has all three files.
  private var proven: Set<WordFailure.Form> = []
  /// The marks in the names of actuals, in any folder.
  private var marks: Set<WordMark> = []

  init(of failures: [WordFailure]) {
    for failure in failures where failure.actual != nil && failure.doubt == nil {
      references[failure.form, default: []].insert(failure.referenceMark)
      if failure.actualMark.isInName { marks.insert(failure.actualMark) }
      if failure.rank >= .looseTriple { proven.insert(failure.form) }
    }
  }

  /// Returns the mark of a new snapshot's reference; nil if it is not certain.
  func reference(of failure: WordFailure) -> WordMark? {
    guard let marks = references[failure.form], marks.count == 1 else { return nil }
    return marks.first
  }

  /// True if another failure's actual has the same mark in its name.
  func isMarked(_ failure: WordFailure) -> Bool { marks.contains(failure.actualMark) }

  func isProven(_ failure: WordFailure) -> Bool {
    failure.rank >= .looseTriple || proven.contains(failure.form)
  }
}
