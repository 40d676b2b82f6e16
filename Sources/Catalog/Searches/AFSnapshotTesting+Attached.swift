import Base

/// AFSnapshotTesting's actuals as Xcode attaches them: lossy pictures, which show the pixels that
/// the difference paints over, and which are never accepted.
extension Tree {
  /// Gives exported pictures to the cases that they show, and drops the cases made from the export
  /// alone.
  func joinAttached(_ cases: [SnapshotCase]) -> [SnapshotCase] {
    var (cases, joined) = (cases, Set<Int>())
    let masked = cases.indices.filter { cases[$0].isMasked }
    guard !masked.isEmpty else { return cases }
    for (index, attached) in zip(cases.indices, cases)
    where attached.layout == Library.xcode.layout
      && attached.actual.map(SnapshotCase.isLossy) == true
    {
      let free = masked.filter { cases[$0].actual == nil && cases[$0].suite == attached.suite }
      guard let place = named(attached, in: cases, at: free) else { continue }
      cases[place].actual = attached.actual
      cases[place].obstacle = nil
      joined.insert(index)
    }
    return cases.indices.filter { !joined.contains($0) }.map { cases[$0] }
  }

  /// Returns the case whose reference the failure's text names, else the one with the test's name.
  private func named(_ attached: SnapshotCase, in cases: [SnapshotCase], at places: [Int]) -> Int? {
    let logged = log?.references["\(attached.suite)/\(attached.name)"] ?? []
    let byText = places.filter { place in
      guard let baseline = cases[place].baseline else { return false }
      let end = Paths.below(baseline.root, baseline.path) ?? baseline.path
      return logged.count == 1 && logged[0].hasSuffix("/" + end)
    }
    return byText.count == 1 ? byText[0] : places.first { cases[$0].name == attached.name }
  }
}
