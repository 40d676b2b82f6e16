import Base

/// Decides between interpretations of a file: the strongest evidence wins. Nothing else compares
/// evidence, whether of libraries or of words.
struct Resolver: Sendable {
  /// The evidence of the case that shows or compared each file.
  private var files: [ExactName: Evidence] = [:]
  /// Folders where a library keeps its actuals; any other actual there has passed. The value is
  /// true if a report lists all failures in the folder.
  private var folders: [String: Bool] = [:]
  /// Names of actuals that are left from an earlier run, according to a report.
  var leftNames: Set<String> = []
  /// The failures whose only evidence is the form of their names.
  var unproven: [Failure] = []

  func isClaimed(_ path: String) -> Bool { files[ExactName(path)] != nil }
  func isTaken(folder: String) -> Bool { folders[folder] != nil }
  func isAnswered(folder: String) -> Bool { folders[folder] == true }

  /// - Returns: False if a case with evidence at least as strong has the file already.
  @discardableResult
  mutating func claim(_ path: String, by evidence: Evidence) -> Bool {
    guard !isHeld(path, evidence) else { return false }
    files[ExactName(path)] = evidence
    return true
  }

  /// Claims the files of a case. A difference that another case shows stays with that case.
  ///
  /// - Returns: False if a case with evidence at least as strong shows the painted difference, or
  ///   else the actual or, without an actual, any of the files.
  mutating func claim(_ snapshot: inout SnapshotCase, by evidence: Evidence) -> Bool {
    let left = snapshot.leftFiles
    // Two targets may have a test of one name: which of their differences fits an actual is seen
    // later.
    let deciding = (snapshot.paintedDifference ?? snapshot.actual).map { [$0] } ?? left
    guard !deciding.contains(where: { isHeld($0, evidence) }) else { return false }
    if let difference = snapshot.difference, isHeld(difference, evidence) {
      snapshot.difference = nil
    }
    for file in left { files[ExactName(file)] = evidence }
    return true
  }

  private func isHeld(_ path: String, _ evidence: Evidence) -> Bool {
    files[ExactName(path)].map { $0 <= evidence } ?? false
  }

  mutating func take(folder: String, isAnswered: Bool = false) {
    folders[folder] = isAnswered || folders[folder] == true
  }

  /// The better explanation for the files of a failure found by words.
  enum Verdict {
    /// A library explains all of the files.
    case libraries
    /// No library explains as many files; the cases at these positions show only some of them.
    case words(replacing: Set<Int>)
    /// A library explains a whole failure, but with other files.
    case disputed(Int)
  }

  /// Returns the positions of the cases that show each file.
  static func holders(_ cases: [SnapshotCase]) -> [ExactName: Int] {
    let files = cases.enumerated().flatMap { index, snapshot in
      snapshot.files.map { (ExactName($0), index) }
    }
    return Dictionary(files) { $1 }
  }

  /// Compares a failure found by words with the libraries' cases that show its files.
  func verdict(
    on failure: WordFailure, _ holders: [ExactName: Int], among cases: [SnapshotCase]
  ) -> Verdict {
    let places = Set(failure.files.compactMap { holders[ExactName($0)] })
    let isKnown = { (file: String, snapshot: SnapshotCase) in
      snapshot.files.contains { ExactName($0) == ExactName(file) }
        || holders[ExactName(file)] == nil && isClaimed(file)
    }
    let isSettled = places.contains { place in
      // The user's own layout wins, however little it explains.
      !Layout.allCases.contains(cases[place].layout)
        || failure.files.allSatisfy { isKnown($0, cases[place]) }
        || failure.rank < .triple && cases[place].reference != nil
          && (failure.difference == nil || cases[place].difference != nil)
    }
    if isSettled { return .libraries }
    let whole = places.first { place in
      cases[place].reference != nil && cases[place].actual != nil
        && cases[place].difference != nil
    }
    return whole.map { .disputed($0) } ?? .words(replacing: places)
  }
}
