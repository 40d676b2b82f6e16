import Host

/// The evidence that failures marked alike give about one another, as one run has written them.
struct WordForms: Sendable {
  /// The marks of the references; more than one where the failures do not agree.
  private var references: [WordFailure.Form: Set<WordMark>] = [:]
  /// The forms in which some failure has all three files.
  private var proven: Set<WordFailure.Form> = []
  /// The marks in the names of actuals, wherever they lie.
  private var marks: Set<WordMark> = []

  init(of failures: [WordFailure]) {
    for failure in failures where failure.actual != nil && failure.doubt == nil {
      references[failure.form, default: []].insert(failure.referenceMark)
      if failure.actualMark.isInName { marks.insert(failure.actualMark) }
      if failure.rank >= .looseTriple { proven.insert(failure.form) }
    }
  }

  /// Returns the mark of a new snapshot's reference; nil if nothing says for certain what it is.
  func reference(of failure: WordFailure) -> WordMark? {
    guard let marks = references[failure.form], marks.count == 1 else { return nil }
    return marks.first
  }

  /// True if other failures have an actual called like this one's.
  func isMarked(_ failure: WordFailure) -> Bool { marks.contains(failure.actualMark) }

  /// True if all three files are there, of this failure or one like it.
  func isProven(_ failure: WordFailure) -> Bool {
    failure.rank >= .looseTriple || proven.contains(failure.form)
  }

  /// True if the files of two trees are those of a test that passed: they are equal.
  func hasPassed(_ failure: WordFailure) -> Bool {
    guard failure.actualMark.folder != nil, failure.difference == nil,
      let reference = failure.reference, let actual = failure.actual
    else { return false }
    return FileBytes.areEqual(reference, actual)
  }
}
