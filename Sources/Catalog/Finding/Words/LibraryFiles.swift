/// The files that the libraries' cases show, to tell whether a library or the words explain more of
/// a failure.
struct LibraryFiles {
  /// The case that shows a file, by its place.
  private var holders: [ExactName: Int] = [:]
  /// Files that a case shows or has compared, the run's own copies of references among them.
  private let claimed: FileSet

  init(of cases: [SnapshotCase], _ claimed: FileSet) {
    self.claimed = claimed
    for (index, snapshot) in cases.enumerated() {
      for file in snapshot.files { holders[ExactName(file)] = index }
    }
  }

  /// The better explanation of a failure's files: a library or the words.
  enum Claim {
    /// A library knows each of the files.
    case libraries
    /// No library explains as much; the cases at these places show only some of the files.
    case words(replacing: Set<Int>)
    /// A library knows a whole failure, but with other files.
    case disputed(Int)
  }

  func claim(on failure: WordFailure, _ cases: [SnapshotCase]) -> Claim {
    let places = Set(failure.files.compactMap { holders[ExactName($0)] })
    let isSettled = places.contains { place in
      // A layout of the user's own is the answer, however little it says.
      !Self.libraries.contains(cases[place].layout)
        || failure.files.allSatisfy { isKnown($0, to: cases[place]) }
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

  private static let libraries = Set(Layout.allCases)

  private func isKnown(_ file: String, to snapshot: SnapshotCase) -> Bool {
    snapshot.files.contains { ExactName($0) == ExactName(file) }
      || holders[ExactName(file)] == nil && claimed.contains(file)
  }
}
