/// Which files the libraries' cases show, to tell who explains more of a failure.
struct LibraryFiles {
  /// The case that shows a file, by its place.
  private var holders: [UInt64: Int] = [:]
  /// Files that a case shows or has compared, the run's own copies of references among them.
  private let claimed: FileSet

  init(of cases: [SnapshotCase], _ claimed: FileSet) {
    self.claimed = claimed
    for (index, snapshot) in cases.enumerated() {
      let left = snapshot.leftDigests
      for digest in [left.0, left.1, left.2, snapshot.baselineDigest ?? 0] where digest != 0 {
        holders[digest] = index
      }
    }
  }

  /// Whose failure some files are.
  enum Claim {
    /// A library knows each of the files.
    case libraries
    /// Nobody knows as much; cases that show some of the files, by their places, are less.
    case words(replacing: Set<Int>)
    /// A library knows a whole failure, but with other files.
    case disputed(Int)
  }

  func claim(on failure: WordFailure, _ cases: [SnapshotCase]) -> Claim {
    let places = Set(failure.files.compactMap { holders[$0.digest] })
    let isSettled = places.contains { place in
      // A layout of the user's own is the answer, however little it says.
      !Self.libraries.contains(cases[place].layout)
        || failure.files.allSatisfy { isKnown($0, to: cases[place]) }
        || failure.rank < .triple && cases[place].referenceFile != nil
          && (failure.difference == nil || cases[place].differenceFile != nil)
    }
    if isSettled { return .libraries }
    let whole = places.first { place in
      cases[place].referenceFile != nil && cases[place].actualFile != nil
        && cases[place].differenceFile != nil
    }
    return whole.map { .disputed($0) } ?? .words(replacing: places)
  }

  private static let libraries = Set(Layout.allCases)

  private func isKnown(_ file: FilePath, to snapshot: SnapshotCase) -> Bool {
    let shown = [
      snapshot.referenceFile, snapshot.actualFile, snapshot.differenceFile, snapshot.baseline?.file,
    ]
    return shown.contains { $0?.digest == file.digest }
      || holders[file.digest] == nil && claimed.contains(file.digest)
  }
}
